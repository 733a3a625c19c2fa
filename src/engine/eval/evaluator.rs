//! One list under evaluation: its army, and the facts worked out so far.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::diagnostic::{Family, codes};
use crate::engine::Ruleset;
use crate::engine::army::{Army, Book, NodeId, UnitIndex};
use crate::engine::check::joins::Leaving;
use crate::engine::eval::{
    Block, BodyIndex, Fault, KindSet, Number, OffStep, Pick, Tie, Value, Visitor, carried_blocks,
    visitors,
};
use crate::engine::meter::Meter;
use crate::engine::slots::full::OpenSlot;
use crate::model::{Game, KeywordUse, VariableId};

/// What names mean at a place: the node in whose body it stands, and the variables bound around it.
#[derive(Debug, Clone)]
pub struct Env<'g> {
    pub this: Value<'g>,
    /// Few, so they are stored inline.
    variables: SmallVec<[Value<'g>; 4]>,
}

impl<'g> Env<'g> {
    pub fn at(this: NodeId) -> Self {
        Env { this: Value::Node(this), variables: SmallVec::new() }
    }

    pub fn of(this: Value<'g>) -> Self {
        Env { this, variables: SmallVec::new() }
    }

    /// Binds a variable; those bound further inside are forgotten.
    pub fn set(&mut self, variable: VariableId, value: Value<'g>) {
        self.variables.truncate(variable.0);
        while self.variables.len() < variable.0 {
            self.variables.push(Value::None);
        }
        self.variables.push(value);
    }

    pub(crate) fn variable(&self, variable: VariableId) -> Value<'g> {
        self.variables.get(variable.0).cloned().unwrap_or(Value::None)
    }
}

/// The key of a cached fact: the node, the sort of fact and which of them.
pub(crate) type Known = (u32, u8, u32);

/// One list under evaluation. Facts are worked out when they are first asked for.
pub(crate) struct Evaluator<'a, 'g> {
    pub army: Army<'g, 'a>,
    pub game: &'g Game,
    pub book: &'a Book<'g>,
    /// The steps that are left.
    pub(crate) meter: Rc<Meter>,
    pub(crate) known: RefCell<FxHashMap<Known, Value<'g>>>,
    /// The slot of each unit, once slots are given; the chart's own words for it.
    pub(crate) slots: RefCell<Vec<Option<&'g str>>>,
    /// The slots of each force that are not full, once slots are given; none without a chart.
    pub(crate) open_slots: RefCell<Vec<Option<Vec<OpenSlot>>>>,
    /// Who leaves its slot to the unit it has joined, by that unit.
    pub(crate) leaving: RefCell<FxHashMap<UnitIndex, Rc<Leaving>>>,
    /// A title is being put together, and may not need itself.
    pub(crate) in_title: Cell<bool>,
    /// Whether the list names options that do not exist, which may be what seems to be missing.
    /// `lost_units` is the same for units.
    pub(crate) lost_options: bool,
    pub(crate) lost_units: bool,
    /// Loose blocks that visit other things, and those of options and units that were taken.
    pub(crate) visitors: Vec<Visitor<'a, 'g>>,
    pub(crate) carried: Vec<(NodeId, Block<'g>)>,
    /// The sorts of all these blocks together.
    pub(crate) visited_sorts: KindSet,
    pub(crate) contents: &'a BodyIndex<'g>,
    /// Cached by node: keywords and prices.
    pub(crate) keywords: RefCell<Vec<Option<Rc<[&'g KeywordUse]>>>>,
    /// Every currency of the first node, then of the next.
    pub(crate) costs: RefCell<Vec<Option<Option<Number>>>>,
    /// Amounts met that are no multiples of a step, one for each formula.
    pub(crate) off_step: RefCell<Vec<OffStep>>,
    /// Whether a price that is `none` makes the whole price unknown, instead of counting as
    /// nothing.
    pub(crate) strict: bool,
    /// Which of several that tie for a derived value are taken; the first of all others.
    pub(crate) picks: Vec<Pick>,
    /// The ties met so far that the list does not decide.
    pub(crate) ties: RefCell<Vec<Tie>>,
    /// Formulas that something depends on and that have no value.
    pub(crate) faults: RefCell<Vec<Fault>>,
}

impl<'a, 'g> Evaluator<'a, 'g> {
    pub(crate) fn new(
        rules: &'a Ruleset<'g>,
        army: Army<'g, 'a>,
        picks: Vec<Pick>,
        meter: Rc<Meter>,
    ) -> Self {
        let (book, contents): (&Book<'g>, &BodyIndex<'g>) = (&rules.book, &rules.contents);
        let (known, slots) = (RefCell::default(), RefCell::default());
        let lost = |code| army.problems.iter().any(|problem| problem.code() == code);
        let incomplete = army.list.incomplete
            || army.problems.iter().any(|problem| problem.code().family == Family::List);
        let (lost_options, lost_units) =
            (incomplete || lost(&codes::OPTION_UNKNOWN), incomplete || lost(&codes::UNIT_UNKNOWN));
        let (visitors, carried) = (visitors(&army, contents), carried_blocks(&army, contents));
        let loose = visitors.iter().fold(0, |sorts, visitor| sorts | visitor.block.sorts);
        let visited_sorts = carried.iter().fold(loose, |sorts, (_, block)| sorts | block.sorts);
        let keywords = RefCell::new(vec![None; army.nodes.len()]);
        let costs = vec![None; army.nodes.len() * army.game.currencies.len()];
        Evaluator {
            in_title: Cell::new(false),
            game: army.game,
            army,
            book,
            meter,
            known,
            slots,
            open_slots: RefCell::default(),
            leaving: RefCell::default(),
            lost_options,
            lost_units,
            visitors,
            carried,
            visited_sorts,
            contents,
            keywords,
            costs: RefCell::new(costs),
            off_step: RefCell::default(),
            strict: false,
            picks,
            ties: RefCell::default(),
            faults: RefCell::default(),
        }
    }

    /// Forgets all facts: what was asked before slots are filled may have asked for them.
    pub(crate) fn forget(&mut self) {
        self.known.get_mut().clear();
        self.leaving.get_mut().clear();
        self.faults.get_mut().clear();
        self.keywords.get_mut().fill(None);
        self.costs.get_mut().fill(None);
    }
}
