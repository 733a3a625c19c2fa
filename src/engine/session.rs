//! One list under the rules of its game, bound once and then queried. Start at [`Session`].

use crate::engine::check::kind::Limits;
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::diagnostic::codes;
use crate::engine::army::{NodeId, UnitIndex};
use crate::engine::check::kind::TieOutcome;
use crate::engine::check::{self, Problem};
use crate::engine::eval::{Evaluator, Tie, TieChoice};
use crate::engine::meter::Meter;
use crate::engine::slots::Filled;
use crate::engine::{Offered, Ruleset, offers, ties};
use crate::list::{Holder, LineId, List, Name, Offer, Scalar};

/// Answers questions about a list. The list is bound, its slots filled and the checks run when
/// first needed.
pub struct Session<'a, 'g> {
    pub(crate) rules: &'a Ruleset<'g>,
    list: &'a List,
    meter: Rc<Meter>,
    judged: OnceCell<Judged<'a, 'g>>,
    /// The offer titles of the holder last asked about, because many changes to one holder are
    /// often described in a row.
    offer_titles: RefCell<Option<(Holder, OfferTitles)>>,
}

/// Titles by choice and option.
type OfferTitles = FxHashMap<(Option<String>, String), String>;

/// A list with its ties decided in one way.
pub(crate) struct Judged<'a, 'g> {
    pub evaluator: Evaluator<'a, 'g>,
    pub slots: Vec<Filled<'g>>,
    problems: OnceCell<Vec<Problem<'g>>>,
    /// Whether a tie was read before the checks ran: in binding or in filling slots.
    was_tied: bool,
    /// How many ties had been found when the problems were known.
    met: Cell<usize>,
}

impl<'a, 'g> Judged<'a, 'g> {
    pub(crate) fn new(
        rules: &'a Ruleset<'g>,
        list: &'a List,
        picks: Vec<TieChoice>,
        meter: &Rc<Meter>,
    ) -> Self {
        let mut evaluator = rules.evaluator_with(list, picks, meter);
        drop_vain_suggestions(rules, list, &mut evaluator.army.problems);
        // Slots come first because facts may depend on them and are cached.
        let slots = if evaluator.lacks_faction() { Vec::new() } else { evaluator.fill_slots() };
        let was_tied = !evaluator.ties.get_mut().is_empty();
        Judged { evaluator, slots, problems: OnceCell::new(), was_tied, met: Cell::new(0) }
    }

    pub(crate) fn problems(&self) -> &[Problem<'g>] {
        self.problems.get_or_init(|| {
            let problems = check::all(&self.evaluator, &self.slots);
            self.met.set(self.evaluator.ties.borrow().len());
            problems
        })
    }

    /// The ties that the problems depend on.
    pub(crate) fn ties(&self) -> Vec<Tie> {
        self.problems();
        self.evaluator.ties.borrow().iter().take(self.met.get()).cloned().collect()
    }

    /// Whether all errors remain however ties are decided, because nothing that led to them read a
    /// tie. `false` proves nothing.
    pub(crate) fn has_lasting_errors(&self) -> bool {
        self.problems();
        !self.was_tied && !self.evaluator.has_tied_errors.get()
    }

    /// Whether the list has an error that no tie affects.
    pub(crate) fn is_wrong_without_ties(&mut self) -> bool {
        self.evaluator.is_wrong_without_ties(&self.slots)
    }

    /// Adds what is wrong with designs that no unit uses.
    fn tell_unused_designs(&mut self, rules: &Ruleset<'g>) {
        self.problems();
        if let Some(problems) = self.problems.get_mut()
            && !self.evaluator.lacks_faction()
        {
            self.evaluator.check_unused_designs(rules, problems);
        }
    }

    /// Adds problems and notes about ties.
    pub(crate) fn tell_ties(&mut self, outcome: TieOutcome) {
        self.problems();
        if let Some(problems) = self.problems.get_mut() {
            match self.evaluator.too_expensive_to_decide() {
                Some(problem) => *problems = vec![problem],
                None => self.evaluator.check_ties(outcome, problems),
            }
        }
    }
}

impl<'a, 'g> Session<'a, 'g> {
    pub(crate) fn new(rules: &'a Ruleset<'g>, list: &'a List) -> Self {
        let meter = Rc::new(Meter::new(rules.budget()));
        Session { rules, list, meter, judged: OnceCell::new(), offer_titles: RefCell::default() }
    }

    fn judged(&self) -> &Judged<'a, 'g> {
        self.judged.get_or_init(|| judge(self.rules, self.list, &self.meter, false))
    }

