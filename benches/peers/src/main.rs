//! orbat beside `wh40kdc`, another army-list checker written in Rust: what a check costs, and what it takes to get there.
//!
//! `cargo run --release` in this folder. README.md says what the two have in common and what they do not.
//! Everything happens on one thread, and the two take turns, so that what else the machine does meets both.

use std::hint::black_box;
use std::process::Command;
use std::time::{Duration, Instant};

use orbat::resolve::Library;
use orbat::roster::{List, load_list};
use orbat::source::{Embedded, Sources};
use orbat::validate::Checker;
use wh40kdc::data::roster::{RosterLegality, Severity, check_roster};
use wh40kdc::import::{ImportResult, Roster, try_import_roster};
use wh40kdc::{Dataset, Unit};

/// Rounds of the loops. An odd number has a median.
const ROUNDS: usize = 21;
/// How long a loop of one round is to take, about.
const ROUND: Duration = Duration::from_millis(40);
/// Fresh processes a side, for what can be done only once in a process.
const STARTS: usize = 21;

const WARZONE: &str = "\
orbat: 1
system: warzone
faction: bauhaus
chart: skirmish
points: 500
units:
  - unit: kapitan
  - unit: hussars
    models: 5
  - unit: hussars
    models: 5
  - unit: venusian_rangers
    models: 5
";

/// Units unlock units here: which of them pays for which is searched for.
const FIREFIGHT: &str = "\
orbat: 1
system: firefight
faction: enforcers
points: 1000
units:
  - unit: captain
  - unit: marines
  - unit: marines
  - unit: ghosts
";

/// In the format `wh40kdc` writes itself (`roster-json`); it finds the names in its data while it reads.
const WH40K: &str = include_str!("wh40k_list.json");

fn read(text: &str) -> List {
    let mut sources = Sources::default();
    let source = sources.add("list.yaml", text);
    let (list, found) = load_list(&sources, source);
    assert!(found.is_empty(), "{found:?}");
    list.expect("the list can be read")
}

fn import(text: &str, data: &Dataset) -> Roster {
    match try_import_roster(text, data) {
        ImportResult::Ok { roster, .. } => roster,
        ImportResult::Err { message, .. } => panic!("{message}"),
    }
}

/// What `wh40kdc` counts as illegal: a wrong unit, or an error of the army.
fn wrongs(verdict: &RosterLegality) -> usize {
    let units: usize = verdict.units.iter().map(|unit| unit.violations.len()).sum();
    units + verdict.army.iter().filter(|one| one.severity == Severity::Error).count()
}

/// What a fresh process took from nothing to its first verdict.
#[derive(Clone, Copy)]
struct Start {
    data: Duration,
    list: Duration,
    check: Duration,
}

impl Start {
    fn total(&self) -> Duration {
        self.data + self.list + self.check
    }
}

fn start_orbat(system: &str, text: &str) -> Start {
    let begun = Instant::now();
    let compiled = Library::open(&[&Embedded]).compile(system);
    let game = compiled.game.as_ref().expect("the game is embedded");
    let checker = Checker::new(game);
    let loaded = Instant::now();
    let list = read(black_box(text));
    let read = Instant::now();
    let issues = black_box(checker.issues(&list));
    let done = Instant::now();
    assert!(issues.is_empty(), "{issues:?}");
    Start { data: loaded - begun, list: read - loaded, check: done - read }
}

fn start_wh40kdc() -> Start {
    let begun = Instant::now();
    let data = Dataset::embedded();
    let loaded = Instant::now();
    let roster = import(black_box(WH40K), data);
    let read = Instant::now();
    let verdict = black_box(check_roster(&roster, data));
    let done = Instant::now();
    assert_eq!(wrongs(&verdict), 0, "{verdict:?}");
    Start { data: loaded - begun, list: read - loaded, check: done - read }
}

/// The work of one fresh process, by name. `Dataset::embedded` keeps what it loaded, so a process can time it once.
fn start(side: &str) -> Start {
    match side {
        "warzone" => start_orbat("warzone", WARZONE),
        "firefight" => start_orbat("firefight", FIREFIGHT),
        "wh40kdc" => start_wh40kdc(),
        _ => panic!("there is no `{side}`"),
    }
}

fn start_in_a_process(side: &str) -> Start {
    let program = std::env::current_exe().expect("this program has a path");
    let output = Command::new(program).args(["--start", side]).output().expect("it can be started");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("it prints numbers");
    let mut times = text.split_whitespace().map(|time| Duration::from_nanos(time.parse().expect("a number")));
    let mut next = || times.next().expect("three numbers");
    Start { data: next(), list: next(), check: next() }
}

/// How often `work` is done in one round.
fn iterations(work: &mut dyn FnMut()) -> u32 {
    let mut count: u32 = 1;
    loop {
        let begun = Instant::now();
        (0..count).for_each(|_| work());
        if begun.elapsed() >= ROUND {
            return count;
        }
        count = count.saturating_mul(2);
    }
}

/// Times of each of the works, in seconds for one iteration; they take turns.
fn rounds(works: &mut [&mut dyn FnMut()]) -> Vec<Vec<f64>> {
    let counts: Vec<u32> = works.iter_mut().map(|work| iterations(*work)).collect();
    let mut times = vec![Vec::new(); works.len()];
    for _ in 0..ROUNDS {
        for ((work, count), times) in works.iter_mut().zip(&counts).zip(&mut times) {
            let begun = Instant::now();
            (0..*count).for_each(|_| work());
            times.push(begun.elapsed().as_secs_f64() / f64::from(*count));
        }
    }
    times
}

