//! How an army is organised: forces, charts and their slots.

use super::{Body, CategoryId, ChartId, Cite, Expr, Faction, FactionId, ForceId, Owner, Range};
use crate::source::Span;

/// A kind of force: the army's own, or one nested in another.
#[derive(Debug)]
pub struct Force {
    pub id: String,
    pub title: String,
    pub span: Span,
    pub owner: Owner,
    /// The force it is nested in; none for the army's own.
    pub within: Option<ForceId>,
    /// How many forces of this kind the outer force may have.
    pub range: Option<Range>,
    /// All forces directly inside it use the same chart.
    pub one_chart: bool,
    /// All slots of one force must be filled before the next force is begun.
    pub full_before_next: bool,
    /// The force has a faction of its own, which the list states.
    pub allied: Option<SomeFactions>,
    /// Categories of units that belong to the force itself, outside any chart.
    pub holds: Vec<CategoryId>,
    pub body: Body,
    pub cites: Vec<Cite>,
}

/// Some factions, by name or by category; all factions if both lists are empty.
#[derive(Debug, Clone, Default)]
pub struct SomeFactions {
    pub factions: Vec<FactionId>,
    /// Factions of these categories.
    pub categories: Vec<CategoryId>,
}

impl SomeFactions {
    /// Whether this faction is among them.
    pub fn admits(&self, id: FactionId, faction: &Faction) -> bool {
        self.is_any()
            || self.factions.contains(&id)
            || faction.categories.iter().any(|category| self.categories.contains(category))
    }

    /// Whether every faction is included.
    pub fn is_any(&self) -> bool {
        self.factions.is_empty() && self.categories.is_empty()
    }
}

impl Force {
    /// The key under which a list holds forces of this kind.
    pub fn key(&self) -> String {
        if self.id.ends_with('s') { self.id.clone() } else { format!("{}s", self.id) }
    }
}

/// The slots that units fill, and what opens more of them.
#[derive(Debug)]
pub struct Chart {
    pub id: String,
    pub title: String,
    pub span: Span,
    pub owner: Owner,
    pub force: Option<ForceId>,
    pub extends: Option<ChartId>,
    pub slots: Vec<Slot>,
    pub trades: Vec<Trade>,
    pub unlocks: Vec<Unlock>,
    /// Present if each unit unlocks at most one other; the rules that say so.
    pub unlocks_once: Option<Vec<Cite>>,
    pub offers: Vec<Offers>,
    /// Applies while the chart is used.
    pub body: Body,
    pub cites: Vec<Cite>,
}

impl Chart {
    /// The index of the slot with this id.
    pub fn slot(&self, id: &str) -> Option<usize> {
        self.slots.iter().position(|slot| slot.id == id)
    }

    /// The line that contains an offer, by the offer's index among the offers of all lines.
    pub(crate) fn offer_line(&self, place: usize) -> Option<&Offers> {
        self.offers.iter().flat_map(|line| line.offers.iter().map(move |_| line)).nth(place)
    }
}

/// A place for units in a chart.
#[derive(Debug, Clone)]
pub struct Slot {
    pub id: String,
    pub title: String,
    pub range: Range,
    /// Which units it takes; the subject of the condition is the unit.
    pub takes: Expr,
    pub span: Span,
    pub cites: Vec<Cite>,
}

/// Places of one slot given up for places in another. Slots are indices into `Chart::slots`.
#[derive(Debug, Clone)]
pub struct Trade {
    pub give: (i64, usize),
    pub get: (i64, usize),
    pub most: Expr,
    pub span: Span,
    pub cites: Vec<Cite>,
}

/// Units in some slots require units in others.
#[derive(Debug, Clone)]
pub struct Unlock {
    /// Slots whose units need unlocking, and whether the first unit needs none.
    pub slots: Vec<(usize, bool)>,
    pub count: i64,
    pub by: Vec<usize>,
    pub span: Span,
    pub cites: Vec<Cite>,
}

/// Each unit of a category opens places for others.
#[derive(Debug, Clone)]
pub struct Offers {
    pub by: CategoryId,
    /// How many places, and for which units.
    pub offers: Vec<(i64, Expr)>,
    pub span: Span,
    pub cites: Vec<Cite>,
}
