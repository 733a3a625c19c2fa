//! Answers that were false or of no use to a player, each as people met it.

use std::fs;
use std::path::PathBuf;

use crate::command::{folder, says};
use crate::support::root;

/// A game with choices that have no default: of the army, of units, and a key of the army.
const CREW: &str = r#"
system crew "Crew" {
  cost pts "points"
  profile model "Fighter" { Might int 1..10 }
  category boss "Bosses", gang "Gangs"
  attribute clan one of north, south chosen on army
  army { choose creed "Creed" 1 { iron "Iron"  ash "Ash" +5 } }
  rule a_clan "Every crew has a clan" { require army.clan != none say "the crew names no clan" }
  chart band "Band" { slot boss 1  slot gang 1..3 }
}
faction rust "Rust" of crew {
  unit chief "Chief" : boss unique {
    models 1 chief at 20
    model chief "Chief" { Might 6 }
    choose blade "Blade" 1 { knife "Knife" +1  sword "Sword" +4  axe "Axe" +6 }
  }
  unit bruisers "Bruisers" : gang {
    models 3..6 bruiser at 5
    model bruiser "Bruiser" { Might 4 }
    choose charms "Charms" 4 { bone "Bone" +1  tooth "Tooth" +2 }
    option nets "Nets" +2 0..9
    rule few_nets "Few nets" { require count(nets in unit) <= 2 say "too many nets" }
  }
}
faction salt "Salt" of crew {
  unit divers "Divers" : gang { models 1 diver at 5  model diver "Diver" { Might 3 } }
}
"#;

/// A folder with the game and a list.
fn crew(name: &str, list: &str) -> PathBuf {
    let folder = folder(name);
    fs::create_dir_all(folder.join("data")).unwrap();
    fs::write(folder.join("data/crew.orbat"), CREW).unwrap();
    fs::write(folder.join("a.yaml"), head(list)).unwrap();
    folder
}

fn head(rest: &str) -> String {
    format!("orbat: 1\nsystem: crew\nfaction: rust\nchart: band\npoints: 100\n{rest}")
}

