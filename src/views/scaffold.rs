//! Starter data: a small game, a faction, a unit. The generated files compile as they are.

use std::fmt::Write;

use rustc_hash::FxHashMap;

use crate::engine::army::model_lines;
use crate::model::{EntryKind, Expr, ExprKind, Fact, Game, NodeFilter, Owner, ProfileId};

/// A new file and its text.
pub(crate) struct NewFile {
    pub path: String,
    pub text: String,
}

/// The files of a game that can be played at once: rules, a faction, a list.
pub(crate) fn new_game(id: &str, title: &str) -> Vec<NewFile> {
    let file = |path: String, text: &str| NewFile {
        path,
        text: text.replace("GAME_TITLE", "\u{0}").replace("GAME", id).replace('\u{0}', title),
    };
    vec![
        file(format!("{id}/system.orbat"), SYSTEM),
        file(format!("{id}/first_faction.orbat"), FACTION),
        file(format!("{id}/lists/first.yaml"), LIST),
        file(format!("{id}/lists/too_few.yaml"), WRONG_LIST),
    ]
}

const SYSTEM: &str = r#"// The rules of the game that concern lists. `orbat data check .` finds mistakes.
system GAME "GAME_TITLE" version "0.1" {
  cost pts "points"

  // What a model is: a row of characteristics in the order they are printed.
  profile model "Model" {
    Move   "Move"   int 1..20
    Fight  "Fight"  int 1..10
    Armour "Armour" int 1..10
  }
  profile weapon "Weapon" { Range "Range" inches  Power "Power" int 1..20 }

  section abilities "Abilities" {
    keyword Steady "May repeat one failed test of courage a turn."
    keyword Shield(X int) "Shield ({X})" "Armour is {X} better against shooting."
  }

  category leader "Leaders", troop "Troops", support "Support"

  // What an army is made of.
  chart standard "Standard" {
    slot leader 1..2
    slot troop 2..6
    slot support 0..3
  }
  points required

  rule backbone "Backbone" {
    require count(units where troop) >= count(units where support)
      say "{count(units where support)} support units, but only {count(units where troop)} of troops"
      help "take more troops or less support"
  }
}
"#;

const FACTION: &str = r#"faction first "First faction" of GAME {
  weapon rifle "Rifle" { Range 24 Power 4 }
  weapon blade "Blade" { Range 1 Power 3 }
  weapon mortar "Mortar" { Range 48 Power 8 }

  unit captain "Captain" : leader {
    models 1 captain at 50
    model captain "Captain" { Move 6 Fight 6 Armour 5 }
    weapons rifle, blade
    has Steady
    option banner "Banner" +15 { at most 1 in army }
  }

  unit soldiers "Soldiers" : troop {
    models 5..10 soldier at 8
    model soldier "Soldier" { Move 6 Fight 4 Armour 4 }
    weapons rifle
    // One blade for every five models, in place of a rifle.
    choose blades "Blades" 0..(size div 5) for one model {
      blade_master "Blade master" +3 replacing rifle with blade
    }
    option shields "Shields" +1 per model for all { has Shield(1) }
  }

  unit gunners "Gunners" : support {
    models 3 gunner at 20
    model gunner "Gunner" { Move 4 Fight 3 Armour 4 }
    weapons mortar
    at most 2 in army
  }
}
"#;

const LIST: &str = "# A list that must be legal: `orbat data test` looks.
orbat: 1
name: First army
system: GAME
faction: first
points: 300
units:
  - unit: captain
    options: [banner]
  - unit: soldiers
    models: 10
    options: {blades: {blade_master: 2}}
  - unit: soldiers
    models: 5
";

const WRONG_LIST: &str = "# A list that must be refused. `#~` under a line says why.
orbat: 1
name: Too few troops
system: GAME
faction: first
#~ slot.too_few
points: 300
units:
  - unit: captain
  - unit: soldiers
    models: 5
