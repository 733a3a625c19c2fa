//! How fast lists are judged: by number of units, with and without allocation, and as a batch on
//! all cores.
//!
//! `cargo bench --bench check`. Times are the best of several runs, because everything else is
//! noise of the machine. The comparison with another list checker is a package of its own,
//! `benches/peers`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use orbat::internals::engine::Ruleset;
use orbat::internals::list::{List, load_list};
use orbat::internals::resolve::{Compiled, Library};
use orbat::internals::source::{Embedded, SourceId, Sources};
use rayon::prelude::*;

const ROUNDS: usize = 9;

/// The best time of one call, over rounds of several calls each.
fn best<T>(calls: u32, mut work: impl FnMut() -> T) -> Duration {
    let round = |work: &mut dyn FnMut() -> T| {
        let start = Instant::now();
        for _ in 0..calls {
            black_box(work());
        }
        start.elapsed() / calls
    };
    (0..ROUNDS).map(|_| round(&mut work)).min().unwrap()
}

/// A legal army of so many units that needs no allocation: every unit has one slot.
fn plain(units: usize) -> String {
    let mut text = String::from(
        "orbat: 1\nsystem: dark_age\nfaction: dragyri\nsubfaction: air\npoints: 100000\nunits:\n",
    );
    text += &"  - unit: squall\n".repeat(units);
    text
}

/// Slots, a commander who lets others into troop slots, and options: legal up to 15 units, for no
/// chart has more places.
fn chart(units: usize) -> String {
    // The largest chart needs a heavy vehicle and more troops than a small army has.
    let (chart, heavy) = if units < 10 { ("standard", 0) } else { ("gargantuan", 1) };
    let mut text = format!(
        "orbat: 1\nsystem: warzone\nfaction: bauhaus\nchart: {chart}\npoints: 100000\nunits:\n  - unit: kapitan\n"
    );
    text += &"  - unit: grizzly\n".repeat(heavy);
    for number in 0..units - 1 - heavy {
        text += match number % 4 {
            0 => "  - unit: hussars\n    models: 10\n    options: {lmg: 1}\n",
            1 => "  - unit: juggernauts\n",
            2 => "  - unit: hussars\n    models: 6\n",
            _ => "  - unit: venusian_rangers\n    models: 8\n",
        };
    }
    text
}

/// Unlocks with helpers for every specialist and support unit: legal, and as tight as it goes.
fn unlocks(units: usize) -> String {
    let mut text = String::from(
        "orbat: 1\nsystem: firefight\nfaction: enforcers\npoints: 100000\nunits:\n  - unit: captain\n",
    );
    for number in 1..units {
        text += match number % 4 {
            1 | 2 => "  - unit: marines\n    models: 8\n    options: {launcher_man: 1}\n",
            3 => "  - unit: engineers\n",
            _ => "  - unit: carrier\n",
        };
    }
    text
}

fn load(sources: &mut Sources, text: &str) -> (SourceId, List) {
    let source = sources.add("list.yaml", text);
    let (list, found) = load_list(sources, source);
    assert!(found.is_empty(), "{found:?}");
    (source, list.unwrap())
}

fn micros(time: Duration) -> String {
    format!("{:9.1} µs", time.as_secs_f64() * 1e6)
}

/// What was asked for on the command line: `cargo bench --bench check -- unlocks` measures one line
/// alone, for a profiler.
fn wanted() -> Vec<String> {
    std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect()
}

fn main() {
    println!("{:<42} {:>12} {:>12} {:>12}", "", "4 units", "15 units", "60 units");
    row("judged, one slot each or none", "dark_age", &[4, 15, 60], plain);
    row("judged, slots with grants and trades", "warzone", &[4, 15], chart);
    row("judged, unlocks with helpers", "firefight", &[4, 15, 60], unlocks);
    if wanted().is_empty() {
        reading();
        from_start();
        batch();
    }
}

fn compiled(system: &str) -> Compiled {
    Library::open(&[&Embedded]).compile(system)
}

fn row(what: &str, system: &str, sizes: &[usize], make: fn(usize) -> String) {
    if !wanted().is_empty() && !wanted().iter().any(|word| what.contains(word.as_str())) {
        return;
    }
    let Compiled { game, mut sources, .. } = compiled(system);
    let game = game.unwrap();
    let checker = Ruleset::new(&game);
    let times: Vec<String> = sizes
        .iter()
        .map(|units| {
            let (_, list) = load(&mut sources, &make(*units));
            // Building problems would be timed otherwise.
            assert!(checker.problems(&list).is_empty(), "{what}: illegal with {units} units");
            micros(best(2_000 / *units as u32, || checker.problems(&list)))
        })
        .collect();
    println!("{what:<42} {}", times.join(" "));
}

fn reading() {
    let mut sources = Sources::default();
    let times: Vec<String> = [4, 15, 60]
        .into_iter()
        .map(|units| {
            let source = sources.add("list.yaml", unlocks(units));
            micros(best(100, || load_list(&sources, source)))
        })
        .collect();
    println!("{:<42} {} {} {}", "read from YAML", times[0], times[1], times[2]);
}

/// From nothing to a verdict, the data read and compiled anew each time.
fn from_start() {
    for (system, text) in [("warzone", chart(4)), ("firefight", unlocks(4))] {
        let time = best(3, || {
            let Compiled { game, mut sources, .. } = compiled(system);
            let game = game.unwrap();
            let (_, list) = load(&mut sources, &text);
            Ruleset::new(&game).problems(&list).len()
        });
        println!(
            "{:<42} {:9.1} ms",
            format!("from start to verdict, {system}"),
            time.as_secs_f64() * 1e3
        );
    }
}

/// Ten thousand different lists on all cores, whole reports with fixes for those that are illegal.
fn batch() {
    const LISTS: usize = 10_000;
    let Compiled { game, mut sources, .. } = compiled("firefight");
    let game = game.unwrap();
    let checker = Ruleset::new(&game);
    let lists: Vec<(SourceId, List)> = (0..LISTS)
        .map(|number| {
            let text = unlocks(4 + number % 12)
                .replace("points: 100000", &format!("points: {}", 1500 + number / 12));
            load(&mut sources, &text)
        })
        .collect();
    let start = Instant::now();
    let reports: Vec<_> = lists
        .par_iter()
        .map(|(source, list)| {
            orbat::internals::builder::judge(&checker, &sources, *source, list, &[])
        })
        .collect();
    let time = start.elapsed();
    let legal = reports.iter().filter(|report| report.legal).count();
    let threads = rayon::current_num_threads();
    let each = time / u32::try_from(LISTS).unwrap();
    println!(
        "{LISTS} lists on {threads} cores: {:.0} ms, {} each; {legal} legal",
        time.as_secs_f64() * 1e3,
        micros(each).trim()
    );
}
