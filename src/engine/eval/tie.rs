//! Ties: several elements share the highest value, and a derived value may be any of them. A list
//! can name one of them. If it does not, the evaluator takes the element it is told to, or else the
//! first, and notes the tie.

use crate::engine::army::{NodeId, NodeIs, Unit, UnitIndex};
use crate::engine::check::Problem;
use crate::engine::eval::{Env, Evaluator, ReadsTie, Value};
use crate::model::{Derive, DeriveId, Expr, ExprKind, NodeKind};

/// A tied element, identified in a way that does not depend on how the list is bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TieMember {
    Unit(UnitIndex),
    Node(NodeId),
    /// Anything else, by its index among the tied elements.
    Place(usize),
}

/// A derived value of a node, and which of the elements that tie for it is taken.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TieChoice {
    pub of: TieMember,
    pub derive: DeriveId,
    pub taken: TieMember,
}

/// A tie that the list does not decide.
#[derive(Debug, Clone)]
pub(crate) struct Tie {
    pub of: TieMember,
    pub derive: DeriveId,
    pub tied: Vec<TieMember>,
    /// The index of the element that is taken.
    pub taken: usize,
}

impl Tie {
    pub(crate) fn pick(&self, taken: TieMember) -> TieChoice {
        TieChoice { of: self.of, derive: self.derive, taken }
    }

    pub(crate) fn is_settled_by(&self, pick: &TieChoice) -> bool {
        (self.of, self.derive) == (pick.of, pick.derive)
    }
}

impl Derive {
    /// Whether several elements may tie for this value: it is, or may evaluate to, the highest of a
    /// set. A row never ties: it takes the first of equals.
    pub(crate) fn may_tie(&self) -> bool {
        fn ends_in_highest(expr: &Expr) -> bool {
            match &expr.kind {
                ExprKind::Highest { .. } => true,
                ExprKind::If(_, yes, no) => ends_in_highest(yes) || ends_in_highest(no),
                ExprKind::Otherwise(value, other) => {
                    ends_in_highest(value) || ends_in_highest(other)
                }
                _ => false,
            }
        }
        !self.is_row() && ends_in_highest(&self.value)
    }
}