";

/// A faction of a game with one unit.
pub(crate) fn new_faction(game: &Game, id: &str, title: &str) -> String {
    let unit = new_unit(game, &format!("{id}_unit"), "First unit");
    let title = escaped(title);
    let mut text = format!("faction {id} \"{title}\" of {} {{\n", game.id);
    for line in unit.lines() {
        let _ = match line {
            "" => writeln!(text),
            line => writeln!(text, "  {line}"),
        };
    }
    text + "}\n"
}

/// A unit with a model that has all the characteristics of the game's models.
pub(crate) fn new_unit(game: &Game, id: &str, title: &str) -> String {
    let title = escaped(title);
    let tags = category(game).map(|category| format!(" : {category}")).unwrap_or_default();
    let Some(profile) = model_profile(game) else {
        return format!("unit {id} \"{title}\"{tags} {{\n  cost 0\n}}\n");
    };
    let (model, price) =
        (format!("{id}_model"), if game.currencies.is_empty() { "" } else { " at 10" });
    let word = &game.profiles[profile].id;
    let stats = game.profiles[profile].characteristics.iter();
    let stats: Vec<String> =
        stats.map(|stat| format!("{} {}", stat.name, stat.sample(game))).collect();
    let stats = stats.join(" ");
    let mut text = format!("unit {id} \"{title}\"{tags} {{\n  models 1 {model}{price}\n");
    let _ = writeln!(text, "  {word} {model} \"Model\" {{ {stats} }}");
    text + "}\n"
}

fn escaped(title: &str) -> String {
    let title: String = title.chars().filter(|char| !char.is_control()).collect();
    title.replace('\\', "\\\\").replace('"', "\\\"").replace('{', "\\{")
}

/// The profile of most units' models; in a game without units, its first profile.
fn model_profile(game: &Game) -> Option<ProfileId> {
    let mut counts: FxHashMap<ProfileId, usize> = FxHashMap::default();
    for (_, unit) in game.units() {
        for (line, _) in model_lines(&unit.body) {
            if let EntryKind::Profile(profile) = game.entries[line.model].kind {
                *counts.entry(profile).or_default() += 1;
            }
        }
    }
    let most =
        counts.into_iter().max_by_key(|(profile, count)| (*count, std::cmp::Reverse(*profile)));
    most.map(|(profile, _)| profile).or_else(|| game.profiles.ids().next())
}

/// The category that a slot asks for, or else the first category of some unit.
fn category(game: &Game) -> Option<&str> {
    let slots = game.charts.values().filter(|chart| chart.owner == Owner::System);
    let asked = slots.flat_map(|chart| &chart.slots).find_map(|slot| asked_for(&slot.takes));
    let on_units = || game.units().find_map(|(_, unit)| unit.categories.first().copied());
    let found = asked.or_else(on_units)?;
    let category = &game.categories[found];
    category.defined.is_none().then_some(category.id.as_str())
}

fn asked_for(takes: &Expr) -> Option<crate::model::CategoryId> {
    match &takes.kind {
        ExprKind::Fact(_, Fact::Category(category))
        | ExprKind::Is(_, NodeFilter::Category(category)) => Some(*category),
        _ => {
            let mut found = None;
            takes.children(|part| found = found.or_else(|| asked_for(part)));
            found
        }
    }
}

/// The text of a faction with a new unit inserted before its last brace.
pub(crate) fn with_unit(text: &str, unit: &str) -> Option<String> {
    let end = text.trim_end();
    let inside = end.strip_suffix('}')?;
    let mut new = inside.trim_end().to_owned() + "\n\n";
    for line in unit.lines() {
        let _ = writeln!(new, "  {line}");
    }
    Some(new + "}\n")
}

/// Whether the game already has a unit with this id.
pub(crate) fn is_taken(game: &Game, id: &str) -> bool {
    game.units().any(|(_, unit)| unit.id == id)
}
