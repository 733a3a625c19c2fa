//! Mending: every way is legal, can be written into the text, and is as small as trying everything
//! finds.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use orbat::internals::builder::{Builder, Minimality, Repair};
use orbat::internals::engine::Ruleset;
use orbat::internals::list::{
    Edit, ForceRef, HeadKey, Holder, List, Models, Offer, Spanned, UnitLine, load_list, rewrite,
};
use orbat::internals::model::Game;
use orbat::internals::resolve::Library;
use orbat::internals::source::{Embedded, Memory, SourceProvider, Sources};
use proptest::prelude::*;
use rayon::prelude::*;

use crate::search::{SMALL, UNITS, config, errors, small_list, sources_of};
use crate::support::{files_below, root, verdict};
use crate::{game, read, small_game};

pub(crate) fn repair(game: &Game, text: &str) -> Repair {
    let rules = Ruleset::new(game);
    let builder = Builder::new(&rules);
    builder.repair(&sources_of(text), &read(text), &|_| true)
}

fn is_legal(rules: &Ruleset<'_>, list: &List) -> bool {
    errors(rules, list) == 0
}

/// Every list that one change makes of this one: units out and in, sizes, charts, options.
fn changes(game: &Game, list: &List) -> Vec<List> {
    let mut all: Vec<List> = Vec::new();
    for unit in list.unit_lines().map(UnitLine::line) {
        all.extend(Edit::RemoveUnit { unit }.applied_to(list));
        for size in 1..8 {
            let models = Models::Total(list.added(size));
            all.extend(Edit::SetModels { unit, models }.applied_to(list));
        }
    }
    for unit in UNITS {
        let options: &[&str] = if *unit == "deputy" { &["rope", "whip"] } else { &[""] };
        for option in options {
            let mut line = UnitLine::new(Spanned::new((*unit).to_owned(), list.span));
            if !option.is_empty() {
                let name = Spanned::new((*option).to_owned(), list.span);
                line.options = vec![orbat::internals::list::OptionPick {
                    name,
                    times: None,
                    inner: Vec::new(),
                }];
            }
            let line = Box::new(line);
            all.extend(Edit::AddUnit { line, to: ForceRef::Army }.applied_to(list));
        }
    }
    for chart in game.charts.values() {
        let value = Some(chart.id.clone());
        all.extend(Edit::SetHead { key: HeadKey::Chart, value }.applied_to(list));
    }
    let bare =
        list.unit_lines().filter(|line| line.unit.value == "deputy" && line.options.is_empty());
    for line in bare {
        let offer = Offer {
            model: None,
            within: Vec::new(),
            choice: Some("tool".to_owned()),
            option: "rope".to_owned(),
            is_ambiguous: false,
        };
        let of = Holder::Unit(line.line());
        all.extend(Edit::TakeOption { of, offer, times: None }.applied_to(list));
    }
    all
}

/// The fewest changes that make a list legal, up to so many, by trying all.
fn fewest(game: &Game, rules: &Ruleset<'_>, list: &List, most: usize) -> Option<usize> {
    let mut seen: HashSet<List> = HashSet::from([list.clone()]);
    let mut lists = vec![list.clone()];
    for count in 0..=most {
        if lists.par_iter().any(|list| is_legal(rules, list)) {
            return Some(count);
        }
        if count < most {
            let next = lists.iter().flat_map(|list| changes(game, list));
            lists = next.filter(|list| seen.insert(list.clone())).collect();
        }
    }
    None
}