/// The best and the median.
fn summary(mut times: Vec<f64>) -> (f64, f64) {
    times.sort_by(f64::total_cmp);
    (times[0], times[times.len() / 2])
}

/// The rows of a table; the last is the peer the others are measured by. `scale` is what a second is in the unit shown.
fn table(title: &str, scale: f64, rows: &[(&str, (f64, f64))]) {
    println!("{title:<48}{:>10}{:>10}{:>12}{:>10}", "best", "median", "peer, best", "median");
    let (_, peer) = rows[rows.len() - 1];
    for (name, (best, median)) in rows {
        let times = |of: f64, ours: f64| format!("{:.1}x", of / ours);
        let (first, second) = (times(peer.0, *best), times(peer.1, *median));
        println!("  {name:<46}{:>10.2}{:>10.2}{first:>12}{second:>10}", best * scale, median * scale);
    }
    println!();
}

fn checks() {
    let library = Library::open(&[&Embedded]);
    let (warzone, firefight) = (library.compile("warzone"), library.compile("firefight"));
    let (warzone_game, firefight_game) = (warzone.game.as_ref().unwrap(), firefight.game.as_ref().unwrap());
    let (warzone_checker, firefight_checker) = (Checker::new(warzone_game), Checker::new(firefight_game));
    let (warzone_list, firefight_list) = (read(WARZONE), read(FIREFIGHT));
    let data = Dataset::embedded();
    let roster = import(WH40K, data);

    // All three lists are legal, and each side says so of its own only because it looked.
    assert!(warzone_checker.issues(&warzone_list).is_empty());
    assert!(firefight_checker.issues(&firefight_list).is_empty());
    assert_eq!(wrongs(&check_roster(&roster, data)), 0);
    assert_eq!(roster.diagnostics.resolved_units, 4);
    assert_eq!(roster.diagnostics.unresolved_weapons, 0);
    assert!(warzone_checker.issues(&read(&WARZONE.replace("points: 500", "points: 50"))).iter().any(|issue| issue.is_error()));
    assert!(firefight_checker.issues(&read(&FIREFIGHT.replace("marines", "ghosts"))).iter().any(|issue| issue.is_error()));
    let mut headless = roster.clone();
    headless.units.iter_mut().for_each(|unit| unit.is_warlord = false);
    assert!(wrongs(&check_roster(&headless, data)) > 0);

    let bytes = |compiled: &orbat::Compiled| compiled.sources.iter().map(|(_, source)| source.text().len()).sum::<usize>();
    println!("data");
    for (name, compiled) in [("warzone", &warzone), ("firefight", &firefight)] {
        let units = compiled.game.as_ref().unwrap().units().count();
        println!("  orbat    {name:<10} {units:>5} units  {:>9.1} kB of .orbat text", bytes(compiled) as f64 / 1e3);
    }
    let units: Vec<&Unit> = data.units.iter().collect();
    println!("  wh40kdc  {:<10} {:>5} units  {:>9.1} kB of JSON (1.4.5)\n", "40k", units.len(), 10_702.847);

    let mut ours = || drop(black_box(warzone_checker.issues(black_box(&warzone_list))));
    let mut unlocking = || drop(black_box(firefight_checker.issues(black_box(&firefight_list))));
    let mut theirs = || drop(black_box(check_roster(black_box(&roster), black_box(data))));
    let mut times = rounds(&mut [&mut ours, &mut unlocking, &mut theirs]).into_iter().map(summary);
    let mut next = || times.next().unwrap();
    let rows =
        [("orbat, warzone, 4 units", next()), ("orbat, firefight, 4 units with unlocks", next()), ("wh40kdc, 4 units", next())];
    table("one check, data and list read (µs)", 1e6, &rows);
}

fn starts() {
    let sides = ["warzone", "firefight", "wh40kdc"];
    let mut times: Vec<Vec<Start>> = vec![Vec::new(); sides.len()];
    for _ in 0..STARTS {
        for (side, times) in sides.iter().zip(&mut times) {
            times.push(start_in_a_process(side));
        }
    }
    let show = |title: &str, part: fn(&Start) -> Duration| {
        let of = |index: usize| summary(times[index].iter().map(|start| part(start).as_secs_f64()).collect());
        table(title, 1e3, &[("orbat, warzone", of(0)), ("orbat, firefight", of(1)), ("wh40kdc", of(2))]);
    };
    show("from start to verdict, fresh process (ms)", Start::total);
    show("  of it: loading the data", |start| start.data);
    show("  of it: reading the list", |start| start.list);
    show("  of it: the first check", |start| start.check);
}

fn main() {
    // orbat would load data on all cores; the thread it is called on is to be the only one.
    rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build_global().expect("no pool yet");
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, side] = arguments.as_slice()
        && flag == "--start"
    {
        let Start { data, list, check } = start(side);
        println!("{} {} {}", data.as_nanos(), list.as_nanos(), check.as_nanos());
        return;
    }
    println!(
        "one thread; best and median of {ROUNDS} rounds, or of {STARTS} processes; `peer`: the time of wh40kdc by that of the row\n"
    );
    checks();
    starts();
}
