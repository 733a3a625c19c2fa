//! A lint: sets that can never have an element, and blocks whose condition never holds.

use rustc_hash::{FxHashMap, FxHashSet};

use super::contents::Contents;
use crate::analysis::Changeable;
use crate::analysis::abstract_eval::{AbstractEval, UnitReference};
use crate::analysis::formulas;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{
    Binder, Body, Builtin, Effect, EntryId, EntryKind, Expr, ExprKind, Fact, Game, NodeFilter,
    NodeKind, RuleContent, Symbol, Type, VariableId,
};
use crate::source::Span;

pub(super) fn check(
    game: &Game,
    changeable: &Changeable<'_>,
    contents: &Contents,
    found: &mut Vec<Diagnostic>,
) {
    let units = game.units().map(|(id, _)| id).collect();
    let sets = Sets { game, changeable, contents, units };
    let mut seen: FxHashSet<Span> = FxHashSet::default();
    formulas::each(game, &mut |formula| _ = sets.empty(formula, &mut seen, found));
    for binder in binders(game) {
        let Some(condition) = &binder.condition else { continue };
        let Some(all) = sets.possible(&binder.set) else { continue };
        let nothing = !all.is_empty() && sets.filtered(&all, binder.variable, condition).is_empty();
        if nothing && seen.insert(condition.span) {
            found.push(sets.told(condition.span, &all));
        }
    }
    let bodies: FxHashMap<*const Body, EntryId> =
        game.units().map(|(id, unit)| (&raw const unit.body, id)).collect();
    let mut open: FxHashSet<Span> = FxHashSet::default();
    let mut never: Vec<&Expr> = Vec::new();
    for body in game.each_body() {
        // In the body of a unit, the possible number of models is known.
        let unit = bodies.get(&(&raw const *body)).map(|id| (UnitReference::This, *id));
        let eval = AbstractEval { game, changeable, unit };
        for effect in &body.effects {
            let Effect::When(when) = effect else { continue };
            if eval.value(&when.condition).may_be_yes() {
                open.insert(when.condition.span);
            } else {
                never.push(&when.condition);
            }
        }
    }
    for condition in never {
        // An inherited block stands in several bodies, and may apply in one of them.
        if !open.contains(&condition.span) && seen.insert(condition.span) {
            let told = codes::NEVER_APPLIES.at(condition.span, "this condition never holds");
            found.push(told.help("what stands in the block never applies: is it what you mean?"));
        }
    }
}

/// The sets that `for each` visits, in rules, blocks, values and limits.
fn binders(game: &Game) -> impl Iterator<Item = &Binder> {
    let clauses = game.rules.values().flat_map(|rule| match &rule.content {
        RuleContent::Clauses(clauses) => clauses.as_slice(),
        RuleContent::Covers(_) => &[],
    });
    let in_blocks = game.each_body().flat_map(|body| {
        let blocks = body.effects.iter().flat_map(|effect| match effect {
            Effect::ForEach(each) => each.binders.as_slice(),
            Effect::When(_) | Effect::Change(_) => &[],
        });
        blocks.chain(body.caps.iter().flat_map(|cap| &cap.of))
    });
    let derived = game.derives.values().flat_map(|derive| &derive.binders);
    clauses.flat_map(|clause| &clause.binders).chain(in_blocks).chain(derived)
}

struct Sets<'g> {
    game: &'g Game,
    changeable: &'g Changeable<'g>,
    contents: &'g Contents,
    units: FxHashSet<EntryId>,
}

impl Sets<'_> {
    /// Reports the innermost sets of a formula that are always empty.
    fn empty(
        &self,
        formula: &Expr,
        seen: &mut FxHashSet<Span>,
        found: &mut Vec<Diagnostic>,
    ) -> bool {
        let mut inside = false;
        formula.children(|part| inside |= self.empty(part, seen, found));
        if inside || !matches!(formula.kind, ExprKind::Where { .. } | ExprKind::Below { .. }) {
            return inside;
        }
        let Some(all) = self.possible(formula) else { return false };
        if all.is_empty() && seen.insert(formula.span) {
            found.push(self.told(formula.span, &all));
        }
        all.is_empty()
    }

    fn told(&self, span: Span, all: &FxHashSet<EntryId>) -> Diagnostic {
        let units = !all.is_empty() && all.iter().all(|id| self.units.contains(id));
        let message = if units {
            "no unit of the game is meant here"
        } else {
            "nothing can ever be in this set"
        };
        codes::EMPTY_SET.at(span, message).help("it is always empty: look at the names in it")
    }

    /// The definitions whose nodes may be in a set; none if anything may be.
    fn possible(&self, set: &Expr) -> Option<FxHashSet<EntryId>> {
        match &set.kind {
            ExprKind::Fact(of, Fact::Builtin(Builtin::Units))
                if matches!(of.kind, ExprKind::Army) =>
            {
                Some(self.units.clone())
            }
            ExprKind::Below { what: NodeFilter::Kind(NodeKind::Unit), of, .. }
                if matches!(of.kind, ExprKind::Army) =>
            {
                Some(self.units.clone())
            }
            ExprKind::Below { what, of, .. } => match self.possible(of) {
                Some(all) => {
                    let below = self.contents.below(&all);
                    Some(below.into_iter().filter(|id| self.is(*id, *what)).collect())
                }
                // An option of a choice can only exist if the choice offers one.
                None => match what {
                    NodeFilter::Choose(choose) => Some(self.contents.members(*choose)),
                    NodeFilter::Entry(entry) => Some(FxHashSet::from_iter([*entry])),
                    _ => None,
                },
            },
            ExprKind::From(of, choose) => {
                let members = self.contents.members(*choose);
                Some(match self.possible(of) {
                    Some(all) => all.intersection(&members).copied().collect(),
                    None => members,
                })
            }
            ExprKind::Where { set, variable, condition } => {
                let all = self.possible(set)?;
                Some(self.filtered(&all, *variable, condition))
            }
            ExprKind::Set(parts) => {
                let all: Option<Vec<_>> = parts.iter().map(|part| self.possible(part)).collect();
                Some(all?.into_iter().flatten().collect())
            }
            ExprKind::Symbol(Symbol::Entry(entry)) if matches!(set.ty, Type::Node(_)) => {
                Some(FxHashSet::from_iter([*entry]))
            }
            _ => None,
        }
    }

    /// The definitions that may meet a condition. Only conditions on units can be ruled out.
    fn filtered(
        &self,
        all: &FxHashSet<EntryId>,
        variable: VariableId,
        condition: &Expr,
    ) -> FxHashSet<EntryId> {
        let meets = |id: &&EntryId| {
            let unit = Some((UnitReference::Variable(variable), **id));
            let eval = AbstractEval { game: self.game, changeable: self.changeable, unit };
            !self.units.contains(*id) || eval.value(condition).may_be_yes()
        };
        all.iter().filter(meets).copied().collect()
    }

    fn is(&self, id: EntryId, what: NodeFilter) -> bool {
        let entry = &self.game.entries[id];
        match (what, entry.kind) {
            (NodeFilter::Entry(wanted), _) => wanted == id,
            (NodeFilter::Kind(NodeKind::Gear(wanted)), EntryKind::Profile(profile)) => {
                self.game.is_or_extends(profile, wanted)
            }
            (NodeFilter::Kind(NodeKind::Gear(_) | NodeKind::AnyGear | NodeKind::Model), kind) => {
                matches!(kind, EntryKind::Profile(_))
            }
            _ => true,
        }
    }
}
