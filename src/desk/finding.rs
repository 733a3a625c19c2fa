//! What only shows when all lists are seen together: the same player twice, the same army under two
//! names, a list that changed.

use std::collections::HashMap;

use serde::Serialize;
use serde::ser::SerializeStruct;

use crate::desk::event::{DeskEntry, EventDesk};
use crate::desk::read::fold::fold;
use crate::views::difference;

/// Something found across lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Finding {
    pub(crate) kind: FindingKind,
    /// The numbers of the other submissions, the first few of them.
    pub(crate) others: Vec<usize>,
    /// How many more there are.
    pub(crate) more: usize,
    /// Who sent them, if that is somebody else.
    pub(crate) players: Vec<String>,
    /// What differs, in words.
    pub(crate) changes: Vec<String>,
}

/// What was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FindingKind {
    /// The same army of the same player.
    SentTwice,
    /// Another list of the same player.
    SamePlayer,
    /// The army of another player.
    SameArmy,
    /// Not the list that was locked.
    ChangedSince,
}

/// How many others are named; of the rest only the number is given.
const MOST_NAMED: usize = 5;
/// Others that are counted, and lists of one player that are compared.
const MOST_COUNTED: usize = 1_000;
/// How many changes are listed.
const MOST_CHANGES: usize = 20;

impl Finding {
    /// That a list is not the one that was locked.
    pub(crate) fn changed_since(changes: Vec<String>) -> Self {
        let kind = FindingKind::ChangedSince;
        Finding { kind, others: Vec::new(), more: 0, players: Vec::new(), changes }
    }

    /// In a sentence.
    pub(crate) fn words(&self) -> String {
        let number = |(at, number): (usize, &usize)| match self.players.get(at) {
            Some(player) => format!("{number} ({player})"),
            None => number.to_string(),
        };
        let numbers: Vec<String> = self.others.iter().enumerate().map(number).collect();
        let more = if self.more > 0 { format!(" and {} more", self.more) } else { String::new() };
        let others = match numbers.as_slice() {
            [only] if self.more == 0 => format!("number {only}"),
            numbers => format!("numbers {}{more}", numbers.join(", ")),
        };
        let mut text = match self.kind {
            FindingKind::SentTwice => {
                format!("sent twice: {others} is the same army of this player")
            }
            FindingKind::SamePlayer => format!("the same player sent another list: {others}"),
            FindingKind::SameArmy => format!("the same army as {others}"),
            FindingKind::ChangedSince => "not the list that was locked".to_owned(),
        };
        if !self.changes.is_empty() {
            text += &format!(" ({})", self.changes.join("; "));
        }
        text
    }
}

/// With the sentence, for templates and pages.
impl Serialize for Finding {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Finding", 5)?;
        fields.serialize_field("kind", &self.kind)?;
        fields.serialize_field("others", &self.others)?;
        fields.serialize_field("more", &self.more)?;
        fields.serialize_field("changes", &self.changes)?;
        fields.serialize_field("text", &self.words())?;
        fields.end()
    }
}

/// Finds the same player twice and the same army under two names.
pub(crate) fn compare(desk: &EventDesk<'_>, entries: &mut [DeskEntry]) {
    let players: Vec<String> = entries.iter().map(|entry| fold(&entry.player)).collect();
    // Each player may have several lists.
    let part = |entry: &DeskEntry| entry.part.as_deref().map(fold).unwrap_or_default();
    let lists: Vec<String> = players
        .iter()
        .zip(&*entries)
        .map(|(player, entry)| match player.is_empty() {
            true => String::new(),
            false => format!("{player}\n{}", part(entry)),
        })
        .collect();
    let named = lists.iter().enumerate().filter(|(_, player)| !player.is_empty());
    let by_player = grouped(named.map(|(at, player)| (player.as_str(), at)));
    let armies: Vec<Option<String>> =
        entries.iter().map(|entry| entry.fingerprint.clone()).collect();
    let known = armies.iter().enumerate();
    let by_army = grouped(known.filter_map(|(at, army)| Some((army.as_deref()?, at))));
    let mut found: Vec<(usize, Finding)> = Vec::new();
    for group in by_player.values().filter(|group| group.len() > 1) {
        for at in group {
            let own = armies.get(*at).and_then(Option::as_ref);
            let has_same =
                |other: &usize| own.is_some() && armies.get(*other).and_then(Option::as_ref) == own;
            let others = group.iter().filter(|other| *other != at).take(MOST_COUNTED);
            let (twice, others): (Vec<usize>, Vec<usize>) =
                others.partition(|other| has_same(other));
            found.extend(finding(FindingKind::SentTwice, &twice).map(|finding| (*at, finding)));
            if let Some(mut finding) = finding(FindingKind::SamePlayer, &others) {
                // The earlier list is compared with the later one.
                let earlier = others.iter().filter(|other| *other < at).max();
                if let Some(earlier) = earlier.filter(|_| found.len() < MOST_COUNTED) {
                    finding.changes = changes(desk, entries.get(*earlier), entries.get(*at));
                }
                found.push((*at, finding));
            }
        }
    }
    for group in by_army.values().filter(|group| group.len() > 1) {
        for at in group {
            let is_other = |other: &&usize| players.get(**other) != players.get(*at);
            let others: Vec<usize> =
                group.iter().filter(is_other).take(MOST_COUNTED).copied().collect();
            let Some(mut finding) = finding(FindingKind::SameArmy, &others) else { continue };
            let names = others.iter().take(MOST_NAMED).filter_map(|other| entries.get(*other));
            finding.players = names.map(|entry| entry.player.clone()).collect();
            found.push((*at, finding));
        }
    }
    found.sort_by_key(|(at, finding)| (*at, finding.kind as usize));
    for (at, finding) in found {
        if let Some(entry) = entries.get_mut(at) {
            entry.findings.push(finding);
        }
    }
}

fn grouped<'k>(keys: impl Iterator<Item = (&'k str, usize)>) -> HashMap<&'k str, Vec<usize>> {
    let mut groups: HashMap<&str, Vec<usize>> = HashMap::new();
    keys.for_each(|(key, at)| groups.entry(key).or_default().push(at));
    groups
}

fn finding(kind: FindingKind, others: &[usize]) -> Option<Finding> {
    let named: Vec<usize> = others.iter().take(MOST_NAMED).map(|at| at + 1).collect();
    let more = others.len() - named.len();
    let (players, changes) = (Vec::new(), Vec::new());
    (!named.is_empty()).then_some(Finding { kind, others: named, more, players, changes })
}

/// What a list changes in another, in words.
fn changes(
    desk: &EventDesk<'_>,
    before: Option<&DeskEntry>,
    after: Option<&DeskEntry>,
) -> Vec<String> {
    let paper = |entry: Option<&DeskEntry>| desk.paper(entry?.list.as_deref()?);
    match paper(before).zip(paper(after)) {
        Some((before, after)) => told(difference(&before, &after).lines()),
        None => Vec::new(),
    }
}

/// The first changes, and how many more there are.
pub(crate) fn told(mut lines: Vec<String>) -> Vec<String> {
    let more = lines.len().saturating_sub(MOST_CHANGES);
    if more > 0 {
        lines.truncate(MOST_CHANGES);
        lines.push(format!("and {more} more changes"));
    }
    lines
}
