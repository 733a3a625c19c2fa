//! What a text says, line by line, before any unit is worked out: the head, and for each unit the
//! parts that stand at it.

use crate::desk::read::index::Score;
use crate::desk::read::segment::{Count, Segment};
use crate::model::{AttributeId, ChartId, DeriveId, EntryId, EventId, FactionId, OptionalId};
use crate::number::Number;

/// What a line turned out to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum LineKind {
    /// Nothing stands there.
    Blank,
    /// It belongs to the head: player, faction, points.
    Head,
    /// A heading, which decides nothing.
    Section,
    /// A unit, perhaps with parts.
    Unit,
    /// Parts of the unit above.
    Part,
    /// A sum of points.
    Total,
    /// Prose, signatures, stat lines.
    Skipped,
    /// It was not understood.
    Unclear,
}

/// What stands at a unit.
#[derive(Debug, Clone)]
pub(crate) struct DraftPart {
    pub line: usize,
    /// How far in it stands.
    pub level: usize,
    pub segment: Segment,
    pub role: Role,
    /// The model it was written under or behind.
    pub target: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// An option, a model, or what it carries anyway.
    Pick,
    Models,
    JoinedBy,
    Joins,
    RidesIn,
    Key(AttributeId),
}

/// A unit as the text says it.
#[derive(Debug, Clone)]
pub(crate) struct UnitDraft {
    pub line: usize,
    pub level: usize,
    pub written: String,
    /// What it may be; if there are several, none is certain.
    pub entries: Vec<EntryId>,
    /// How well the name fits.
    pub score: Score,
    pub count: Option<Count>,
    pub models: Option<i64>,
    pub bare: Vec<i64>,
    pub price: Option<Number>,
    /// It has no price, as nearly all others have.
    pub lacks_price: bool,
    pub name: Option<String>,
    pub parts: Vec<DraftPart>,
    /// The force it stands in.
    pub force: Option<usize>,
    /// The heading it stands under, folded.
    pub section: Option<String>,
}

/// A force as the text says it.
#[derive(Debug, Clone)]
pub(crate) struct ForceDraft {
    pub line: usize,
    pub name: Option<String>,
    pub chart: Option<ChartId>,
    /// Only its position suggests that it is one.
    pub is_guess: bool,
    pub parts: Vec<DraftPart>,
}

/// A design as the text says it.
#[derive(Debug, Clone)]
pub(crate) struct DesignDraft {
    pub name: String,
    pub model: String,
    pub picks: Vec<(String, i64)>,
    /// How often each is taken, if the text says so.
    pub options: Vec<(Option<i64>, String)>,
}

/// A line that was not understood.
#[derive(Debug, Clone)]
pub(crate) struct UnreadLine {
    pub line: usize,
    pub written: String,
    pub units: Vec<EntryId>,
    /// It has much in common with the first of them.
    pub is_near: bool,
    /// The price on it.
    pub price: Option<Number>,
}

impl Draft {
    /// Whether a sum stands below the last unit.
    pub(crate) fn has_sum_below_units(&self) -> bool {
        let last = self.units.last().map_or(0, |unit| unit.line);
        self.totals.iter().any(|(line, _)| *line > last)
    }
}

/// The whole text.
#[derive(Debug, Clone, Default)]
pub(crate) struct Draft {
    pub name: Option<String>,
    pub player: Option<String>,
    pub team: Option<String>,
    pub faction: Option<FactionId>,
    /// Factions that are equally likely.
    pub factions: Vec<FactionId>,
    pub chart: Option<ChartId>,
    pub event: Option<EventId>,
    pub opponent: Option<FactionId>,
    pub optional: Vec<OptionalId>,
    pub keys: Vec<(AttributeId, usize, Segment)>,
    pub derived: Vec<(DeriveId, String)>,
    /// Parts of the army itself.
    pub parts: Vec<DraftPart>,
    /// Sums of points as stated, with their lines.
    pub totals: Vec<(usize, Number)>,
    pub limit: Option<Number>,
    pub deck: Vec<(EntryId, i64)>,
    pub designs: Vec<DesignDraft>,
    pub forces: Vec<ForceDraft>,
    pub units: Vec<UnitDraft>,
    pub unclear: Vec<UnreadLine>,
    /// Lines with a price above all units.
    pub early: Vec<UnreadLine>,
    /// Lines at which another list may begin.
    pub others: Vec<(usize, String)>,
    pub kinds: Vec<LineKind>,
    /// The army's fingerprint, if the text states it.
    pub fingerprint: Option<String>,
}
