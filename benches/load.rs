//! How fast data is loaded: generated factions, beside typed `serde_json` on the same units; and
//! the embedded games, whose trees are prepared when the program is built, beside the parsing that
//! is saved.
//!
//! `cargo bench --bench load`. Times are the best of several runs, because everything else is noise
//! of the machine.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use orbat::internals::resolve::{Library, compile};
use orbat::internals::source::{Embedded, Memory, SourceProvider};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

const RUNS: usize = 15;

fn best<T>(mut work: impl FnMut() -> T) -> Duration {
    let once = |work: &mut dyn FnMut() -> T| {
        let start = Instant::now();
        black_box(work());
        start.elapsed()
    };
    (0..RUNS).map(|_| once(&mut work)).min().unwrap()
}

const SYSTEM: &str = r#"system big "Big" {
  cost pts "points"
  profile model "Model" {
    SP int 1..20  CC shape "{attack}/{defence}"?  RS int? 1..20  ST int 1..20  CON int 1..20  WP int? 1..20
    LD int? 1..20  W int 1..  A shape "{value}[({impenetrable})]"  SZ int -1..  COH inches?
  }
  profile weapon "Weapon" { R inches or CCWR  ST int?  ROA int?  Type one of HG, CC, A, S }
  section abilities "Abilities" { keyword Fear(X int) "Tests {X}."  keyword Ranger "Runs."  keyword Stealth "Hides." }
  category troop, infantry
  category special on option
  chart standard "Standard" { slot troop 0.. }
  weapon rifle "Rifle" { R 24 ST 12 ROA 1 Type A }
  weapon knife "Knife" { R CCWR ST 1 ROA 1 Type CC }
  weapon gun "Gun" { R 24 ST 13 ROA 3 Type S }
}
"#;

/// One unit as a data author writes it.
fn unit_text(number: usize) -> String {
    format!(
        r#"  unit squad_{number} "Squad {number}" : troop, infantry {{
    models 5..10 trooper at {price}
    model trooper "Trooper {number}" {{ SP 5 CC 12/0 RS 13 ST 8 CON 8 WP 13 LD 14 W 1 A 20(8) SZ 0 COH 8 PTS {price} }}
    weapons rifle, knife
    has Fear({fear}), Ranger
    choose heavy 0..(if size = 10 then 2 else 1) for one model : special {{
      machine_gun "Machine gun" +8 replacing rifle with gun
      rockets "Rockets" +15
    }}
    option drill "Drill" +1 per model for all {{ has Stealth  LD +1 }}
  }}
"#,
        price = 10 + number % 10,
        fear = number % 4
    )
}

/// The same unit as a typical program would keep it.
#[derive(Serialize, Deserialize)]
struct Unit {
    id: String,
    name: String,
    categories: Vec<String>,
    models: Vec<Model>,
    weapons: Vec<String>,
    keywords: Vec<Keyword>,
    choices: Vec<Choice>,
}

#[derive(Serialize, Deserialize)]
struct Model {
    id: String,
    name: String,
    min: u32,
    max: u32,
    points: i64,
    stats: Vec<Stat>,
}

#[derive(Serialize, Deserialize)]
struct Stat {
    name: String,
    value: String,
}

#[derive(Serialize, Deserialize)]
struct Keyword {
    name: String,
    arguments: Vec<i64>,
}

#[derive(Serialize, Deserialize)]
struct Choice {
    id: String,
    min: u32,
    max: u32,
    condition: Option<String>,
    target: String,
    categories: Vec<String>,
    options: Vec<Offer>,
}

#[derive(Serialize, Deserialize)]
struct Offer {
    id: String,
    name: String,
    points: i64,
    per_model: bool,
    replacing: Vec<String>,
    with: Vec<String>,
    keywords: Vec<Keyword>,
    changes: Vec<Stat>,
}

fn unit_json(number: usize) -> Unit {
    let text = |text: &str| text.to_owned();
    let stats = [
        ("SP", "5"),
        ("CC", "12/0"),
        ("RS", "13"),
        ("ST", "8"),
        ("CON", "8"),
        ("WP", "13"),
        ("LD", "14"),
        ("W", "1"),
        ("A", "20(8)"),
        ("SZ", "0"),
        ("COH", "8"),
    ];
    let stat = |(name, value): (&str, &str)| Stat { name: text(name), value: text(value) };
    let offer = |id: &str, name: &str, points| Offer {
        id: text(id),
        name: text(name),
        points,
        per_model: id == "drill",
        replacing: if id == "machine_gun" { vec![text("rifle")] } else { vec![] },
        with: if id == "machine_gun" { vec![text("gun")] } else { vec![] },
        keywords: if id == "drill" {
            vec![Keyword { name: text("Stealth"), arguments: vec![] }]
        } else {
            vec![]
        },
        changes: if id == "drill" { vec![stat(("LD", "+1"))] } else { vec![] },
    };
    Unit {
        id: format!("squad_{number}"),
        name: format!("Squad {number}"),
        categories: vec![text("troop"), text("infantry")],
        models: vec![Model {
            id: text("trooper"),
            name: format!("Trooper {number}"),
            min: 5,
            max: 10,
            points: 10 + number as i64 % 10,
            stats: stats.into_iter().map(stat).collect(),
        }],
        weapons: vec![text("rifle"), text("knife")],
        keywords: vec![
            Keyword { name: text("Fear"), arguments: vec![number as i64 % 4] },
            Keyword { name: text("Ranger"), arguments: vec![] },
        ],
        choices: vec![
            Choice {
                id: text("heavy"),
                min: 0,
                max: 1,
                condition: Some(text("if size = 10 then 2 else 1")),
                target: text("one model"),
                categories: vec![text("special")],
                options: vec![
                    offer("machine_gun", "Machine gun", 8),
                    offer("rockets", "Rockets", 15),
                ],
            },
            Choice {
                id: text("drill"),
                min: 0,
                max: 1,
                condition: None,
                target: text("all"),
                categories: vec![],
                options: vec![offer("drill", "Drill", 1)],
            },
        ],
    }
}

fn generated(count: usize) {
    let units: String = (0..count).map(unit_text).collect();
    let faction = format!("faction crowd \"Crowd\" of big {{\n{units}}}\n");
    let json = serde_json::to_string(&(0..count).map(unit_json).collect::<Vec<_>>()).unwrap();
    let memory =
        Memory::default().with("system.orbat", SYSTEM).with("crowd.orbat", faction.clone());
    let layers: [&dyn SourceProvider; 1] = [&memory];
    let check = compile(&layers, "big");
    assert!(check.diagnostics.is_empty(), "{:?}", check.diagnostics.first());
    assert_eq!(check.game.unwrap().units().count(), count);

    let ours = best(|| compile(&layers, "big"));
    let theirs = best(|| serde_json::from_str::<Vec<Unit>>(&json).unwrap());

    let parse = best(|| {
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
        let time = best(|| library.compile(system));
        let parse = best(|| {
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
    println!("  found and read {:>8.1?}", best(|| Library::open(&layers)));
    let time = best(|| {
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
        generated(1_000);
        generated(10_000);
    }
    embedded();
}
