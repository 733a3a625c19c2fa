//! Lists that searches try: [`Builder`] applies edits to a list and assesses the result as a
//! [`Candidate`]. Models that the player does not own count as errors.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::budget::{self, Budget};
use crate::builder::Stock;
use crate::diagnostic::{Code, codes};
use crate::engine::check::kind::Limits;
use crate::engine::eval::Number;
use crate::engine::{AssessedProblem, AssessedUnit, Assessment, Offered, ProblemKey, Ruleset};
use crate::list::{Edit, ForceRef, Holder, LineId, List, Models, UnitLine};
use crate::model::{EntryId, Game};
use crate::views::{Cost, others};

/// Suggests what may be added to lists, completes them and repairs them.
pub struct Builder<'c, 'g> {
    pub(crate) rules: &'c Ruleset<'g>,
    pub(crate) game: &'g Game,
    /// The models that the player owns; if `None`, any number of each.
    pub(crate) stock: Option<&'c Stock>,
    /// The budget that all judged lists share, if it was set with `within`.
    budget: Budget,
    /// How many lists were judged.
    judged: AtomicUsize,
}

/// Errors that adding units or options may resolve.
const REPAIRABLE: &[&Code] = &[
    &codes::SLOT_TOO_FEW,
    &codes::UNLOCK_UNPAID,
    &codes::RULE_BROKEN,
    &codes::OPTION_TOO_FEW,
    &codes::UNIT_NOT_BROUGHT,
    &codes::FORCE_TOO_FEW,
    &codes::FORCE_NOT_FULL,
];

/// A list after some edits, and its assessment.
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

    /// Whether its army has more units than another.
    pub(crate) fn has_more_units(&self, other: &Candidate) -> bool {
        self.assessment.units.len() > other.assessment.units.len()
    }

    pub(crate) fn is_legal(&self) -> bool {
        self.assessment.is_legal() && self.short == 0
    }

    /// Whether it has no new error and exceeds no limit by more than before.
    pub(crate) fn is_as_legal_as(&self, before: &Candidate, keys: &[ProblemKey]) -> bool {
        self.short <= before.short
            && self.assessment.new_errors(keys).is_empty()
            && !self.is_further_over(before)
    }

    fn is_further_over(&self, before: &Candidate) -> bool {
        let over = self.assessment.errors.iter().filter(|error| error.over.is_some());
        over.map(|error| error.key)
            .any(|key| self.assessment.excess(key) > before.assessment.excess(key))
    }

    pub(crate) fn has_error(&self, code: &Code) -> bool {
        self.assessment.errors.iter().any(|problem| problem.code == code)
    }

    /// Whether it has an error that no addition resolves.
    pub(crate) fn is_stuck(&self) -> bool {
        self.assessment.errors.iter().any(|problem| !REPAIRABLE.contains(&problem.code))
    }

    /// Whether additions may resolve every error that is new.
    pub(crate) fn is_repairable_after(&self, before: &Candidate, keys: &[ProblemKey]) -> bool {
        self.short <= before.short
            && self
                .assessment
                .new_errors(keys)
                .iter()
                .all(|problem| REPAIRABLE.contains(&problem.code))
    }

    pub(crate) fn unit(&self, line: LineId) -> Option<&AssessedUnit> {
        self.assessment.units.iter().find(|unit| unit.line == line)
    }

    /// The units that a problem is about.
    pub(crate) fn units_of(
        &self,
        problem: &AssessedProblem,
    ) -> impl Iterator<Item = &AssessedUnit> {
        problem.units.iter().filter_map(|unit| self.assessment.units.get(unit.index()))
    }

    pub(crate) fn is_about(&self, problem: &AssessedProblem, line: LineId) -> bool {
        self.units_of(problem).any(|unit| unit.line == line)
    }

    /// Whether an edit added the line.
    pub(crate) fn is_added(&self, line: LineId) -> bool {
        self.list.unit(line).is_some_and(|line| !line.is_in_text())
    }

    /// The entries of the units that edits added.
    pub(crate) fn added_entries(&self) -> Vec<EntryId> {
        let added = self.assessment.units.iter().filter(|unit| self.is_added(unit.line));
        let mut entries: Vec<EntryId> = added.map(|unit| unit.entry).collect();
        entries.dedup();
        entries
    }

    pub(crate) fn price_over(&self, before: &Candidate) -> Number {
        self.assessment.points.subtract(before.assessment.points).unwrap_or(Number::ZERO)
    }

    /// What it costs more than before, in each currency.
    pub(crate) fn prices_over(&self, before: &Candidate) -> Vec<Number> {
        let costs = self.assessment.costs.iter().zip(&before.assessment.costs);
        costs.map(|(now, before)| now.subtract(*before).unwrap_or(Number::ZERO)).collect()
    }
}

