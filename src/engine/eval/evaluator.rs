//! The evaluator of one list: its army, and the facts worked out so far. Start at [`Evaluator`].

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::diagnostic::{Family, codes};
use crate::engine::Ruleset;
use crate::engine::army::{Army, Book, NodeId, UnitIndex};
use crate::engine::check::Asked;
use crate::engine::check::joins::LeavingUnits;
use crate::engine::eval::{
    BodyIndex, FailedFormula, KindSet, Number, OffStep, Tie, TieChoice, Value, VisitBlock, Visitor,
    carried_blocks, visitors,
};
use crate::engine::meter::Meter;
use crate::engine::slots::full::OpenSlot;
use crate::model::{Game, KeywordId, KeywordUse, VariableId};

/// What names mean in an expression: the node whose body it stands in, and the variables bound
/// around it.
#[derive(Debug, Clone)]
pub struct Env<'g> {
    pub this: Value<'g>,
    /// The node that `army` means: an allied force, in what its own faction says about it.
    pub army: NodeId,
    /// There are few, so they are stored inline.
    variables: SmallVec<[Value<'g>; 4]>,
}

impl<'g> Env<'g> {
    pub fn at(this: NodeId) -> Self {
        Env::of(Value::Node(this))
    }

    /// The same environment, where `army` means a force.
    pub(crate) fn in_army(self, army: NodeId) -> Self {
        Env { army, ..self }
    }

    pub fn of(this: Value<'g>) -> Self {
        Env { this, army: NodeId::ARMY, variables: SmallVec::new() }
    }

    /// Binds a variable, and forgets variables bound further inside.
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

/// Whether a fact depends on how a tie is decided.
pub(crate) type ReadsTie = bool;

/// A cached fact, and whether it depends on how a tie is decided.
type CachedFact<T> = (T, ReadsTie);

/// The keywords of a node.
type Keywords<'g> = Rc<[&'g KeywordUse]>;

/// A price; `None` if there is none.
type Cost = Option<Number>;

/// The key of a cached fact: the node, the kind of fact, and which fact of that kind.
pub(crate) type FactKey = (u32, u8, u32);

/// The evaluator of one list. Facts are worked out when first asked for.
pub(crate) struct Evaluator<'a, 'g> {
    pub army: Army<'g, 'a>,
    pub game: &'g Game,
    pub book: &'a Book<'g>,
    /// What was asked for; the list must match it.
    pub(crate) asked: Option<&'a Asked>,
    /// The steps that are left.
    pub(crate) meter: Rc<Meter>,
    pub(crate) known: RefCell<FxHashMap<FactKey, CachedFact<Value<'g>>>>,
    /// The id of each unit's slot, once slots are filled.
    pub(crate) slots: RefCell<Vec<Option<&'g str>>>,
    /// The slots of each force that are not full, once slots are filled; none without a chart.
    pub(crate) open_slots: RefCell<Vec<Option<Vec<OpenSlot>>>>,
    /// By host: the units that have joined it and leave their slots to it.
    pub(crate) leaving: RefCell<FxHashMap<UnitIndex, CachedFact<Rc<LeavingUnits>>>>,
    /// Set while a title is worked out: a title must not depend on itself.
    pub(crate) in_title: Cell<bool>,
    /// Whether the list names unknown options, which may be what seems to be missing. `lost_units`
    /// is the same for units.
    pub(crate) lost_options: bool,
    pub(crate) lost_units: bool,
    /// Visiting blocks: loose ones, and those of options and units that were taken.
    pub(crate) visitors: Vec<Visitor<'a, 'g>>,
    pub(crate) carried: Vec<(NodeId, VisitBlock<'g>)>,
    /// The kinds of things that all these blocks contain.
    pub(crate) visited_sorts: KindSet,
    pub(crate) contents: &'a BodyIndex<'g>,
    /// Cached by node: keywords and prices.
    pub(crate) keywords: RefCell<Vec<Option<CachedFact<Keywords<'g>>>>>,
    /// Single keywords of nodes, used while all keywords of a node are being worked out.
    pub(crate) single_keywords: RefCell<FxHashMap<(NodeId, KeywordId), CachedFact<Keywords<'g>>>>,
    /// Whether the keywords of some node are being worked out.
    pub(crate) in_keywords: Cell<bool>,
    /// Indexed by node, then by currency.
    pub(crate) costs: RefCell<Vec<Option<CachedFact<Cost>>>>,
    /// Amounts that are not multiples of their currency's step, one for each formula.
    pub(crate) off_step: RefCell<Vec<OffStep>>,
    /// Whether a price of `none` makes the whole price unknown instead of counting as zero.
    pub(crate) strict: bool,
    /// How ties for derived values are decided; in all other ties the first element is taken.
    pub(crate) picks: Vec<TieChoice>,
    /// The ties found so far that the list does not decide.
    pub(crate) ties: RefCell<Vec<Tie>>,
    /// Whether what is being worked out has read a tie so far.
    pub(crate) reads_tie: Cell<ReadsTie>,
    /// Whether an error, or something that waives errors, may depend on a tie.
    pub(crate) has_tied_errors: Cell<bool>,
    /// Formulas that have no value although something depends on them.
    pub(crate) faults: RefCell<Vec<FailedFormula>>,
}

impl<'a, 'g> Evaluator<'a, 'g> {
    pub(crate) fn new(
        rules: &'a Ruleset<'g>,
        army: Army<'g, 'a>,
        picks: Vec<TieChoice>,
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
            asked: rules.asked.as_ref(),
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
            single_keywords: RefCell::default(),
            in_keywords: Cell::new(false),
            costs: RefCell::new(costs),
            off_step: RefCell::default(),
            strict: false,
            picks,
            ties: RefCell::default(),
            reads_tie: Cell::new(false),
            has_tied_errors: Cell::new(false),
            faults: RefCell::default(),
        }
    }

    /// Forgets all facts: those worked out before slots are filled may depend on the slots.
    pub(crate) fn forget(&mut self) {
        self.known.get_mut().clear();
        self.leaving.get_mut().clear();
        self.faults.get_mut().clear();
        self.keywords.get_mut().fill(None);
        self.single_keywords.get_mut().clear();
        self.costs.get_mut().fill(None);
    }
}
