//! Units that come with others and leave nothing to decide, so that a list need not write them.

use crate::engine::army::{Book, Offer, OfferedChoice};
use crate::list::{Spanned, UnitLine};
use crate::model::{
    Attribute, Bearer, EntryId, Expr, ExprKind, Game, NodeKind, Range, Stat, StatValue,
};
use crate::source::{SourceId, Span};

impl<'g> Book<'g> {
    /// Whether a list can decide nothing about a unit, neither its models nor its options.
    /// Conditional blocks are not considered.
    pub(super) fn leaves_no_choice(&self, unit: EntryId) -> bool {
        let body = &self.game.entries[unit].body;
        let of_list = |attribute: &Attribute| {
            attribute.chosen && attribute.on.contains(&Bearer::Node(NodeKind::Unit))
        };
        let picked = |stat: &Stat| matches!(stat.value, StatValue::Pick(..));
        let mut ranges = body.models.iter().map(|line| &line.range);
        ranges.all(is_exact)
            && body.groups.iter().all(|group| is_exact(&group.range))
            && body.models.iter().all(|line| {
                let model = &self.game.entries[line.model].body;
                self.is_settled(line.model, 0) && !model.stats.iter().any(picked)
            })
            && self.is_settled(unit, 0)
            && !self.game.attributes.values().any(of_list)
    }

    /// Whether an entry offers nothing, or only what must be taken.
    fn is_settled(&self, entry: EntryId, depth: usize) -> bool {
        let Some(menu) = self.menu(entry).filter(|_| depth < DEEPEST) else { return false };
        let inside = |offer: &Offer<'g>| self.is_settled(offer.entry, depth + 1);
        let forced = |(at, point): (usize, &OfferedChoice<'g>)| {
            let mut offers = menu.offers.iter().filter(|offer| offer.point == Some(at));
            let only = offers.next().filter(|_| offers.next().is_none());
            let pool = &self.game.chooses[point.choose].pool;
            !point.guards.is_empty()
                || (pool.is_none() && is_exact(point.range) && only.is_some_and(inside))
        };
        let mut alone = menu.offers.iter().filter(|offer| offer.point.is_none());
        menu.points.iter().enumerate().all(forced)
            && alone.all(|offer| {
                !offer.guards.is_empty() || (offer.times().is_some_and(is_exact) && inside(offer))
            })
    }
}

/// The maximum depth to which nested options are followed.
const DEEPEST: usize = 16;

/// A line that only names the unit and has no place in the text.
pub(super) fn unwritten(game: &Game, unit: EntryId) -> UnitLine {
    let nowhere = Span::nowhere(SourceId::new(0));
    UnitLine::unwritten(Spanned::new(game.entries[unit].id.clone(), nowhere))
}

/// Whether a range is one number that no list can change.
fn is_exact(range: &Range) -> bool {
    let number = |bound: &Option<Expr>| match bound.as_ref().map(|bound| &bound.kind) {
        Some(ExprKind::Number(number)) => Some(*number),
        _ => None,
    };
    number(&range.low).is_some() && number(&range.low) == number(&range.high)
}