#[test]
fn completing_chooses_for_the_army_too() {
    let folder = crew("complete-army", "units: []\n");
    let said = says(&folder, 0, &["--data", "data", "complete", "a.yaml"]);
    assert!(said.contains("a: legal"), "{said}");
    assert!(said.contains("60 points left: --spend uses them up."), "{said}");
    let text = fs::read_to_string(folder.join("a.yaml")).unwrap();
    assert!(text.contains("options: {iron: true}\nclan: north\nunits:\n"), "{text}");
    says(&folder, 0, &["--data", "data", "complete", "a.yaml", "--spend"]);
    let said = says(&folder, 0, &["--data", "data", "complete", "a.yaml"]);
    assert!(said.contains("100 of 100") && !said.contains("--spend"), "{said}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn all_options_of_a_compulsory_choice_are_suggested() {
    let folder = crew("alternatives", "clan: north\noptions: [iron]\nunits: []\n");
    let said = says(&folder, 0, &["--data", "data", "suggest", "a.yaml"]);
    assert!(said.contains("21 points  1 model  with knife; or sword 24, axe 26"), "{said}");
    assert!(said.contains("19 points  3 models  with bone=4; or tooth=4 23"), "{said}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_least_price_has_what_must_be_chosen() {
    let folder = crew("least", "units: []\n");
    let said = says(&folder, 0, &["--data", "data", "units", "rust"]);
    assert!(said.contains("1 model        21") && said.contains("3–6 models     19"), "{said}");
    let said = says(&folder, 0, &["--data", "data", "show", "chief"]);
    assert!(said.contains("from 21 points"), "{said}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn options_are_suggested_where_no_unit_fits() {
    let gang = "  - unit: bruisers\n    options: {bone: 4}\n";
    let list = format!(
        "clan: north\noptions: [iron]\nunits:\n  - unit: chief\n    options: [knife]\n{}",
        gang.repeat(3)
    );
    let folder = crew("full", &list);
    let said = says(&folder, 0, &["--data", "data", "suggest", "a.yaml"]);
    assert!(said.contains("Nets"), "{said}");
    assert!(
        said.contains("No unit can be added without breaking a rule, but units can take more"),
        "{said}"
    );
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn one_change_of_a_number_is_found() {
    let list = "clan: north\noptions: [iron]\nunits:\n  - unit: chief\n    options: [knife]\n  - unit: bruisers\n    options: {bone: 4, nets: 9}\n";
    let folder = crew("number", list);
    let said = says(&folder, 1, &["--data", "data", "fix", "a.yaml"]);
    assert!(
        said.contains("take 2 instead of 9 × Nets") && said.contains("One change is enough."),
        "{said}"
    );
    let few = list.replace("bone: 4, nets: 9", "bone: 1");
    fs::write(folder.join("a.yaml"), head(&few)).unwrap();
    let said = says(&folder, 1, &["--data", "data", "fix", "a.yaml"]);
    assert!(
        said.contains("take 4 instead of 1 × Bone") && said.contains("One change is enough."),
        "{said}"
    );
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn many_copies_of_a_unique_unit_are_repaired() {
    let head = "orbat: 1\nsystem: warzone\nfaction: bauhaus\nchart: standard\npoints: 2000\nunits:\n  - kapitan\n  - hussars\n  - hussars\n";
    let folder = folder("unique");
    fs::write(folder.join("a.yaml"), format!("{head}  - unit: max_steiner\n    count: 9\n"))
        .unwrap();
    let said = says(&folder, 1, &["check", "a.yaml"]);
    assert!(said.contains("8 too many") && said.contains("keep 1 unit of Max Steiner"), "{said}");
    let said = says(&folder, 0, &["fix", "a.yaml", "--apply", "1"]);
    assert!(said.contains("a: legal"), "{said}");
    let text = fs::read_to_string(folder.join("a.yaml")).unwrap();
    assert_eq!(text, format!("{head}  - unit: max_steiner\n"));
    fs::write(folder.join("a.yaml"), format!("{head}{}", "  - max_steiner\n".repeat(5))).unwrap();
    let said = says(&folder, 1, &["fix", "a.yaml"]);
    assert_eq!(said.matches("remove Max Steiner").count(), 4, "{said}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn designs_are_repaired_and_no_army_is_emptied() {
    let path = root().join("examples/mad_minute/too-fast-too-dear.yaml");
    let path = path.to_str().unwrap();
    let said = says(&root(), 1, &["check", path]);
    assert!(said.contains("take Fearless, Average or Cowardly for brute"), "{said}");
    assert!(said.contains("for Move of runner"), "{said}");
    let said = says(&root(), 1, &["fix", path]);
    assert!(!said.contains(": 0 of 150"), "{said}");
    let folder = folder("designs");
    fs::copy(path, folder.join("a.yaml")).unwrap();
    let said = says(&folder, 0, &["fix", "a.yaml", "--apply", "1"]);
    assert!(said.contains(": legal"), "{said}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn nothing_is_suggested_that_would_be_refused() {
    let folder = crew("refused", "clan: north\noptions: [iron]\nunits: [divres, bruisres]\n");
    let said = says(&folder, 1, &["--data", "data", "check", "a.yaml"]);
    assert!(!said.contains("`divers`"), "{said}");
    assert!(said.contains("did you mean `bruisers`?"), "{said}");
    let said = says(&folder, 2, &["--data", "data", "add", "a.yaml", "divres"]);
    assert!(said.contains("`orbat units rust` lists them"), "{said}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_file_is_not_written_in_another_format_than_its_name_says() {
    let folder = folder("docx");
    fs::copy(root().join("examples/firefight/patrol.yaml"), folder.join("a.yaml")).unwrap();
    let said = says(&folder, 2, &["print", "a.yaml", "-o", "a.docx"]);
    assert!(said.contains("`.docx` files cannot be written"), "{said}");
    assert!(!folder.join("a.docx").exists());
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn everything_a_list_says_can_be_set() {
    let folder = folder("everything");
    let text = "orbat: 1\nsystem: warzone\nfaction: bauhaus\nchart: standard\npoints: 250\nunits:\n  - kapitan\n  - unit: hussars\n    count: 2\n";
    fs::write(folder.join("a.yaml"), text).unwrap();
    let head = [
        "--name",
        "Sunday",
        "--player",
        "Ann",
        "--opponent",
        "Capitol",
        "--optional",
        "megadeck",
        "--card",
        "forced march=2",
        "--note",
        "bring dice",
        "--points",
        "300",
    ];
    says(&folder, 0, &[&["set", "a.yaml"], &head[..]].concat());
    let now = fs::read_to_string(folder.join("a.yaml")).unwrap();
    for line in [
        "name: Sunday",
        "player: Ann",
        "opponent: capitol",
        "optional: [megadeck]",
        "notes: [bring dice]",
        "deck: {forced_march: 2}",
        "points: 300",
    ] {
        assert!(now.lines().any(|known| known == line), "{line}\n{now}");
    }
    let back = [
        "--name",
        "",
        "--player",
        "",
        "--opponent",
        "",
        "--no-optional",
        "megadeck",
        "--card",
        "forced_march=0",
        "--note",
        "",
        "--points",
        "250",
    ];
    says(&folder, 0, &[&["set", "a.yaml"], &back[..]].concat());
    assert_eq!(fs::read_to_string(folder.join("a.yaml")).unwrap(), text);
    says(&folder, 0, &["set", "a.yaml", "kapitan", "--note", "painted"]);
    let now = fs::read_to_string(folder.join("a.yaml")).unwrap();
    assert!(now.contains("  - unit: kapitan\n    notes: [painted]\n"), "{now}");
    says(&folder, 0, &["remove", "a.yaml", "hussars", "--all"]);
    assert!(!fs::read_to_string(folder.join("a.yaml")).unwrap().contains("hussars"));
    for (arguments, said) in [
        (&["--card", "forcd_march=1"][..], "did you mean `forced_march`?"),
        (&["--optional", "megadek"], "did you mean `megadeck`?"),
        (&["--opponent", "capitl"], "did you mean `capitol`?"),
        (&["--card", "forced_march"], "write NAME=N"),
        (&["--models", "3"], "--models is for a unit: say which unit to set"),
        (&["--design", "x"], "`x` cannot be added: this game has no models to design"),
    ] {
        let told = says(&folder, 2, &[&["set", "a.yaml"], arguments].concat());
        assert!(told.contains(said), "{arguments:?}\n{told}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn designs_and_forces_come_and_go_by_command() {
    let folder = folder("designs-set");
    let hive = root().join("examples/mad_minute/own-hive.yaml");
    fs::copy(&hive, folder.join("a.yaml")).unwrap();
    let set = ["set", "a.yaml", "--design", "scout"];
    let new =
        ["--model", "trooper", "--pick", "Move=6", "--pick", "Attack=1", "--option", "average"];
    says(&folder, 0, &[&set[..], &new[..]].concat());
    says(&folder, 0, &[&set[..], &["--pick", "Move=7"]].concat());
    let now = fs::read_to_string(folder.join("a.yaml")).unwrap();
    let line = "  scout: {model: trooper, picks: {Attack: 1, Move: 7}, options: {average: true}}\n";
    assert!(now.contains(line), "{now}");
    says(&folder, 0, &["remove", "a.yaml", "--design", "scout"]);
    let now = fs::read_to_string(folder.join("a.yaml")).unwrap();
    assert_eq!(now, fs::read_to_string(&hive).unwrap());
    fs::copy(root().join("examples/at43/first-company.yaml"), folder.join("b.yaml")).unwrap();
    let said = says(&folder, 0, &["remove", "b.yaml", "--force", "2"]);
    assert!(
        said.contains("-       - unit: star_troopers") && !said.contains("Platoon 2"),
        "{said}"
    );
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_last_change_is_undone_and_redone() {
    let folder = folder("undo");
    let text = fs::read_to_string(root().join("examples/firefight/patrol.yaml")).unwrap();
    let path = folder.join("a.yaml");
    fs::write(&path, &text).unwrap();
    assert!(says(&folder, 2, &["undo", "a.yaml"]).contains("there is nothing to undo"));
    let said = says(&folder, 0, &["add", "a.yaml", "marines"]);
    assert!(said.contains("Marines: 120 points, in Troops."), "{said}");
    let changed = fs::read_to_string(&path).unwrap();
    says(&folder, 0, &["undo", "a.yaml", "--dry-run"]);
    assert_eq!(fs::read_to_string(&path).unwrap(), changed);
    says(&folder, 0, &["undo", "a.yaml"]);
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    says(&folder, 0, &["undo", "a.yaml"]);
    assert_eq!(fs::read_to_string(&path).unwrap(), changed);
    fs::write(&path, format!("{changed}# mine\n")).unwrap();
    let said = says(&folder, 2, &["undo", "a.yaml"]);
    assert!(said.contains("undoing it would lose those edits"), "{said}");
    assert!(fs::read_to_string(&path).unwrap().ends_with("# mine\n"));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_folder_ends_in_a_table_and_units_are_listed() {
    let folder = folder("table");
    let patrol = fs::read_to_string(root().join("examples/firefight/patrol.yaml")).unwrap();
    fs::write(folder.join("a.yaml"), patrol.replace("orbat: 1\n", "orbat: 1\nplayer: Ann\n"))
        .unwrap();
    fs::copy(root().join("examples/firefight/false-start.yaml"), folder.join("b.yaml")).unwrap();
    fs::write(folder.join("c.yaml"), "no list\n").unwrap();
    let said = says(&folder, 2, &["check", "."]);
    let (_, table) = said.split_once("File").unwrap();
    let row = |file: &str| table.lines().find(|line| line.contains(file)).unwrap();
    assert!(table.lines().next().unwrap().contains("First issue"), "{said}");
    assert!(row("a.yaml").contains("Ann") && row("a.yaml").contains("legal"), "{said}");
    assert!(row("b.yaml").contains("ILLEGAL"), "{said}");
    assert!(row("c.yaml").contains("UNREADABLE"), "{said}");
    let said = says(&folder, 0, &["check", "a.yaml", "--units"]);
    assert!(said.contains(" by Ann: legal"), "{said}");
    assert!(said.contains("models  ") && said.contains("points  line "), "{said}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn an_id_carries_references_along() {
    let folder = folder("carry-references");
    let text = "orbat: 1\nsystem: warzone\nfaction: bauhaus\nchart: standard\nderived: {commander: kapitan}\nunits:\n  - kapitan\n  - unit: hussars\n    joined: [kapitan]\n  - hussars\n";
    fs::write(folder.join("a.yaml"), text).unwrap();
    says(&folder, 0, &["set", "a.yaml", "kapitan", "--id", "boss"]);
    let now = fs::read_to_string(folder.join("a.yaml")).unwrap();
    assert!(now.contains("id: boss") && now.contains("joined: [boss]"), "{now}");
    assert!(now.contains("derived: {commander: boss}"), "{now}");
    says(&folder, 0, &["set", "a.yaml", "boss", "--id", ""]);
    assert!(fs::read_to_string(folder.join("a.yaml")).unwrap().contains("joined: [kapitan]"));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn empty_points_clear_the_limit() {
    let folder = crew("no-points", "units: []\n");
    says(&folder, 0, &["--data", "data", "set", "a.yaml", "--points", ""]);
    assert!(!fs::read_to_string(folder.join("a.yaml")).unwrap().contains("points:"));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn removing_one_of_two_leaves_no_count() {
    let folder = crew("no-count", "units:\n  - unit: bruisers\n    count: 2\n");
    says(&folder, 0, &["--data", "data", "remove", "a.yaml", "bruisers"]);
    assert!(!fs::read_to_string(folder.join("a.yaml")).unwrap().contains("count"));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn nothing_is_applied_to_a_legal_list() {
    let folder = folder("apply-legal");
    let patrol = root().join("examples/firefight/patrol.yaml");
    fs::copy(patrol, folder.join("a.yaml")).unwrap();
    let said = says(&folder, 0, &["fix", "a.yaml", "--apply", "9"]);
    assert_eq!(said, "The list is legal as it is: there is nothing to apply.\n");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn completions_differ_in_kind() {
    let folder = folder("ways");
    let text = "orbat: 1\nsystem: firefight\nfaction: enforcers\npoints: 400\nunits:\n  - captain\n  - marines\n";
    fs::write(folder.join("a.yaml"), text).unwrap();
    let said = says(&folder, 0, &["complete", "a.yaml", "--spend", "--ways", "3"]);
    assert!(said.starts_with("1. ") && said.contains("\n2. ") && said.contains("\n3. "), "{said}");
    assert_eq!(fs::read_to_string(folder.join("a.yaml")).unwrap(), text);
    let parts: Vec<&str> = said.split("\n2. ").collect();
    assert_ne!(parts[0], parts[1], "{said}");
    let two = says(&folder, 0, &["complete", "a.yaml", "--spend", "--ways", "3", "--apply", "2"]);
    assert!(two.contains("a: legal"), "{two}");
    says(&folder, 2, &["complete", "a.yaml", "--apply", "2"]);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn an_option_that_does_not_exist_is_dropped() {
    let list = "options: iron\nclan: north\nunits:\n  - unit: chief\n    options: {axe: 1, quartz: 1}\n  - unit: bruisers\n    options: {bone: 4}\n";
    let folder = crew("unknown-option", list);
    let said = says(&folder, 1, &["--data", "data", "fix", "a.yaml"]);
    assert!(said.contains("1. drop quartz of Chief"), "{said}");
}

/// Frames that their players design: each has numbers of its own, and a weight.
const FRAMES: &str = r#"
system iron "Iron" {
  cost pts "points"
  cost tons "tons" step 1/2
  profile frame "Frame" { Spd "Speed" int 1..12  Heat "Heat sinks" int 0..30 }
  profile weapon "Weapon" { Ht "Heat" int 0..20 }
  weapon laser "Laser" { Ht 3 cost 10, tons 1 }
  weapon rockets "Rockets" { Ht 4 cost 12, tons 3 }
  category heavy "Heavy"
  chart lance "Lance" { slot heavy 1..4 }
  frame own "Own frame" {
    Spd pick 2..8 by 2
    Heat pick 5..20 by 5
    cost (10 * Spd + 2 * Heat)
    choose torso "Torso" 0..9 from weapon
    limit tons 7
  }
  unit custom "Custom" : heavy { models 1 own }
}
faction mercs "Mercenaries" of iron { }
"#;

#[test]
fn several_numbers_of_designs_are_mended_at_once() {
    let folder = folder("several-numbers");
    fs::create_dir_all(folder.join("data")).unwrap();
    fs::write(folder.join("data/iron.orbat"), FRAMES).unwrap();
    let list = "orbat: 1\nsystem: iron\nfaction: mercs\npoints: 400\ndesigns:\n  big: {model: own, picks: {Spd: 4, Heat: 5}, options: {rockets: 2, laser: 2}}\n  odd: {model: own, picks: {Spd: 5, Heat: 7}}\nunits:\n  - {unit: custom, models: {big: 1}}\n  - {unit: custom, models: {odd: 1}}\n";
    fs::write(folder.join("a.yaml"), list).unwrap();
    let said = says(&folder, 1, &["--data", "data", "fix", "a.yaml"]);
    assert!(said.contains("for Heat of odd") && said.contains("for Spd of odd"), "{said}");
}
