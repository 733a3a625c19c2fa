//! How fast data is loaded: generated factions, beside typed `serde_json` on the same units; and
//! the embedded games, whose trees are prepared when the program is built, beside the parsing that
//! is saved.
//!
//! `cargo bench --bench load`. Times are the best of several runs, because everything else is noise
//! of the machine.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::time::Duration;

use orbat::internals::resolve::{Library, compile};
use orbat::internals::source::{Embedded, Memory, SourceProvider};
use rayon::prelude::*;
use support::json::{Unit, units_json};
use support::{SYSTEM, best, faction_of};

mod support;

const RUNS: usize = 15;

fn generated(count: usize) {
    let faction = faction_of(count);
    let json = units_json(count);
    let memory =
        Memory::default().with("system.orbat", SYSTEM).with("crowd.orbat", faction.clone());
    let layers: [&dyn SourceProvider; 1] = [&memory];
    let check = compile(&layers, "big");
    assert!(check.diagnostics.is_empty(), "{:?}", check.diagnostics.first());
    assert_eq!(check.game.unwrap().units().count(), count);

    let runs = if count > 10_000 { 3 } else { RUNS };
    let ours = best(runs, || compile(&layers, "big"));
    let theirs = best(runs, || serde_json::from_str::<Vec<Unit>>(&json).unwrap());

    let parse = best(runs, || {
        let mut sources = orbat::internals::source::Sources::default();
        let id = sources.add("crowd.orbat", "");
        orbat::internals::syntax::parse(id, &faction).items.len()
    });
    let rate = |time: Duration, bytes: usize| bytes as f64 / 1e6 / time.as_secs_f64();
    println!(
        "{count} units ({:.1} MB of .orbat, {:.1} MB of JSON)",
        faction.len() as f64 / 1e6,
        json.len() as f64 / 1e6
    );
    println!("  parse only        {parse:>10.1?}  {:>6.1} MB/s", rate(parse, faction.len()));
    println!(
        "  parse + resolve   {ours:>10.1?}  {:>6.1} MB/s  {:>9.0} units/s",
        rate(ours, faction.len()),
        count as f64 / ours.as_secs_f64()
    );
    println!(
        "  serde_json, typed {theirs:>10.1?}  {:>6.1} MB/s  {:>9.0} units/s",
        rate(theirs, json.len()),
        count as f64 / theirs.as_secs_f64()
    );
    println!("  ratio per unit    {:>9.1}x", ours.as_secs_f64() / theirs.as_secs_f64());
}

fn embedded() {
    let layers: [&dyn SourceProvider; 1] = [&Embedded];
    let all: Vec<String> =
        Library::open(&layers).systems().into_iter().map(|system| system.id).collect();
    println!("embedded data");
    for system in &all {
        let compiled = compile(&layers, system);
        let bytes: usize = compiled.sources.iter().map(|(_, source)| source.text().len()).sum();
        let units = compiled.game.as_ref().map_or(0, |game| game.units().count());
        let library = Library::open(&layers);
        let time = best(RUNS, || library.compile(system));
        let parse = best(RUNS, || {
            let files: Vec<_> = compiled.sources.iter().collect();
            files
                .par_iter()
                .map(|(id, source)| orbat::internals::syntax::parse(*id, source.text()).items.len())
                .sum::<usize>()
        });
        println!(
            "  {system:<12} {time:>10.1?}  {parse:>10.1?} more to parse the text  {units:>4} units  {:>6.1} kB",
            bytes as f64 / 1e3
        );
    }
    println!("  found and read {:>8.1?}", best(RUNS, || Library::open(&layers)));
    let time = best(RUNS, || {
        let library = Library::open(&layers);
        all.iter().map(|system| library.compile(system).diagnostics.len()).sum::<usize>()
    });
    println!("  all {}        {time:>10.1?}", all.len());
}

fn main() {
    // `cargo test --benches` only wants to know that it runs.
    if std::env::args().any(|argument| argument == "--test") {
        generated(10);
        return;
    }
    // `cargo bench --bench load -- embedded` measures the games that come with the program alone,
    // for a profiler.
    let only_embedded = std::env::args().any(|argument| argument == "embedded");
    if !only_embedded {
        [1_000, 12_500, 25_000, 50_000].into_iter().for_each(generated);
    }
    embedded();
}
