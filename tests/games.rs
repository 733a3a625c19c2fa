//! The games that come with the program: every unit can be taken, every word is explained, every example is what it says.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail loudly")]

#[path = "support/builder.rs"]
mod builder;
mod support;

use std::fs;

use builder::{Builder, Draft};
use orbat::model::Game;
use orbat::report::game_stats;
use orbat::resolve::{Compiled, Library};
use orbat::source::Embedded;
use orbat::validate::Checker;
use support::verdict::{Table, system_of};
use support::{files_below, root};

fn games() -> Vec<Compiled> {
    let library = Library::open(&[&Embedded]);
    library.systems().iter().map(|system| library.compile(&system.id)).collect()
}

/// A legal army of a faction for each chart it can be built on; without charts one empty army.
fn frames(builder: &Builder<'_>) -> Vec<Draft> {
    let charts: Vec<String> = builder.game.charts.values().map(|chart| chart.id.clone()).collect();
    let mut drafts: Vec<Draft> =
        charts.into_iter().map(|chart| Draft { settings: vec![("chart".to_owned(), chart)], units: Vec::new() }).collect();
    if drafts.is_empty() {
        drafts.push(Draft::default());
    }
    drafts.into_iter().filter_map(|draft| builder.complete(draft).ok()).collect()
}

/// Whether some legal army holds the unit: beside one of the frames, or one built around it.
fn can_be_taken(builder: &Builder<'_>, frames: &[Draft], unit: orbat::model::EntryId) -> Result<(), String> {
    if frames.iter().any(|frame| frame.units.iter().any(|line| line.unit == unit)) {
        return Ok(());
    }
    for frame in frames {
        let draft = builder.with(frame, unit);
        if builder.complete(draft).is_ok() {
            return Ok(());
        }
    }
    let alone = builder.with(&Draft::default(), unit);
    let text = builder.text(&alone);
    builder.complete(alone).map(|_| ()).map_err(|issues| format!("{text}{issues:#?}"))
}

#[test]
fn every_unit_can_be_put_in_some_legal_list() {
    for Compiled { game, .. } in games() {
        let game: Game = game.unwrap();
        let mut open: Vec<_> = game.units().map(|(id, _)| id).collect();
        let total = open.len();
        let mut failures = Vec::new();
        for faction in game.factions.values() {
            let builder = Builder { checker: Checker::new(&game), game: &game, faction: &faction.id };
            let frames = frames(&builder);
            assert!(!frames.is_empty(), "{} cannot be built at all", faction.id);
            let mine: Vec<_> = builder.takeable().map(|(id, _)| id).filter(|id| open.contains(id)).collect();
            for unit in mine {
                match can_be_taken(&builder, &frames, unit) {
                    Ok(()) => open.retain(|id| *id != unit),
                    Err(text) => failures.push((unit, format!("{}: {}\n{text}", faction.id, game.entries[unit].id))),
                }
            }
        }
        let failures: Vec<&String> = failures.iter().filter(|(unit, _)| open.contains(unit)).map(|(_, text)| text).collect();
        let names: Vec<&str> = open.iter().map(|id| game.entries[*id].id.as_str()).collect();
        assert!(
            open.is_empty(),
            "{} of {total} units of {} fit no list: {names:?}\n{}",
            open.len(),
            game.id,
            failures.first().map_or("", |text| text)
        );
    }
}

#[test]
fn every_keyword_has_a_text_and_is_used_or_a_term_of_the_rules() {
    for Compiled { game, sources, .. } in games() {
        let game = game.unwrap();
        for keyword in game.keywords.values() {
            let text = sources.text(keyword.span);
            assert!(!keyword.text.parts.is_empty(), "{}: {} has no text ({text})", game.id, keyword.name);
        }
        let stats = game_stats(&game, &sources, None);
        assert!(stats.unused_keywords.is_empty(), "nothing in {} has {:?}", game.id, stats.unused_keywords);
    }
}

/// At least three legal lists and an illegal one for each game. What an illegal one shows stands in its first line.
#[test]
fn the_examples_are_what_they_say() {
    for system in ["at43", "dark_age", "firefight", "mad_minute", "warzone"] {
        let mut table = Table::new(system, &[]);
        let (mut legal, mut illegal) = (0, 0);
        for path in files_below(&root().join("examples").join(system), "yaml") {
            let text = fs::read_to_string(&path).unwrap();
            assert_eq!(system_of(&text), system, "{}", path.display());
            let report = table.judge("list.yaml", &text);
            assert!(report.readable, "{}: {:#?}", path.display(), report.issues);
            match report.legal {
                true => legal += 1,
                false => illegal += 1,
            }
            let says_wrong = text
                .lines()
                .take_while(|line| line.starts_with('#'))
                .any(|line| line.contains("wrong") || line.contains("mistake"));
            assert_eq!(says_wrong, !report.legal, "{}: its comment says otherwise\n{:#?}", path.display(), report.issues);
        }
        assert!(legal >= 3 && illegal >= 1, "{system}: {legal} legal and {illegal} illegal examples");
    }
}
