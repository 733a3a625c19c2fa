//! The rule engine: works out what a list means under the rules of its game, and what is wrong with
//! it. Everything it knows about a game comes from the game's data.
//!
//! Start at [`Ruleset`], a game prepared for checking lists, and [`Session`], one list under its
//! rules, bound once and then queried. `army` binds lists, `eval` evaluates expressions in a bound
//! army, `slots` puts units into slots, and `check` has one file per kind of check. Facts are
//! worked out when first asked for, and cached.

pub(crate) mod army;
pub(crate) mod assess;
pub(crate) mod check;
pub(crate) mod choices;
pub(crate) mod eval;
pub mod handout;
pub(crate) mod identity;
pub(crate) mod meter;
pub(crate) mod offers;
pub(crate) mod old_names;
pub(crate) mod session;
pub(crate) mod settle;
pub(crate) mod slots;
pub(crate) mod ties;
pub(crate) mod title;

pub use crate::engine::assess::Assessment;
pub(crate) use crate::engine::assess::{
    AssessedForce, AssessedLimit, AssessedProblem, AssessedSlot, AssessedUnit, ProblemKey,
};
pub(crate) use crate::engine::choices::{ChoiceState, OptionState};
pub(crate) use crate::engine::offers::Offered;
pub(crate) use crate::engine::session::Session;
pub use crate::number::Number;

use std::rc::Rc;
use std::sync::Arc;

use crate::budget::Budget;
use crate::engine::army::{Book, Corrections, bind};
use crate::engine::check::Asked;
use crate::engine::check::Problem;
use crate::engine::eval::{BodyIndex, Evaluator, TieChoice};
use crate::engine::meter::Meter;
use crate::list::{List, UnitLine};
use crate::model::Game;

/// The most times a list is bound again because of what evaluating its army showed.
const MOST_CORRECTIONS: usize = 4;

/// A game prepared for checking lists. Shared by all threads of a batch.
pub struct Ruleset<'g> {
    pub(crate) book: Arc<Book<'g>>,
    pub(crate) contents: Arc<BodyIndex<'g>>,
    /// The budget shared by all work under these rules; without it every list has its own.
    budget: Option<Budget>,
    /// What was asked for; lists must match it.
    asked: Option<Asked>,
}

impl<'g> Ruleset<'g> {
    pub fn new(game: &'g Game) -> Self {
        let (book, contents) = (Arc::new(Book::new(game)), Arc::new(BodyIndex::of(game)));
        Ruleset { book, contents, budget: None, asked: None }
    }

    /// The same rules, with a budget that all work under them shares. Otherwise every list has the
    /// default budget to itself.
    #[must_use]
    pub fn within(&self, budget: &Budget) -> Self {
        Ruleset {
            book: self.book.clone(),
            contents: self.contents.clone(),
            budget: Some(budget.clone()),
            asked: self.asked.clone(),
        }
    }

    /// The budget that work on one list draws on.
    pub(crate) fn budget(&self) -> Budget {
        self.budget.clone().unwrap_or_default()
    }

    /// A list under these rules.
    pub fn session<'a>(&'a self, list: &'a List) -> Session<'a, 'g> {
        Session::new(self, list)
    }

    /// The problems of a list, without keeping a session.
    pub fn problems(&self, list: &List) -> Vec<Problem<'g>> {
        self.session(list).into_parts().2
    }

    /// An assessment of a list, without keeping a session.
    pub fn assess(&self, list: &List) -> Assessment {
        self.session(list).assess()
    }

    /// Whether the army of a list may take a unit at all, whatever else the list holds.
    pub(crate) fn may_take(&self, list: &List, unit: &str) -> bool {
        let mut alone = list.clone();
        alone.units = vec![UnitLine::new(list.added(unit.to_owned()))];
        let mut problems = Vec::new();
        self.evaluator(&alone).check_available(&mut problems);
        problems.is_empty()
    }

    pub(crate) fn evaluator<'a>(&'a self, list: &'a List) -> Evaluator<'a, 'g> {
        self.evaluator_with(list, Vec::new(), &Rc::new(Meter::new(self.budget())))
    }

    /// Binds a list and makes its evaluator, with ties decided as in `picks`. If formulas decide
    /// how many models there are or what is taken automatically, the list is bound again and they
    /// are evaluated in the first army.
    fn evaluator_with<'a>(
        &'a self,
        list: &'a List,
        picks: Vec<TieChoice>,
        meter: &Rc<Meter>,
    ) -> Evaluator<'a, 'g> {
        let mut corrections = Corrections::default();
        let mut ties = Vec::new();
        for _ in 0..MOST_CORRECTIONS {
            let mut evaluator = self.bound(list, &picks, &corrections, meter);
            match evaluator.corrections(&corrections) {
                Some(more) => {
                    corrections = more;
                    ties = evaluator.ties.into_inner();
                }
                None => {
                    evaluator.forget();
                    // The corrections may depend on a tie that is not read this time.
                    let met = evaluator.ties.get_mut();
                    if met.is_empty() {
                        *met = ties;
                    }
                    return evaluator;
                }
            }
        }
        self.bound(list, &picks, &corrections, meter)
    }

    fn bound<'a>(
        &'a self,
        list: &'a List,
        picks: &[TieChoice],
        corrections: &Corrections,
        meter: &Rc<Meter>,
    ) -> Evaluator<'a, 'g> {
        let first = bind(&self.book, list, None, corrections, meter);
        if !first.needs_rebind {
            return Evaluator::new(self, first, picks.to_vec(), meter.clone());
        }
        let first = Evaluator::new(self, first, picks.to_vec(), meter.clone());
        let army = bind(&self.book, list, Some(&first), corrections, meter);
        let evaluator = Evaluator::new(self, army, picks.to_vec(), meter.clone());
        // The binding may depend on a tie that is never read again.
        evaluator.ties.replace(first.ties.into_inner());
        evaluator
    }
}
