//! Judges everything that was sent to an event: one verdict for each, and what only shows when all
//! lists are seen together.

use std::collections::HashMap;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::builder;
use crate::desk::finding::{Finding, compare};
use crate::desk::read::{Question, ReadHints, TextKind, TextReader};
use crate::desk::submission::{Content, Submission, content_of};
use crate::desk::together::{SharedCount, shared_counts, teams_of_folders};
use crate::desk::wording;
use crate::diagnostic::Severity;
use crate::engine::Ruleset;
use crate::list::load_list;
use crate::model::{Event, EventId, ExprKind, Game};
use crate::source::{SourceId, Sources};
use crate::views::{Amount, EventView, Paper, UnitRow, data_mark, event as event_view, mark_of};
use crate::workspace::GameData;

/// What the desk says about a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DeskVerdict {
    /// It may be played.
    Legal,
    /// It breaks rules.
    Illegal,
    /// Somebody must answer questions first.
    Questions,
    /// It is no list.
    NotAList,
    /// It cannot be read.
    Unreadable,
}

impl DeskVerdict {
    /// Whether it may be played.
    pub(crate) fn is_legal(self) -> bool {
        self == DeskVerdict::Legal
    }
}

/// An issue as the desk tells it.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct DeskIssue {
    /// Error, warning or note.
    pub(crate) severity: Severity,
    /// The diagnostic code.
    pub(crate) code: String,
    /// What is wrong.
    pub(crate) message: String,
    /// The rules cited.
    pub(crate) rules: Vec<String>,
    /// What the rule says, in words.
    pub(crate) rule_words: Option<String>,
    /// What was counted.
    pub(crate) counted: Vec<String>,
    /// Changes that mend it, without places in a file that the player never saw.
    pub(crate) fixes: Vec<String>,
}

/// A question as the desk asks it.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct DeskQuestion {
    /// In words.
    pub(crate) text: String,
    /// What it may be.
    pub(crate) candidates: Vec<String>,
}

/// A submission with its verdict.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct DeskEntry {
    /// From 1, in the order of the files.
    pub(crate) number: usize,
    /// Where it came from.
    pub(crate) origin: String,
    /// Who sent it; the name of the file if nothing tells.
    pub(crate) player: String,
    /// The player's team.
    pub(crate) team: Option<String>,
    /// Which of the lists of the event it is, if each player has several.
    pub(crate) part: Option<String>,
    /// The title of the faction.
    pub(crate) faction: Option<String>,
    /// What the army costs.
    pub(crate) points: Option<Amount>,
    /// What the desk says.
    pub(crate) verdict: DeskVerdict,
    /// What is wrong.
    pub(crate) issues: Vec<DeskIssue>,
    /// What must be answered.
    pub(crate) questions: Vec<DeskQuestion>,
    /// Statements of the text that are wrong.
    pub(crate) remarks: Vec<String>,
    /// Why it cannot be read.
    pub(crate) fault: Option<String>,
    /// Found across lists: the same player twice, the same army.
    pub(crate) findings: Vec<Finding>,
    /// The fingerprint of the army.
    pub(crate) fingerprint: Option<String>,
    /// The mark of the data it was judged by.
    pub(crate) data: Option<String>,
    /// The titles of the units.
    pub(crate) units: Vec<String>,
    /// The list in YAML.
    pub(crate) list: Option<String>,
    /// The lines of the text at which further lists begin.
    #[serde(skip)]
    pub(crate) begins: Vec<usize>,
    /// What it has of what the event counts over several lists.
    #[serde(skip)]
    pub(crate) shared: Vec<SharedCount>,
}

impl DeskEntry {
    /// The first thing that somebody must look at.
    pub(crate) fn first_issue(&self) -> String {
        let error = self.issues.iter().find(|issue| issue.severity == Severity::Error);
        let first = self
            .fault
            .clone()
            .or_else(|| self.questions.first().map(|question| question.text.clone()));
        let first = first.or_else(|| error.map(|issue| issue.message.clone()));
        first.or_else(|| self.findings.first().map(Finding::words)).unwrap_or_default()
    }
}

/// An event made ready to judge lists.
pub(crate) struct EventDesk<'g> {
    rules: Ruleset<'g>,
    reader: TextReader<'g>,
    sources: &'g Sources,
    /// The id of the event.
    pub(crate) event: String,
    /// The title of the event.
    pub(crate) title: String,
    /// Its version, as people name it.
    pub(crate) version: Option<String>,
    id: EventId,
    hints: ReadHints,
    /// The titles of units by their ids.
    units: HashMap<&'g str, &'g str>,
}

