//! Manifests: what the lists of an event were when they were locked, so that everybody can tell
//! later what has changed since.
//!
//! A manifest is JSON in one exact form. Every part of it has a seal, a hash, so that a changed
//! byte shows where it stands; the seal over all of them may be signed. Start at [`Manifest`];
//! `lock` makes one, `verify` compares it with lists and data of today, `sign` holds keys and
//! signatures.

mod lock;
mod sign;
mod time;
mod verify;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::desk::event::DeskVerdict;

pub(crate) use lock::Override;
pub(crate) use sign::{PublicKey, SecretKey};
pub(crate) use time::utc;
pub(crate) use verify::{ManifestChange, ManifestChangeKind, Verification};

/// What the form of a manifest is called. Another form has another number.
const FORM: &str = "orbat-manifest-1";

/// The largest manifest that is read, in bytes.
pub(crate) const LARGEST_MANIFEST: usize = 16 << 20;

/// The lists of an event as they were locked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Manifest {
    /// The form.
    pub(crate) form: String,
    /// The event.
    pub(crate) event: Marked,
    /// The data of the game that the lists were judged by.
    pub(crate) game: Marked,
    /// When the lists were locked, as the organiser states it.
    pub(crate) locked: String,
    /// What each unit of the game was.
    pub(crate) units: BTreeMap<String, UnitMark>,
    /// Everything that was sent.
    pub(crate) lists: Vec<LockedList>,
    /// The seals of the parts above.
    pub(crate) seals: BTreeMap<String, String>,
    /// The seal of everything above, which is what is signed.
    pub(crate) seal: String,
    /// The signature of the organiser.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(crate) signature: Option<Signature>,
}

/// Data with what people and programs call its state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Marked {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) version: Option<String>,
    pub(crate) mark: String,
}

/// What a unit of the game was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct UnitMark {
    pub(crate) title: String,
    /// The least it cost.
    pub(crate) points: Option<String>,
    /// A hash of everything that its page shows.
    pub(crate) mark: String,
}

/// A list as it was locked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LockedList {
    pub(crate) number: usize,
    pub(crate) player: String,
    pub(crate) team: Option<String>,
    pub(crate) faction: Option<String>,
    pub(crate) points: Option<String>,
    /// The verdict of the rules.
    pub(crate) verdict: DeskVerdict,
    /// What the organiser decided against it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(crate) decision: Option<LockedDecision>,
    pub(crate) fingerprint: Option<String>,
    /// The list as a link; none if nothing could be read.
    pub(crate) list: Option<String>,
    /// What each unit cost, by its id in the list.
    pub(crate) costs: BTreeMap<String, String>,
    /// The seal of everything above.
    pub(crate) seal: String,
}

/// What an organiser decided against the verdict of the rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LockedDecision {
    pub(crate) verdict: DeskVerdict,
    pub(crate) reason: String,
}

/// The signature of a manifest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Signature {
    /// The public key of the organiser.
    pub(crate) key: String,
    /// The signature of the seal.
    pub(crate) signature: String,
}

impl LockedList {
    /// What counts: the decision, or else the verdict.
    pub(crate) fn counts_as(&self) -> DeskVerdict {
        self.decision.as_ref().map_or(self.verdict, |decision| decision.verdict)
    }

    fn own_seal(&self) -> String {
        seal(&LockedList { seal: String::new(), ..self.clone() })
    }
}

impl Manifest {
    /// Reads a manifest; the message says where it is damaged.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, String> {
        let manifest: Manifest = serde_json::from_slice(bytes)
            .map_err(|error| format!("the manifest is damaged or of another form: {error}"))?;
        match manifest.form.as_str() {
            FORM => Ok(manifest),
            other => Err(format!("the manifest has the form `{other}`, not `{FORM}`")),
        }
    }

    /// The one way in which it is written.
    pub(crate) fn text(&self) -> String {
        // Texts and numbers always serialise.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// The seals of its parts, as they should be.
    fn own_seals(&self) -> BTreeMap<String, String> {
        let lists: Vec<&str> = self.lists.iter().map(|list| list.seal.as_str()).collect();
        let parts = [
            ("event", seal(&self.event)),
            ("game", seal(&self.game)),
            ("locked", seal(&self.locked)),
            ("units", seal(&self.units)),
            ("lists", seal(&lists)),
        ];
        parts.into_iter().map(|(part, seal)| (part.to_owned(), seal)).collect()
    }

    /// The seal of everything, as it should be.
    fn own_seal(&self) -> String {
        seal(&(&self.form, &self.seals))
    }

    /// Seals all parts anew.
    fn sealed(mut self) -> Self {
        for list in &mut self.lists {
            list.seal = list.own_seal();
        }
        self.seals = self.own_seals();
        self.seal = self.own_seal();
        self
    }
}

/// The hash of a value in its one form.
fn seal(value: &impl Serialize) -> String {
    let text = serde_json::to_string(value).unwrap_or_default();
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}
