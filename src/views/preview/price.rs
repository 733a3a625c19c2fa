//! What can be said of a unit before there is a list: found out with a list of that unit alone.

use crate::engine::Checker;
use crate::engine::army::NodeId;
use crate::engine::eval::Env;
use crate::list::{List, ModelLine, Models, Spanned};
use crate::model::{
    Body, Builtin, CategoryId, ChangeKind, EntryId, Expr, ExprKind, Fact, FactionId, Game,
    ModelsLine, NodeKind, Permit, Range, What,
};
use crate::source::Span;

impl<'g> Checker<'g> {
    /// The least a unit costs: its smallest size, what must be taken, picks at their lowest. None
    /// if it hangs on more.
    pub fn least_price(&self, unit: EntryId) -> Option<i64> {
        let entry = &self.book.game.entries[unit];
        let least = self.price(unit, Models::Unstated)?;
        // Of models bounded together the cheapest ones may make up the number.
        let lines: Option<Vec<Vec<ModelLine>>> = (0..entry.body.groups.len())
            .map(|group| self.least_costly(unit, &entry.body, group))
            .collect();
        let filled = lines.map(|lines| lines.concat()).filter(|lines| !lines.is_empty());
        filled
            .and_then(|lines| self.price(unit, Models::Lines(lines)))
            .map_or(Some(least), |filled| Some(filled.min(least)))
    }

    fn price(&self, unit: EntryId, models: Models) -> Option<i64> {
        let mut list = self.list_of(unit, None);
        list.units.iter_mut().for_each(|line| line.models = models.clone());
        let mut evaluator = self.evaluator(&list);
        evaluator.strict = true;
        evaluator.cost(evaluator.army.units.first()?.node)?.to_whole()
    }

    /// As few models of a group of lines as there may be, the cheapest kinds first. None if only a
    /// list can tell.
    fn least_costly(&self, unit: EntryId, body: &Body, group: usize) -> Option<Vec<ModelLine>> {
        let span = self.book.game.entries[unit].span;
        let least = |range: &Range| range.low.as_ref().map_or(Some(0), number);
        let of_group: Vec<&ModelsLine> =
            body.models.iter().filter(|line| line.group == Some(group)).collect();
        // One of a kind and none of the others shows what the kind costs.
        let alone = |line: &ModelsLine| {
            let counted = |other: &&ModelsLine| {
                self.of_model(other, i64::from(std::ptr::eq(*other, line)), span)
            };
            Models::Lines(of_group.iter().map(counted).collect())
        };
        let mut lines: Vec<(i64, &ModelsLine, i64)> = of_group
            .iter()
            .map(|line| Some((self.price(unit, alone(line))?, *line, least(&line.range)?)))
            .collect::<Option<_>>()?;
        lines.sort_by_key(|(price, ..)| *price);
        let whole = least(&body.groups.get(group)?.range)?;
        let mut missing = whole
            .saturating_sub(lines.iter().map(|(.., count)| *count).fold(0, i64::saturating_add));
        for (_, line, count) in &mut lines {
            let room =
                line.range.high.as_ref().map_or(Some(i64::MAX), number)?.saturating_sub(*count);
            let more = room.clamp(0, missing.max(0));
            *count += more;
            missing -= more;
        }
        Some(lines.into_iter().map(|(_, line, count)| self.of_model(line, count, span)).collect())
    }

    fn of_model(&self, line: &ModelsLine, count: i64, span: Span) -> ModelLine {
        let model = Spanned::new(self.book.game.entries[line.model].id.clone(), span);
        ModelLine {
            model,
            design: Some(false),
            count: Some(Spanned::new(count, span)),
            options: Vec::new(),
        }
    }

    /// Whether a `ban` that hangs on nothing but the faction shuts a unit out of every army of it.
    pub fn is_shut_out(&self, faction: FactionId, unit: EntryId) -> bool {
        let game = self.book.game;
        let loose = game.body.permits.iter().chain(&game.factions[faction].body.permits);
        let sure = |permit: &&Permit| {
            !permit.allow
                && is_sure(game, &permit.units)
                && permit.when.as_ref().is_none_or(|when| is_sure(game, when))
        };
        let bans: Vec<&'g Permit> = loose.filter(sure).collect();
        if bans.is_empty() {
            return false;
        }
        let list = self.list_of(unit, Some(faction));
        let evaluator = self.evaluator(&list);
        let Some(node) = evaluator.army.units.first().map(|unit| unit.node) else { return false };
        bans.iter().any(|ban| {
            let mut env = Env::at(NodeId::ARMY);
            ban.when.as_ref().is_none_or(|when| evaluator.holds(when, &mut env))
                && evaluator.contains(&ban.units, &mut env, node)
        })
    }

    pub(crate) fn list_of(&self, unit: EntryId, faction: Option<FactionId>) -> List {
        let game = self.book.game;
        let entry = &game.entries[unit];
        let mut list = List::of_one(&game.id, &entry.id, entry.span);
        list.faction =
            faction.map(|faction| Spanned::new(game.factions[faction].id.clone(), entry.span));
        list
    }
}

fn number(expr: &Expr) -> Option<i64> {
    match expr.kind {
        ExprKind::Number(number) => Some(number),
        _ => None,
    }
}

/// Whether no list can change what an expression says: it asks for the army's faction and for what
/// is written in the header of a unit, and for nothing else.
fn is_sure(game: &Game, expr: &Expr) -> bool {
    let stated = |category: &CategoryId| {
        game.categories[*category].defined.is_none() && !is_changed(game, *category)
    };
    match &expr.kind {
        ExprKind::Fact(of, Fact::Builtin(Builtin::Faction | Builtin::Units)) if is_army(of) => true,
        ExprKind::Below { what: What::Kind(NodeKind::Unit), of, .. } if is_army(of) => true,
        ExprKind::Fact(of, Fact::Category(category)) => stated(category) && is_sure(game, of),
        ExprKind::Fact(
            of,
            Fact::Builtin(Builtin::Own | Builtin::Unique | Builtin::Factions | Builtin::Entry),
        ) => is_sure(game, of),
        ExprKind::Is(of, What::Category(category)) => stated(category) && is_sure(game, of),
        ExprKind::Is(of, What::Entry(_)) => is_sure(game, of),
        ExprKind::Bool(_) | ExprKind::Symbol(_) | ExprKind::Variable(_) => true,
        ExprKind::Where { .. }
        | ExprKind::Not(_)
        | ExprKind::Binary(..)
        | ExprKind::Set(_)
        | ExprKind::Member(..) => {
            let mut sure = true;
            expr.children(|child| sure &= is_sure(game, child));
            sure
        }
        _ => false,
    }
}

/// Whether anything puts units into a category or takes them out.
fn is_changed(game: &Game, category: CategoryId) -> bool {
    let mut changed = false;
    game.each_change(&mut |change| {
        changed |= matches!(change.kind, ChangeKind::Add(one) | ChangeKind::Remove(one) if one == category);
    });
    changed
}

fn is_army(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Army | ExprKind::This)
}
