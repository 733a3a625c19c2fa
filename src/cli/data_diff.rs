//! `orbat data diff`: what changed from one state of data to another, for people.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use serde_json::json;

use super::changed_lines::{drawn_changes, line_changes};
use super::output::{FAINT, HEAD, TITLE, print, print_json, styled};
use super::{Failure, Format, Global, Outcome, Printing};
use crate::diagnostic::screen::unstyled;
use crate::engine::Ruleset;
use crate::model::{EntryKind, Game};
use crate::render::terminal::terminal_page;
use crate::source::{Disk, NamedFiles, SourceProvider, Sources};
use crate::views::{self, Report};
use crate::wording::many;
use crate::workspace::data::{layers, open_folder};
use crate::workspace::{Data, batch, lists_below};

/// Compare two states of data: what changed, and which lists change with it
///
/// Says in words which units, charts, keywords and rules are new, gone or different. With --lists,
/// also which lists cost something else now or have another verdict.
#[derive(Args)]
pub(crate) struct DataDiffArguments {
    /// A folder or file of data as it was
    old: PathBuf,
    /// The same as it is now
    new: PathBuf,
    /// A folder of lists to judge with both
    #[arg(long, value_name = "DIR")]
    lists: Option<PathBuf>,
    #[command(flatten)]
    printing: Printing,
}

/// The difference between two states of a game.
#[derive(Serialize)]
struct GameChange {
    id: String,
    name: String,
    items: Vec<ItemChange>,
}

/// Something that is new, gone or different.
#[derive(Serialize)]
struct ItemChange {
    /// `unit`, `chart`, `keyword`, `rule` …
    kind: &'static str,
    name: String,
    is: ChangeState,
    /// The changed lines of its page: `-` as it was, `+` as it is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lines: Vec<(char, String)>,
}

#[derive(Serialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum ChangeState {
    New,
    Gone,
    Changed,
}

/// A list whose cost or verdict is another.
#[derive(Serialize)]
struct ListChange {
    file: String,
    points: (Option<views::Amount>, Option<views::Amount>),
    legal: (bool, bool),
    /// Problems that only the new data has, and those that only the old data had.
    new_problems: Vec<String>,
    gone_problems: Vec<String>,
}

pub(crate) fn run(global: &Global, arguments: &DataDiffArguments) -> Outcome {
    let below = global.folders()?;
    let (old, new) = (open_folder(&arguments.old)?, open_folder(&arguments.new)?);
    let (old, new) = (data_of(&below, &old), data_of(&below, &new));
    let about: BTreeSet<String> =
        [&old, &new].into_iter().flat_map(|data| data.library().systems_of_last_layer()).collect();
    let mut games = Vec::new();
    for system in &about {
        games.extend(game_change(&old, &new, system)?);
    }
    let lists = arguments.lists.as_deref().map(|folder| list_changes(&old, &new, folder));
    let lists = lists.transpose()?;
    if arguments.printing.format == Format::Json {
        print_json(&json!({ "games": games, "lists": lists }));
        return Ok(());
    }
    for game in &games {
        draw_game(game);
    }
    if games.is_empty() {
        print("the data says the same\n");
    }
    if let Some(lists) = lists {
        draw_lists(&lists);
    }
    Ok(())
}

fn data_of(below: &[Disk], folder: &Disk) -> Data {
    let mut layers = layers(below);
    layers.push(folder as &dyn SourceProvider);
    Data::of(&layers)
}

/// What changed in a game; none if nothing did.
fn game_change(old: &Data, new: &Data, system: &str) -> Result<Option<GameChange>, Failure> {
    let load = |data: &Data| data.has_game(system).then(|| data.game(system).cloned()).transpose();
    let (before, now) = (load(old)?, load(new)?);
    let pages = |data: &Option<crate::workspace::GameData>| match data {
        Some(data) => pages(&data.game, &data.sources),
        None => Ok(BTreeMap::new()),
    };
    let (was, is) = (pages(&before)?, pages(&now)?);
    let keys: BTreeSet<&PageKey> = was.keys().chain(is.keys()).collect();
    let mut items = Vec::new();
    for key in keys {
        let (name, state, lines) = match (was.get(key), is.get(key)) {
            (Some(old), Some(new)) if old.text == new.text => continue,
            (Some(old), Some(new)) => {
                (&new.name, ChangeState::Changed, line_changes(&old.text, &new.text))
            }
            (Some(old), None) => (&old.name, ChangeState::Gone, Vec::new()),
            (None, Some(new)) => (&new.name, ChangeState::New, Vec::new()),
            (None, None) => continue,
        };
        items.push(ItemChange { kind: key.1, name: name.clone(), is: state, lines });
    }
    let title = now.or(before).map_or_else(String::new, |data| data.game.title.clone());
    let change = GameChange { id: system.to_owned(), name: title, items };
    Ok(Some(change).filter(|change| !change.items.is_empty()))
}

