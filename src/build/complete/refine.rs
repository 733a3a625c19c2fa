//! The last points: for every unit that was added the solver chooses one of its forms, so that the sum comes nearest to the
//! limit.

use super::Wish;
use crate::build::bench::{Draft, Workbench, changed, is_added};
use crate::roster::{Models, Taken, UnitLine};
use crate::source::Span;
use crate::validate::Number;
use crate::validate::allocate::{Choice, Column, choose};

/// Sizes that are tried for one unit.
const MOST_SIZES: i64 = 8;

/// Forms that are kept for one unit.
const MOST_FORMS: usize = 40;

/// How often the solver is asked again with what the validator objected to.
const OBJECTIONS: usize = 10;

/// A way a unit could be taken instead, and what it would cost.
#[derive(Clone)]
struct Form {
    models: Models,
    options: Vec<Taken>,
    price: i64,
}

impl Workbench<'_, '_> {
    /// The list with other sizes and options for the units that were added, if that spends more.
    pub(super) fn refine(&self, draft: Draft, limit: i64, wish: &Wish<'_>) -> Draft {
        let added: Vec<Span> = draft.weighed.units.iter().map(|unit| unit.at).filter(|at| is_added(*at)).collect();
        if added.is_empty() || draft.weighed.points.ceil() >= limit {
            return draft;
        }
        let mut forms: Vec<Vec<Form>> = Vec::new();
        for at in &added {
            if !(wish.go_on)("choosing sizes and options") {
                return draft;
            }
            forms.push(self.forms_of(&draft, *at));
        }
        let fixed: i64 =
            draft.weighed.points.ceil() - added.iter().filter_map(|at| Some(draft.unit(*at)?.cost.ceil())).sum::<i64>();
        for _ in 0..OBJECTIONS {
            let mut choice = Choice { budget: limit - fixed, gap: 0.0, ..Choice::default() };
            let mut of: Vec<(usize, usize)> = Vec::new();
            for (unit, forms) in forms.iter().enumerate() {
                let first = choice.columns.len();
                choice.columns.extend(forms.iter().map(|form| Column { price: form.price, most: 1, stands: None }));
                of.extend((0..forms.len()).map(|form| (unit, form)));
                choice.one_of.push((first..choice.columns.len()).collect());
            }
            let Some(counts) = choose(&choice) else { break };
            let chosen: Vec<(usize, usize)> =
                of.iter().zip(&counts).filter(|(_, count)| **count > 0).map(|(of, _)| *of).collect();
            let mut list = Some(draft.list.clone());
            for (unit, form) in &chosen {
                let (Some(at), Some(form)) = (added.get(*unit), forms.get(*unit).and_then(|forms| forms.get(*form))) else {
                    continue;
                };
                list = list.and_then(|list| {
                    changed(&list, *at, |line| (line.models, line.options) = (form.models.clone(), form.options.clone()))
                });
            }
            let Some(full) = list.map(|list| self.draft(list)) else { break };
            let within = full.weighed.points <= Number::whole(limit);
            if full.is_as_legal_as(&draft, &[]) && within {
                return if full.weighed.points > draft.weighed.points { full } else { draft };
            }
            if !self.forbid(&full, &added, &chosen, &mut forms) || !(wish.go_on)("choosing sizes and options") {
                break;
            }
        }
        draft
    }

    /// Takes the forms out that the validator speaks of; the first one of each unit, how it stands there, always stays.
    fn forbid(&self, full: &Draft, added: &[Span], chosen: &[(usize, usize)], forms: &mut [Vec<Form>]) -> bool {
        let blamed: Vec<Span> = full
            .weighed
            .errors
            .iter()
            .flat_map(|issue| &issue.about.units)
            .filter_map(|unit| full.weighed.units.get(unit.index()))
            .map(|unit| unit.at)
            .collect();
        let is_blamed = |unit: usize| blamed.is_empty() || added.get(unit).is_some_and(|at| blamed.contains(at));
        let mut changed = false;
        for (unit, form) in chosen.iter().filter(|(unit, form)| *form > 0 && is_blamed(*unit)) {
            if let Some(forms) = forms.get_mut(*unit).filter(|forms| *form < forms.len()) {
                forms.remove(*form);
                changed = true;
                // One at a time where several share an option: the others may keep theirs.
                if !blamed.is_empty() {
                    break;
                }
            }
        }
        changed
    }

    /// How a unit could be taken otherwise: other sizes, each bare and with one or two options; every price once.
    fn forms_of(&self, draft: &Draft, at: Span) -> Vec<Form> {
        let Some((line, now)) = self.line_of(draft, at).zip(draft.unit(at)) else { return Vec::new() };
        let mut forms = vec![form(line, now.cost.ceil())];
        let (low, high) = self.checker.sizes(&draft.list, line).unwrap_or((now.size, Some(now.size)));
        let high = high.unwrap_or(now.size.saturating_add(MOST_SIZES)).max(low);
        let step = ((high - low) / MOST_SIZES).max(1);
        let varies = !matches!(line.models, Models::Lines(_)) && high > low;
        let mut sizes: Vec<Option<i64>> = vec![None];
        if varies {
            sizes.extend((low..=high).step_by(usize::try_from(step).unwrap_or(1)).chain([high]).map(Some));
        }
        for size in sizes {
            let sized = match size {
                None => self.draft(draft.list.clone()),
                Some(size) => match self.with_size(&draft.list, at, size) {
                    Some(sized) => sized,
                    None => continue,
                },
            };
            let is_right = |one: &Draft| {
                one.short <= draft.short && one.weighed.errors.iter().all(|issue| issue.code.name == "points.over_limit")
            };
            if !is_right(&sized) {
                continue;
            }
            self.keep(&sized, at, &mut forms);
            // Options are tried for the unit as it is, and for the least and the most of it.
            let ends = size.is_none_or(|size| size == low || size == high);
            for option in self.offered(&sized.list, at).into_iter().filter(|_| ends) {
                if forms.len() >= MOST_FORMS {
                    return forms;
                }
                if let Some(with) = self.with_option(&sized.list, at, &option).filter(is_right) {
                    self.keep(&with, at, &mut forms);
                }
            }
        }
        forms
    }

    fn keep(&self, draft: &Draft, at: Span, forms: &mut Vec<Form>) {
        if let Some((line, unit)) = self.line_of(draft, at).zip(draft.unit(at)) {
            let price = unit.cost.ceil();
            if !forms.iter().any(|form| form.price == price) {
                forms.push(form(line, price));
            }
        }
    }
}

fn form(line: &UnitLine, price: i64) -> Form {
    Form { models: line.models.clone(), options: line.options.clone(), price }
}
