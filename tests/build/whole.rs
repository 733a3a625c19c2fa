//! Completing against lists that are known to be legal: whatever is taken out of one, there is a
//! way back.

use std::fs;

use orbat::internals::builder::{Builder, CompleteOptions, Completion};
use orbat::internals::engine::Ruleset;
use orbat::internals::list::{Edit, List, load_list};
use orbat::internals::source::Sources;

use crate::support::{files_below, root};
use crate::{SYSTEMS, game};

/// Spending takes longest: one part in so many is completed that way too.
const SPENDS: usize = 12;

/// Every legal list of a game among the ledger's and the examples.
fn legal_lists(system: &str, rules: &Ruleset<'_>) -> Vec<(String, List)> {
    let mut all = Vec::new();
    for folder in [format!("tests/ledger/{system}"), format!("examples/{system}")] {
        for path in files_below(&root().join(folder), "yaml") {
            let mut sources = Sources::default();
            let source = sources.add("list.yaml", fs::read_to_string(&path).unwrap());
            if let (Some(list), found) = load_list(&sources, source)
                && found.is_empty()
                && rules.problems(&list).iter().all(|issue| !issue.is_error())
            {
                all.push((path.display().to_string(), list));
            }
        }
    }
    all
}

fn every_part_is_completed(system: &str) -> usize {
    let game = game(system);
    let rules = Ruleset::new(&game);
    let builder = Builder::new(&rules);
    let mut tried = 0;
    for (name, list) in legal_lists(system, &rules) {
        for line in list.unit_lines() {
            let part = Edit::RemoveUnit { unit: line.line() }.applied_to(&list).unwrap();
            let spend = tried % SPENDS == 0 && list.points.is_some();
            let completion = builder
                .complete(&part, &CompleteOptions { spend, seed: 1, should_continue: &|_| true });
            let Completion::Done { list: done, points, .. } = completion else {
                panic!("{name} without {} was not completed", line.unit.value);
            };
            let assessment = rules.assess(&done);
            assert!(assessment.is_legal(), "{name} without {}", line.unit.value);
            assert_eq!(assessment.points, points, "{name}");
            let is_there = |old: &str| done.unit_lines().any(|new| new.unit.value == old);
            assert!(part.unit_lines().all(|old| is_there(&old.unit.value)), "{name} lost a unit");
            tried += 1;
        }
    }
    tried
}

#[test]
fn what_was_taken_out_of_a_legal_list_is_found_again() {
    let tried: usize = std::thread::scope(|scope| {
        let all: Vec<_> = SYSTEMS
            .iter()
            .map(|system| scope.spawn(move || every_part_is_completed(system)))
            .collect();
        all.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert!(tried > 700, "{tried}");
}
