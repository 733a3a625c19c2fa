//! What has changed since lists were locked.

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde::Serialize;

use super::lock::costs;
use super::{LockedList, Manifest, Marked, PublicKey};
use crate::desk::event::{DeskEntry, DeskVerdict, EventDesk};
use crate::desk::finding::{Finding, told};
use crate::desk::output::verdict_words;
use crate::desk::read::fold::fold;
use crate::desk::submission::{Content, Submission};
use crate::list::from_link;
use crate::views::{Paper, difference};

/// Everything that is not as it was.
#[derive(Debug, Serialize)]
pub(crate) struct Verification {
    /// Whether the manifest is signed by the key that was given, and nothing changed at all.
    pub(crate) is_unchanged: bool,
    /// Whether nothing was found, whatever that is worth without a signature.
    pub(crate) is_same: bool,
    /// What was found.
    pub(crate) changes: Vec<ManifestChange>,
    /// How many lists are as they were.
    pub(crate) same_lists: usize,
}

/// One thing that is not as it was, or that cannot be relied on.
#[derive(Debug, Serialize)]
pub(crate) struct ManifestChange {
    /// What kind of thing.
    pub(crate) kind: ManifestChangeKind,
    /// The number of the list in the manifest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) number: Option<usize>,
    /// The player, the unit, the part of the manifest.
    pub(crate) what: String,
    /// In words.
    pub(crate) text: String,
    /// What differs, a line each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) details: Vec<String>,
}

/// What changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ManifestChangeKind {
    /// The manifest itself.
    Manifest,
    /// Its signature: missing, wrong or of another key.
    Signature,
    /// The event.
    Event,
    /// The data of the game.
    Data,
    /// A unit of the data.
    Unit,
    /// A list: another army was sent.
    List,
    /// A locked list that was not sent.
    Missing,
    /// A list that was not locked.
    New,
    /// What a locked list costs.
    Points,
    /// The verdict on a locked list.
    Verdict,
}

impl ManifestChangeKind {
    /// Whether it says that something is not as it was. A missing signature only says that nobody
    /// knows.
    fn is_change(self) -> bool {
        self != ManifestChangeKind::Signature
    }
}

fn change(kind: ManifestChangeKind, what: &str, text: String) -> ManifestChange {
    ManifestChange { kind, number: None, what: what.to_owned(), text, details: Vec::new() }
}

fn of_list(
    kind: ManifestChangeKind,
    list: &LockedList,
    text: &str,
    details: Vec<String>,
) -> ManifestChange {
    let text = format!("{}: {text}", list.player);
    ManifestChange { kind, number: Some(list.number), what: list.player.clone(), text, details }
}