    pub fn list(&self) -> &'a List {
        self.list
    }

    pub(crate) fn evaluator(&self) -> &Evaluator<'a, 'g> {
        &self.judged().evaluator
    }

    /// The slots of every force, with the units in them.
    pub(crate) fn slots(&self) -> &[Filled<'g>] {
        &self.judged().slots
    }

    /// What is wrong with the list.
    pub fn problems(&self) -> &[Problem<'g>] {
        let judge = || judge(self.rules, self.list, &self.meter, true);
        self.judged.get_or_init(judge).problems()
    }

    pub(crate) fn into_parts(self) -> (Evaluator<'a, 'g>, Vec<Filled<'g>>, Vec<Problem<'g>>) {
        let judged = self.judged.into_inner();
        let judged = judged.unwrap_or_else(|| judge(self.rules, self.list, &self.meter, true));
        judged.problems();
        (judged.evaluator, judged.slots, judged.problems.into_inner().unwrap_or_default())
    }

    /// The first unit of a line.
    pub(crate) fn unit_of(&self, line: LineId) -> Option<UnitIndex> {
        let army = &self.evaluator().army;
        army.unit_indices().find(|index| army.unit(*index).line.line() == line)
    }

    /// Whether the army may take a unit of the list at all.
    pub(crate) fn is_available(&self, line: LineId) -> bool {
        // Deciding ties takes several times as long, and hardly ever affects this.
        let first = match self.judged.get() {
            Some(_) => None,
            None => Some(Judged::new(self.rules, self.list, Vec::new(), &self.meter)),
        };
        let known = first.filter(|first| !first.was_tied).and_then(|first| {
            let evaluator = &first.evaluator;
            let (is_available, reads_tie) = evaluator.noting_ties(|| may_take(evaluator, line));
            (!reads_tie).then_some(is_available)
        });
        known.unwrap_or_else(|| may_take(self.evaluator(), line))
    }

    /// How many models a unit may have.
    pub fn sizes(&self, line: LineId) -> Option<Limits> {
        let unit = self.unit_of(line)?;
        Some(self.evaluator().sizes(self.evaluator().army.unit(unit)))
    }

    /// The lines of every unit that has not joined another but could, each with the line of a
    /// possible host. Only pairs that are wanted are checked.
    pub(crate) fn joinable(
        &self,
        wanted: &dyn Fn(LineId, LineId) -> bool,
    ) -> Vec<(LineId, LineId)> {
        let (evaluator, army) = (self.evaluator(), &self.evaluator().army);
        let line = |unit: UnitIndex| army.unit(unit).line.line();
        let mut pairs = Vec::new();
        for guest in army.unit_indices() {
            for host in army.unit_indices() {
                let pair = (line(guest), line(host));
                if pair.0 != pair.1 && wanted(pair.0, pair.1) && evaluator.may_join(guest, host) {
                    pairs.push(pair);
                }
            }
        }
        pairs
    }

    /// The value of a derived value that the list may state: a number or the name of a unit.
    pub fn derived_value(&self, name: &Name) -> Option<Scalar> {
        self.evaluator().stated_value(&name.value, name.span)
    }

    /// The title of an option, if the holder is offered it.
    pub(crate) fn offer_title(&self, of: &Holder, offer: &Offer) -> Option<String> {
        let mut last = self.offer_titles.borrow_mut();
        if !last.as_ref().is_some_and(|(holder, _)| holder == of) {
            let mut titles = OfferTitles::default();
            for Offered { choose, option, title, .. } in self.offered(of) {
                titles.entry((choose.map(|(id, _)| id), option)).or_insert(title);
            }
            *last = Some((of.clone(), titles));
        }
        let (_, titles) = last.as_ref()?;
        titles.get(&(offer.choice.clone(), offer.option.clone())).cloned()
    }

    /// Everything in the menus of a holder, whether or not it may be taken now.
    pub fn offered(&self, of: &Holder) -> Vec<Offered> {
        let evaluator = self.evaluator();
        let army = &evaluator.army;
        match of {
            Holder::Army => offers::of_force(evaluator, NodeId::ARMY),
            Holder::Force(line) => {
                let force = army.forces.iter().find(|force| force.line == *line);
                force.map_or_else(Vec::new, |force| offers::of_force(evaluator, force.node))
            }
            Holder::Unit(line) | Holder::Models(line, _) => {
                let unit = self.unit_of(*line);
                unit.map_or_else(Vec::new, |unit| offers::of_unit(evaluator, unit))
            }
            Holder::Design(name) => {
                let mut designs = self.list().designs.iter();
                let place = designs.position(|design| design.name.value == *name);
                place.map_or_else(Vec::new, |place| offers::of_design(evaluator, place))
            }
        }
    }
}

fn may_take(evaluator: &Evaluator<'_, '_>, line: LineId) -> bool {
    let mut problems = Vec::new();
    evaluator.check_available(&mut problems);
    let is_it = |unit: &UnitIndex| evaluator.army.unit(*unit).line.line() == line;
    !problems.iter().any(|problem| problem.units.iter().any(is_it))
}

/// The most suggestions that are checked for unknown units.
const MOST_SUGGESTIONS: usize = 20;

/// Drops suggestions of units that the army may not take: they do not help a player who misspelt
/// another unit.
fn drop_vain_suggestions(rules: &Ruleset<'_>, list: &List, problems: &mut [Problem<'_>]) {
    let unknown = problems.iter_mut().filter(|problem| problem.code() == &codes::UNIT_UNKNOWN);
    for problem in unknown.take(MOST_SUGGESTIONS) {
        problem.suggestion = problem.suggestion.take().filter(|unit| rules.may_take(list, unit));
    }
}

/// Judges a list. `is_for_problems`: whether the problems are wanted in any case.
fn judge<'a, 'g>(
    rules: &'a Ruleset<'g>,
    list: &'a List,
    meter: &Rc<Meter>,
    is_for_problems: bool,
) -> Judged<'a, 'g> {
    let new = || Judged::new(rules, list, Vec::new(), meter);
    let judged = new();
    let may_tie = !rules.contents.may_tie.is_empty() && !judged.evaluator.lacks_faction();
    if may_tie && is_for_problems {
        // Looking for ties also finds ties that no problem depends on, so problems come first.
        judged.problems();
    }
    let is_tied = may_tie && judged.evaluator.is_tied();
    let mut judged = match is_tied {
        true => ties::decide(rules, list, if is_for_problems { judged } else { new() }, meter),
        false => judged,
    };
    if !list.designs.is_empty() {
        judged.tell_unused_designs(rules);
    }
    judged
}