/// What must hold of every answer, next to the fewest changes that trying found.
fn holds(game: &Game, text: &str, fewest: Option<usize>) -> Repair {
    let rules = Ruleset::new(game);
    let found = repair(game, text);
    match fewest {
        Some(0) => assert!(found.ways.is_empty(), "{text}"),
        Some(count) => {
            let best = found
                .ways
                .first()
                .unwrap_or_else(|| panic!("nothing found where {count} changes do\n{text}"));
            // Smaller ones there may be: more changes are known than are tried here.
            assert!(best.changes.len() <= count, "{:?}, {count} do\n{text}", best.changes);
        }
        None => {}
    }
    assert!(found.ways.len() <= 3);
    for way in &found.ways {
        assert!(is_legal(&rules, &way.list), "{:?}\n{text}", way.changes);
    }
    // Larger sets come after, and no part of them would do.
    assert!(found.ways.windows(2).all(|pair| pair[0].changes.len() <= pair[1].changes.len()));
    let part = |large: &[String], small: &[String]| {
        large.len() > small.len() && small.iter().all(|change| large.contains(change))
    };
    assert!(
        !found
            .ways
            .iter()
            .any(|large| found.ways.iter().any(|small| part(&large.changes, &small.changes))),
        "{text}"
    );
    found
}

proptest! {
    #![proptest_config(config(60, 5))]

    #[test]
    fn repair_is_legal_and_as_small_as_trying_finds(text in small_list(4)) {
        let game = small_game(SMALL);
        let fewest = fewest(&game, &Ruleset::new(&game), &read(&text), 2);
        holds(&game, &text, fewest);
    }
}

/// Lists in which three things are wrong, or four: still as small as trying finds, and said to be
/// so.
#[test]
fn sets_of_three_are_as_small_as_trying_finds() {
    let game = small_game(SMALL);
    let rules = Ruleset::new(&game);
    let lists = [
        ("mob", 200, &[("hands", 9), ("hands", 8), ("cooks", 1)][..]),
        ("mob", 200, &[("hands", 9), ("cooks", 9), ("chief", 1), ("deputy", 1)]),
        ("band", 300, &[("chief", 1), ("hands", 1), ("cannon", 2), ("cannon", 2), ("cannon", 2)]),
        ("band", 300, &[("chief", 1), ("chief", 1), ("cooks", 3), ("cooks", 3), ("hands", 2)]),
        ("band", 60, &[("deputy", 1), ("cannon", 2), ("cannon", 2), ("cannon", 2)]),
        ("band", 150, &[("cannon", 2), ("cannon", 2)]),
        ("mob", 90, &[("chief", 1), ("chief", 1), ("deputy", 1), ("deputy", 1)]),
    ];
    let mut sizes: Vec<usize> = Vec::new();
    for (chart, points, units) in lists {
        let units: String = units
            .iter()
            .map(|(unit, models)| format!("  - {{unit: {unit}, models: {models}}}\n"))
            .collect();
        let text =
            format!("orbat: 1\nsystem: small\nchart: {chart}\npoints: {points}\nunits:\n{units}");
        let fewest = fewest(&game, &rules, &read(&text), 3);
        let found = holds(&game, &text, fewest);
        let size = found.ways[0].changes.len();
        sizes.push(size);
        if size <= 3 {
            assert_eq!(found.fewest, Minimality::Proven, "{text}");
        }
        assert!(found.fewest != Minimality::Proven || fewest.is_none_or(|fewest| size <= fewest));
    }
    assert!(sizes.iter().filter(|size| **size == 3).count() >= 3, "{sizes:?}");
}

/// Of as many changes those come first that move fewer units, then fewer points; and they are of
/// different sorts.
#[test]
fn what_changes_least_comes_first() {
    let game = small_game(SMALL);
    let head = "orbat: 1\nsystem: small\nchart: mob\npoints: 300\nunits:\n";
    let found = repair(
        &game,
        &format!(
            "{head}  - {{unit: hands, models: 9}}\n  - {{unit: hands, models: 8}}\n  - {{unit: cooks, models: 1}}\n"
        ),
    );
    let mut changes = found.ways[0].changes.clone();
    changes.sort();
    let nearest = [
        "take 4 instead of 1 models of Cooks (line 8)",
        "take 6 instead of 8 models of Hands (line 7)",
    ];
    assert_eq!(changes[..2], nearest, "{changes:?}");
    assert_eq!(changes[2], "take 6 instead of 9 models of Hands (line 6)");
    let found =
        repair(&game, &format!("{head}  - {{unit: hands, models: 9}}\n  - hands\n  - hands\n"));
    let words: Vec<&str> = found.ways.iter().map(|way| way.changes[0].as_str()).collect();
    assert_eq!(words[0], "take 6 instead of 9 models of Hands (line 6)");
    assert_eq!(words.iter().filter(|words| words.starts_with("remove ")).count(), 1, "{words:?}");
}

