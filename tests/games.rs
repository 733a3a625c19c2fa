//! The games that come with the program: every unit can be taken, every word is explained, every
//! example is what it says.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may fail loudly"
)]

#[path = "support/builder.rs"]
mod builder;
mod support;

use std::fs;

use builder::{Builder, Draft};
use orbat::internals::diagnostic::Severity;
use orbat::internals::engine::Ruleset;
use orbat::internals::model::Game;
use orbat::internals::resolve::{Compiled, Library};
use orbat::internals::source::Embedded;
use orbat::internals::views::game_stats;
use support::verdict::{Table, system_of};
use support::{files_below, root};

fn games() -> Vec<Compiled> {
    let library = Library::open(&[&Embedded]);
    library.systems().iter().map(|system| library.compile(&system.id)).collect()
}

/// A legal army of a faction for each chart it can be built on; without charts one empty army.
fn frames(builder: &Builder<'_>) -> Vec<Draft> {
    let charts: Vec<String> = builder.game.charts.values().map(|chart| chart.id.clone()).collect();
    let mut drafts: Vec<Draft> = charts
        .into_iter()
        .map(|chart| Draft { settings: vec![("chart".to_owned(), chart)], units: Vec::new() })
        .collect();
    if drafts.is_empty() {
        drafts.push(Draft::default());
    }
    drafts.into_iter().filter_map(|draft| builder.complete(draft).ok()).collect()
}

/// Whether some legal army holds the unit: beside one of the frames, or one built around it.
fn can_be_taken(
    builder: &Builder<'_>,
    frames: &[Draft],
    unit: orbat::internals::model::EntryId,
) -> Result<(), String> {
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
            let builder =
                Builder { checker: Ruleset::new(&game), game: &game, faction: &faction.id };
            let frames = frames(&builder);
            assert!(!frames.is_empty(), "{} cannot be built at all", faction.id);
            let mine: Vec<_> =
                builder.takeable().map(|(id, _)| id).filter(|id| open.contains(id)).collect();
            for unit in mine {
                match can_be_taken(&builder, &frames, unit) {
                    Ok(()) => open.retain(|id| *id != unit),
                    Err(text) => failures
                        .push((unit, format!("{}: {}\n{text}", faction.id, game.entries[unit].id))),
                }
            }
        }
        let failures: Vec<&String> =
            failures.iter().filter(|(unit, _)| open.contains(unit)).map(|(_, text)| text).collect();
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
            assert!(
                !keyword.text.parts.is_empty(),
                "{}: {} has no text ({text})",
                game.id,
                keyword.name
            );
        }
        let stats = game_stats(&game, &sources, None);
        assert!(
            stats.unused_keywords.is_empty(),
            "nothing in {} has {:?}",
            game.id,
            stats.unused_keywords
        );
    }
}

/// The examples that are wrong on purpose, and the rules they break.
const WRONG: &[(&str, &[&str])] = &[
    ("at43/first-company", &["AT-02", "AT-06", "AT-12", "AT-13"]),
    ("dark_age/borrowed-fire", &["DA-04", "DA-06", "DA-10"]),
    ("firefight/false-start", &["FF-04", "FF-07", "FF-11"]),
    ("mad_minute/too-fast-too-dear", &["MM-01", "MM-02", "MM-04", "MM-05"]),
    ("warzone/third-venusian", &["WZ-03", "WZ-10"]),
];

/// At least three legal lists and an illegal one for each game, each with a comment that says what
/// it shows and a row in `docs/lists.md`.
#[test]
fn the_examples_are_what_they_say() {
    let page = fs::read_to_string(root().join("docs/lists.md")).unwrap();
    let mut rows = page.matches("](../examples/").count();
    for system in ["at43", "dark_age", "firefight", "mad_minute", "warzone"] {
        let mut table = Table::new(system, &[]);
        let (mut legal, mut illegal) = (0, 0);
        for path in files_below(&root().join("examples").join(system), "yaml") {
            let text = fs::read_to_string(&path).unwrap();
            assert!(text.starts_with("# ") && system_of(&text) == system, "{}", path.display());
            let report = table.judge("list.yaml", &text);
            let errors: Vec<_> =
                report.issues.iter().filter(|issue| issue.severity == Severity::Error).collect();
            let name = format!("{system}/{}", path.file_stem().unwrap().to_string_lossy());
            let (link, marked) = (
                format!("| [{name}](../examples/{name}.yaml) | "),
                format!("{name}.yaml) | *wrong*: "),
            );
            assert!(page.contains(&link), "docs/lists.md has no row for {name}");
            assert_eq!(page.contains(&marked), !report.legal, "docs/lists.md on {name}");
            rows -= 1;
            let broken =
                WRONG.iter().find(|(wrong, _)| *wrong == name).map_or(&[][..], |(_, rules)| rules);
            assert_eq!(errors.len(), broken.len(), "{name}: {errors:#?}");
            for rule in broken {
                assert!(
                    errors.iter().any(|issue| issue.cites.iter().any(|cite| cite == rule)),
                    "{name} does not break {rule}"
                );
            }
            if report.legal { legal += 1 } else { illegal += 1 }
        }
        assert!(
            legal >= 3 && illegal >= 1,
            "{system}: {legal} legal and {illegal} illegal examples"
        );
    }
    assert_eq!(rows, 0, "docs/lists.md has rows for lists that do not exist");
}
