//! All that the numbers of a unit may mean: models, kinds of models, or several units.

use super::UnitReader;
use crate::desk::read::draft::UnitDraft;
use crate::desk::read::fold::fold;
use crate::desk::read::menu::Pick;
use crate::engine::army::model_lines;
use crate::list::{Design, LineId, List, ModelLine, Models, Spanned};

impl UnitReader<'_, '_> {
    /// The kinds of models that a unit may have.
    fn kinds(&self, list: &List) -> Vec<String> {
        let game = self.rules.book.game;
        let entry = list.units.first().and_then(|unit| self.rules.book.unit(&unit.unit.value));
        let lines = entry.map(|entry| model_lines(&game.entries[entry].body)).unwrap_or_default();
        lines.iter().map(|(line, _)| game.entries[line.model].id.clone()).collect()
    }

    /// All that the numbers of a unit may mean.
    pub(super) fn sizes(
        &self,
        draft: &UnitDraft,
        list: &List,
        id: LineId,
        kinds: &[(Pick, i64)],
    ) -> Vec<PossibleSize> {
        let session = self.rules.session(list);
        let limits = session.sizes(id);
        let admits = |count: i64| limits.as_ref().is_none_or(|limits| limits.admit(count));
        let total = |count: i64| Models::Total(list.added(count));
        let sum = sum_of(kinds);
        let mut bases: Vec<(Models, bool)> =
            self.models(draft, list, kinds).into_iter().map(|models| (models, false)).collect();
        let bare = draft.bare.iter().filter(|count| admits(**count));
        bases.extend(bare.map(|count| (total(*count), true)));
        let mut all: Vec<PossibleSize> = Vec::new();
        let number =
            draft.count.map(|count| count.number).filter(|count| (1..=1000).contains(count));
        for (models, uses_bare) in bases {
            let size = match &models {
                Models::Total(count) => count.value,
                Models::Lines(lines) => {
                    lines.iter().filter_map(|line| Some(line.count.as_ref()?.value)).sum()
                }
                Models::Unstated => sum,
            };
            // `2x Hussars` over lines for ten models.
            let count = number.filter(|number| *number != size && *number <= 20).unwrap_or(1);
            push(&mut all, models.clone(), 1, uses_bare, one_unit(size));
            if count > 1 {
                push(&mut all, models, count, uses_bare, units(count));
            }
        }
        if let Some(number) = number {
            if admits(number) && number > 0 {
                push(&mut all, total(number), 1, false, one_unit(number));
            }
            let is_units = number > 1
                && number <= 30
                && draft.count.is_some_and(|count| count.is_times || !admits(number));
            if is_units {
                push(&mut all, Models::Unstated, number, false, units(number));
            }
            if !admits(number) {
                push(&mut all, total(number), 1, false, one_unit(number));
            }
        }
        let is_single = number.is_none_or(|number| number == 1);
        if all.is_empty() || (is_single && sum_of(kinds) == 0 && draft.models.is_none()) {
            push(&mut all, Models::Unstated, 1, false, "one unit".to_owned());
        }
        all
    }

    /// The models that the parts and numbers of a unit may state.
    fn models(&self, draft: &UnitDraft, list: &List, kinds: &[(Pick, i64)]) -> Vec<Models> {
        let total = |count: i64| Models::Total(list.added(count));
        let stated = draft.models.or(draft.count.map(|count| count.number));
        let lines = self.lines_of_kinds(list, kinds);
        let mut all = Vec::new();
        if !lines.is_empty() {
            all.push(Models::Lines(lines));
            let (sum, brought) = (sum_of(kinds), brought_by(kinds));
            all.push(total(sum));
            all.extend((1..=brought.min(3)).map(|more| total(sum.saturating_add(more))));
        } else if !list.designs.is_empty() {
            let designs = designs(draft, list).into_iter();
            let count = stated.unwrap_or(1);
            all.extend(designs.map(|design| Models::of_design(list, &design.name.value, count)));
        }
        all.extend(draft.models.map(total));
        // All models may be of one kind.
        let kinds_of_entry: Vec<String> = self.kinds(list);
        if let Some(count) = stated
            && sum_of(kinds) == 0
            && kinds_of_entry.len() > 1
        {
            all.push(total(count));
            all.extend(kinds_of_entry.into_iter().map(|kind| {
                Models::Lines(vec![ModelLine {
                    model: list.added(kind),
                    design: Some(false),
                    count: Some(list.added(count)),
                    options: Vec::new(),
                }])
            }));
        }
        all
    }

    /// The kinds of models that the text names, as lines of the list: one line for each kind.
    fn lines_of_kinds(&self, list: &List, kinds: &[(Pick, i64)]) -> Vec<ModelLine> {
        let game = self.rules.book.game;
        let mut lines: Vec<ModelLine> = Vec::new();
        for (pick, more) in kinds {
            let (name, design) = match pick {
                Pick::Model(model) => (Some(game.entries[*model].id.clone()), false),
                Pick::Design(at) => {
                    (list.designs.get(*at).map(|design| design.name.value.clone()), true)
                }
                _ => (None, false),
            };
            let Some(model) = name.map(|name| list.added(name)) else { continue };
            match lines.iter_mut().find(|known| known.model == model) {
                Some(known) => {
                    known.count = known
                        .count
                        .take()
                        .map(|count| Spanned::new(count.value.saturating_add(*more), count.span));
                }
                None => lines.push(ModelLine {
                    model,
                    design: Some(design),
                    count: Some(list.added(*more)),
                    options: Vec::new(),
                }),
            }
        }
        lines
    }
}

fn sum_of(kinds: &[(Pick, i64)]) -> i64 {
    let named = kinds.iter().filter(|(pick, _)| !matches!(pick, Pick::Gear));
    named.map(|(_, count)| *count).fold(0, i64::saturating_add)
}

/// How many models are counted with the others that options bring.
fn brought_by(kinds: &[(Pick, i64)]) -> i64 {
    let brought = kinds.iter().filter(|(pick, _)| matches!(pick, Pick::Gear));
    brought.map(|(_, count)| *count).fold(0, i64::saturating_add)
}

/// The designs that a unit may be of: those that its text names, or else any.
fn designs<'l>(draft: &UnitDraft, list: &'l List) -> Vec<&'l Design> {
    let is_named = |design: &&Design| {
        let name = fold(&design.name.value);
        let inside = draft.parts.iter().flat_map(|part| &part.segment.inside);
        let targets = draft.parts.iter().filter_map(|part| part.target.as_deref());
        inside.map(|inner| inner.name.as_str()).chain(targets).any(|inner| fold(inner) == name)
    };
    let named: Vec<&Design> = list.designs.iter().filter(is_named).collect();
    if named.is_empty() { list.designs.iter().collect() } else { named }
}

fn push(all: &mut Vec<PossibleSize>, models: Models, count: i64, uses_bare: bool, words: String) {
    if !all.iter().any(|size| size.models == models && size.count == count) {
        all.push(PossibleSize { models, count, uses_bare, words });
    }
}

fn units(count: i64) -> String {
    format!("{count} units")
}

fn one_unit(size: i64) -> String {
    if size == 1 { "one model".to_owned() } else { format!("one unit of {size} models") }
}

/// How many models a unit may have and how many such units there may be.
pub(super) struct PossibleSize {
    pub models: Models,
    pub count: i64,
    /// A number in brackets is the number of models.
    pub uses_bare: bool,
    pub words: String,
}