/// The same list, the same answer.
#[test]
fn repair_is_the_same_every_time() {
    let text = fs::read_to_string(root().join("tests/ledger/at43/AT-06.bad.4.yaml")).unwrap();
    let game = game("at43");
    let changes =
        || repair(&game, &text).ways.into_iter().map(|way| way.changes).collect::<Vec<_>>();
    let first = changes();
    assert!(!first.is_empty());
    assert_eq!(first, changes());
}

/// Lists of the ledger that no change of a list repairs, and why.
const CANNOT_BE_REPAIRED: &[(&str, &str)] = &[];

/// The game of a list of the ledger, with the data beside it.
fn game_of(system: &str, data: &[PathBuf]) -> Game {
    let mut own = Memory::default();
    for path in data {
        own = own.with(&path.file_name().unwrap().to_string_lossy(), fs::read(path).unwrap());
    }
    let layers: [&dyn SourceProvider; 2] = [&Embedded, &own];
    Library::open(&layers).compile(system).game.unwrap()
}

/// What is wrong with how a list is repaired; none if it is legal or all is well.
fn fault(game: &Game, path: &Path) -> Option<String> {
    let text = fs::read_to_string(path).unwrap();
    let mut sources = Sources::default();
    let source = sources.add("list.yaml", text.as_str());
    let (Some(list), found) = load_list(&sources, source) else { return None };
    let rules = Ruleset::new(game);
    // What cannot be read as a whole is for its author.
    if !found.is_empty() || is_legal(&rules, &list) {
        return None;
    }
    let builder = Builder::new(&rules);
    let ways = builder.repair(&sources, &list, &|_| true).ways;
    if ways.is_empty() {
        return Some("no way was found".to_owned());
    }
    ways.iter().find_map(|way| {
        let Ok(new) = rewrite(&text, &way.list) else {
            return Some(format!("{:?} cannot be written", way.changes));
        };
        let comments = text
            .lines()
            .take_while(|line| line.starts_with('#'))
            .all(|line| new.lines().any(|new| new == line));
        match (is_legal(&rules, &read(&new)), comments) {
            (true, true) => None,
            (false, _) => Some(format!("{:?} is illegal\n{new}", way.changes)),
            (_, false) => Some(format!("{:?} loses a comment\n{new}", way.changes)),
        }
    })
}

#[test]
fn every_illegal_list_of_the_ledger_can_be_mended() {
    let mut groups: BTreeMap<(String, Vec<PathBuf>), Vec<PathBuf>> = BTreeMap::new();
    for path in files_below(&root().join("tests/ledger"), "yaml") {
        let text = fs::read_to_string(&path).unwrap();
        let key = (verdict::system_of(&text).to_owned(), verdict::data_beside(&path));
        groups.entry(key).or_default().push(path);
    }
    let is_expected = |path: &Path| {
        let name = path.file_stem().unwrap().to_string_lossy();
        CANNOT_BE_REPAIRED.iter().any(|(known, _)| *known == name)
    };
    let mut count = 0;
    let mut wrong = String::new();
    for ((system, data), paths) in &groups {
        let game = game_of(system, data);
        let faults: Vec<Option<String>> = paths.par_iter().map(|path| fault(&game, path)).collect();
        for (path, fault) in paths.iter().zip(faults) {
            count += 1;
            let name = path.strip_prefix(root()).unwrap().display();
            match fault {
                Some(_) if is_expected(path) => {}
                Some(fault) => wrong += &format!("{name}: {fault}\n"),
                None => assert!(!is_expected(path), "{name} can be repaired"),
            }
        }
    }
    assert!(count > 500, "only {count} lists");
    assert!(wrong.is_empty(), "{wrong}");
}