impl EventDesk<'_> {
    /// Compares a manifest with itself, with the data of today, and with lists if there are any.
    pub(crate) fn verify(
        &self,
        bytes: &[u8],
        manifest: &Manifest,
        sent: Option<&[DeskEntry]>,
        key: Option<&PublicKey>,
    ) -> Verification {
        let mut changes = manifest.damage(bytes);
        let is_trusted = manifest.check_signature(key, &mut changes);
        self.compare_data(manifest, &mut changes);
        let (judged, same) = self.rejudged(manifest);
        changes.extend(judged);
        let mut same_lists = same;
        if let Some(sent) = sent {
            let others = self.compare_lists(manifest, sent);
            let changed =
                others.iter().filter(|change| change.kind != ManifestChangeKind::New).count();
            same_lists = same.min(manifest.lists.len().saturating_sub(changed));
            changes.extend(others);
        }
        let is_same = !changes.iter().any(|change| change.kind.is_change());
        Verification { is_unchanged: is_same && is_trusted, is_same, changes, same_lists }
    }

    /// What new data does to locked lists: what they cost, and whether they are legal. The number
    /// of those that are as they were.
    pub(crate) fn rejudged(&self, manifest: &Manifest) -> (Vec<ManifestChange>, usize) {
        let judged: Vec<Vec<ManifestChange>> =
            manifest.lists.par_iter().map(|list| self.rejudge(list)).collect();
        let same = judged.iter().filter(|changes| changes.is_empty()).count();
        (judged.into_iter().flatten().collect(), same)
    }

    fn rejudge(&self, list: &LockedList) -> Vec<ManifestChange> {
        let mut changes = Vec::new();
        let Some(link) = &list.list else { return changes };
        let Ok(text) = from_link(link) else {
            let text = "the list in the manifest is damaged";
            changes.push(of_list(ManifestChangeKind::Manifest, list, text, Vec::new()));
            return changes;
        };
        let entry = self.judge_again(list, text.clone());
        if entry.fingerprint.is_some() && entry.fingerprint != list.fingerprint {
            let code = |code: &Option<String>| code.clone().unwrap_or_else(|| "none".to_owned());
            let (was, is) = (code(&list.fingerprint), code(&entry.fingerprint));
            let text = format!("the list in the manifest is the army {is}, not {was}");
            changes.push(of_list(ManifestChangeKind::Manifest, list, &text, Vec::new()));
        }
        let points = entry.points.map(|points| points.to_string());
        if points != list.points {
            let number = |points: &Option<String>| points.clone().unwrap_or_else(|| "?".to_owned());
            let text = format!("{} → {} points", number(&list.points), number(&points));
            let details = self.paper(&text_of(link)).map(|paper| repriced(list, &paper));
            changes.push(of_list(
                ManifestChangeKind::Points,
                list,
                &text,
                details.unwrap_or_default(),
            ));
        }
        // The organiser who locked the list answered its questions.
        let was = match list.verdict {
            DeskVerdict::Questions => entry.verdict,
            verdict => verdict,
        };
        if entry.verdict != was {
            let (was, is) = (verdict_words(was), verdict_words(entry.verdict));
            let mut text = format!("{was} → {is}");
            if let Some(decision) = &list.decision {
                text += &format!(
                    " (decided to be {}: {})",
                    verdict_words(decision.verdict),
                    decision.reason
                );
            }
            let details = vec![entry.first_issue()];
            let details = details.into_iter().filter(|issue| !issue.is_empty()).collect();
            changes.push(of_list(ManifestChangeKind::Verdict, list, &text, details));
        }
        changes
    }

    fn judge_again(&self, list: &LockedList, text: String) -> DeskEntry {
        let submission = Submission {
            origin: "list.yaml".to_owned(),
            player: Some(list.player.clone()),
            team: list.team.clone(),
            sender: None,
            is_part: false,
            content: Content::List(text),
        };
        self.entry(list.number, &submission)
    }

    fn compare_data(&self, manifest: &Manifest, changes: &mut Vec<ManifestChange>) {
        let differs = |was: &Marked, is: &Marked| {
            let version = |marked: &Marked| match &marked.version {
                Some(version) => format!("version {version}, {}", marked.mark),
                None => marked.mark.clone(),
            };
            let is_same = was.id == is.id && was.mark == is.mark && was.version == is.version;
            (!is_same).then(|| format!("{} → {}", version(was), version(is)))
        };
        let event = self.event_mark();
        if let Some(text) = differs(&manifest.event, &event) {
            let text = format!("the event {} changed: {text}", event.title);
            changes.push(change(ManifestChangeKind::Event, &event.id, text));
        }
        let game = self.game_mark();
        let Some(text) = differs(&manifest.game, &game) else { return };
        let mut found = Vec::new();
        let units = self.unit_marks();
        for (id, was) in &manifest.units {
            let text = match units.get(id) {
                None => format!("{} is no longer there", was.title),
                Some(is) if is.points != was.points => {
                    let number =
                        |points: &Option<String>| points.clone().unwrap_or_else(|| "?".to_owned());
                    let (before, after) = (number(&was.points), number(&is.points));
                    format!("{} costs {after} at least, not {before}", is.title)
                }
                Some(is) if is.mark != was.mark => format!("{} is not what it was", is.title),
                Some(_) => continue,
            };
            found.push(change(ManifestChangeKind::Unit, id, text));
        }
        for (id, is) in units.iter().filter(|(id, _)| !manifest.units.contains_key(*id)) {
            found.push(change(ManifestChangeKind::Unit, id, format!("{} is new", is.title)));
        }
        let mut text = format!("the data of {} changed: {text}", game.title);
        if found.is_empty() {
            text += "; no unit did, so it is a rule, a chart or a text";
        }
        changes.push(change(ManifestChangeKind::Data, &game.id, text));
        changes.extend(found);
    }

    /// Compares the lists that were locked with those that were sent.
    fn compare_lists(&self, manifest: &Manifest, sent: &[DeskEntry]) -> Vec<ManifestChange> {
        let mut changes = Vec::new();
        let mut of_player: BTreeMap<String, Vec<&DeskEntry>> = BTreeMap::new();
        for entry in sent {
            of_player.entry(fold(&entry.player)).or_default().push(entry);
        }
        // The same armies first: a player may have sent several lists.
        let mut left: Vec<&LockedList> = Vec::new();
        for list in &manifest.lists {
            let own = of_player.get_mut(&fold(&list.player));
            let same = own.and_then(|own| {
                let at = own.iter().position(|entry| is_same(list, entry))?;
                Some(own.remove(at))
            });
            if same.is_none() {
                left.push(list);
            }
        }
        for list in left {
            let own = of_player.get_mut(&fold(&list.player)).filter(|own| !own.is_empty());
            match own.map(|own| own.remove(0)) {
                Some(entry) => {
                    let text = "another list than the one that was locked";
                    let details = self.changes(list, entry);
                    changes.push(of_list(ManifestChangeKind::List, list, text, details));
                }
                None => {
                    let text = "the locked list was not sent";
                    changes.push(of_list(ManifestChangeKind::Missing, list, text, Vec::new()));
                }
            }
        }
        for entry in of_player.into_values().flatten() {
            let text = format!("{}: this list was not locked ({})", entry.player, entry.origin);
            changes.push(change(ManifestChangeKind::New, &entry.player, text));
        }
        changes
    }

    /// Points out the lists that are not those of a manifest, such as that of the last round.
    pub(crate) fn find_changes(&self, manifest: &Manifest, entries: &mut [DeskEntry]) {
        for entry in entries {
            let player = fold(&entry.player);
            let own: Vec<&LockedList> =
                manifest.lists.iter().filter(|list| fold(&list.player) == player).collect();
            if own.iter().any(|list| is_same(list, entry)) {
                continue;
            }
            if let Some(list) = own.first() {
                let finding = Finding::changed_since(self.changes(list, entry));
                entry.findings.push(finding);
            }
        }
    }

    /// What a list changes in the one that was locked, in words.
    fn changes(&self, list: &LockedList, entry: &DeskEntry) -> Vec<String> {
        let before = list.list.as_deref().and_then(|link| self.paper(&text_of(link)));
        let after = entry.list.as_deref().and_then(|list| self.paper(list));
        match before.zip(after) {
            Some((before, after)) => told(difference(&before, &after).lines()),
            None => entry.fault.iter().cloned().collect(),
        }
    }
}