/// The order of its kind, the kind, the id.
type PageKey = (usize, &'static str, String);

/// A page of a game without colours and places.
struct Page {
    name: String,
    text: String,
}

/// Everything that a game says, page by page.
fn pages(game: &Game, sources: &Sources) -> Result<BTreeMap<PageKey, Page>, Failure> {
    let rules = Ruleset::new(game);
    let mut all = BTreeMap::new();
    let mut add = |order, kind, id: &str, name: &str, page: Result<String, _>| {
        let text =
            page.map_err(|error: crate::render::TemplateError| Failure::Usage(error.to_string()))?;
        let (id, name) = (id.to_owned(), name.to_owned());
        all.insert((order, kind, id), Page { name, text: unstyled(&text).into_owned() });
        Ok::<(), Failure>(())
    };
    for faction in std::iter::once(None).chain(game.factions.ids().map(Some)) {
        let mut army = views::army(&rules, sources, faction);
        (army.file, army.line) = (String::new(), 0);
        army.charts.clear();
        let page = terminal_page("army", json!({ "army": army, "home": "" }), WIDTH);
        add(0, "army", &army.id, &army.name, page)?;
    }
    for (id, chart) in game.charts.iter() {
        let mut view = views::chart(&rules, sources, id);
        (view.file, view.line) = (String::new(), 0);
        add(
            1,
            "chart",
            &chart.id,
            &chart.title,
            terminal_page("chart", json!({ "chart": view, "home": "" }), WIDTH),
        )?;
    }
    for (id, unit) in game.units() {
        let mut view = views::unit(&rules, sources, id);
        (view.file, view.line) = (String::new(), 0);
        let page = json!({
            "unit": view,
            "home": "",
            "currency": super::list_file::currency(game),
            "by_options": view.option_gear(),
            "keywords": [],
            "army_only": view.army_only(),
        });
        add(2, "unit", &unit.id, &unit.title, terminal_page("unit", page, WIDTH))?;
    }
    for (id, keyword) in game.keywords.iter() {
        let mut view = views::thing::keyword(&rules, sources, id);
        (view.file, view.line) = (String::new(), 0);
        view.units.clear();
        let name = view.name.clone();
        add(
            3,
            "keyword",
            &keyword.name,
            &name,
            terminal_page("thing", json!({ "thing": view, "home": "" }), WIDTH),
        )?;
    }
    for entry in game.entries.iter().filter(|(_, entry)| matches!(entry.kind, EntryKind::Card(_))) {
        let (id, card) = entry;
        let mut view = views::thing::entry(&rules, sources, id);
        (view.file, view.line) = (String::new(), 0);
        view.units.clear();
        add(
            4,
            "card",
            &card.id,
            &card.title,
            terminal_page("thing", json!({ "thing": view, "home": "" }), WIDTH),
        )?;
    }
    for id in views::rule_ids(game) {
        let Some(mut view) = views::rule(game, sources, id) else { continue };
        for line in &mut view.lines {
            (line.file, line.line) = (String::new(), 0);
        }
        let name = view.titles.first().cloned().unwrap_or_else(|| id.replace('_', " "));
        add(5, "rule", id, &name, terminal_page("rule", json!({ "rule": view }), WIDTH))?;
    }
    Ok(all)
}

/// Pages are compared as wide as can be, so that a longer word does not move all that follows.
const WIDTH: usize = 400;

fn draw_game(game: &GameChange) {
    let of = |state| game.items.iter().filter(move |item| item.is == state).count();
    let counts =
        [(ChangeState::New, "new"), (ChangeState::Gone, "gone"), (ChangeState::Changed, "changed")];
    let counts: Vec<String> = counts
        .into_iter()
        .filter(|(state, _)| of(*state) > 0)
        .map(|(state, word)| format!("{} {word}", of(state)))
        .collect();
    print(&format!(
        "{}  {}  {}\n",
        styled(TITLE, &game.name),
        styled(FAINT, &game.id),
        counts.join(", ")
    ));
    for item in &game.items {
        let word = match item.is {
            ChangeState::New => "new",
            ChangeState::Gone => "gone",
            ChangeState::Changed => "changed",
        };
        print(&format!("\n{} {} {word}\n", styled(HEAD, item.kind), styled(TITLE, &item.name)));
        print(&drawn_changes(&item.lines));
    }
}

/// Judges lists with both.
fn list_changes(old: &Data, new: &Data, folder: &Path) -> Result<Vec<ListChange>, Failure> {
    let files = lists_below(folder)?.files;
    let judge = |data: &Data| -> Result<Vec<Report>, Failure> {
        let files = NamedFiles::new(files.clone(), crate::list::LARGEST_LIST);
        let judged = batch::judge_all(data, &files)?;
        Ok(judged.into_iter().map(|(report, _)| report).collect())
    };
    let (before, now) = (judge(old)?, judge(new)?);
    let changes = before.into_iter().zip(now).filter_map(|(before, now)| {
        let messages = |report: &Report| -> Vec<String> {
            report.issues.iter().map(|issue| issue.message.clone()).collect()
        };
        let (was, is) = (messages(&before), messages(&now));
        let same = before.points == now.points && before.legal == now.legal && was == is;
        (!same).then(|| ListChange {
            file: now.file.clone(),
            points: (before.points, now.points),
            legal: (before.legal, now.legal),
            new_problems: is.iter().filter(|problem| !was.contains(problem)).cloned().collect(),
            gone_problems: was.iter().filter(|problem| !is.contains(problem)).cloned().collect(),
        })
    });
    Ok(changes.collect())
}

fn draw_lists(lists: &[ListChange]) {
    print(&format!(
        "\n{}\n",
        styled(TITLE, &format!("{} judged otherwise", many(lists.len(), "list")))
    ));
    for list in lists {
        let mut words = Vec::new();
        if list.points.0 != list.points.1 {
            let told = |points: Option<views::Amount>| {
                points.map_or_else(|| "?".to_owned(), |points| points.to_string())
            };
            words.push(format!("{} → {} points", told(list.points.0), told(list.points.1)));
        }
        words.extend(match list.legal {
            (true, false) => Some("no longer legal".to_owned()),
            (false, true) => Some("legal now".to_owned()),
            _ => None,
        });
        print(&format!("{}  {}\n", styled(HEAD, &list.file), words.join(", ")));
        list.new_problems.iter().for_each(|problem| print(&format!("  + {problem}\n")));
        list.gone_problems.iter().for_each(|problem| print(&format!("  - {problem}\n")));
    }
}
