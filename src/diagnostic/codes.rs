//! The codes of diagnostics, and a table of all of them. Each code is a page `docs/codes/<name>.md`
//! with its name, its severity, a one-line title and the long explanation. `build.rs` makes a
//! constant of each: `slot.too_many` becomes `SLOT_TOO_MANY`. Codes about data leave out the
//! family: `data.misplaced` becomes `MISPLACED`.

use serde::{Serialize, Serializer};

use super::{Diagnostic, Severity};
use crate::source::Span;

/// A kind of mistake, with a stable name. Each code exists once and is compared by its address.
#[derive(Debug)]
pub struct Code {
    /// The name, such as `unit.size`.
    pub name: &'static str,
    /// The family it belongs to.
    pub family: Family,
    /// How serious it is.
    pub severity: Severity,
    /// A one-line description.
    pub title: &'static str,
    /// The whole page, in Markdown.
    pub(crate) explanation: &'static str,
}

/// What a code is about: the part of its name before the dot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// Files of data.
    Source,
    /// The grammar of data.
    Syntax,
    /// Definitions in data.
    Data,
    /// Types of expressions in data.
    Type,
    /// How a list is written.
    List,
    /// The points of a list.
    Points,
    /// Units: which, how many and how large.
    Unit,
    /// Options of units, forces and the army.
    Option,
    /// Characteristics picked for designs.
    Pick,
    /// Designs as a whole.
    Design,
    /// Characteristics and attributes after changes.
    Value,
    /// Slots of charts.
    Slot,
    /// Units that unlock others.
    Unlock,
    /// Charts.
    Chart,
    /// Forces inside the army.
    Force,
    /// Units that join others.
    Join,
    /// Units that ride in others.
    Ride,
    /// Derived values that a list states.
    Derived,
    /// Decks of cards.
    Deck,
    /// Tournaments.
    Event,
    /// Rules of the game.
    Rule,
    /// Formulas in data.
    Formula,
}

impl Code {
    /// A diagnostic of this code.
    pub fn at(&'static self, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(self, span, message)
    }

    /// Whether it says that a file could not be read at all.
    pub fn is_unreadable(&self) -> bool {
        [&UNREADABLE, &TOO_LARGE, &TOO_MUCH, &NOT_UTF8].contains(&self)
    }

    /// Whether it is a built-in check of armies, which a rule may name with `covers`.
    pub fn is_check(&self) -> bool {
        use Family::{Data, Formula, List, Rule, Source, Syntax, Type};
        !matches!(self.family, Source | Syntax | Data | Type | List | Rule | Formula)
    }
}

impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Code {}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name)
    }
}

/// The code with this name.
pub(crate) fn named(name: &str) -> Option<&'static Code> {
    ALL.iter().copied().find(|code| code.name == name)
}

/// The code with this name, and its long explanation in Markdown.
pub fn explain(name: &str) -> Option<(&'static Code, &'static str)> {
    let code = named(name)?;
    Some((code, code.explanation))
}

include!(concat!(env!("OUT_DIR"), "/codes.rs"));
