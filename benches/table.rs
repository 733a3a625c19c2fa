//! One table of what has to be fast, with the aim and the yardstick of each.
//!
//! `cargo bench --bench table`; `docs/performance.md` holds the last one. Times are the best of
//! several runs. `.ci/instructions` counts instructions where a clock would tell nothing, and
//! `benches/peers` compares a warm check with another list checker.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use orbat::internals::builder::{Builder, CompleteOptions, Completion};
use orbat::internals::engine::Ruleset;
use orbat::internals::list::{List, load_list};
use orbat::internals::resolve::{Library, compile};
use orbat::internals::source::{Embedded, Memory, SourceProvider, Sources};
use support::armies::{Army, impossible, large};
use support::json::{Unit, units_json};
use support::{SYSTEM, best, faction_of, unlocks};

mod support;

fn line(what: &str, now: &str, aim: &str) {
    println!("{what:<44} {now:>22} {aim:>16}");
}

/// From nothing to a verdict: the data found, its game compiled, the list read and judged.
fn start(system: &str, text: &str) {
    let time = best(21, || {
        let compiled = Library::open(&[&Embedded]).compile(system);
        let mut sources = compiled.sources;
        let game = compiled.game.unwrap();
        let source = sources.add("list.yaml", text);
        let list = load_list(&sources, source).0.unwrap();
        assert!(Ruleset::new(&game).problems(&list).is_empty(), "{system}: illegal");
    });
    let now = format!("{:.1} ms", time.as_secs_f64() * 1e3);
    line(&format!("start to verdict, {system}"), &now, "3 ms");
}

/// Lists and how long a search takes for each, the game and the list being there.
fn search(
    what: &str,
    aim: &str,
    armies: Vec<Army>,
    work: impl Fn(&Builder<'_, '_>, &Sources, &List) -> String,
) {
    for Army { system, text } in armies {
        let compiled = Library::open(&[&Embedded]).compile(system);
        let (game, mut sources) = (compiled.game.unwrap(), compiled.sources);
        let rules = Ruleset::new(&game);
        let source = sources.add("list.yaml", text);
        let list = load_list(&sources, source).0.unwrap();
        let mut found = String::new();
        let time = best(3, || found = work(&Builder::new(&rules), &sources, &list));
        let now = format!("{:.0} ms, {found}", time.as_secs_f64() * 1e3);
        line(&format!("{what}, {system}"), &now, aim);
    }
}

fn fix(builder: &Builder<'_, '_>, sources: &Sources, list: &List) -> String {
    let repair = builder.repair(sources, list, &|_| true);
    match (repair.ways.len(), repair.partial) {
        (0, None) => "nothing".to_owned(),
        (0, Some(_)) => "a part".to_owned(),
        (ways, _) => format!("{ways} ways"),
    }
}

fn complete(builder: &Builder<'_, '_>, _: &Sources, list: &List) -> String {
    let options = CompleteOptions { spend: false, seed: 1, should_continue: &|_| true };
    match builder.complete(list, &options) {
        Completion::Done { .. } => "done".to_owned(),
        Completion::Impossible { .. } => "impossible".to_owned(),
    }
}

fn examples() -> Vec<Army> {
    let army = |system, text: &str| Army { system, text: text.to_owned() };
    vec![
        army("at43", include_str!("../examples/at43/first-company.yaml")),
        army("dark_age", include_str!("../examples/dark_age/borrowed-fire.yaml")),
        army("firefight", include_str!("../examples/firefight/patrol.yaml")),
        army("warzone", include_str!("../examples/warzone/third-venusian.yaml")),
    ]
}

/// How long the program takes for a folder of lists, and the most memory it holds.
fn check(folder: &Path) -> (Duration, u64) {
    let start = Instant::now();
    let mut program = Command::new(env!("CARGO_BIN_EXE_orbat"))
        .args(["check", "--format", "json"])
        .arg(folder)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let status = format!("/proc/{}/status", program.id());
    let mut peak = 0;
    while program.try_wait().unwrap().is_none() {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
        peak = peak.max(kilobytes.unwrap_or(0));
        std::thread::sleep(Duration::from_millis(2));
    }
    (start.elapsed(), peak)
}

fn batch(lists: usize) {
    let folder = std::env::temp_dir().join(format!("orbat-bench-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    for number in 0..lists {
        let points = format!("points: {}", 100_000 + number / 12);
        let text = unlocks(4 + number % 12).replace("points: 100000", &points);
        fs::write(folder.join(format!("{number}.yaml")), text).unwrap();
    }
    let (time, peak) = (0..3).map(|_| check(&folder)).min().unwrap();
    fs::remove_dir_all(&folder).unwrap();
    let rate = lists as f64 / time.as_secs_f64();
    let now = format!("{rate:.0}/s, {} MB", peak / 1024);
    line(&format!("batch, {lists} files to JSON"), &now, "20000/s, flat");
}

fn text(units: usize) {
    let memory =
        Memory::default().with("system.orbat", SYSTEM).with("crowd.orbat", faction_of(units));
    let layers: [&dyn SourceProvider; 1] = [&memory];
    assert!(compile(&layers, "big").diagnostics.is_empty());
    let json = units_json(units);
    let ours = best(3, || compile(&layers, "big"));
    let theirs = best(3, || serde_json::from_str::<Vec<Unit>>(&json).unwrap());
    let each = ours.as_secs_f64() * 1e6 / units as f64;
    let ratio = ours.as_secs_f64() / theirs.as_secs_f64();
    let now = format!("{each:.1} µs, {ratio:.1} x serde_json");
    line(&format!("data from text, each of {units} units"), &now, "5 x serde_json");
}

fn main() {
    line("", "now", "aim");
    start("at43", include_str!("../examples/at43/clones-of-manon.yaml"));
    start("dark_age", include_str!("../examples/dark_age/gale-court.yaml"));
    start("firefight", include_str!("../examples/firefight/patrol.yaml"));
    start("mad_minute", include_str!("../examples/mad_minute/own-hive.yaml"));
    start("warzone", include_str!("../examples/warzone/cathedral-guard.yaml"));
    // `cargo test --benches` only wants to know that it runs.
    if std::env::args().any(|argument| argument == "--test") {
        batch(10);
        text(10);
        search("the lists", "", large(true), |_, _, list| {
            format!("{} lines", list.unit_lines().count())
        });
        return;
    }
    search("fix, 40 units, 3 faults", "1000 ms", large(true), fix);
    search("complete, 40 units, too dear", "1000 ms", impossible(), complete);
    search("suggest, the hardest example", "200 ms", examples(), |builder, _, list| {
        format!("{} units", builder.suggest(list).len())
    });
    [1_000, 10_000, 50_000].into_iter().for_each(batch);
    [12_500, 25_000, 50_000].into_iter().for_each(text);
}