impl<'g> EventDesk<'g> {
    /// The desk of an event of a game; none if the game has no event of this id.
    pub(crate) fn new(loaded: &'g GameData, event: &str) -> Option<Self> {
        let game = &*loaded.game;
        let (id, found) = game.events.iter().find(|(_, known)| known.id == event)?;
        let charts = &found.charts;
        let hints = ReadHints {
            event: Some(event.to_owned()),
            // With one chart and one number of points nobody need state them.
            chart: (charts.len() == 1)
                .then(|| charts.first().map(|chart| game.charts[*chart].id.clone()))
                .flatten(),
            points: points(loaded, id),
            faction: None,
        };
        Some(EventDesk {
            rules: Ruleset::new(game),
            reader: TextReader::for_event(game, event),
            sources: &loaded.sources,
            event: event.to_owned(),
            title: found.title.clone(),
            version: found.version.clone(),
            id,
            hints,
            units: game.units().map(|(_, unit)| (unit.id.as_str(), unit.title.as_str())).collect(),
        })
    }

    /// Judges all submissions on all cores, in order. `done` is called after each.
    pub(crate) fn judge(
        &self,
        submissions: &[Submission],
        done: &(dyn Fn() + Sync),
    ) -> Vec<DeskEntry> {
        let numbered: Vec<(usize, &Submission)> = submissions.iter().enumerate().collect();
        let judge = |(at, submission): &(usize, &Submission)| {
            let entry = self.entry(at + 1, submission);
            // Several lists, one below the other, are judged one by one.
            let entries = match entry.begins.as_slice() {
                [] => vec![entry],
                begins => {
                    let parts = submission.parted(begins);
                    parts.iter().map(|part| self.entry(at + 1, part)).collect()
                }
            };
            done();
            entries
        };
        let judged: Vec<Vec<DeskEntry>> = numbered.par_iter().map(judge).collect();
        let mut entries: Vec<DeskEntry> = judged.into_iter().flatten().collect();
        for (at, entry) in entries.iter_mut().enumerate() {
            entry.number = at + 1;
        }
        if self.model().teams.is_some() {
            teams_of_folders(&mut entries);
        }
        self.compare(&mut entries);
        entries
    }

    /// Judges one submission alone.
    pub(crate) fn entry(&self, number: usize, submission: &Submission) -> DeskEntry {
        let file = submission.origin.rsplit(['/', '\\']).next().unwrap_or_default();
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        let mut entry = DeskEntry {
            number,
            origin: submission.origin.clone(),
            player: submission.player.clone().unwrap_or_else(|| stem.to_owned()),
            team: submission.team.clone(),
            part: None,
            faction: None,
            points: None,
            verdict: DeskVerdict::Unreadable,
            issues: Vec::new(),
            questions: Vec::new(),
            remarks: Vec::new(),
            fault: None,
            findings: Vec::new(),
            fingerprint: None,
            data: None,
            units: Vec::new(),
            list: None,
            begins: Vec::new(),
            shared: Vec::new(),
        };
        let is_named = submission.player.is_some();
        if let (false, Some(sender)) = (is_named, &submission.sender) {
            entry.player.clone_from(sender);
        }
        match &submission.content {
            Content::Unreadable(fault) => entry.fault = Some(wording::fault(*fault).to_owned()),
            Content::List(text) => self.judge_list(&mut entry, submission, text),
            Content::Text(text) => self.judge_text(&mut entry, submission, text),
        }
        entry
    }

    /// What players must know of the event.
    pub(crate) fn view(&self) -> EventView {
        event_view(self.rules.book.game, self.id)
    }

    /// Everything that shows only when all lists are seen together.
    pub(crate) fn compare(&self, entries: &mut [DeskEntry]) {
        compare(self, entries);
        self.judge_players(entries);
    }