/// How many sizes and options are chosen for a unit that must take some.
const MOST_CHOICES: usize = 6;

/// How many options are tried to meet a rule.
const MOST_FOR_A_RULE: usize = 16;

/// How many sizes above the least are tried for a unit that is too small.
const MOST_SIZES: usize = 4;

/// Errors of a unit that a different size or an option may resolve.
const MUST_TAKE: &[&Code] = &[&codes::UNIT_SIZE, &codes::OPTION_TOO_FEW, &codes::RULE_BROKEN];

impl<'c, 'g> Builder<'c, 'g> {
    /// What a list costs more than before, in the game's other currencies.
    pub(crate) fn other_costs(&self, now: &Candidate, before: &Candidate) -> Vec<Cost> {
        others(self.game, Some(&now.prices_over(before)))
    }

    /// A builder that may take everything the rules offer.
    pub fn new(rules: &'c Ruleset<'g>) -> Self {
        Builder {
            rules,
            game: rules.book.game,
            stock: None,
            budget: Budget::new(budget::BudgetLimits::SEARCH),
            judged: AtomicUsize::new(0),
        }
    }

    /// Stops judging lists when the budget is used up: a list that was not judged is never called
    /// legal. The result of a search is always judged.
    #[must_use]
    pub fn within(self, budget: Budget) -> Self {
        Builder { budget, ..self }
    }

    /// Whether the budget is used up: there may be more than was found.
    pub fn is_exhausted(&self) -> bool {
        self.budget.exceeded().is_some()
    }

    /// Restricts searches to models that the player owns.
    pub fn owning(self, stock: Option<&'c Stock>) -> Self {
        Builder { stock, ..self }
    }
}

