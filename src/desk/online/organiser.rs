//! The calls of organisers: the table, the proofs, decisions, locking, publishing.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::{Ask, CallResult, OnlineDesk, Refusal, asked, json};
use crate::desk::event::{DeskEntry, DeskVerdict};
use crate::desk::finding::Finding;
use crate::desk::store::{Decision, Locked, Record, Revision, Sent};
use crate::render::{OutputFormat, PrintJob, Renderer, Sheet};
use crate::views::Amount;

/// The longest reason, in characters.
const LONGEST_REASON: usize = 500;

/// A player in the table.
#[derive(Serialize)]
struct PlayerRow<'e> {
    id: &'e str,
    number: usize,
    player: &'e str,
    team: Option<&'e str>,
    faction: Option<&'e str>,
    points: Option<Amount>,
    verdict: DeskVerdict,
    decision: Option<&'e Decision>,
    first_issue: String,
    findings: &'e [Finding],
    fingerprint: Option<&'e str>,
    units: &'e [String],
    sent: i64,
    revision: i64,
    /// Sent again after the lists were locked.
    is_later: bool,
}

#[derive(Serialize)]
struct ListsAnswer<'e> {
    rows: Vec<PlayerRow<'e>>,
    locked: Option<i64>,
    is_published: bool,
}

