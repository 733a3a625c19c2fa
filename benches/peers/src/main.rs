//! orbat beside `wh40kdc`, another army-list checker written in Rust: what a check costs, and what
//! it takes to get there.
//!
//! `cargo run --release` in this folder. README.md says what the two have in common and what they
//! do not. Everything happens on one thread, and the two take turns, so that what else the machine
//! does meets both.

use std::hint::black_box;
use std::process::Command;
use std::time::{Duration, Instant};

use orbat::internals::engine::Ruleset;
use orbat::internals::list::{List, load_list};
use orbat::internals::resolve::Library;
use orbat::internals::source::{Embedded, Sources};
use wh40kdc::data::roster::{RosterLegality, Severity, check_roster};
use wh40kdc::import::{BattleSize, ImportResult, Roster, try_import_roster};
use wh40kdc::{Dataset, NormRoster, NormUnit, Unit, UnitComposition, base_loadout, loadout_models, validate_roster_core};

/// Rounds of the loops. An odd number has a median.
const ROUNDS: usize = 21;
/// How long a loop of one round is to take, about.
const ROUND: Duration = Duration::from_millis(40);
/// Fresh processes a side, for what can be done only once in a process.
const STARTS: usize = 21;

/// What `wh40kdc` 1.4.5 embeds; it shows the text to nobody.
const WH40K_KB: f64 = 10_702.847;

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

/// A captain, two gunships and a squad without options. The gunship is the median of the data in
/// what a check costs. This list and the next are in the format `wh40kdc` writes itself
/// (`roster-json`); names are looked up while reading.
const PLAIN: &str = include_str!("wh40k_plain.json");

/// A captain and three squads; two of them have three options each, and what these allow is worked
/// out at each check.
const SQUADS: &str = include_str!("wh40k_squads.json");

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

/// What `wh40kdc` counts as illegal: something wrong in a unit, or an error of the army.
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
    let checker = Ruleset::new(game);
    let loaded = Instant::now();
    let list = read(black_box(text));
    let read = Instant::now();
    let issues = black_box(checker.problems(&list));
    let done = Instant::now();
    assert!(issues.is_empty(), "the list is legal");
    Start { data: loaded - begun, list: read - loaded, check: done - read }
}

fn start_wh40kdc(text: &str) -> Start {
    let begun = Instant::now();
    let data = Dataset::embedded();
    let loaded = Instant::now();
    let roster = import(black_box(text), data);
    let read = Instant::now();
    let verdict = black_box(check_roster(&roster, data));
    let done = Instant::now();
    assert_eq!(wrongs(&verdict), 0, "{verdict:?}");
    Start { data: loaded - begun, list: read - loaded, check: done - read }
}

