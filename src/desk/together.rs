//! What only shows when the lists of a player or team are seen together: which of several lists
//! each is, what is counted over all of them, and whether somebody is missing.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::desk::event::{DeskEntry, DeskIssue, DeskVerdict, EventDesk};
use crate::desk::read::fold::fold;
use crate::desk::wording;
use crate::diagnostic::Severity;
use crate::engine::Session;
use crate::engine::check::SharedThing;
use crate::list::List;
use crate::model::{Across, Cite, Event, EventId, EventPart, ExprKind, Game, SharedCap};

/// How much an army has of what a line of the event counts, by the place of the line.
#[derive(Debug, Clone)]
pub(crate) struct SharedCount {
    line: usize,
    things: Vec<(SharedThing, i64)>,
}

/// What the desk says of a team.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct TeamVerdict {
    /// Its name, as it was written first.
    pub(crate) team: String,
    /// The numbers of its lists.
    pub(crate) lists: Vec<usize>,
    /// Its players.
    pub(crate) players: Vec<String>,
    /// Illegal if it breaks a rule or any list of it does; questions, if any list has some.
    pub(crate) verdict: DeskVerdict,
    /// What is wrong with the team as a whole.
    pub(crate) issues: Vec<DeskIssue>,
}

impl TeamVerdict {
    /// The first thing that somebody must look at.
    pub(crate) fn first_issue(&self) -> String {
        self.issues.first().map(|issue| issue.message.clone()).unwrap_or_default()
    }
}

/// What an army has of everything that its event counts over several lists.
pub(crate) fn shared_counts<'g>(session: &Session<'_, 'g>, event: &'g Event) -> Vec<SharedCount> {
    let counted = |(line, cap): (usize, &'g SharedCap)| SharedCount {
        line,
        things: session.evaluator().shared_count(cap),
    };
    event.shared.iter().enumerate().map(counted).collect()
}

impl EventDesk<'_> {
    /// Which of the lists of the event this is: the one that it names, or the first whose points
    /// fit; the event itself if players have one list only.
    pub(super) fn part_of(&self, list: &List, origin: &str) -> EventId {
        let (game, whole) = (self.game(), self.model());
        let Some(first) = whole.lists.first() else { return self.id() };
        let named = list.event.as_ref().map(|name| name.value.clone());
        let by_id = |part: &&EventPart| Some(&game.events[part.event].id) == named.as_ref();
        if let Some(part) = whole.lists.iter().find(by_id) {
            return part.event;
        }
        // A list or its file may be called so.
        let name = list.name.as_ref().map(|name| fold(&name.value)).unwrap_or_default();
        let origin = fold(origin);
        let is_called = |part: &&EventPart| {
            let title = fold(&part.title);
            let has_it = |text: &str| format!(" {text} ").contains(&format!(" {title} "));
            has_it(&name) || has_it(&origin)
        };
        let stated = list.points.as_ref().and_then(|points| points.amounts.first());
        let stated = stated.and_then(|stated| stated.amount.value.to_whole());
        let fits =
            |part: &&EventPart| stated.is_some_and(|stated| admits(game, part.event, stated));
        let found = whole.lists.iter().find(is_called);
        found.or_else(|| whole.lists.iter().find(fits)).unwrap_or(first).event
    }

    /// The title of a list of the event alone.
    pub(super) fn part_title(&self, id: EventId) -> String {
        let part = self.model().lists.iter().find(|part| part.event == id);
        part.map_or(&self.game().events[id].title, |part| &part.title).clone()
    }

    /// Tells what is wrong with the lists of a player together, at each of them.
    pub(super) fn judge_players(&self, entries: &mut [DeskEntry]) {
        let event = self.model();
        let is_asked =
            !event.lists.is_empty() || event.shared.iter().any(|cap| cap.across == Across::Player);
        if !is_asked {
            return;
        }
        let mut players: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (at, entry) in entries.iter().enumerate().filter(|(_, entry)| entry.list.is_some()) {
            players.entry(fold(&entry.player)).or_default().push(at);
        }
        for places in players.values() {
            let own: Vec<&DeskEntry> = places.iter().filter_map(|at| entries.get(*at)).collect();
            let who = own.first().map(|entry| entry.player.clone()).unwrap_or_default();
            let mut issues = self.over_shared(Across::Player, &who, &own);
            for part in &event.lists {
                if !own.iter().any(|entry| entry.part.as_ref() == Some(&part.title)) {
                    let cites = &self.game().events[part.event].cites;
                    issues.push(issue(
                        wording::part_missing(&part.title),
                        cites,
                        Vec::new(),
                        Vec::new(),
                    ));
                }
            }
            for at in places {
                let Some(entry) = entries.get_mut(*at) else { continue };
                if !issues.is_empty() && entry.verdict == DeskVerdict::Legal {
                    entry.verdict = DeskVerdict::Illegal;
                }
                entry.issues.extend(issues.iter().cloned());
            }
        }
    }

    /// The verdicts on teams; none if the event has no teams and no list names one.
    pub(crate) fn teams(&self, entries: &[DeskEntry]) -> Vec<TeamVerdict> {
        let event = self.model();
        let counts_teams = event.shared.iter().any(|cap| cap.across == Across::Team);
        if event.teams.is_none() && !counts_teams {
            return Vec::new();
        }
        let mut teams: BTreeMap<String, Vec<&DeskEntry>> = BTreeMap::new();
        for entry in entries {
            if let Some(team) = entry.team.as_ref().filter(|team| !fold(team).is_empty()) {
                teams.entry(fold(team)).or_default().push(entry);
            }
        }
        teams.values().map(|entries| self.team(entries)).collect()
    }

    fn team(&self, entries: &[&DeskEntry]) -> TeamVerdict {
        let team = entries.first().and_then(|entry| entry.team.clone()).unwrap_or_default();
        let mut players: Vec<String> = Vec::new();
        for entry in entries {
            if !players.iter().any(|known| fold(known) == fold(&entry.player)) {
                players.push(entry.player.clone());
            }
        }
        let mut issues = Vec::new();
        if let Some(teams) = &self.model().teams {
            let count = i64::try_from(players.len()).unwrap_or(i64::MAX);
            if count < teams.low || teams.high.is_some_and(|high| count > high) {
                let message = wording::team_size(count, teams.low, teams.high);
                issues.push(issue(message, &teams.cites, players.clone(), Vec::new()));
            }
        }
        issues.extend(self.over_shared(Across::Team, &team, entries));
        let has = |verdicts: &[DeskVerdict]| {
            entries.iter().any(|entry| verdicts.contains(&entry.verdict))
        };
        let verdict = match () {
            () if !issues.is_empty() || has(&[DeskVerdict::Illegal]) => DeskVerdict::Illegal,
            () if has(&[DeskVerdict::Questions]) => DeskVerdict::Questions,
            () if has(&[DeskVerdict::NotAList, DeskVerdict::Unreadable]) => DeskVerdict::Unreadable,
            () => DeskVerdict::Legal,
        };
        let lists = entries.iter().map(|entry| entry.number).collect();
        TeamVerdict { team, lists, players, verdict, issues }
    }

    /// What is there too often in some lists together.
    fn over_shared(&self, across: Across, who: &str, entries: &[&DeskEntry]) -> Vec<DeskIssue> {
        let mut issues = Vec::new();
        for (line, cap) in self.model().shared.iter().enumerate() {
            if cap.across != across {
                continue;
            }
            let mut all: BTreeMap<SharedThing, Vec<(&str, i64)>> = BTreeMap::new();
            for entry in entries {
                let own = entry.shared.iter().filter(|counted| counted.line == line);
                for (thing, count) in own.flat_map(|counted| &counted.things) {
                    // In a player's lists it matters which list it is, in a team who plays it.
                    let name = match across {
                        Across::Player => entry.part.as_deref().unwrap_or(&entry.origin),
                        Across::Team => &entry.player,
                    };
                    all.entry(*thing).or_default().push((name, *count));
                }
            }
            for (thing, counts) in all {
                let count = counts.iter().map(|(_, count)| *count).fold(0, i64::saturating_add);
                if count <= cap.most {
                    continue;
                }
                let title = title_of(self.game(), thing);
                let is_faction = matches!(thing, SharedThing::Faction(_));
                let words = wording::shared(&title, is_faction, across, who, count, cap.most);
                let counted =
                    counts.iter().map(|(name, count)| format!("{name}: {count}")).collect();
                let names: Vec<&str> = counts.iter().map(|(name, _)| *name).collect();
                let mend = wording::mend_shared(&title, is_faction, count - cap.most, &names);
                issues.push(issue(words, &cap.cites, counted, vec![mend]));
            }
        }
        issues
    }
}

