//! One tap: the change it makes, and everything the page shows of the list afterwards.

use serde::{Deserialize, Serialize};

use crate::builder;
use crate::engine::{Ruleset, Session};
use crate::source::SourceId;
use crate::views::{
    Amount, Cost, DeckPart, ForcePart, Outline, Report, Title, TitledText, outline, verdict,
};
use crate::web::change::{ChangeRequest, change};
use crate::web::issue::{Issue, IssueKind, issues, sentence};
use crate::web::open::{AboutList, CallError, Opened, open, open_whole};
use crate::workspace::Data;

/// What a tap asks for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TurnAsk {
    /// The text of the list.
    pub list: String,
    /// Changes to make, one after another.
    #[serde(default)]
    pub changes: Vec<ChangeRequest>,
}

/// A tap makes a few changes. Each may cost as much as judging the list.
const MOST_CHANGES: usize = 100;

/// The list after the changes.
#[derive(Debug, Serialize)]
pub(crate) struct Turn {
    /// Its text.
    pub list: String,
    /// The id of the unit that was added or changed.
    pub unit: Option<String>,
    /// Side effects of the changes, in words.
    pub remarks: Vec<String>,
    pub view: ListView,
}

/// What the page shows of a list.
#[derive(Debug, Serialize)]
pub(crate) struct ListView {
    pub name: String,
    /// Whether the list itself states that name.
    pub is_named: bool,
    pub player: Option<String>,
    /// Whether the whole list was understood.
    pub readable: bool,
    pub legal: bool,
    pub system: Option<Title>,
    pub faction: Option<Title>,
    pub chart: Option<Title>,
    pub accent: Option<String>,
    pub currency: String,
    pub points: Option<Amount>,
    pub limit: Option<Amount>,
    /// What may still be spent; negative if too much is.
    pub left: Option<Amount>,
    pub other_costs: Vec<Cost>,
    pub models: i64,
    /// How many issues are to fix, how many to add, and how many notes there are.
    pub to_fix: usize,
    pub to_add: usize,
    pub to_know: usize,
    /// Units by force and slot.
    pub forces: Vec<ForcePart>,
    /// What the army itself chose.
    pub chosen: Vec<TitledText>,
    /// Derived values.
    pub values: Vec<TitledText>,
    pub decks: Vec<DeckPart>,
    /// The names of the player's designs.
    pub designs: Vec<String>,
    pub notes: Vec<String>,
    pub issues: Vec<Issue>,
    pub more_issues: usize,
    pub fingerprint: Option<String>,
    /// The state of the data that the list was judged by.
    pub data: Option<String>,
    pub versions: Vec<String>,
}

/// Makes the changes and judges the list.
pub(crate) fn turn(data: &Data, asked: &TurnAsk) -> Result<Turn, CallError> {
    if asked.changes.is_empty() {
        let view = view(data, &asked.list)?;
        return Ok(Turn { list: asked.list.clone(), unit: None, remarks: Vec::new(), view });
    }
    if asked.changes.len() > MOST_CHANGES {
        return Err(CallError::new(400, format!("at most {MOST_CHANGES} changes at once")));
    }
    let changed = change(&open_whole(data, &asked.list)?, &asked.changes)?;
    let view = view(data, &changed.text)?;
    Ok(Turn { list: changed.text, unit: changed.unit, remarks: changed.remarks, view })
}

/// The verdict as `orbat check --format json` gives it.
pub(crate) fn check(data: &Data, asked: &AboutList) -> Result<Report, CallError> {
    Ok(match open(data, &asked.list)? {
        Err(report) => *report,
        Ok(Opened { game, sources, list, read }) => {
            builder::judge(&Ruleset::new(game), &sources, SourceId::LIST, &list, &read)
        }
    })
}

/// What the page shows of a list.
pub(crate) fn view(data: &Data, text: &str) -> Result<ListView, CallError> {
    Ok(match open(data, text)? {
        Err(report) => unread(*report),
        Ok(opened) => {
            let rules = Ruleset::new(opened.game);
            judged(&rules.session(&opened.list), &opened)
        }
    })
}

fn judged(session: &Session<'_, '_>, opened: &Opened<'_>) -> ListView {
    let report = verdict::report(session, &opened.sources, SourceId::LIST, &opened.read, &[]);
    let outline = outline(session, &report);
    let issues = issues(session, &opened.sources, report.issues.clone(), opened.read.len());
    let game = opened.game;
    let title = |id: &Option<String>, title: &Option<String>| {
        id.clone().map(|id| Title { title: title.clone().unwrap_or_else(|| id.clone()), id })
    };
    let faction = title(&report.faction, &report.titles.faction);
    // The page has no file that a list without a name could be called after.
    let known = faction.as_ref().map_or(&game.title, |faction| &faction.title);
    let name = opened.list.name.as_ref().map_or(known, |name| &name.value).clone();
    ListView {
        system: Some(Title { id: game.id.clone(), title: game.title.clone() }),
        faction,
        chart: title(&report.chart, &report.titles.chart),
        is_named: opened.list.name.is_some(),
        left: left(session),
        name,
        ..of_report(report, issues, outline)
    }
}

/// How much of the first currency may still be spent.
fn left(session: &Session<'_, '_>) -> Option<Amount> {
    let evaluator = session.evaluator();
    let limit = evaluator.army.limit()?.most;
    let cost = evaluator.cost(crate::engine::army::NodeId::ARMY)?;
    limit.subtract(cost).map(Amount::from)
}

fn unread(report: Report) -> ListView {
    let issues = report.issues.iter().map(|view| Issue {
        code: view.code.name,
        kind: IssueKind::Fix,
        message: sentence(&view.message),
        help: view.help.as_deref().map(sentence),
        rule: None,
        cites: Vec::new(),
        definition: None,
        defined_at: None,
        line: view.at.line,
        units: Vec::new(),
        counted: false,
        causes: Vec::new(),
        fixes: Vec::new(),
    });
    let issues = issues.collect();
    of_report(report, issues, Outline::default())
}

fn of_report(report: Report, issues: Vec<Issue>, outline: Outline) -> ListView {
    let count = |kind| issues.iter().filter(|issue| issue.kind == kind).count();
    ListView {
        is_named: false,
        name: report.list,
        player: report.player,
        readable: report.readable,
        legal: report.legal,
        system: None,
        faction: None,
        chart: None,
        accent: outline.accent,
        currency: report.titles.currency,
        points: report.points,
        limit: report.limit,
        left: None,
        other_costs: report.other_costs,
        models: outline.models,
        to_fix: count(IssueKind::Fix),
        to_add: count(IssueKind::Add),
        to_know: count(IssueKind::Note),
        forces: outline.forces,
        chosen: outline.chosen,
        values: outline.values,
        decks: outline.decks,
        designs: outline.designs,
        notes: outline.notes,
        issues,
        more_issues: report.more_issues,
        fingerprint: report.fingerprint,
        data: report.data,
        versions: report.titles.versions,
    }
}
