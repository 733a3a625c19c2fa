//! What the benchmarks share: a generated game of any size, and the clock.
#![allow(dead_code, reason = "no benchmark uses all of it")]

pub(crate) mod armies;
pub(crate) mod json;

use std::hint::black_box;
use std::time::{Duration, Instant};

/// The best time of several runs, because everything else is noise of the machine.
pub(crate) fn best<T>(runs: usize, mut work: impl FnMut() -> T) -> Duration {
    let once = |work: &mut dyn FnMut() -> T| {
        let start = Instant::now();
        black_box(work());
        start.elapsed()
    };
    (0..runs).map(|_| once(&mut work)).min().unwrap_or_default()
}

pub(crate) const SYSTEM: &str = r#"system big "Big" {
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
    model trooper "Trooper {number}" {{ SP 5 CC 12/0 RS 13 ST 8 CON 8 WP 13 LD 14 W 1 A 20(8) SZ 0 COH 8 }}
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

/// A faction of so many units.
pub(crate) fn faction_of(units: usize) -> String {
    let units: String = (0..units).map(unit_text).collect();
    format!("faction crowd \"Crowd\" of big {{\n{units}}}\n")
}

/// A legal army of so many units of that faction; every unit has one slot.
pub(crate) fn plain(units: usize) -> String {
    let mut text = String::from("orbat: 1\nsystem: big\nfaction: crowd\nunits:\n");
    for number in 0..units {
        text += &format!("  - unit: squad_{}\n    models: 10\n", number % 40);
        text += "    options: {machine_gun: 1, drill: 1}\n";
    }
    text
}

/// Unlocks with helpers for every specialist and support unit: legal, and as tight as it goes.
pub(crate) fn unlocks(units: usize) -> String {
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
