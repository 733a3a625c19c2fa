//! The workbench of all searches: a list is weighed, a unit is put into it with what it must take,
//! and the collection of the player counts as a rule like any other.

use crate::builder::Stock;
use crate::builder::find::place;
use crate::builder::force::force_places;
use crate::builder::reference::id_for_another;
use crate::builder::take::take;
use crate::diagnostic::{Code, codes};
use crate::engine::eval::Number;
use crate::engine::{AssessedProblem, AssessedUnit, Assessment, Checker, Offered, ProblemKey};
use crate::list::{
    Design, Edit, List, ModelLine, Models, OptionPick, Spanned, UnitLine, places, sort, unit_mut,
};
use crate::model::{EntryId, Game};
use crate::source::Span;

pub struct Builder<'c, 'g> {
    pub checker: &'c Checker<'g>,
    pub game: &'g Game,
    /// What the player has; without it everything there is.
    pub stock: Option<&'c Stock>,
}

/// Errors that more units or options may take away again; every other one would stay.
const MENDABLE: &[&Code] = &[
    &codes::SLOT_TOO_FEW,
    &codes::UNLOCK_UNPAID,
    &codes::RULE_BROKEN,
    &codes::OPTION_TOO_FEW,
    &codes::UNIT_NOT_BROUGHT,
    &codes::FORCE_TOO_FEW,
    &codes::FORCE_NOT_FULL,
];

/// Where units stand: in the army, or in a force by the place of its key and its place below it.
pub(crate) type Home = Option<(usize, usize)>;

/// A list and what was found of it.
pub(crate) struct Candidate {
    pub list: List,
    pub assessment: Assessment,
    /// How many models it takes that the player does not have.
    pub short: i64,
}

impl Candidate {
    /// How far it is from being legal.
    pub(crate) fn distance(&self) -> i64 {
        self.assessment.distance().saturating_add(self.short)
    }

    pub(crate) fn is_legal(&self) -> bool {
        self.assessment.is_legal() && self.short == 0
    }

    /// Nothing is wrong that was not wrong before, and no limit of points is exceeded by more.
    pub(crate) fn is_as_legal_as(&self, before: &Candidate, keys: &[ProblemKey]) -> bool {
        self.short <= before.short
            && self.assessment.new_errors(keys).is_empty()
            && !self.is_further_over(before)
    }

    fn is_further_over(&self, before: &Candidate) -> bool {
        let is_over =
            self.assessment.errors.iter().any(|issue| issue.code == &codes::POINTS_OVER_LIMIT);
        is_over && self.assessment.points > before.assessment.points
    }

    /// Something is wrong that adding more does not mend.
    pub(crate) fn is_stuck(&self) -> bool {
        self.assessment.errors.iter().any(|issue| !MENDABLE.contains(&issue.code))
    }

    /// Nothing new is wrong that adding more could not mend.
    pub(crate) fn is_mendable_after(&self, before: &Candidate, keys: &[ProblemKey]) -> bool {
        self.short <= before.short
            && self.assessment.new_errors(keys).iter().all(|issue| MENDABLE.contains(&issue.code))
    }

    pub(crate) fn unit(&self, at: Span) -> Option<&AssessedUnit> {
        self.assessment.units.iter().find(|unit| unit.at == at)
    }

    pub(crate) fn price_over(&self, before: &Candidate) -> Number {
        self.assessment.points.subtract(before.assessment.points).unwrap_or(Number::ZERO)
    }
}

/// Units that are added stand at places behind every text, each at one of its own.
const BEHIND_TEXTS: usize = 1 << 28;

/// A place that no unit of the list has.
pub(crate) fn mark(list: &List) -> Span {
    let last = places(list)
        .into_iter()
        .map(|(_, line)| line.unit.span.start())
        .filter(|start| *start >= BEHIND_TEXTS)
        .max();
    let start = last.map_or(BEHIND_TEXTS, |last| last + 1);
    Span::new(list.span.source, start, start)
}

/// Whether a search added what stands there.
pub(crate) fn is_added(at: Span) -> bool {
    at.start() >= BEHIND_TEXTS
}

/// How many things must be chosen for one unit at most.
const MOST_CHOICES: usize = 6;

/// How many options are tried to meet a rule.
const MOST_FOR_A_RULE: usize = 16;