/// The work of one fresh process, by name. `Dataset::embedded` keeps what it loaded, so a process
/// can time it once.
fn start(side: &str) -> Start {
    match side {
        "warzone" => start_orbat("warzone", WARZONE),
        "firefight" => start_orbat("firefight", FIREFIGHT),
        "plain" => start_wh40kdc(PLAIN),
        "squads" => start_wh40kdc(SQUADS),
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

/// How many rows at the end of a table are of `wh40kdc`; the ratios are to them.
const PEERS: usize = 2;

/// `scale` is what a second is in the unit shown.
fn table(title: &str, scale: f64, rows: &[(&str, (f64, f64))]) {
    println!("{title:<44}{:>10}{:>10}{:>12}{:>12}", "best", "median", "by plain", "by squads");
    let peers = &rows[rows.len() - PEERS..];
    for (name, (best, median)) in rows {
        print!("  {name:<42}{:>10.2}{:>10.2}", best * scale, median * scale);
        peers.iter().for_each(|(_, (peer, _))| print!("{:>11.2}x", best / peer));
        println!();
    }
    println!();
}

fn checks() {
    let library = Library::open(&[&Embedded]);
    let (warzone, firefight) = (library.compile("warzone"), library.compile("firefight"));
    let (warzone_game, firefight_game) = (warzone.game.as_ref().unwrap(), firefight.game.as_ref().unwrap());
    let (warzone_checker, firefight_checker) = (Ruleset::new(warzone_game), Ruleset::new(firefight_game));
    let (warzone_list, firefight_list) = (read(WARZONE), read(FIREFIGHT));
    let data = Dataset::embedded();
    let (plain, squads) = (import(PLAIN, data), import(SQUADS, data));

    // All lists are legal, and each side says so of its own only because it looked.
    assert!(warzone_checker.problems(&warzone_list).is_empty());
    assert!(firefight_checker.problems(&firefight_list).is_empty());
    let broken = read(&WARZONE.replace("points: 500", "points: 50"));
    assert!(warzone_checker.problems(&broken).iter().any(|issue| issue.is_error()));
    let broken = read(&FIREFIGHT.replace("marines", "ghosts"));
    assert!(firefight_checker.problems(&broken).iter().any(|issue| issue.is_error()));
    for roster in [&plain, &squads] {
        assert_eq!((roster.diagnostics.resolved_units, roster.diagnostics.unresolved_weapons), (4, 0));
        assert_eq!(wrongs(&check_roster(roster, data)), 0);
        let mut broken = roster.clone();
        broken.units[0].is_warlord = false;
        broken.units[3].wargear[0].count += 9;
        assert!(wrongs(&check_roster(&broken, data)) >= 2);
    }

    println!("data");
    for (name, compiled, game) in [("warzone", &warzone, warzone_game), ("firefight", &firefight, firefight_game)] {
        let bytes: usize = compiled.sources.iter().map(|(_, source)| source.text().len()).sum();
        println!("  orbat    {name:<10} {:>5} units  {:>9.1} kB of .orbat", game.units().count(), bytes as f64 / 1e3);
    }
    println!("  wh40kdc  {:<10} {:>5} units  {WH40K_KB:>9.1} kB of JSON\n", "40k", data.units.iter().count());

    let mut ours = || drop(black_box(warzone_checker.problems(black_box(&warzone_list))));
    let mut unlocking = || drop(black_box(firefight_checker.problems(black_box(&firefight_list))));
    let mut few = || drop(black_box(check_roster(black_box(&plain), black_box(data))));
    let mut many = || drop(black_box(check_roster(black_box(&squads), black_box(data))));
    let times = rounds(&mut [&mut ours, &mut unlocking, &mut few, &mut many]);
    let names =
        ["orbat, warzone", "orbat, firefight (units unlock units)", "wh40kdc, plain units", "wh40kdc, squads with options"];
    let rows: Vec<_> = names.into_iter().zip(times.into_iter().map(summary)).collect();
    table("one check of 4 units, all read before (µs)", 1e6, &rows);
    spread(data);
}

/// How much it matters to `wh40kdc` which units are taken: each alone, at its smallest, as it
/// comes.
fn spread(data: &Dataset) {
    let time = |unit: &Unit| {
        let of_unit = |one: &&UnitComposition| {
            one.unit_id.as_str() == unit.id.as_str() && one.faction_id.as_str() == unit.faction_id.as_str()
        };
        let models = loadout_models(&data.unit_compositions.iter().find(of_unit)?.models);
        let model_count = models.iter().map(|model| model.min).sum();
        let counts = base_loadout(unit, model_count, &data.wargear_options_of(unit), Some(&models)).counts;
        let roster = NormRoster {
            faction_id: Some(unit.faction_id.to_string()),
            battle_size: Some(BattleSize::StrikeForce),
            force_disposition: None,
            detachment_ids: Vec::new(),
            units: vec![NormUnit {
                unit_id: unit.id.to_string(),
                model_count,
                is_warlord: true,
                enhancement_id: None,
                leader_bodyguard_id: None,
                counts: counts.into_iter().collect(),
            }],
        };
        let once = |_| {
            let begun = Instant::now();
            black_box(validate_roster_core(black_box(&roster), data));
            begun.elapsed()
        };
        (0..20).map(once).min()
    };
    let mut times: Vec<Duration> = data.units.iter().filter_map(time).collect();
    times.sort();
    print!("wh40kdc, one unit alone, over all {} (µs):", times.len());
    for (name, part) in [("least", 0.0), ("25%", 0.25), ("median", 0.5), ("75%", 0.75), ("90%", 0.9), ("most", 1.0)] {
        let at = ((times.len() - 1) as f64 * part) as usize;
        print!("  {name} {:.1}", times[at].as_secs_f64() * 1e6);
    }
    println!("\n");
}

fn starts() {
    let sides = ["warzone", "firefight", "plain", "squads"];
    let mut times: Vec<Vec<Start>> = vec![Vec::new(); sides.len()];
    for _ in 0..STARTS {
        for (side, times) in sides.iter().zip(&mut times) {
            times.push(start_in_a_process(side));
        }
    }
    let show = |title: &str, part: fn(&Start) -> Duration| {
        let of = |times: &Vec<Start>| summary(times.iter().map(|start| part(start).as_secs_f64()).collect());
        let names = ["orbat, warzone", "orbat, firefight", "wh40kdc, plain units", "wh40kdc, squads with options"];
        let rows: Vec<_> = names.into_iter().zip(times.iter().map(of)).collect();
        table(title, 1e3, &rows);
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
    println!("One thread. Best and median of {ROUNDS} rounds, or of {STARTS} processes.");
    println!("`by plain`, `by squads`: the best time of the row by that of wh40kdc; below 1 the row is faster.\n");
    checks();
    starts();
}
