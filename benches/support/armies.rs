//! Armies of 40 units in every game, as many as anybody fields: legal ones, and the same with three
//! faults in them.

use std::fmt::Write;

use super::unlocks;

/// A game and a list of it.
pub(crate) struct Army {
    pub(crate) system: &'static str,
    pub(crate) text: String,
}

/// A large army of each game; with faults a unit is too large, an option is taken too often, and
/// there is something too many.
pub(crate) fn large(faults: bool) -> Vec<Army> {
    let army = |system, text| Army { system, text };
    vec![
        army("at43", platoons(faults)),
        army("dark_age", crowd(faults)),
        army("firefight", squads(faults)),
        army("mad_minute", designs(faults)),
        army("warzone", chart(faults)),
    ]
}

/// A list that no addition makes legal: it costs more than was agreed.
pub(crate) fn impossible() -> Vec<Army> {
    let mut all = large(false);
    for army in &mut all {
        army.text = army.text.replace("points: 100000", "points: 1500");
    }
    all
}

/// Every platoon has its five slots filled, and its officer may command the army.
fn platoons(faults: bool) -> String {
    let mut text = head("at43", "una", "chart: una_army\n") + "platoons:\n";
    for number in 0..8 {
        let missiles = if faults && number == 1 { 9 } else { 2 };
        let size = if faults && number == 2 { 20 } else { 9 };
        let last = if faults && number == 3 { "steel_troopers" } else { "king_mammoth" };
        let _ = write!(
            text,
            "  - name: Platoon {number}
    units:
      - unit: steel_troopers
        models: {size}
        options: {{kit: {{missile_man: {missiles}}}, grenades: true}}
      - unit: shock_troopers
        models: 8
        options: {{kit: {{flamer_man: 2}}, command: captain}}
      - unit: sniper_team
        models: 3
      - unit: tac_arms
        models: 5
        options: {{kit: {{missile_man: 2}}}}
      - unit: {last}
"
        );
    }
    text
}

/// Many units of few kinds, of which the points allow so many.
fn crowd(faults: bool) -> String {
    const KINDS: [&str; 12] = [
        "legionary",
        "menial_bot",
        "drg_y",
        "tb_13",
        "thumper",
        "rend",
        "tallman",
        "zetamax",
        "infiltrator",
        "l_cst",
        "raptr_7",
        "spartan_menial",
    ];
    let mut text = head("dark_age", "core", "") + "units:\n";
    text +=
        "  - unit: icon_cl457\n    options: {upgrades: [shield_generator, self_repair_program]}\n";
    text += "  - unit: nexus\n    options: {upgrades: [void_battery, alpha_override]}\n";
    text += "  - unit: centurion\n    options: {upgrades: grinding_saw}\n";
    for kind in KINDS.iter().cycle().take(37) {
        let _ = writeln!(text, "  - unit: {kind}");
    }
    if faults {
        text += "  - unit: banshee\n    options: {upgrades: grinding_saw}\n  - unit: icon_cl457\n";
        text += "  - unit: legionary\n    models: 5\n";
    }
    text
}

/// Squads that unlock specialists and support.
fn squads(faults: bool) -> String {
    let text = unlocks(40);
    if !faults {
        return text;
    }
    text.replacen("models: 8", "models: 20", 1).replacen("launcher_man: 1}", "launcher_man: 9}", 2)
        + "  - unit: captain\n"
}

/// Units of models that the player designed.
fn designs(faults: bool) -> String {
    let example = include_str!("../../examples/mad_minute/own-hive.yaml");
    let begin = example.find("designs:").unwrap_or(0);
    let end = example.find("units:").unwrap_or(begin);
    let designs = example.get(begin..end).unwrap_or("");
    let mut text = format!("orbat: 1\nsystem: mad_minute\npoints: 100000\n{designs}units:\n");
    for number in 0..39 {
        let _ = match number % 4 {
            0 => {
                let drones = if faults && number == 4 { 3 } else { 30 };
                writeln!(text, "  - unit: horde\n    models: {{drone: {drones}}}")
            }
            1 => {
                let warriors = if faults && number == 5 { 40 } else { 8 };
                let tyrant = "tyrant: {count: 1, options: [leads]}";
                writeln!(
                    text,
                    "  - unit: squad\n    models:\n      {tyrant}\n      warrior: {warriors}"
                )
            }
            2 => {
                let spitters = if faults && number == 6 { 30 } else { 3 };
                writeln!(text, "  - unit: battery\n    models: {{spitter: {spitters}}}")
            }
            _ => writeln!(text, "  - unit: flight\n    models: {{wing: 5}}"),
        };
    }
    text + "  - unit: character\n    models: {mother: 1}\n"
}

/// The largest chart as full as it goes: it has no room for 40.
fn chart(faults: bool) -> String {
    let mut text = head("warzone", "brotherhood", "chart: gargantuan\n") + "units:\n";
    text += "  - unit: cardinal_dominic\n  - unit: bruder_wilhelm\n    options: {powers: might}\n";
    text += "  - unit: vestal_laura\n  - unit: rob_yourstand\n";
    for number in 0..8 {
        let size = if faults && number == 2 { 30 } else { 8 };
        let scoped = if faults && number == 4 { 12 } else { 2 };
        let _ = write!(
            text,
            "  - unit: blessed_troopers\n    models: {size}\n    options: {{scoped: {scoped}}}\n"
        );
    }
    text += &"  - unit: inquisitors\n".repeat(6);
    text += &"  - unit: judicators\n".repeat(4);
    text + &"  - unit: icarus\n".repeat(if faults { 3 } else { 1 })
}

fn head(system: &str, faction: &str, more: &str) -> String {
    format!("orbat: 1\nsystem: {system}\nfaction: {faction}\n{more}points: 100000\n")
}