/// How many sizes above the least are tried for a unit that is too small.
const MOST_SIZES: i64 = 4;

/// Errors of a unit that a size or an option of its own may mend.
const MUST_TAKE: &[&Code] = &[&codes::UNIT_SIZE, &codes::OPTION_TOO_FEW, &codes::RULE_BROKEN];

impl<'g> Builder<'_, 'g> {
    pub(crate) fn draft(&self, list: List) -> Candidate {
        let assessment = self.checker.assess(&list);
        let short = self.stock.map_or(0, |stock| stock.short(&assessment));
        Candidate { list, assessment, short }
    }

    /// Every place where a unit might stand.
    pub(crate) fn homes(&self, list: &List) -> Vec<Home> {
        force_places(self.game, list).into_iter().map(Some).chain(std::iter::once(None)).collect()
    }

    /// The list with one more unit, and where it stands.
    pub(crate) fn with_line(
        &self,
        list: &List,
        line: &UnitLine,
        home: Home,
    ) -> Option<(Candidate, Span)> {
        let (list, at) = with_added(list, line, home)?;
        Some((self.draft(list), at))
    }

    /// The list with one more unit of an entry and what it must take.
    pub(crate) fn with_unit(
        &self,
        list: &List,
        entry: EntryId,
        home: Home,
    ) -> Option<(Candidate, Span)> {
        let line = UnitLine::new(Spanned::new(self.game.entries[entry].id.clone(), list.span));
        let (mut draft, at) = self.with_line(list, &line, home)?;
        if draft.assessment.errors.iter().any(|issue| issue.code == &codes::PICK_OUT_OF_RANGE) {
            draft = self.with_design(&draft, at).unwrap_or(draft);
        }
        for _ in 0..MOST_CHOICES {
            let lacks = |issue: &&AssessedProblem| {
                let about =
                    issue.units.iter().filter_map(|unit| draft.assessment.units.get(unit.index()));
                MUST_TAKE.contains(&issue.code) && about.into_iter().any(|unit| unit.at == at)
            };
            let Some(issue) = draft.assessment.errors.iter().find(lacks) else { break };
            let better = if issue.code == &codes::UNIT_SIZE {
                self.nearest_size(&draft, at)
            } else {
                let choose =
                    self.game.chooses.values().find(|choose| issue.defined_at == Some(choose.span));
                let choose = choose.map(|choose| choose.id.clone());
                // A choice may need several, a rule must be met by what is taken.
                let most = draft.distance() - i64::from(issue.code == &codes::RULE_BROKEN);
                self.best_choice(&draft, at, choose.as_deref())
                    .filter(|better| better.distance() <= most)
            };
            match better {
                Some(better) => draft = better,
                None => break,
            }
        }
        Some((draft, at))
    }

    /// The draft with models of one of the player's own designs, where the entry names none.
    fn with_design(&self, draft: &Candidate, at: Span) -> Option<Candidate> {
        let (low, _) = self.checker.session(&draft.list).sizes(self.line_of(draft, at)?)?;
        let of =
            |design: &Design| {
                let count = Some(Spanned::new(low.max(1), at));
                let model = Spanned::new(design.name.value.clone(), at);
                let line = ModelLine { model, design: Some(true), count, options: Vec::new() };
                Some(self.draft(changed(&draft.list, at, |unit| {
                    unit.models = Models::Lines(vec![line])
                })?))
            };
        let designed = draft
            .list
            .designs
            .iter()
            .filter_map(of)
            .filter(|one| one.distance() < draft.distance());
        designed.min_by_key(|one| (one.distance(), one.assessment.points))
    }

    /// The draft with a number of models that is right, if the list states none and the least is
    /// wrong.
    pub(crate) fn sized(&self, draft: &Candidate, at: Span) -> Option<Candidate> {
        let of_unit = |issue: &AssessedProblem| {
            let mut about =
                issue.units.iter().filter_map(|unit| draft.assessment.units.get(unit.index()));
            issue.code == &codes::UNIT_SIZE && about.any(|unit| unit.at == at)
        };
        let is_open = self.line_of(draft, at).is_some_and(|line| line.models == Models::Unstated);
        let is_wrong = || draft.assessment.errors.iter().any(of_unit);
        if is_open && is_wrong() { self.nearest_size(draft, at) } else { None }
    }

    /// The draft with the first number of models that is right, where the army alters what the
    /// entry says.
    fn nearest_size(&self, draft: &Candidate, at: Span) -> Option<Candidate> {
        let (low, _) = self.checker.session(&draft.list).sizes(self.line_of(draft, at)?)?;
        let sized = (1..=MOST_SIZES)
            .filter_map(|more| self.with_size(&draft.list, at, low.saturating_add(more)));
        sized.into_iter().find(|sized| sized.distance() < draft.distance())
    }

    /// The draft with one more option of a choice, the one that mends most and costs least.
    fn best_choice(&self, draft: &Candidate, at: Span, choose: Option<&str>) -> Option<Candidate> {
        let offered = self.offered(&draft.list, at);
        let of_choice = |one: &&Offered| {
            choose.is_none_or(|choose| one.choose.as_ref().is_some_and(|(id, _)| id == choose))
        };
        // Whatever rule it is, the wide pools of powers and the like stand last and are not all
        // tried for it.
        let most = if choose.is_some() { usize::MAX } else { MOST_FOR_A_RULE };
        let tried = offered
            .iter()
            .filter(of_choice)
            .take(most)
            .filter_map(|option| self.with_option(&draft.list, at, option));
        tried.min_by_key(|better| (better.distance(), better.assessment.points))
    }

    /// What the menus of a unit hold.
    pub(crate) fn offered(&self, list: &List, at: Span) -> Vec<Offered> {
        let line =
            places(list).into_iter().find(|(_, line)| line.unit.span == at).map(|(_, line)| line);
        line.map(|line| self.checker.session(list).offered(line)).unwrap_or_default()
    }

    /// The list with an option taken once more by the unit at a place.
    pub(crate) fn with_option(&self, list: &List, at: Span, option: &Offered) -> Option<Candidate> {
        let list = changed(list, at, |line| take(line, option, None, at))?;
        Some(self.draft(list))
    }

    /// The list with another number of models for the unit at a place.
    pub(crate) fn with_size(&self, list: &List, at: Span, size: i64) -> Option<Candidate> {
        let size = Spanned::new(size, at);
        let list = changed(list, at, |line| match &mut line.models {
            Models::Lines(lines) if lines.len() == 1 => {
                lines.iter_mut().for_each(|line| line.count = Some(size.clone()))
            }
            models => *models = Models::Total(size),
        })?;
        Some(self.draft(list))
    }

    /// How a unit is taken: its line.
    pub(crate) fn line_of<'l>(&self, draft: &'l Candidate, at: Span) -> Option<&'l UnitLine> {
        draft.unit(at).and_then(|unit| place(&draft.list, unit)).map(|(_, line)| line)
    }
}

