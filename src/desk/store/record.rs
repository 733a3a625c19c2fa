//! What the desk keeps of each player.

use serde::{Deserialize, Serialize};

use super::database::Value;

/// A list to be kept.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sent<'s> {
    /// Who sends it.
    pub(crate) name: &'s str,
    /// The team; empty if there is none.
    pub(crate) team: &'s str,
    /// The list, as pasted.
    pub(crate) list: &'s str,
    /// The player has withdrawn.
    pub(crate) is_withdrawn: bool,
}

/// A list as it was sent once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Revision {
    /// From 1.
    pub(crate) number: i64,
    /// Who sent it.
    pub(crate) name: String,
    /// The team; empty if there is none.
    pub(crate) team: String,
    /// The list, as pasted.
    pub(crate) list: String,
    /// The player takes part no longer.
    pub(crate) is_withdrawn: bool,
    /// When, in milliseconds since 1970.
    pub(crate) sent: i64,
}

impl Revision {
    pub(super) fn of_row(row: &[Value]) -> Self {
        let number = |at: usize| row.get(at).map_or(0, Value::integer);
        let text = |at: usize| row.get(at).map(Value::text).unwrap_or_default();
        Revision {
            number: number(0),
            name: text(1),
            team: text(2),
            list: text(3),
            is_withdrawn: number(4) != 0,
            sent: number(5),
        }
    }
}

/// A player and the list that counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Record {
    /// The public id of the player, which gives no access.
    pub(crate) id: String,
    /// The last that was sent.
    pub(crate) latest: Revision,
}

/// What an organiser decided against the verdict of the rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Decision {
    /// `legal` or `illegal`.
    pub(crate) verdict: String,
    /// Why.
    pub(crate) reason: String,
}

/// The lists as they were locked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Locked {
    /// When, in milliseconds since 1970.
    pub(crate) at: i64,
    /// The version of the event.
    pub(crate) event: Option<String>,
    /// The mark of the data.
    pub(crate) data: String,
    /// Each player and the number of the revision that counts.
    pub(crate) lists: Vec<(String, i64)>,
}

impl Locked {
    pub(super) fn of_store(json: &str) -> Option<Self> {
        serde_json::from_str(json).ok()
    }

    pub(super) fn to_store(&self) -> String {
        // Numbers and texts always serialise.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The revision of a player that counts.
    pub(crate) fn number_of(&self, id: &str) -> Option<i64> {
        self.lists.iter().find(|(player, _)| player == id).map(|(_, number)| *number)
    }
}
