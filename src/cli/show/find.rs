//! Finds the page of a name, or explains why that is not clear.

use crate::cli::Failure;
use crate::diagnostic::as_question;
use crate::model::Game;
use crate::views::{PageRef, find_containing, find_named, find_similar};
use crate::workspace::Data;

/// The greatest number of suggestions, and of small pages with one name.
const MOST: usize = 6;

pub(crate) fn find<'d>(
    data: &'d Data,
    name: &str,
    system: Option<&str>,
) -> Result<Vec<PageRef<'d>>, Failure> {
    let systems = system.map_or_else(|| candidates(data, name), |system| vec![system]);
    let mut games = Vec::new();
    for system in systems {
        games.push(&*data.game(system)?.game);
    }
    match find_named(&games, name).as_slice() {
        [] => Err(unknown(data, &games, name, system)),
        [page] => Ok(vec![*page]),
        // Many units have an option or weapon of the same name: all are shown, alike ones once.
        several if several.iter().all(PageRef::is_small) => Ok(different(several)),
        several => Err(ambiguous(several, name)),
    }
}

/// Pages without those of the same title in the same game, up to a few.
fn different<'d>(pages: &[PageRef<'d>]) -> Vec<PageRef<'d>> {
    let mut all: Vec<PageRef<'d>> = Vec::new();
    for page in pages {
        let is_known = |known: &PageRef<'_>| {
            (known.title(), known.owner_titles()) == (page.title(), page.owner_titles())
        };
        if !all.iter().any(is_known) {
            all.push(*page);
        }
    }
    all.truncate(MOST);
    all
}

/// The games whose files mention the name as an id or title; all games if none does, to find a
/// similar name.
fn candidates<'d>(data: &'d Data, name: &str) -> Vec<&'d str> {
    let by_id = data.library().systems_mentioning(&name.replace(' ', "_"));
    let by_title = data.library().systems_mentioning(name);
    let mut all: Vec<&str> = data.systems().iter().map(|heading| heading.id.as_str()).collect();
    if !(by_id.is_empty() && by_title.is_empty()) {
        all.retain(|id| by_id.iter().chain(&by_title).any(|named| named == id));
    }
    all
}

/// The commands that show these pages, up to a few.
fn commands(pages: &[PageRef<'_>], name_system: impl Fn(&PageRef<'_>) -> bool) -> String {
    let mut text = String::new();
    for page in pages.iter().take(MOST) {
        let (id, title, home) = (page.id(), page.title(), page.owner_titles());
        let system = match name_system(page) {
            true => format!(" --system {}", page.game.id),
            false => String::new(),
        };
        text.push_str(&format!("\n  orbat show {id}{system}  ({title}: {home})"));
    }
    if pages.len() > MOST {
        text.push_str(&format!("\n  and {} more", pages.len() - MOST));
    }
    text
}

fn ambiguous(pages: &[PageRef<'_>], name: &str) -> Failure {
    let several_games =
        pages.iter().any(|page| pages.first().is_some_and(|first| first.game.id != page.game.id));
    let what = pages.first().map_or("pages", |page| page.topic.kind());
    let commands = commands(pages, |_| several_games);
    Failure::Usage(format!("there are {} {what} `{name}`; say which:{commands}", pages.len()))
}

/// Suggests other games that have the name, names that contain it, or similar names.
fn unknown<'d>(data: &'d Data, games: &[&'d Game], name: &str, system: Option<&str>) -> Failure {
    let mut others: Vec<&Game> = Vec::new();
    for heading in data.systems() {
        // Errors in other games do not matter here.
        if let (false, Ok(other)) =
            (games.iter().any(|game| game.id == heading.id), data.game(&heading.id))
        {
            others.push(&other.game);
        }
    }
    let elsewhere = find_named(&others, name);
    if let (Some(_), [game, ..], [_, ..]) = (system, games, elsewhere.as_slice()) {
        let (title, commands) = (&game.title, commands(&elsewhere, |_| true));
        return Failure::Usage(format!(
            "{title} has nothing called `{name}`; elsewhere there is:{commands}"
        ));
    }
    // Without --system, search all games.
    let games = if system.is_none() { [games, &others].concat() } else { games.to_vec() };
    let containing = find_containing(&games, name);
    let hint = if !containing.is_empty() {
        let is_twice = |page: &PageRef<'_>| find_named(&games, page.id()).len() > 1;
        format!("names that contain it:{}", commands(&containing, is_twice))
    } else if let Some(near) = find_similar(&games, name) {
        as_question(near)
    } else {
        "`orbat units FACTION` lists units".to_owned()
    };
    Failure::Usage(format!("there is nothing called `{name}`; {hint}"))
}
