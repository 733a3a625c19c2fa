//! The verdict on a list: the public JSON of `orbat check`.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::diagnostic::{Code, Severity};
use crate::source::Span;

/// The version of this form; it changes when a field changes its meaning or goes.
pub(crate) const REPORT_VERSION: u32 = 1;

/// Everything there is to say of one list.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    pub version: u32,
    /// The name of the list, or that of its file.
    pub list: String,
    pub file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    pub legal: bool,
    /// The list was understood as a whole; if not, what is said of it may be incomplete.
    pub readable: bool,
    pub system: Option<String>,
    pub faction: Option<String>,
    pub chart: Option<String>,
    pub points: Option<Amount>,
    pub limit: Option<i64>,
    pub units: Vec<UnitRow>,
    pub slots: Vec<SlotRow>,
    pub derived: Derived,
    pub issues: Vec<IssueView>,
    /// Further issues that are not told.
    #[serde(skip_serializing_if = "is_zero")]
    pub more_issues: usize,
    /// The same for lists that say the same, whatever their order and comments.
    pub fingerprint: Option<String>,
    /// Titles for people.
    #[serde(skip)]
    pub titles: Titles,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

#[derive(Debug, Clone, Default)]
pub struct Titles {
    pub system: String,
    pub faction: Option<String>,
    pub chart: Option<String>,
    pub currency: String,
}

/// A whole number, or a fraction as text: `7/2`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Amount {
    Whole(i64),
    Fraction(String),
}

impl std::fmt::Display for Amount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Amount::Whole(number) => write!(f, "{number}"),
            Amount::Fraction(text) => f.write_str(text),
        }
    }
}

#[derive(Debug, Clone, Serialize)]
pub struct UnitRow {
    pub id: String,
    pub name: String,
    /// The id of its entry.
    pub unit: String,
    pub models: i64,
    pub points: Option<Amount>,
    pub slot: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub force: Option<String>,
    pub line: usize,
}

#[derive(Debug, Clone, Serialize)]
pub struct SlotRow {
    pub name: String,
    pub title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub force: Option<String>,
    pub min: i64,
    pub max: Option<i64>,
    pub used: i64,
    pub units: Vec<String>,
    /// Which units each unit here was unlocked by.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unlocked: Vec<UnlockedRow>,
}

#[derive(Debug, Clone, Serialize)]
pub struct UnlockedRow {
    pub unit: String,
    pub by: Vec<String>,
}

/// Derived values by id, in the order of the game.
#[derive(Debug, Clone, Default)]
pub struct Derived {
    pub values: Vec<DerivedValue>,
}

#[derive(Debug, Clone)]
pub struct DerivedValue {
    pub id: String,
    pub title: String,
    pub value: serde_json::Value,
    /// As people read it.
    pub words: String,
}

impl Serialize for Derived {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.values.len()))?;
        for one in &self.values {
            map.serialize_entry(&one.id, &one.value)?;
        }
        map.end()
    }
}

/// A place in a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct At {
    pub file: String,
    pub line: usize,
    pub column: usize,
}

#[derive(Debug, Clone, Serialize)]
pub struct IssueView {
    pub code: &'static Code,
    pub severity: Severity,
    /// The rule of the book, if the data cites one.
    pub rule: Option<String>,
    /// All rules that are cited, that one first.
    pub cites: Vec<String>,
    pub message: String,
    /// What is said of the marked place, such as the name that was probably meant.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub label: String,
    pub help: Option<String>,
    pub at: At,
    pub defined_at: Option<At>,
    /// The text of the rule's line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub definition: Option<String>,
    pub counted: Vec<CountedView>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub causes: Vec<CauseView>,
    /// Single changes that mend it; each was tried.
    pub fixes: Vec<String>,
    /// The marked place.
    #[serde(skip)]
    pub span: Span,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CountedView {
    pub what: String,
    #[serde(flatten)]
    pub at: At,
}

#[derive(Debug, Clone, Serialize)]
pub struct CauseView {
    pub text: String,
    pub rule: Option<String>,
    pub at: At,
}

impl Report {
    pub fn errors(&self) -> usize {
        self.issues.iter().filter(|issue| issue.severity == Severity::Error).count()
    }
}