impl<'g> Evaluator<'_, 'g> {
    /// A derived value; if several elements tie for it, one of them.
    pub(crate) fn highest_or_tied(
        &self,
        id: NodeId,
        derive: DeriveId,
        expr: &'g Expr,
        env: &mut Env<'g>,
    ) -> Value<'g> {
        match &expr.kind {
            ExprKind::Highest { .. } => self.one_of_tied(id, derive, expr, env),
            ExprKind::If(condition, yes, no) => {
                let branch = if self.holds(condition, env) { yes } else { no };
                self.highest_or_tied(id, derive, branch, env)
            }
            ExprKind::Otherwise(value, other) => {
                match self.highest_or_tied(id, derive, value, env) {
                    value if value.is_none() => self.highest_or_tied(id, derive, other, env),
                    found => found,
                }
            }
            _ => self.value(expr, env),
        }
    }

    fn one_of_tied(
        &self,
        id: NodeId,
        derive: DeriveId,
        expr: &'g Expr,
        env: &mut Env<'g>,
    ) -> Value<'g> {
        let mut tied = self.all_highest(expr, env);
        if tied.len() < 2 {
            return tied.pop().unwrap_or(Value::None);
        }
        let stated = self.named_by_list(id, derive).map(Value::Node);
        if let Some(stated) = stated.filter(|stated| tied.contains(stated)) {
            return stated;
        }
        self.note_tie(true);
        let of = self.element(&Value::Node(id), 0);
        let elements: Vec<TieMember> =
            tied.iter().enumerate().map(|(place, value)| self.element(value, place)).collect();
        let mut tie = Tie { of, derive, tied: elements, taken: 0 };
        if let Some(pick) = self.picks.iter().find(|pick| tie.is_settled_by(pick)) {
            tie.taken = tie.tied.iter().position(|element| *element == pick.taken).unwrap_or(0);
        }
        let taken = tied.get(tie.taken).cloned().unwrap_or(Value::None);
        self.ties.borrow_mut().push(tie);
        taken
    }

    /// Notes that the fact being worked out has read a tie.
    pub(crate) fn note_tie(&self, reads_tie: ReadsTie) {
        self.reads_tie.set(self.reads_tie.get() | reads_tie);
    }

    /// Works something out, and also returns whether that read a tie.
    pub(crate) fn noting_ties<T>(&self, work_out: impl FnOnce() -> T) -> (T, ReadsTie) {
        let before = self.reads_tie.replace(false);
        let done = work_out();
        let reads_tie = self.reads_tie.get();
        self.reads_tie.set(before | reads_tie);
        (done, reads_tie)
    }

    /// Runs a check, and notes whether a problem it finds may depend on a tie.
    pub(crate) fn watch_ties(
        &self,
        problems: &mut Vec<Problem<'g>>,
        check: impl FnOnce(&mut Vec<Problem<'g>>),
    ) {
        let known = problems.len();
        let ((), reads_tie) = self.noting_ties(|| check(problems));
        if reads_tie && problems.len() > known {
            self.has_tied_errors.set(true);
        }
    }

    /// The unit that the list names for a derived value of the army.
    fn named_by_list(&self, id: NodeId, derive: DeriveId) -> Option<NodeId> {
        let name = &self.game.derives[derive].id;
        let mut stated = self.army.list.derived.iter().filter(|_| id == NodeId::ARMY);
        let (_, stated) = stated.find(|(known, _)| known.value == *name)?;
        self.unit_called(&stated.words())
    }

    /// The unit that the list names for a derived value of the army, if that decides a tie.
    pub(crate) fn decided(&self, derive: DeriveId) -> Option<UnitIndex> {
        let named = self.named_by_list(NodeId::ARMY, derive)?;
        let mut env = Env::at(NodeId::ARMY);
        let mut expr = &self.game.derives[derive].value;
        loop {
            expr = match &expr.kind {
                ExprKind::If(condition, yes, no) => {
                    if self.holds(condition, &mut env) {
                        yes
                    } else {
                        no
                    }
                }
                ExprKind::Otherwise(value, other) => {
                    if self.value(value, &mut env).is_none() {
                        other
                    } else {
                        value
                    }
                }
                _ => break,
            }
        }
        let tied = self.all_highest(expr, &mut env);
        let is_decided = tied.len() > 1 && tied.contains(&Value::Node(named));
        self.army.node(named).unit.filter(|_| is_decided)
    }

    fn element(&self, value: &Value<'g>, place: usize) -> TieMember {
        let Some(id) = value.node() else { return TieMember::Place(place) };
        let node = self.army.node(id);
        match node.unit.filter(|_| matches!(node.is, NodeIs::Unit)) {
            Some(unit) => TieMember::Unit(unit),
            None => TieMember::Node(id),
        }
    }

    /// Whether any derived value has a tie that the list does not decide. Call this after slots are
    /// filled, because values may depend on them.
    pub(crate) fn is_tied(&self) -> bool {
        let of_army = self.army_values().into_iter().filter(|id| self.game.derives[*id].may_tie());
        of_army.for_each(|id| drop(self.derived(NodeId::ARMY, id)));
        let of_others = |id: &&DeriveId| self.game.derives[**id].on != NodeKind::Army;
        for derive in self.contents.may_tie.iter().filter(of_others) {
            for id in self.army.below(NodeId::ARMY) {
                self.derived(id, *derive);
            }
        }
        !self.ties.borrow().is_empty()
    }

    /// Whether it makes no difference which of two elements is taken: both are units of alike lines
    /// that nothing else in the list refers to.
    pub(crate) fn are_interchangeable(&self, first: TieMember, other: TieMember) -> bool {
        let (TieMember::Unit(first), TieMember::Unit(other)) = (first, other) else { return false };
        let (first, other) = (self.army.unit(first), self.army.unit(other));
        let is_alone = |unit: &Unit<'_>| {
            unit.joined.is_empty()
                && unit.joins.is_empty()
                && unit.rides.is_none()
                && unit.riders.is_empty()
                && self.army.list.derived.iter().all(|(_, stated)| stated.words() != unit.id)
        };
        first.line == other.line && first.force == other.force && is_alone(first) && is_alone(other)
    }
}