impl<'g> Builder<'_, 'g> {
    /// How many lists its searches have judged so far.
    pub fn judged(&self) -> usize {
        self.judged.load(Ordering::Relaxed)
    }

    pub(crate) fn candidate(&self, list: List) -> Candidate {
        self.judged.fetch_add(1, Ordering::Relaxed);
        let budget = self.budget.part(budget::BudgetLimits::default());
        let assessment = self.rules.within(&budget).assess(&list);
        self.candidate_of(list, assessment)
    }

    /// Judges a list that is about to be returned, even if the search has used up its budget.
    pub(crate) fn final_candidate(&self, list: List) -> Candidate {
        let assessment = self.rules.assess(&list);
        self.candidate_of(list, assessment)
    }

    fn candidate_of(&self, list: List, assessment: Assessment) -> Candidate {
        let short = self.stock.map_or(0, |stock| stock.short(&assessment));
        Candidate { list, assessment, short }
    }

    /// The list after an edit; `None` if the edit does not apply.
    pub(crate) fn after(&self, list: &List, edit: &Edit) -> Option<Candidate> {
        edit.applied_to(list).ok().map(|list| self.candidate(list))
    }

    /// The list with one more unit, and its line.
    pub(crate) fn with_line(
        &self,
        list: &List,
        line: &UnitLine,
        to: &ForceRef,
    ) -> Option<(Candidate, LineId)> {
        let mut list = list.clone();
        let edit = Edit::AddUnit { line: Box::new(line.clone()), to: to.clone() };
        let unit = edit.apply(&mut list).ok()??;
        Some((self.candidate(list), unit))
    }

    /// A line for a unit that states nothing but its entry.
    pub(crate) fn bare_line(&self, list: &List, entry: EntryId) -> UnitLine {
        UnitLine::new(list.added(self.game.entries[entry].id.clone()))
    }

    /// The list with one more unit of an entry, including the options it must take.
    pub(crate) fn with_unit(
        &self,
        list: &List,
        entry: EntryId,
        to: &ForceRef,
    ) -> Option<(Candidate, LineId)> {
        let (mut with, unit) = self.with_line(list, &self.bare_line(list, entry), to)?;
        let bars = |problem: &AssessedProblem| {
            problem.code == &codes::UNIT_NOT_AVAILABLE && with.is_about(problem, unit)
        };
        // A unit that the army may not take needs no options.
        if with.assessment.errors.iter().any(bars) {
            return Some((with, unit));
        }
        if with.has_error(&codes::PICK_OUT_OF_RANGE) {
            with = self.with_design(&with, unit).unwrap_or(with);
        }
        for _ in 0..MOST_CHOICES {
            let lacks = |problem: &&AssessedProblem| {
                MUST_TAKE.contains(&problem.code) && with.is_about(problem, unit)
            };
            let Some(problem) = with.assessment.errors.iter().find(lacks) else { break };
            let better = if problem.code == &codes::UNIT_SIZE {
                self.nearest_size(&with, unit)
            } else {
                let choose = self
                    .game
                    .chooses
                    .values()
                    .find(|choose| problem.defined_at == Some(choose.span));
                // A choice may need several options before it is met, but a rule must improve at
                // once.
                let most = with.distance() - i64::from(problem.code == &codes::RULE_BROKEN);
                self.best_choice(&with, unit, choose.map(|choose| choose.id.as_str()))
                    .filter(|better| better.distance() <= most)
            };
            match better {
                Some(better) => with = better,
                None => break,
            }
        }
        Some((with, unit))
    }

    /// The unit with models of one of the player's designs, for entries without models of their
    /// own.
    fn with_design(&self, before: &Candidate, unit: LineId) -> Option<Candidate> {
        let list = &before.list;
        let low = self.sizes(list, unit)?.low;
        let mut best: Option<Candidate> = None;
        for design in &list.designs {
            let models = Models::of_design(list, &design.name.value, low.max(1));
            let with = self.after(list, &Edit::SetModels { unit, models })?;
            let rank = |sized: &Candidate| (sized.distance(), sized.assessment.points);
            if with.distance() < before.distance()
                && best.as_ref().is_none_or(|best| rank(&with) < rank(best))
            {
                best = Some(with);
            }
        }
        best
    }

    /// The unit with a valid size, if the list states none and the default is too small.
    pub(crate) fn sized(&self, before: &Candidate, unit: LineId) -> Option<Candidate> {
        let is_open = before.list.unit(unit)?.models == Models::Unstated;
        let is_wrong = |problem: &AssessedProblem| {
            problem.code == &codes::UNIT_SIZE && before.is_about(problem, unit)
        };
        if is_open && before.assessment.errors.iter().any(is_wrong) {
            self.nearest_size(before, unit)
        } else {
            None
        }
    }

    /// The unit with the smallest size that is valid: the army may ask for more models than the
    /// entry does.
    fn nearest_size(&self, before: &Candidate, unit: LineId) -> Option<Candidate> {
        let sizes = self.sizes(&before.list, unit)?;
        // Adding models may raise the maximum too, so larger numbers are tried as well.
        let beyond = sizes.high.into_iter().flat_map(|high| high.saturating_add(1)..);
        let now = before.unit(unit)?.size;
        let others = sizes.numbers().chain(beyond).filter(|size| *size != now);
        others
            .take(MOST_SIZES)
            .filter_map(|size| self.with_size(&before.list, unit, size))
            .find(|sized| sized.distance() < before.distance())
    }

    /// The unit with one more option of a choice: the one that helps most, or of equals the
    /// cheapest.
    fn best_choice(
        &self,
        before: &Candidate,
        unit: LineId,
        choose: Option<&str>,
    ) -> Option<Candidate> {
        let offered = self.offered(&before.list, unit);
        let of_choice = |option: &&Offered| {
            choose.is_none_or(|choose| option.choose.as_ref().is_some_and(|(id, _)| id == choose))
        };
        // Large pools, such as powers, come last in the menu; a rule is rarely about them, and
        // trying them all would take too long.
        let most = if choose.is_some() { usize::MAX } else { MOST_FOR_A_RULE };
        offered
            .iter()
            .filter(of_choice)
            .take(most)
            .filter_map(|option| self.with_option(&before.list, &Holder::Unit(unit), option))
            .min_by_key(|better| (better.distance(), better.assessment.points))
    }

    /// How many models a unit may have.
    pub(crate) fn sizes(&self, list: &List, unit: LineId) -> Option<Limits> {
        self.rules.session(list).sizes(unit)
    }

    /// The options that a unit is offered.
    pub(crate) fn offered(&self, list: &List, unit: LineId) -> Vec<Offered> {
        self.rules.session(list).offered(&Holder::Unit(unit))
    }

    /// The list with an option taken once more.
    pub(crate) fn with_option(
        &self,
        list: &List,
        of: &Holder,
        option: &Offered,
    ) -> Option<Candidate> {
        self.after(list, &take(of, option))
    }

    /// The list with another number of models of a unit.
    pub(crate) fn with_size(&self, list: &List, unit: LineId, size: i64) -> Option<Candidate> {
        let is_one_line =
            matches!(&list.unit(unit)?.models, Models::Lines(lines) if lines.len() == 1);
        let edit = if is_one_line {
            Edit::SetModelCount { unit, row: 0, count: size }
        } else {
            Edit::SetModels { unit, models: Models::Total(list.added(size)) }
        };
        self.after(list, &edit)
    }
}

/// Takes an option once more.
pub(crate) fn take(of: &Holder, option: &Offered) -> Edit {
    Edit::TakeOption { of: of.clone(), offer: option.offer(), times: None }
}

/// The edit that adds a unit, as it stands in this list, to a list without it.
pub(crate) fn addition(with: &Candidate, unit: LineId, to: &ForceRef) -> Option<Edit> {
    Some(Edit::AddUnit { line: Box::new(with.list.unit(unit)?.clone()), to: to.clone() })
}