fn issue(message: String, cites: &[Cite], counted: Vec<String>, fixes: Vec<String>) -> DeskIssue {
    DeskIssue {
        severity: Severity::Error,
        code: "event.together".to_owned(),
        message,
        rules: cites.iter().map(|cite| cite.id.clone()).collect(),
        rule_words: None,
        counted,
        fixes,
    }
}

fn title_of(game: &Game, thing: SharedThing) -> String {
    match thing {
        SharedThing::Faction(id) => game.factions[id].title.clone(),
        SharedThing::Entry(id) => game.entries[id].title.clone(),
    }
}

/// Whether the points of a list of the event may be these.
fn admits(game: &Game, id: EventId, stated: i64) -> bool {
    let Some(range) = &game.events[id].points else { return false };
    let number = |bound: &Option<crate::model::Expr>| match bound.as_ref().map(|bound| &bound.kind)
    {
        Some(ExprKind::Number(number)) => Some(*number),
        _ => None,
    };
    let (low, high) = (number(&range.low), number(&range.high));
    low.is_none_or(|low| low <= stated) && high.is_none_or(|high| stated <= high)
}

/// Gives lists in a folder of their own the name of that folder as their team, where nothing else
/// names one: `inbox/red-foxes/anna.txt` beside `inbox/owls/bruno.txt`.
pub(super) fn teams_of_folders(entries: &mut [DeskEntry]) {
    let folders = |entry: &DeskEntry| -> Vec<String> {
        let mut parts: Vec<String> = entry.origin.split(['/', '\\']).map(str::to_owned).collect();
        parts.pop();
        parts
    };
    let all: Vec<Vec<String>> = entries.iter().map(folders).collect();
    let common = |one: &[String], other: &[String]| {
        one.iter().zip(other).take_while(|(one, other)| one == other).count()
    };
    let Some(first) = all.first() else { return };
    let shared = all.iter().map(|folders| common(first, folders)).min().unwrap_or(0);
    for (entry, folders) in entries.iter_mut().zip(&all) {
        if entry.team.is_none() {
            entry.team = folders.get(shared).cloned();
        }
    }
}