fn text_of(link: &str) -> String {
    from_link(link).unwrap_or_default()
}

/// Whether a list is the army that was locked. What nobody could read is compared by its text.
fn is_same(list: &LockedList, entry: &DeskEntry) -> bool {
    match (&list.fingerprint, &entry.fingerprint) {
        (Some(was), Some(is)) => was == is,
        (None, None) => list.list.as_deref().map(text_of) == entry.list,
        _ => false,
    }
}

/// The units that cost something else now.
fn repriced(list: &LockedList, paper: &Paper) -> Vec<String> {
    let groups = paper.forces.iter().flat_map(|force| &force.groups);
    let now = costs(paper);
    let changed = groups.flat_map(|group| &group.units).filter_map(|unit| {
        let (was, is) = (list.costs.get(&unit.id)?, now.get(&unit.id)?);
        (was != is).then(|| format!("{}: {was} → {is} {}", unit.name, paper.currency))
    });
    told(changed.collect())
}

impl Manifest {
    /// What was changed in it since it was written.
    fn damage(&self, bytes: &[u8]) -> Vec<ManifestChange> {
        let mut changes = Vec::new();
        let mut damaged = |what: &str, text: String| {
            changes.push(change(ManifestChangeKind::Manifest, what, text));
        };
        for list in self.lists.iter().filter(|list| list.seal != list.own_seal()) {
            let (number, player) = (list.number, &list.player);
            damaged(player, format!("the manifest was changed: list {number} of {player}"));
        }
        let (seals, own) = (&self.seals, self.own_seals());
        for (part, seal) in &own {
            if seals.get(part) != Some(seal) {
                let what = match part.as_str() {
                    "event" => "what it says of the event",
                    "game" => "what it says of the data",
                    "locked" => "when the lists were locked",
                    "units" => "what it says of the units of the game",
                    _ => "which lists it holds, or a seal of one",
                };
                damaged(part, format!("the manifest was changed: {what}"));
            }
        }
        for part in seals.keys().filter(|part| !own.contains_key(*part)) {
            damaged(part, format!("the manifest was changed: it has a seal of no part, `{part}`"));
        }
        if self.seal != self.own_seal() {
            damaged("seal", "the manifest was changed: its seal".to_owned());
        }
        let text = self.text();
        if changes.is_empty() && text.as_bytes() != bytes {
            let lines = text.as_bytes().split(|byte| *byte == b'\n');
            let mut own = bytes.split(|byte| *byte == b'\n').zip(lines);
            let line = own.position(|(one, other)| one != other);
            let line = line.map_or_else(|| "its end".to_owned(), |at| format!("line {}", at + 1));
            let text = format!("the manifest was changed: {line} is not written as it was");
            changes.push(change(ManifestChangeKind::Manifest, "text", text));
        }
        changes
    }

    /// Whether the key that was given has signed it.
    fn check_signature(&self, key: Option<&PublicKey>, changes: &mut Vec<ManifestChange>) -> bool {
        let mut tell = |what: &str, text: &str| {
            changes.push(change(ManifestChangeKind::Signature, what, text.to_owned()));
        };
        let Some(signature) = &self.signature else {
            tell(
                "missing",
                "the manifest is not signed: whoever could change it could also seal it anew",
            );
            return false;
        };
        let Ok(own) = PublicKey::read(&signature.key) else {
            tell("wrong", "the signature names no key");
            return false;
        };
        if !own.has_signed(&self.seal, &signature.signature) {
            tell("wrong", "the signature does not fit: the manifest or the signature was changed");
            return false;
        }
        match key {
            Some(key) if *key == own => true,
            Some(_) => {
                tell("other", "the manifest is signed with another key than the one given");
                false
            }
            None => {
                let key = own.text();
                let text = format!(
                    "the manifest is signed with {}; compare that with the key of the organiser, \
                     or give it with --key",
                    key.trim()
                );
                tell("unknown", &text);
                false
            }
        }
    }
}
