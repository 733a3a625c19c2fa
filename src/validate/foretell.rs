//! What can be said of a unit before there is a list: found out with a list of that unit alone.

use super::Checker;
use super::eval::{Env, Evaluator};
use crate::model::{
    Body, Builtin, ChooseId, EntryId, Expr, ExprKind, Fact, FactionId, Home, ModelsLine, NodeKind, Permit, Range, Terms, What,
};
use crate::roster::{List, Located, ModelLine, Models, NodeId, pool};
use crate::source::Span;

impl<'g> Checker<'g> {
    /// The least a unit costs: its smallest size, what must be taken, picks at their lowest. None if it hangs on more.
    pub fn least_price(&self, unit: EntryId) -> Option<i64> {
        let entry = &self.book.game.entries[unit];
        let mut least = self.price(unit, Models::Unstated)?;
        // Of models bounded together the cheapest ones may make up the number.
        let mut chosen: Vec<ModelLine> = Vec::new();
        for group in 0..entry.body.groups.len() {
            let mut best = None;
            for lines in self.fillings(&entry.body, group, entry.span) {
                let all: Vec<ModelLine> = chosen.iter().cloned().chain(lines).collect();
                if let Some(price) = self.price(unit, Models::Lines(all.clone())).filter(|price| *price < least) {
                    least = price;
                    best = Some(all);
                }
            }
            chosen = best.unwrap_or(chosen);
        }
        Some(least)
    }

    fn price(&self, unit: EntryId, models: Models) -> Option<i64> {
        let mut list = self.list_of(unit, None);
        list.units.iter_mut().for_each(|line| line.models = models.clone());
        let army = self.army(&list);
        let mut evaluator = Evaluator::new(&self.book, &self.contents, &army);
        evaluator.strict = true;
        evaluator.cost(army.units.first()?.node)?.to_whole()
    }

    /// The ways to fill a group of lines with one kind of model beyond what each line needs.
    fn fillings(&self, body: &Body, group: usize, span: Span) -> Vec<Vec<ModelLine>> {
        let lines: Vec<&ModelsLine> = body.models.iter().filter(|line| line.group == Some(group)).collect();
        let least = |range: &Range| range.low.as_ref().map_or(Some(0), number);
        let needs: Option<Vec<i64>> = lines.iter().map(|line| least(&line.range)).collect();
        let (Some(needs), Some(whole)) = (needs, body.groups.get(group).and_then(|group| least(&group.range))) else {
            return Vec::new(); // formulas: only a list can tell
        };
        let missing = whole.saturating_sub(needs.iter().copied().fold(0, i64::saturating_add));
        let has_room = |line: &ModelsLine, need: i64| {
            line.range.high.as_ref().is_none_or(|high| number(high).is_some_and(|high| high >= need.saturating_add(missing)))
        };
        let filled = |first: usize| {
            let written = |(place, (line, need)): (usize, (&&ModelsLine, &i64))| {
                let count = if place == first { need.saturating_add(missing) } else { *need };
                let model = Located::new(self.book.game.entries[line.model].id.clone(), span);
                ModelLine { model, design: Some(false), count: Some(Located::new(count, span)), options: Vec::new() }
            };
            lines.iter().zip(&needs).enumerate().map(written).collect()
        };
        let places = lines.iter().zip(&needs).enumerate().filter(|(_, (line, need))| missing > 0 && has_room(line, **need));
        places.map(|(place, _)| filled(place)).collect()
    }

    /// What a choice of a unit may draw from its pool: of the system and of the unit's own factions, as far as it meets the
    /// pool's condition.
    pub fn pool(&self, unit: EntryId, choose: ChooseId) -> Vec<(EntryId, Option<&'g Terms>)> {
        let game = self.book.game;
        let entry = &game.entries[unit];
        let own = match entry.home {
            Home::Faction(faction) => Some(faction),
            _ => entry.only_for.first().copied(),
        };
        let list = self.list_of(unit, own);
        let army = self.army(&list);
        let evaluator = Evaluator::new(&self.book, &self.contents, &army);
        let node = army.units.first().map_or(NodeId::ARMY, |unit| unit.node);
        let homes = |home: Home| match home {
            Home::System => true,
            Home::Faction(faction) => home == entry.home || entry.only_for.contains(&faction),
            Home::Event(_) => home == entry.home,
        };
        let mut found = pool(game, choose, &homes);
        found.retain(|(drawn, _)| evaluator.meets_pool(choose, *drawn, node, 0));
        found
    }

    /// Whether a `ban` that hangs on nothing but the faction shuts a unit out of every army of it.
    pub fn is_shut_out(&self, faction: FactionId, unit: EntryId) -> bool {
        let game = self.book.game;
        let loose = game.body.permits.iter().chain(&game.factions[faction].body.permits);
        let sure = |permit: &&Permit| {
            !permit.allow && is_sure(game, &permit.units) && permit.when.as_ref().is_none_or(|when| is_sure(game, when))
        };
        let bans: Vec<&'g Permit> = loose.filter(sure).collect();
        if bans.is_empty() {
            return false;
        }
        let list = self.list_of(unit, Some(faction));
        let army = self.army(&list);
        let evaluator = Evaluator::new(&self.book, &self.contents, &army);
        let Some(node) = army.units.first().map(|unit| unit.node) else { return false };
        bans.iter().any(|ban| {
            let mut env = Env::at(NodeId::ARMY);
            ban.when.as_ref().is_none_or(|when| evaluator.holds(when, &mut env)) && evaluator.contains(&ban.units, &mut env, node)
        })
    }

    fn list_of(&self, unit: EntryId, faction: Option<FactionId>) -> List {
        let game = self.book.game;
        let entry = &game.entries[unit];
        let mut list = List::of_one(&game.id, &entry.id, entry.span);
        list.faction = faction.map(|faction| Located::new(game.factions[faction].id.clone(), entry.span));
        list
    }
}

fn number(expr: &Expr) -> Option<i64> {
    match expr.kind {
        ExprKind::Number(number) => Some(number),
        _ => None,
    }
}

/// Whether no list can change what an expression says: it asks for the army's faction and for what is written in the
/// header of a unit, and for nothing else.
fn is_sure(game: &crate::model::Game, expr: &Expr) -> bool {
    let stated = |category: &crate::model::CategoryId| game.categories[*category].defined.is_none();
    match &expr.kind {
        ExprKind::Fact(of, Fact::Builtin(Builtin::Faction | Builtin::Units)) if is_army(of) => true,
        ExprKind::Below { what: What::Kind(NodeKind::Unit), of, .. } if is_army(of) => true,
        ExprKind::Fact(of, Fact::Category(category)) => stated(category) && is_sure(game, of),
        ExprKind::Fact(of, Fact::Builtin(Builtin::Own | Builtin::Unique | Builtin::Factions | Builtin::Entry)) => {
            is_sure(game, of)
        }
        ExprKind::Is(of, What::Category(category)) => stated(category) && is_sure(game, of),
        ExprKind::Is(of, What::Entry(_)) => is_sure(game, of),
        ExprKind::Bool(_) | ExprKind::Symbol(_) | ExprKind::Variable(_) => true,
        ExprKind::Where { .. } | ExprKind::Not(_) | ExprKind::Binary(..) | ExprKind::Set(_) | ExprKind::Member(..) => {
            let mut sure = true;
            expr.children(|child| sure &= is_sure(game, child));
            sure
        }
        _ => false,
    }
}

fn is_army(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Army | ExprKind::This)
}
