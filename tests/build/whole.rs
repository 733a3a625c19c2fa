//! Completing against lists that are known to be legal: whatever is taken out of one, there is a way back.

use std::fs;

use orbat::build::{Completion, Wish, Workbench};
use orbat::roster::{Edit, List, load_list, places};
use orbat::source::Sources;
use orbat::validate::{Checker, Number};

use crate::game;
use crate::support::{files_below, root};

/// Every legal list of a game among the ledger's and the examples.
fn legal_lists(system: &str, checker: &Checker<'_>) -> Vec<(String, List)> {
    let mut all = Vec::new();
    for folder in [format!("tests/ledger/{system}"), format!("examples/{system}")] {
        for path in files_below(&root().join(folder), "yaml") {
            let mut sources = Sources::default();
            let text = fs::read_to_string(&path).unwrap();
            let source = sources.add("list.yaml", text);
            if let (Some(list), found) = load_list(&sources, source)
                && found.is_empty()
                && checker.issues(&list).iter().all(|issue| !issue.is_error())
            {
                all.push((path.file_name().unwrap().to_string_lossy().into_owned(), list));
            }
        }
    }
    all
}

#[test]
fn what_was_taken_out_of_a_legal_list_is_found_again() {
    let only = std::env::var("ONLY").unwrap_or_default();
    for system in
        ["at43", "dark_age", "firefight", "mad_minute", "warzone"].into_iter().filter(|s| only.is_empty() || only.contains(s))
    {
        let game = game(system);
        let checker = Checker::new(&game);
        let bench = Workbench { checker: &checker, game: &game, stock: None };
        let (mut tried, mut failed, mut less) = (0, 0, 0);
        for (name, list) in legal_lists(system, &checker) {
            let whole = checker.weigh(&list).points;
            for (place, line) in places(&list) {
                let Some(part) = Edit::RemoveUnit(place).apply(&list) else { continue };
                tried += 1;
                for spend in [false, true] {
                    if spend && std::env::var("SPEND").is_err() {
                        continue;
                    }
                    if spend && list.points.is_none() {
                        continue;
                    }
                    let began = std::time::Instant::now();
                    match bench.complete(&part, &Wish { spend, seed: 1, go_on: &|_| true }) {
                        Completion::Done { points, .. } => {
                            if spend && points < whole {
                                less += 1;
                                println!(
                                    "LESS {system} {name} {}: {points} < {whole} of {:?}",
                                    line.unit.value,
                                    list.points.as_ref().map(|p| p.value)
                                );
                            }
                        }
                        Completion::Impossible { remaining, culprits } => {
                            failed += 1;
                            println!("NOWAY {system} {name} without {}: {culprits:?} {remaining:?}", line.unit.value);
                        }
                    }
                    if began.elapsed().as_millis() > 1500 {
                        println!("SLOW {system} {name} {} spend {spend} {:?}", line.unit.value, began.elapsed());
                    }
                }
            }
        }
        println!("{system}: {tried} tried, {failed} failed, {less} less");
        let _ = Number::ZERO;
    }
}