    /// The event as its data says it.
    pub(crate) fn model(&self) -> &'g Event {
        &self.rules.book.game.events[self.id]
    }

    /// The deadline for lists, in milliseconds since 1970.
    pub(crate) fn closes(&self) -> Option<i64> {
        self.model().deadline.as_ref().map(|deadline| deadline.at)
    }

    /// The mark of the data that lists are judged by.
    pub(crate) fn data_mark(&self) -> String {
        data_mark(self.rules.book.game)
    }

    /// The mark of the event itself, whatever is said about it in words.
    pub(crate) fn own_mark(&self) -> String {
        let view = self.view();
        let text = serde_json::to_string(&view).unwrap_or_default();
        mark_of(text.as_bytes())
    }

    /// The game.
    pub(crate) fn game(&self) -> &'g Game {
        self.rules.book.game
    }

    /// The game made ready.
    pub(crate) fn rules(&self) -> &Ruleset<'g> {
        &self.rules
    }

    /// The texts of the game.
    pub(crate) fn sources(&self) -> &'g Sources {
        self.sources
    }

    pub(super) fn id(&self) -> EventId {
        self.id
    }

    /// What a text leaves open.
    pub(crate) fn questions(&self, text: &str) -> Vec<Question> {
        match content_of(text) {
            Content::Text(text) => self.reader.read(&text, &self.hints).questions,
            Content::List(_) | Content::Unreadable(_) => Vec::new(),
        }
    }

    fn judge_text(&self, entry: &mut DeskEntry, submission: &Submission, text: &str) {
        let reading = self.reader.read(text, &self.hints);
        let title = reading.title.as_ref().filter(|_| submission.is_part);
        if let (Some(player), None) = (reading.player.as_ref().or(title), &submission.player) {
            entry.player.clone_from(player);
        }
        entry.begins = reading.begins;
        entry.team = entry.team.take().or(reading.team);
        entry.remarks = reading.remarks.iter().map(wording::remark).collect();
        if reading.kind == TextKind::NotAList {
            entry.verdict = DeskVerdict::NotAList;
            entry.fault = Some(wording::NOT_A_LIST.to_owned());
            return;
        }
        if let Some(list) = &reading.list {
            self.judge_list(entry, submission, list);
        }
        entry.questions = reading
            .questions
            .iter()
            .map(|question| DeskQuestion {
                text: wording::ask(question),
                candidates: question.candidates.iter().map(|named| named.title.clone()).collect(),
            })
            .collect();
        if !entry.questions.is_empty() {
            entry.verdict = DeskVerdict::Questions;
        }
    }

    fn judge_list(&self, entry: &mut DeskEntry, submission: &Submission, text: &str) {
        let sources = self.sources.with_list_of(&Sources::of_list(&submission.origin, text));
        let (list, found) = load_list(&sources, SourceId::LIST);
        entry.list = Some(text.to_owned());
        let Some(mut list) = list else {
            entry.fault = found.first().map(|found| found.message.clone());
            return;
        };
        if list.system.value != self.rules.book.game.id {
            entry.verdict = DeskVerdict::Illegal;
            entry.fault =
                Some(wording::other_game(&list.system.value, &self.rules.book.game.title));
            return;
        }
        if let (Some(player), None) = (&list.player, &submission.player) {
            entry.player.clone_from(&player.value);
        }
        // Whatever the list says: it is judged by this event.
        let part = self.part_of(&list, &submission.origin);
        let event = &self.game().events[part];
        list.event = Some(list.added(event.id.clone()));
        entry.part = (part != self.id).then(|| self.part_title(part));
        entry.shared = shared_counts(&self.rules.session(&list), self.model());
        let report = builder::judge(&self.rules, &sources, SourceId::LIST, &list, &found);
        entry.verdict = match (report.readable, report.legal) {
            (false, _) => DeskVerdict::Unreadable,
            (true, false) => DeskVerdict::Illegal,
            (true, true) => DeskVerdict::Legal,
        };
        entry.faction.clone_from(&report.titles.faction);
        entry.points.clone_from(&report.points);
        entry.fingerprint.clone_from(&report.fingerprint);
        entry.data.clone_from(&report.data);
        entry.issues = report
            .issues
            .iter()
            .map(|issue| DeskIssue {
                severity: issue.severity,
                code: issue.code.name.to_owned(),
                message: issue.message.clone(),
                rules: issue.cites.clone(),
                rule_words: issue.rule_words.clone(),
                counted: issue.counted.iter().map(|counted| counted.what.clone()).collect(),
                fixes: issue.plain_fixes.clone(),
            })
            .collect();
        let title = |unit: &UnitRow| match self.units.get(unit.unit.as_str()) {
            Some(title) => (*title).to_owned(),
            None => unit.name.clone(),
        };
        entry.units = report.units.iter().map(title).collect();
    }

    /// Everything a printout of a list may show; none if it cannot be read.
    pub(crate) fn paper(&self, list: &str) -> Option<Paper> {
        let sources = self.sources.with_list_of(&Sources::of_list("list.yaml", list));
        let (read, _) = load_list(&sources, SourceId::LIST);
        let mut read = read.filter(|list| list.system.value == self.rules.book.game.id)?;
        let part = self.part_of(&read, "");
        read.event = Some(read.added(self.game().events[part].id.clone()));
        builder::draft_paper(&self.rules, &sources, SourceId::LIST, &read).ok()
    }
}

/// The points of an event, if there is only one number.
fn points(loaded: &GameData, event: EventId) -> Option<i64> {
    let range = loaded.game.events[event].points.as_ref()?;
    let number = |bound: &crate::model::Expr| match &bound.kind {
        ExprKind::Number(number) => Some(*number),
        _ => None,
    };
    let low = range.low.as_ref().and_then(number)?;
    let high = range.high.as_ref().and_then(number)?;
    (low == high).then_some(low)
}