#[derive(Serialize)]
struct ListAnswer<'e> {
    entry: &'e DeskEntry,
    revisions: &'e [Revision],
    decision: Option<&'e Decision>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListAsk {
    id: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DecideAsk {
    id: String,
    decision: Option<Decision>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AnswerAsk {
    id: String,
    /// Which candidate a question gets: numbers from 0.
    answer: (usize, usize),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SwitchAsk {
    on: bool,
}

/// A list as everybody sees it after publication.
#[derive(Serialize)]
struct PublishedList {
    player: String,
    team: Option<String>,
    faction: Option<String>,
    points: Option<Amount>,
    fingerprint: Option<String>,
    /// What an opponent may know.
    roster: String,
}

impl OnlineDesk<'_> {
    /// The lists that take part.
    pub(super) fn taking_part(&self) -> Result<Vec<Record>, Refusal> {
        let mut records = self.store.records()?;
        records.retain(|record| !record.latest.is_withdrawn);
        Ok(records)
    }

    /// The lists that count: those of the lock, as they were then.
    pub(super) fn counting(&self) -> Result<Vec<Record>, Refusal> {
        let Some(locked) = self.store.locked()? else { return self.taking_part() };
        let mut records = Vec::new();
        for (id, number) in locked.lists {
            let revisions = self.store.revisions(&id)?;
            let latest = revisions.into_iter().find(|revision| revision.number == number);
            records.extend(latest.map(|latest| Record { id, latest }));
        }
        Ok(records)
    }

    pub(super) fn lists(&self, ask: &Ask<'_>) -> CallResult {
        self.check_organiser(ask)?;
        let records = self.taking_part()?;
        let entries = self.verdicts.all(&self.desk, &records);
        let decisions: HashMap<String, Decision> = self.store.decisions()?.into_iter().collect();
        let locked = self.store.locked()?;
        let row = |(record, entry)| row(record, entry, &decisions, locked.as_ref());
        json(&ListsAnswer {
            rows: records.iter().zip(&entries).map(row).collect(),
            locked: locked.as_ref().map(|locked| locked.at),
            is_published: self.store.is_published()?,
        })
    }

    pub(super) fn list(&self, ask: &Ask<'_>) -> CallResult {
        self.check_organiser(ask)?;
        let asked: ListAsk = asked(ask)?;
        let revisions = self.store.revisions(&asked.id)?;
        let latest = revisions.last().cloned().ok_or(Refusal::Unknown)?;
        let record = Record { id: asked.id, latest };
        let decisions = self.store.decisions()?;
        let decision = decisions.iter().find(|(id, _)| *id == record.id);
        json(&ListAnswer {
            entry: &self.verdicts.of(&self.desk, &record),
            revisions: &revisions,
            decision: decision.map(|(_, decision)| decision),
        })
    }

    pub(super) fn decide(&self, ask: &Ask<'_>) -> CallResult {
        self.check_organiser(ask)?;
        let asked: DecideAsk = asked(ask)?;
        if let Some(decision) = &asked.decision {
            if !["legal", "illegal"].contains(&decision.verdict.as_str()) {
                return Err(Refusal::Senseless("a list is decided to be legal or illegal"));
            }
            if decision.reason.trim().is_empty() {
                return Err(Refusal::Senseless("state a reason"));
            }
            if decision.reason.chars().count() > LONGEST_REASON {
                return Err(Refusal::TooLong("reason"));
            }
        }
        self.store.player_hash(&asked.id)?.ok_or(Refusal::Unknown)?;
        self.store.decide(&asked.id, asked.decision.as_ref(), ask.now)?;
        self.lists(ask)
    }

    /// Answers a question of a list in the player's stead: a further revision, which the player
    /// sees.
    pub(super) fn answer_question(&self, ask: &Ask<'_>) -> CallResult {
        self.check_organiser(ask)?;
        let asked: AnswerAsk = asked(ask)?;
        if self.store.locked()?.is_some() {
            return Err(Refusal::Senseless("the lists are locked"));
        }
        let revisions = self.store.revisions(&asked.id)?;
        let latest = revisions.last().ok_or(Refusal::Unknown)?;
        let list = self.with_answer(&latest.list, asked.answer)?;
        let (name, team) = (&latest.name, &latest.team);
        let sent = Sent { name, team, list: &list, is_withdrawn: latest.is_withdrawn };
        self.store.revise(&asked.id, &sent, ask.now)?;
        self.lists(ask)
    }

    pub(super) fn lock(&self, ask: &Ask<'_>) -> CallResult {
        self.check_organiser(ask)?;
        let asked: SwitchAsk = asked(ask)?;
        if asked.on && self.store.locked()?.is_none() {
            let lists = self.taking_part()?;
            let lists = lists.into_iter().map(|record| (record.id, record.latest.number));
            let locked = Locked {
                at: ask.now,
                event: self.desk.version.clone(),
                data: self.desk.data_mark(),
                lists: lists.collect(),
            };
            self.store.lock(Some(&locked))?;
        } else if !asked.on {
            self.store.lock(None)?;
        }
        self.lists(ask)
    }

    pub(super) fn publish(&self, ask: &Ask<'_>) -> CallResult {
        self.check_organiser(ask)?;
        let asked: SwitchAsk = asked(ask)?;
        self.store.publish(asked.on)?;
        self.lists(ask)
    }

    /// All lists, as far as opponents may know them; nothing before they are published.
    pub(super) fn published(&self) -> CallResult {
        if !self.store.is_published()? {
            return Err(Refusal::Unknown);
        }
        let records = self.counting()?;
        let entries = self.verdicts.all(&self.desk, &records);
        let renderer = Renderer::new(OutputFormat::Text, &[])
            .map_err(|error| Refusal::Store(error.to_string()))?;
        let list = |entry: DeskEntry| {
            let paper = entry.list.as_deref().and_then(|list| self.desk.paper(list));
            let job = paper.map(|paper| PrintJob {
                sheets: vec![Sheet::Roster],
                short: true,
                ..PrintJob::new(vec![paper])
            });
            PublishedList {
                player: entry.player,
                team: entry.team,
                faction: entry.faction,
                points: entry.points,
                fingerprint: entry.fingerprint,
                roster: job.and_then(|job| renderer.print(&job).ok()).unwrap_or_default(),
            }
        };
        json(&entries.into_iter().map(list).collect::<Vec<_>>())
    }
}

fn row<'e>(
    record: &'e Record,
    entry: &'e DeskEntry,
    decisions: &'e HashMap<String, Decision>,
    locked: Option<&Locked>,
) -> PlayerRow<'e> {
    let number = locked.map(|locked| locked.number_of(&record.id));
    PlayerRow {
        id: &record.id,
        number: entry.number,
        player: &entry.player,
        team: entry.team.as_deref(),
        faction: entry.faction.as_deref(),
        points: entry.points,
        verdict: entry.verdict,
        decision: decisions.get(&record.id),
        first_issue: entry.first_issue(),
        findings: &entry.findings,
        fingerprint: entry.fingerprint.as_deref(),
        units: &entry.units,
        sent: record.latest.sent,
        revision: record.latest.number,
        is_later: number.is_some_and(|number| number != Some(record.latest.number)),
    }
}
