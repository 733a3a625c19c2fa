//! Verdicts, worked out once for every text: players see one before they send it, and ask again
//! after.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;
use sha2::{Digest, Sha256};

use crate::desk::event::{DeskEntry, EventDesk};
use crate::desk::store::Record;
use crate::desk::submission::{Submission, content_of};

/// The most verdicts that are kept; an event has fewer lists.
const MOST_KEPT: usize = 5_000;

/// Verdicts by the hash of the text. A text never changes, so neither does its verdict: data and
/// event are read when the server starts.
#[derive(Default)]
pub(super) struct Verdicts(Mutex<HashMap<[u8; 32], Arc<DeskEntry>>>);

impl Verdicts {
    /// The verdict on a list, as it is or would be if it were sent.
    pub(super) fn judge(
        &self,
        desk: &EventDesk<'_>,
        name: &str,
        team: &str,
        list: &str,
    ) -> DeskEntry {
        let mut entry = DeskEntry::clone(&self.of_text(desk, list));
        // The name given here counts more than the one in the text.
        if !name.is_empty() {
            name.clone_into(&mut entry.player);
        }
        if !team.is_empty() {
            entry.team = Some(team.to_owned());
        }
        entry
    }

    fn of_text(&self, desk: &EventDesk<'_>, list: &str) -> Arc<DeskEntry> {
        let key: [u8; 32] = Sha256::digest(list.as_bytes()).into();
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        if let Some(known) = known {
            return known;
        }
        let judged = Arc::new(desk.entry(
            1,
            &Submission {
                origin: String::new(),
                player: None,
                team: None,
                sender: None,
                is_part: false,
                content: content_of(list),
            },
        ));
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= MOST_KEPT {
            kept.clear();
        }
        kept.insert(key, judged.clone());
        judged
    }

    /// The verdict on a list that was kept.
    pub(super) fn of(&self, desk: &EventDesk<'_>, record: &Record) -> DeskEntry {
        let latest = &record.latest;
        self.judge(desk, &latest.name, &latest.team, &latest.list)
    }

    /// All verdicts, numbered, with what shows only when lists are seen together.
    pub(super) fn all(&self, desk: &EventDesk<'_>, records: &[Record]) -> Vec<DeskEntry> {
        let mut all: Vec<DeskEntry> =
            records.par_iter().map(|record| self.of(desk, record)).collect();
        for (at, entry) in all.iter_mut().enumerate() {
            entry.number = at + 1;
        }
        desk.compare(&mut all);
        all
    }
}
