//! The verdict on a list: the public JSON of `orbat check`.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::diagnostic::{Code, Severity};
use crate::number::Number;
use crate::source::Span;
use crate::views::Cost;

/// The version of the JSON form. It changes when a field is removed or changes its meaning.
pub(crate) const REPORT_VERSION: u32 = 1;

/// The verdict on one list: totals, slots, issues. Serialises to the JSON of `orbat check`.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct Report {
    /// The version of the JSON form.
    pub version: u32,
    /// The list's name, or the name of its file.
    pub list: String,
    /// The path of the list.
    pub file: String,
    /// The player's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// Whether the list breaks no rule.
    pub legal: bool,
    /// Whether the whole list was understood. If not, the rest may be incomplete.
    pub readable: bool,
    /// The id of the game.
    pub system: Option<String>,
    /// The id of the faction.
    pub faction: Option<String>,
    /// The id of the chart.
    pub chart: Option<String>,
    /// What the army costs; none if that is not known.
    pub points: Option<Amount>,
    /// The points limit the list states.
    pub limit: Option<Amount>,
    /// What the army costs in the game's other currencies.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub other_costs: Vec<Cost>,
    /// The units, in the order of the list.
    pub units: Vec<UnitRow>,
    /// The slots of each chart in use, and what fills them.
    pub slots: Vec<SlotRow>,
    /// The derived values of the army.
    pub derived: Derived,
    /// What is wrong with the list, or worth knowing.
    pub issues: Vec<IssueView>,
    /// The number of issues left out because there are too many.
    #[serde(skip_serializing_if = "is_zero")]
    pub more_issues: usize,
    /// The same for the same army, however its list is spelt; none if the list was not understood
    /// completely.
    pub fingerprint: Option<String>,
    /// The same for the same data of the game.
    pub data: Option<String>,
    /// The versions of the game, the faction and the event, as far as they have any.
    pub versions: Versions,
    /// Display names of the game, faction and chart.
    #[serde(skip)]
    pub titles: Titles,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// What people call the state of the data that a list was judged by.
#[derive(Debug, Clone, Default, Serialize)]
#[non_exhaustive]
pub struct Versions {
    /// The version of the game.
    pub system: Option<String>,
    /// The version of the faction.
    pub faction: Option<String>,
    /// The version of the event.
    pub event: Option<String>,
}

/// Display names for the ids in a [`Report`].
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Titles {
    /// The title of the game.
    pub system: String,
    /// The title of the faction.
    pub faction: Option<String>,
    /// The title of the chart.
    pub chart: Option<String>,
    /// What the game counts, such as `points`.
    pub currency: String,
    /// The game with its version, then the faction and event that have one.
    pub versions: Vec<String>,
}

/// A whole number, or a fraction, in JSON a text: `0.5`, `1/3`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Amount {
    /// A whole number.
    Whole(i64),
    /// A fraction.
    Fraction(Number),
}

impl Amount {
    /// The exact number.
    pub fn number(self) -> Number {
        match self {
            Amount::Whole(number) => Number::whole(number),
            Amount::Fraction(number) => number,
        }
    }
}

impl std::fmt::Display for Amount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Amount::Whole(number) => write!(f, "{number}"),
            Amount::Fraction(number) => number.fmt(f),
        }
    }
}

/// A unit of the list.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct UnitRow {
    /// Its id in the list.
    pub id: String,
    /// Its name in the list, or else its entry's title.
    pub name: String,
    /// The id of its entry.
    pub unit: String,
    /// The number of models.
    pub models: i64,
    /// What it costs; none if that is not known.
    pub points: Option<Amount>,
    /// What it costs in the game's other currencies.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub other_costs: Vec<Cost>,
    /// The id of the slot it fills.
    pub slot: Option<String>,
    /// The force it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub force: Option<String>,
    /// Its line in the list.
    pub line: usize,
}

/// A slot of a chart, and the units that fill it.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct SlotRow {
    /// The id of the slot.
    pub name: String,
    /// The title of the slot.
    pub title: String,
    /// The force whose chart it is from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub force: Option<String>,
    /// How many units it needs.
    pub min: i64,
    /// How many units it takes; none for any number.
    pub max: Option<i64>,
    /// How many units fill it.
    pub used: i64,
    /// The ids of these units.
    pub units: Vec<String>,
    /// Units in this slot that other units unlock.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unlocked: Vec<UnlockedRow>,
}

/// A unit that other units unlock.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct UnlockedRow {
    /// The id of the unit.
    pub unit: String,
    /// The ids of the units that unlock it.
    pub by: Vec<String>,
}

/// Derived values, in the order of the game. Serialises to a map from id to value.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Derived {
    /// The values.
    pub values: Vec<DerivedValue>,
}

/// A value the game derives from the army.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct DerivedValue {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The value as JSON.
    pub value: serde_json::Value,
    /// The value as people read it.
    pub words: String,
}

impl Serialize for Derived {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.values.len()))?;
        for derived in &self.values {
            map.serialize_entry(&derived.id, &derived.value)?;
        }
        map.end()
    }
}

/// A place in a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[non_exhaustive]
pub struct FilePlace {
    /// The path of the file.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
}

/// Something wrong with a list, and how to fix it.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct IssueView {
    /// The diagnostic code, which `orbat explain` describes.
    pub code: &'static Code,
    /// Error, warning or note.
    pub severity: Severity,
    /// The rule of the book, if the data cites one.
    pub rule: Option<String>,
    /// All rules cited; the first is `rule`.
    pub cites: Vec<String>,
    /// What is wrong.
    pub message: String,
    /// A remark on the marked place, such as the name probably meant.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub label: String,
    /// A hint on how to go on.
    pub help: Option<String>,
    /// Where in the list.
    pub at: FilePlace,
    /// Where the data defines the rule.
    pub defined_at: Option<FilePlace>,
    /// What that place says, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule_words: Option<String>,
    /// The rule's line in the data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub definition: Option<String>,
    /// The units counted against the rule.
    pub counted: Vec<CountedView>,
    /// What else led to the issue.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub causes: Vec<CauseView>,
    /// Single changes that fix it; each has been tried.
    pub fixes: Vec<String>,
    /// The ids of the units it concerns, for printouts.
    #[serde(skip)]
    pub units: Vec<String>,
    /// The fixes without lines of the file, for printouts.
    #[serde(skip)]
    pub plain_fixes: Vec<String>,
    /// The marked place in the source text.
    #[serde(skip)]
    pub span: Span,
}

/// A unit counted against a rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct CountedView {
    /// The name of the unit.
    pub what: String,
    /// Where it is in the list.
    #[serde(flatten)]
    pub at: FilePlace,
}

/// Something that led to an issue.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct CauseView {
    /// What it is.
    pub text: String,
    /// The rule it cites.
    pub rule: Option<String>,
    /// Where it is.
    pub at: FilePlace,
}

impl Report {
    /// The number of issues that are errors.
    pub fn errors(&self) -> usize {
        self.issues.iter().filter(|issue| issue.severity == Severity::Error).count()
    }
}
