//! How fast lists are judged once their game is loaded, by number of units, and how fast they are
//! read.
//!
//! `cargo bench --bench check`. Times are the best of several runs, because everything else is
//! noise of the machine. The comparison with another list checker is a package of its own,
//! `benches/peers`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::time::Duration;

use orbat::internals::engine::Ruleset;
use orbat::internals::list::{List, load_list};
use orbat::internals::resolve::{Compiled, Library};
use orbat::internals::source::{Embedded, Memory, SourceProvider, Sources};
use support::{SYSTEM, best, faction_of, plain, unlocks};

mod support;

const ROUNDS: usize = 9;

/// The best time of one call, over rounds of several calls each.
fn micros<T>(calls: u32, mut work: impl FnMut() -> T) -> String {
    let time: Duration = best(ROUNDS, || (0..calls).for_each(|_| drop(work()))) / calls;
    format!("{:9.1} µs", time.as_secs_f64() * 1e6)
}

fn load(sources: &mut Sources, text: &str) -> List {
    let source = sources.add("list.yaml", text);
    let (list, found) = load_list(sources, source);
    assert!(found.is_empty(), "{found:?}");
    list.unwrap()
}

/// `cargo bench --bench check -- unlocks` measures the lines alone that hold this word, for a
/// profiler.
fn is_wanted(what: &str) -> bool {
    let mut words = std::env::args().skip(1).filter(|argument| !argument.starts_with('-'));
    let first = words.next();
    first.is_none_or(|word| what.contains(&word)) || words.any(|word| what.contains(&word))
}

/// Judges lists of one game, which must be legal: building problems would be timed otherwise.
fn row(what: &str, provider: &dyn SourceProvider, system: &str, lists: &[String]) {
    if !is_wanted(what) {
        return;
    }
    let Compiled { game, mut sources, .. } = Library::open(&[provider]).compile(system);
    let game = game.unwrap();
    let rules = Ruleset::new(&game);
    print!("{what:<42}");
    for text in lists {
        let list = load(&mut sources, text);
        assert!(rules.problems(&list).is_empty(), "{what}: illegal\n{text}");
        let calls = 4_000 / text.lines().count().max(20) as u32;
        print!(" {}", micros(calls, || rules.problems(&list)));
    }
    println!();
}

fn main() {
    let big = Memory::default().with("system.orbat", SYSTEM).with("crowd.orbat", faction_of(40));
    println!("{:<42} {:>12} {:>12} {:>12}", "", "15 units", "30 units", "60 units");
    row("one slot each", &big, "big", &[15, 30, 60].map(plain));
    row("unlocks with helpers", &Embedded, "firefight", &[15, 30, 60].map(unlocks));
    if is_wanted("read from YAML") {
        let mut sources = Sources::default();
        print!("{:<42}", "read from YAML");
        for text in [15, 30, 60].map(unlocks) {
            let source = sources.add("list.yaml", text);
            print!(" {}", micros(100, || load_list(&sources, source)));
        }
        println!();
    }
    println!("\nlists of the examples");
    for (system, text) in [
        ("at43", include_str!("../examples/at43/clones-of-manon.yaml")),
        ("dark_age", include_str!("../examples/dark_age/gale-court.yaml")),
        ("firefight", include_str!("../examples/firefight/patrol.yaml")),
        ("mad_minute", include_str!("../examples/mad_minute/own-hive.yaml")),
        ("warzone", include_str!("../examples/warzone/cathedral-guard.yaml")),
    ] {
        row(system, &Embedded, system, &[text.to_owned()]);
    }
}