/// The list with one more line, and where it stands.
pub(crate) fn with_added(list: &List, line: &UnitLine, home: Home) -> Option<(List, Span)> {
    let at = mark(list);
    let id = id_for_another(list, &line.unit.value).map(|id| Spanned::new(id, at));
    let line = UnitLine {
        unit: Spanned::new(line.unit.value.clone(), at),
        id: line.id.clone().or(id),
        ..line.clone()
    };
    Some((Edit::AddUnit { line: Box::new(line), force: home }.apply(list)?, at))
}

/// The list with the line at a place changed.
pub(crate) fn changed(list: &List, at: Span, change: impl FnOnce(&mut UnitLine)) -> Option<List> {
    let mut list = list.clone();
    let place =
        places(&list).into_iter().find(|(_, line)| line.unit.span == at).map(|(place, _)| place)?;
    change(unit_mut(&mut list, place)?);
    sort(&mut list);
    Some(list)
}

/// Options as people read them: `Grenades, 2 × LMG`.
pub(crate) fn option_words(taken: &[OptionPick]) -> Vec<String> {
    let mut words = Vec::new();
    for one in taken {
        let times = one.times.as_ref().map_or(1, |times| times.value);
        if one.inner.is_empty() {
            words.push(if times == 1 {
                one.name.value.clone()
            } else {
                format!("{times} × {}", one.name.value)
            });
        } else {
            words.extend(option_words(&one.inner));
        }
    }
    words
}
