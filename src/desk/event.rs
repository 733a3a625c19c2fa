//! Judges everything that was sent to an event: one verdict for each, and what only shows when all
//! lists are seen together.

use rayon::prelude::*;
use serde::Serialize;

use crate::builder;
use crate::desk::read::fold::fold;
use crate::desk::read::{ReadHints, TextKind, TextReader};
use crate::desk::submission::{Content, Submission};
use crate::desk::wording;
use crate::diagnostic::Severity;
use crate::engine::Ruleset;
use crate::list::load_list;
use crate::model::{EventId, ExprKind};
use crate::source::{SourceId, Sources};
use crate::views::{Amount, Paper, Report};
use crate::workspace::GameData;

/// What the desk says of a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
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
    /// What was counted.
    pub(crate) counted: Vec<String>,
    /// Changes that mend it.
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
    /// Statements of the text that are not so.
    pub(crate) remarks: Vec<String>,
    /// Why it cannot be read.
    pub(crate) fault: Option<String>,
    /// Found across lists: the same player twice, the same army.
    pub(crate) findings: Vec<String>,
    /// The fingerprint of the army.
    pub(crate) fingerprint: Option<String>,
    /// The mark of the data it was judged by.
    pub(crate) data: Option<String>,
    /// The titles of the units.
    pub(crate) units: Vec<String>,
    /// The list in YAML.
    pub(crate) list: Option<String>,
    /// Everything a printout may show.
    #[serde(skip)]
    pub(crate) paper: Option<Paper>,
    /// The verdict of `orbat check`.
    #[serde(skip)]
    pub(crate) report: Option<Report>,
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
        first.or_else(|| self.findings.first().cloned()).unwrap_or_default()
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
    /// What people call this state of it.
    pub(crate) version: Option<String>,
    hints: ReadHints,
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
            reader: TextReader::new(game),
            sources: &loaded.sources,
            event: event.to_owned(),
            title: found.title.clone(),
            version: found.version.clone(),
            hints,
        })
    }

    /// Judges all submissions on all cores, in order.
    pub(crate) fn judge(&self, submissions: &[Submission]) -> Vec<DeskEntry> {
        let numbered: Vec<(usize, &Submission)> = submissions.iter().enumerate().collect();
        let mut entries: Vec<DeskEntry> =
            numbered.par_iter().map(|(at, submission)| self.entry(at + 1, submission)).collect();
        compare(&mut entries);
        entries
    }

    fn entry(&self, number: usize, submission: &Submission) -> DeskEntry {
        let file = submission.origin.rsplit(['/', '\\']).next().unwrap_or_default();
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        let mut entry = DeskEntry {
            number,
            origin: submission.origin.clone(),
            player: submission.player.clone().unwrap_or_else(|| stem.to_owned()),
            team: submission.team.clone(),
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
            paper: None,
            report: None,
        };
        match &submission.content {
            Content::Unreadable(fault) => entry.fault = Some(wording::fault(*fault).to_owned()),
            Content::List(text) => self.judge_list(&mut entry, submission, text),
            Content::Text(text) => self.judge_text(&mut entry, submission, text),
        }
        entry
    }

    fn judge_text(&self, entry: &mut DeskEntry, submission: &Submission, text: &str) {
        let reading = self.reader.read(text, &self.hints);
        if let (Some(player), None) = (&reading.player, &submission.player) {
            entry.player.clone_from(player);
        }
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
        // Whatever the list says: it is judged by this event.
        list.event = Some(list.added(self.event.clone()));
        if let (Some(player), None) = (&list.player, &submission.player) {
            entry.player.clone_from(&player.value);
        }
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
                counted: issue.counted.iter().map(|counted| counted.what.clone()).collect(),
                fixes: issue.fixes.clone(),
            })
            .collect();
        let paper = builder::draft_paper(&self.rules, &sources, SourceId::LIST, &list);
        let groups = paper.forces.iter().flat_map(|force| &force.groups);
        entry.units =
            groups.flat_map(|group| &group.units).map(|unit| unit.title.clone()).collect();
        entry.paper = Some(paper);
        entry.report = Some(report);
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

/// Finds the same player twice and the same army under two names.
fn compare(entries: &mut [DeskEntry]) {
    let keys: Vec<(String, String, Option<String>)> = entries
        .iter()
        .map(|entry| (entry.player.clone(), fold(&entry.player), entry.fingerprint.clone()))
        .collect();
    for (at, entry) in entries.iter_mut().enumerate() {
        for (other, (player, folded, army)) in
            keys.iter().enumerate().filter(|(other, _)| *other != at)
        {
            let is_same_player = *folded == fold(&entry.player) && !folded.is_empty();
            let is_same_army = army.is_some() && *army == entry.fingerprint;
            let number = other + 1;
            match (is_same_player, is_same_army) {
                (true, true) => entry.findings.push(wording::sent_twice(number)),
                (true, false) => entry.findings.push(wording::same_player(number)),
                (false, true) => entry.findings.push(wording::same_army(number, player)),
                (false, false) => {}
            }
        }
    }
}
