//! The program as people meet it: output, exit codes, completions, and the pages that show it.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may fail loudly"
)]

#[path = "cli/completions.rs"]
mod completions;
#[path = "cli/expensive.rs"]
mod expensive;
#[path = "cli/man.rs"]
mod man;
#[path = "cli/pages.rs"]
mod pages;
mod support;
#[path = "cli/widths.rs"]
mod widths;
#[path = "cli/words.rs"]
mod words;

use std::fs;
use std::process::{Command, Output};

use support::program::{
    fails, folder, orbat, orbat_within, stderr, stdout, succeeds, with_one_mark,
};
use support::root;

#[test]
fn cases_beside_the_data_are_judged() {
    let data = "faction mercs \"Mercs\" of firefight {\n  unit guns \"Guns\" : troop { models 5 gun at 10  model gun \"Gun\" { SPEED 5-8 SHOOT 4+ \
                ASSAULT 5+ NERVE 4+ ARMOUR 5+ HEIGHT 2 HP 1 } }\n  unit boss \"Boss\" : command unique extends guns { models 1 gun at 40 }\n}\n";
    let head =
        "orbat: 1\nsystem: firefight\nfaction: mercs\npoints: 200\nunits:\n  - boss\n  - guns\n";
    let folder = folder(
        "cases",
        &[
            ("mercs.orbat", data),
            ("lists/good.yaml", &format!("{head}#~ points 90\n")),
            ("lists/twice.yaml", &format!("{head}  - boss\n  #~ unit.unique FF-07\n")),
            ("lists/extra.orbat", "event cup \"Cup\" for firefight { points 100..150 }\n"),
            (
                "lists/extra.cup.yaml",
                &head.replace("points: 200", "event: cup\npoints: 200\n#~ points.outside_event"),
            ),
        ],
    );
    let path = folder.to_str().unwrap();
    assert_eq!(succeeds(&["data", "test", path]), "3 lists, 1 legal and 2 illegal: as expected\n");
    let stats = succeeds(&["data", "stats", path]);
    assert!(stats.contains("Mercs") && stats.contains("no list breaks FF-01, FF-02"), "{stats}");
    assert!(!stats.contains("Warzone"), "only the game the cases are about: {stats}");
    fs::write(
        folder.join("lists/good.yaml"),
        format!("{head}#~ points 80\n  - boss\n  #~ slot.too_few FF-02\n"),
    )
    .unwrap();
    let output = orbat(&["data", "test", path]);
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    for part in [
        "good.yaml\n",
        "line 8: expected a cost of 80, the army costs 130\n",
        "line 9: expected slot.too_few that cites FF-02, it is not raised here\n",
        "line 9: unit.unique FF-07 is raised and not expected: Boss is taken 2 times",
        "3 lists, 0 legal and 3 illegal: 1 not as expected\n",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let json: serde_json::Value =
        serde_json::from_str(&stdout(&orbat(&["data", "test", path, "--format", "json"]))).unwrap();
    assert_eq!(
        (json["lists"].as_u64(), json["failed"].as_array().map(Vec::len)),
        (Some(3), Some(1)),
        "{json}"
    );
    // A comment that means nothing fails the test, whatever the verdict.
    let comments = [
        (
            "#~ slot.to_few FF-02",
            "line 8: there is no code `slot.to_few`; did you mean `slot.too_few`?",
        ),
        ("#~ points many", "line 8: `many` is no number of points"),
        ("#~", "line 8: `#~` says nothing"),
        ("#~ slot.too_few FF-02 because", "line 8: `#~` takes a code and at most one rule"),
        ("player: Ann   #~ points 90", "line 8: a `#~` stands on a line of its own"),
    ];
    for (comment, why) in comments {
        fs::write(folder.join("lists/good.yaml"), format!("{head}{comment}\n")).unwrap();
        let text = fails(1, &["data", "test", path]);
        assert!(text.contains(why), "{comment}\n{text}");
    }
    // What cannot be read is neither legal nor illegal, and may be expected like anything else.
    fs::write(folder.join("lists/good.yaml"), format!("{head}#~ list.syntax\n  - [\n")).unwrap();
    let text = fails(1, &["data", "test", path]);
    assert!(
        text.contains("3 lists, 0 legal, 2 illegal and 1 unreadable: 1 not as expected\n"),
        "{text}"
    );
    let stray = fails(2, &["data", "stats", path]);
    assert!(
        stray.contains("Mercs") && stray.contains("1 list is of no known game and not counted"),
        "{stray}"
    );
    fs::write(folder.join("lists/good.yaml"), head).unwrap();
    // Data that no list needs must be sound, too.
    fs::write(folder.join("broken.orbat"), "faction lost \"Lost\" of firefight { unit }\n")
        .unwrap();
    fails(1, &["data", "test", path]);
    fails(1, &["data", "stats", path]);
    fs::remove_file(folder.join("broken.orbat")).unwrap();
    assert!(
        fails(2, &["data", "test", &format!("{path}/lists/good.yaml")]).contains("is not a folder")
    );
    fs::remove_dir_all(folder.join("lists")).unwrap();
    assert!(fails(2, &["data", "test", path]).contains("there are no lists"));
    assert!(
        succeeds(&["data", "stats", path]).contains("there are no lists that could break them")
    );
    fs::remove_dir_all(&folder).unwrap();
    assert!(fails(2, &["data", "test", "no-such-folder"]).contains("there is no folder or file"));
    fs::create_dir_all(&folder).unwrap();
    assert!(fails(2, &["data", "check", path]).contains("there are no .orbat files"));
    assert!(
        fails(2, &["data", "stats", path])
            .contains("there are no data (.orbat) and no lists (.yaml)")
    );
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn the_five_games_are_embedded_and_clean() {
    let systems = succeeds(&["systems", "--format", "json"]);
    let systems: serde_json::Value = serde_json::from_str(&systems).unwrap();
    let ids: Vec<&str> =
        systems.as_array().unwrap().iter().map(|system| system["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["at43", "dark_age", "firefight", "mad_minute", "warzone"]);
    let report = succeeds(&["data", "check"]);
    assert!(report.ends_with("no errors\n"), "{report}");
    assert_eq!(report.lines().count(), 1, "{report}");
}

#[test]
fn every_faction_lists_its_units_and_every_unit_can_be_shown() {
    let systems: serde_json::Value =
        serde_json::from_str(&succeeds(&["systems", "--format", "json"])).unwrap();
    for system in systems.as_array().unwrap() {
        let id = system["id"].as_str().unwrap();
        let factions: serde_json::Value =
            serde_json::from_str(&succeeds(&["factions", id, "--format", "json"])).unwrap();
        assert!(!factions.as_array().unwrap().is_empty(), "{id} has no factions");
        for faction in factions.as_array().unwrap() {
            let faction = faction["id"].as_str().unwrap();
            let units = succeeds(&["units", faction, "--system", id, "--format", "json"]);
            let units: serde_json::Value = serde_json::from_str(&units).unwrap();
            for unit in units.as_array().unwrap() {
                assert!(
                    unit["id"].is_string()
                        && unit["name"].is_string()
                        && unit["categories"].is_array()
                );
                assert!(
                    unit["unique"].is_boolean() && unit["points"].is_i64(),
                    "{id}/{faction}: {unit}"
                );
            }
            let first = units[0]["id"].as_str().unwrap();
            let page = succeeds(&["show", first, "--system", id]);
            assert!(page.contains(units[0]["name"].as_str().unwrap()), "{page}");
        }
    }
}

#[test]
fn a_unit_page_shows_everything() {
    insta::assert_snapshot!(succeeds(&["show", "hussars"]));
}

#[test]
fn listings_read_well() {
    insta::assert_snapshot!(succeeds(&["units", "bauhaus"]));
    insta::assert_snapshot!(succeeds(&["factions", "at43"]));
}

#[test]
fn names_are_found_in_any_case_and_near_misses_are_named() {
    assert_eq!(succeeds(&["show", "Max Steiner"]), succeeds(&["show", "max_steiner"]));
    assert!(fails(2, &["show", "husars"]).contains("did you mean `hussars`?"));
    assert!(fails(2, &["units", "bauhuas"]).contains("did you mean `bauhaus`?"));
    assert!(fails(2, &["factions", "warzoen"]).contains("did you mean `warzone`?"));
    assert!(
        fails(2, &["explain", "data.unknown_keyord"])
            .contains("did you mean `data.unknown_keyword`?")
    );
}

/// A game made for pages: `tests/support/mill`.
const MILL: &str = "tests/support/mill";

#[track_caller]
fn page(unit: &str) -> String {
    succeeds(&["show", unit, "--system", "mill", "--data", MILL])
}

/// What stands under a heading of a page.
#[track_caller]
fn section<'p>(page: &'p str, heading: &str) -> &'p str {
    let start =
        page.find(&format!("\n\n{heading}\n")).unwrap_or_else(|| panic!("no {heading} in\n{page}"));
    page[start + 2..].split("\n\n").next().unwrap()
}

#[test]
fn a_page_reads_well_on_wide_and_narrow_terminals() {
    insta::assert_snapshot!(page("millers"));
    let narrow =
        stdout(&orbat_within(40, &["show", "millers", "--system", "mill", "--data", MILL]));
    insta::assert_snapshot!(narrow);
    for text in [page("millers"), narrow.clone(), succeeds(&["units", "gears", "--data", MILL])] {
        assert!(text.lines().all(|line| line.trim_end() == line), "spaces end a line of\n{text}");
    }
    assert!(
        narrow.lines().all(|line| line.chars().count() <= 40 || line.starts_with("tests/")),
        "{narrow}"
    );
}

#[test]
fn a_pool_lists_what_the_unit_may_draw() {
    let page = page("millers");
    let options = section(&page, "Options");
    assert!(
        options.contains("Arts [arts] (up to 2)\n    Mist [mist]\n    Oil [oil]\n"),
        "{options}"
    );
    for no in ["Slide", "Flood", "Rot"] {
        assert!(!page.contains(no), "{no} fails the condition or is another faction's\n{page}");
    }
    // The embedded games, where players missed them.
    assert!(
        section(&succeeds(&["show", "mandible"]), "Options").contains("Acid Blood [acid_blood];")
    );
    assert!(!succeeds(&["show", "adept", "--system", "firefight"]).contains("Plague"));
}

#[test]
fn many_members_of_a_pool_stand_in_one_paragraph_and_each_has_its_text() {
    let page = succeeds(&["show", "mandible"]);
    assert!(section(&page, "Options").lines().count() <= 8, "{page}");
    assert!(section(&page, "By options").lines().count() >= 12, "{page}");
}

#[test]
fn texts_and_notes_stand_under_their_row() {
    let page = page("millers");
    let gear = section(&page, "By options");
    assert!(gear.contains("  Mist   1\n      Effect: Nobody within six inches"), "{gear}");
    assert!(gear.contains("\n      Boosted: Eighteen.\n"), "{gear}");
    assert!(
        gear.contains("    Pot    6             Loud (9)\n      Burns what it hits."),
        "{gear}"
    );
    assert!(section(&page, "Carter: weapons").contains("\n      Breaks on a 1."), "{page}");
    assert!(page.contains("\n  Knows every road.\n"), "{page}");
}

#[test]
fn own_keywords_stand_with_their_owner_and_all_in_the_glossary() {
    let page = page("millers");
    assert!(page.contains("\nHas: Swift\n"), "{page}");
    assert!(page.contains("  5     6\n  Has: Grim\n"), "{page}");
    let glossary = section(&page, "Keywords");
    for keyword in ["Swift", "Grim", "Loud (3)", "Loud (6)", "Loud (9)"] {
        assert!(glossary.contains(&format!("\n  {keyword}  ")), "{keyword} is not in\n{glossary}");
    }
}

#[test]
fn terms_are_whole_and_without_citations() {
    let page = page("millers");
    let terms = section(&page, "Terms");
    assert!(
        terms.contains("  if the unit has 4 or more models: at most 3 models; has Loud (3)"),
        "{terms}"
    );
    assert!(terms.contains("  may join Wheel; at most 1 to a unit\n"), "{terms}");
    assert!(!page.contains("cite") && !page.contains("ML-0") && !page.contains("//"), "{page}");
    assert!(
        section(&page, "Options")
            .contains("  Charm [charm]  +2; only with Pedlar in the army; has Grim"),
        "{page}"
    );
}

#[test]
fn every_model_has_its_profile_once() {
    let page = page("millers");
    for (model, terms) in [
        ("Crew", "2–4 models of Carter, Porter"),
        ("Carter [carter]", "up to 4 models, 9 points each"),
        ("Dog [dog]", "1 model"),
        ("Crow [crow]", "1 model, by its option"),
        ("Elder [elder]", "1 model, by its option"),
    ] {
        assert_eq!(page.matches(&format!("\n{model}  {terms}\n")).count(), 1, "{model}\n{page}");
    }
    assert!(self::page("pedlar").contains("\nPedlar [pedlar]  1 model, 20 points\n"));
    let formula = self::page("wheel");
    assert!(
        formula.contains(
            "\nWheel [wheel]  models: at least 3 if the game is for 1000 points or more, otherwise 2, at most 8, 10\n    points each\n"
        ),
        "{formula}"
    );
}

#[test]
fn options_say_whom_they_go_to_and_formulas_are_whole() {
    let page = page("millers");
    let options = section(&page, "Options");
    let slings = "\n  Slings [slings]  +3 per model after the first; for all models but the leader; Off hand: Sling\n";
    assert!(options.contains(slings), "{options}");
    assert!(
        options.contains("\n  Bells [bells]  up to 2 per 2 models\n  Rested [rested]\n"),
        "{options}"
    );
}

#[test]
fn the_least_price_is_that_of_the_cheapest_models() {
    let page = page("millers");
    assert!(
        page.contains("\nBosses; 3–5 models, from 14 points\nMiller: Miller Anselm\n"),
        "{page}"
    );
}

#[test]
fn an_id_goes_before_a_title_and_doubt_is_said() {
    let show = |name: &str| ["show", name, "--data", MILL].map(str::to_owned);
    let run = |name: &str| succeeds(&show(name).each_ref().map(String::as_str));
    let doubt = |name: &str| fails(2, &show(name).each_ref().map(String::as_str));
    assert!(run("wheel").contains("Troops;") && run("old_wheel").contains("Bosses;"));
    let wheels = doubt("Wheel");
    assert!(
        wheels.contains("there are 2 units `Wheel`") && wheels.contains("orbat show old_wheel"),
        "{wheels}"
    );
    let pedlars = doubt("pedlar");
    assert!(
        pedlars.contains("orbat show pedlar --system kiln") && pedlars.contains("--system mill"),
        "{pedlars}"
    );
    // In another game the id is no unit; the unit stands in a part.
    assert!(run("millers").starts_with("Millers [millers]  Gears, The Mill\n"));
}

#[test]
fn a_faction_lists_what_it_may_take_in_the_order_of_categories() {
    let units = succeeds(&["units", "gears", "--data", MILL]);
    let headings: Vec<&str> =
        units.split("\n\n").next().unwrap().lines().filter(|line| !line.starts_with(' ')).collect();
    assert_eq!(headings, ["Guests", "Bosses", "Troops"]);
    let units = succeeds(&["units", "husks", "--data", MILL]);
    assert!(units.contains("Husk") && !units.contains("Pedlar"), "{units}");
}

#[test]
fn a_page_names_the_ids_that_lists_need() {
    let page = page("millers");
    assert!(page.starts_with("Millers [millers]  "), "{page}");
    for part in [
        "\nPorter [porter]  ",
        "\n  Pets [pets] (up to 1)\n    Crow [crow_pet]  +4;",
        "\n  Elder [elder_leads]  +5;",
    ] {
        assert!(page.contains(part), "{part}\n{page}");
    }
    // What a page names can be written: every option of it is known in a list.
    assert!(succeeds(&["show", "marines"]).contains("Grenade launcher [launcher_man]  +"));
}

#[test]
fn a_faction_has_a_page_with_its_charts_options_and_keys() {
    insta::assert_snapshot!(page("gears"));
    assert_eq!(page("gears"), page("Gears"));
    assert!(page("husks").contains("`bank: river | hill` (may be left out)"), "{}", page("husks"));
    let chart = page("long_day");
    assert!(
        chart.starts_with("Long day [long_day]  Gears, The Mill\na chart for the force Shift;"),
        "{chart}"
    );
    let game = page("The Mill");
    assert!(
        game.contains("Guests 1;") && game.contains("Band [band]") && !game.contains("Long day"),
        "{game}"
    );
    // The embedded games, where players missed them.
    assert!(succeeds(&["show", "capitol"]).contains("in a list: `options: {battalion: "));
    assert!(
        succeeds(&["show", "dragyri"]).contains("`subfaction: air | earth | fire | ice | shadow`")
    );
    assert!(succeeds(&["show", "una"]).contains("in a list: `platoons: "));
    let json = |name| -> serde_json::Value {
        serde_json::from_str(&succeeds(&["show", name, "--format", "json"])).unwrap()
    };
    let capitol = json("capitol");
    assert_eq!(capitol["choices"][0]["options"][0]["id"], "line");
    assert_eq!(capitol["charts"][0]["slots"][0]["range"], "1..2");
    assert_eq!(json("centcom")["slots"].as_array().map(Vec::len), Some(5));
}

#[test]
fn every_faction_has_a_page_that_keeps_to_its_columns() {
    for system in ["at43", "dark_age", "firefight", "mad_minute", "warzone"] {
        let factions: serde_json::Value =
            serde_json::from_str(&succeeds(&["factions", system, "--format", "json"])).unwrap();
        let ids =
            factions.as_array().unwrap().iter().map(|faction| faction["id"].as_str().unwrap());
        for id in ids.chain([system]) {
            for command in ["show", "units"] {
                let output = orbat_within(60, &[command, id, "--system", system]);
                let text = stdout(&output);
                assert!(output.status.success(), "{command} {id}: {}", stderr(&output));
                let long = text
                    .lines()
                    .find(|line| line.chars().count() > 60 && !line.starts_with("factions/"));
                assert_eq!(long, None, "{command} {id}");
            }
        }
    }
}

#[test]
fn listings_say_what_to_type_next() {
    let units = succeeds(&["units", "capitol"]);
    assert!(
        units.ends_with("\n`orbat show ID` shows one unit, `orbat show capitol` the charts and options of the army\n"),
        "{units}"
    );
    let none = succeeds(&["units", "firefight"]);
    assert_eq!(
        none,
        "Firefight has no units of its own; `orbat factions firefight` lists its factions\n"
    );
    assert_eq!(succeeds(&["units", "firefight", "--format", "json"]), "[]\n");
    let factions = succeeds(&["factions", "warzone"]);
    assert!(
        factions
            .ends_with("\ncharts of every faction: skirmish, standard, heavy, mega, gargantuan\n"),
        "{factions}"
    );
}

#[test]
fn loose_blocks_stand_on_the_pages_of_the_units_they_visit() {
    let wheel = page("wheel");
    assert!(wheel.contains("\nHas: Damp\n") && wheel.contains("  may ride in Wheel\n"), "{wheel}");
    assert!(wheel.contains("  Lamp [lamp]  +1; only with the chart Long day\n"), "{wheel}");
    let pedlar = page("pedlar");
    assert!(pedlar.contains("  may join Wheel, Millers or Shades, taking no slot\n"), "{pedlar}");
    assert!(
        pedlar.contains("  if the unit has more than 1 model: at most 1 in the army\n")
            && !pedlar.contains("Damp"),
        "{pedlar}"
    );
    // The embedded games, where players missed them.
    let steel = succeeds(&["show", "steel_troopers"]);
    assert!(
        steel.contains("Field sergeant [field_sergeant]  only with the chart CentCom"),
        "{steel}"
    );
    assert!(
        succeeds(&["show", "kapitan"])
            .contains("\n  may join units that do not count as Characters\n")
    );
    assert!(
        succeeds(&["show", "newton"])
            .contains("\n  may join Shock Troopers or Wing Troopers, taking no slot\n")
    );
}

#[test]
fn unknown_names_are_looked_for_inside_others() {
    let golem = fails(2, &["show", "golem"]);
    assert!(golem.contains("orbat show storm_golems  (Storm Golems: Therians, AT-43)"), "{golem}");
    let troopers = fails(2, &["show", "rooper"]);
    assert_eq!(troopers.matches("\n  orbat show ").count(), 6, "{troopers}");
    let deacon = fails(2, &["show", "deacon", "--system", "warzone"]);
    assert!(deacon.contains("Warzone has nothing called `deacon`"), "{deacon}");
    assert!(
        deacon.contains("orbat show deacon --system dark_age  (Deacon: Forsaken, Dark Age)"),
        "{deacon}"
    );
    assert!(fails(2, &["show", "kapitol"]).contains("did you mean `capitol`?"));
    // A faction may be called otherwise than its id, in part too.
    let legion = "orbat show algeroth  (Dark Legion: Algeroth: Warzone)";
    for name in ["dark_legion", "Dark Legion"] {
        assert!(fails(2, &["show", name]).contains(legion), "{name}");
        assert!(
            fails(2, &["units", name]).contains("did you mean `algeroth` (Dark Legion: Algeroth)?"),
            "{name}"
        );
    }
    assert_eq!(succeeds(&["units", "dark legion: Algeroth"]), succeeds(&["units", "algeroth"]));
    assert_eq!(
        succeeds(&["units", "Bauhaus", "--system", "warzone"]),
        succeeds(&["units", "bauhaus"])
    );
    assert!(
        fails(2, &["units", "bauhaus", "--system", "at43"])
            .contains("`orbat factions at43` lists them")
    );
    assert!(
        fails(2, &["units", "bauhaus", "--system", "wrzone"]).contains("did you mean `warzone`?")
    );
}

#[test]
fn formulas_that_no_list_can_change_are_numbers() {
    let carts = page("carts");
    assert!(
        carts.contains("\nBarrow [barrow]  2–4 models, 10 points for 2, then 6 points each\n"),
        "{carts}"
    );
    assert!(carts.contains("\nMule [mule]  1 model, 14 points\n"), "{carts}");
    assert!(carts.contains("  Oats [oats]  +7\n  Bells [bells]  +2 per model\n"), "{carts}");
    assert!(succeeds(&["show", "steel_troopers"]).contains("90 AP for 6, then 14 AP each"));
    assert!(
        succeeds(&["show", "scrap_gang"])
            .contains("Scrapper [scrapper]  4–11 models, 14 army points each")
    );
    assert!(succeeds(&["show", "squad"]).contains("3 points per Attack"), "picks are the player's");
    // A choice between numbers has a least and a most.
    assert!(page("wheel").contains("\nTroops; 2–8 models, from 20 points\n"));
    // Kit may change it, but a reader wants a number.
    let company = succeeds(&["show", "line_company"]);
    assert!(
        company.contains("Rifleman [rifleman]  5–11 models, 16 army points each without options\n"),
        "{company}"
    );
}

#[test]
fn words_read_like_words() {
    assert!(succeeds(&["show", "big_bob_watts"]).contains("from 135 points\nBelongs to Capitol\n"));
    assert!(succeeds(&["show", "bruder_wilhelm"]).contains("\nBelongs to Bauhaus, Brotherhood\n"));
    assert!(!succeeds(&["show", "hussars"]).contains("Belongs to"));
    let striders = succeeds(&["show", "cog_striders"]);
    for bound in ["may have 1 more model", "needs 1 more model"] {
        assert!(
            striders.contains(&format!("\n  with the chart A-volution: {bound}\n")),
            "{striders}"
        );
    }
    assert!(succeeds(&["show", "una_army"]).contains("Fifth slot [five]   up to 1    AFVs\n"));
    // The names of forces have a column of their own.
    let clones = succeeds(&["check", "examples/at43/clones-of-manon.yaml"]);
    assert!(
        clones.contains("\nFirst batch   first slot 1 of 1 ")
            && clones.contains("\nValues        AP in"),
        "{clones}"
    );
    assert!(page("carts").contains("slow walk"));
    assert!(page("shades").contains("\n  Its characteristics are not in the data.\n"));
    let wheel = page("wheel");
    assert!(
        wheel.contains("\n    Tallow [tallow]  once; for one model\n")
            && !wheel.contains("1 times"),
        "{wheel}"
    );
}

#[test]
fn what_the_army_decides_is_said_once_and_in_few_lines() {
    let wheel = page("wheel");
    let drills = "  Drills [drills] (up to 1, only with Strict creed)\n    Early start [early] +2; Once a game. • Late end [late] +3\n";
    assert!(wheel.contains(drills), "{wheel}");
    let marines = succeeds(&["show", "free_marines"]);
    assert!(
        marines.contains("    Armoured [armoured_tactics] (only with Armoured Battalion)\n"),
        "{marines}"
    );
    assert!(!marines.contains("{ hide }"), "{marines}");
    assert!(section(&marines, "Options").lines().count() <= 50, "{marines}");
    let hussars = succeeds(&["show", "hussars"]);
    assert!(
        hussars.contains("Romanov [romanov_doktrin] (up to 2, not with Bernheim or Richthausen)\n"),
        "{hussars}"
    );
}

#[test]
fn rules_and_words_are_explained() {
    let rule = succeeds(&["explain", "wz-17"]);
    assert!(rule.starts_with("WZ-17  Warzone\n"), "{rule}");
    assert!(rule.contains("factions/warzone/system.orbat:"), "{rule}");
    assert!(rule.contains("\n  obey it: WZ-17.ok, WZ-17.ok.2, WZ-17.ok.3\n"), "{rule}");
    let titled = succeeds(&["explain", "WZ-13"]);
    assert!(titled.contains("\nNot against their own\n"), "{titled}");
    let json: serde_json::Value =
        serde_json::from_str(&succeeds(&["explain", "WZ-17", "--format", "json"])).unwrap();
    assert_eq!((json["id"].as_str(), json["system"].as_str()), (Some("WZ-17"), Some("warzone")));
    let word = succeeds(&["explain", "unlock"]);
    assert!(word.contains("each unit in a or b needs two units in c or d"), "{word}");
    assert!(
        word.contains("\n    unlock character after the first, support by 2 of troop\n"),
        "{word}"
    );
    let join = succeeds(&["explain", "join"]);
    assert!(join.contains("lets this unit be attached to others"), "{join}");
    for (near, meant) in
        [("unlok", "unlock"), ("WZ-177", "WZ-17"), ("slot.to_many", "slot.too_many")]
    {
        let complaint = fails(2, &["explain", near]);
        assert!(complaint.contains(&format!("did you mean `{meant}`?")), "{complaint}");
    }
}

#[test]
fn small_things_have_pages() {
    let keyword = succeeds(&["show", "Fearless", "--system", "warzone"]);
    assert!(
        keyword.starts_with("Fearless (X) [Fearless]  Warzone\nkeyword of Abilities\n"),
        "{keyword}"
    );
    assert!(keyword.contains("\nUnits\n") && keyword.contains("Hussars"), "{keyword}");
    assert!(succeeds(&["show", "forced march"]).contains("\nstrategy, card of Megadeck\n"));
    let option = succeeds(&["show", "lmg", "--system", "warzone"]);
    assert!(option.contains("M-40 LMG [lmg]  Bauhaus, Warzone\noption\n"), "{option}");
    assert!(option.contains(" instead of "), "{option}");
    let rule = succeeds(&["show", "WZ-13"]);
    assert_eq!(rule, succeeds(&["explain", "WZ-13"]));
    assert!(fails(2, &["show", "forced_marsh"]).contains("did you mean `forced_march`?"));
}

#[test]
fn explanations_are_printed() {
    let text = succeeds(&["explain", "data.unknown_keyword"]);
    assert!(
        text.starts_with("data.unknown_keyword\n")
            && text.contains("Wrong:")
            && text.contains("Right:"),
        "{text}"
    );
    assert_eq!(
        succeeds(&["explain"]).lines().count(),
        orbat::internals::diagnostic::codes::ALL.len()
    );
}

const MERCS: &str = "faction mercs \"Mercs\" of warzone {\n  unit guns \"Guns\" : troop, infantry {\n    models 5 gun at 9\n    \
     model gun { SP 5 CC 12/0 RS 13 ST 8 CON 8 WP 13 LD 14 W 1 A 20 SZ 0 COH 8 PTS 9 }\n    has Feerless(2)\n  }\n}\n";

#[test]
fn a_mistake_in_a_faction_is_drawn_at_its_place() {
    let folder = folder("mistake", &[("mercs.orbat", MERCS)]);
    let said = fails(1, &["data", "check", folder.to_str().unwrap()]);
    let said = said.replace(folder.to_str().unwrap(), "FOLDER");
    insta::assert_snapshot!(said);
    let json = fails(1, &["data", "check", folder.to_str().unwrap(), "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["errors"], 1);
    assert_eq!(json["diagnostics"][0]["code"], "data.unknown_keyword");
    assert_eq!(json["diagnostics"][0]["at"]["line"], 5);
    assert_eq!(json["diagnostics"][0]["at"]["column"], 9);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_folder_adds_a_faction_and_replaces_one() {
    let mercs = MERCS.replace("    has Feerless(2)\n", "");
    let bauhaus = mercs
        .replace("faction mercs \"Mercs\"", "faction bauhaus \"Other Bauhaus\"")
        .replace("unit guns", "unit pikes");
    let folder = folder("layers", &[("mercs.orbat", &mercs), ("deep/er/bauhaus.orbat", &bauhaus)]);
    let data = folder.to_str().unwrap();
    assert!(succeeds(&["factions", "warzone", "--data", data]).contains("mercs"));
    assert!(succeeds(&["units", "mercs", "--data", data]).contains("Guns"));
    let units = succeeds(&["units", "bauhaus", "--data", data]);
    assert!(units.contains("pikes") && !units.contains("hussars"), "{units}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_cannot_be_read_ends_with_code_2() {
    assert!(fails(2, &["data", "check", "no/such/folder"]).contains("there is no folder or file"));
    assert!(
        fails(2, &["systems", "--data", "no/such/folder"]).contains("there is no folder or file")
    );
    fails(2, &["frobnicate"]);
    fails(2, &[]);
}

#[test]
fn a_bare_file_name_works() {
    let folder = folder("bare", &[("mercs.orbat", &MERCS.replace("Feerless", "Fearless"))]);
    let output = Command::new(env!("CARGO_BIN_EXE_orbat"))
        .args(["data", "check", "mercs.orbat"])
        .current_dir(&folder)
        .output()
        .unwrap();
    assert_eq!(stdout(&output), "1 file, 1 unit: no errors\n");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn no_colour_without_a_terminal() {
    for arguments in [vec!["systems"], vec!["show", "hussars"], vec!["explain", "type.mismatch"]] {
        assert!(!succeeds(&arguments).contains('\u{1b}'));
    }
}

const ILLEGAL: &str = "orbat: 1
name: Third Venusian
system: warzone
faction: bauhaus
chart: skirmish
points: 400
units:
  - unit: kapitan
  - unit: hussars
    models: 12
    options: {lmg: 1}
    joined: [varg]
  - unit: hussars
  - unit: juggernauts
  - unit: juggernauts
  - unit: juggernauts
  - id: varg
    unit: varg_rider
  - unit: grizzly
";

const LEGAL: &str = "orbat: 1
name: Patrol
system: firefight
faction: enforcers
points: 1000
units:
  - unit: captain
  - unit: marines
  - unit: marines
    models: 8
    options: {star: launcher_man}
    rides: carrier
  - unit: ghosts
  - unit: carrier
";

#[test]
fn a_verdict_reads_well() {
    let folder = folder("verdict", &[("illegal.yaml", ILLEGAL), ("legal.yaml", LEGAL)]);
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let said =
        fails(1, &["check", &path("illegal.yaml")]).replace(folder.to_str().unwrap(), "FOLDER");
    insta::assert_snapshot!(with_one_mark(&said));
    let said =
        succeeds(&["check", &path("legal.yaml")]).replace(folder.to_str().unwrap(), "FOLDER");
    insta::assert_snapshot!(with_one_mark(&said));
    let both = fails(1, &["check", folder.to_str().unwrap()]);
    assert!(both.ends_with("2 lists: 1 legal, 1 illegal\n"), "{both}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_verdict_as_json_holds_everything() {
    let folder = folder("verdict-json", &[("illegal.yaml", ILLEGAL), ("legal.yaml", LEGAL)]);
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let json = fails(1, &["check", "--format", "json", &path("illegal.yaml")]);
    let report: serde_json::Value = serde_json::from_str(&json).unwrap();
    for key in [
        "list",
        "legal",
        "system",
        "faction",
        "chart",
        "points",
        "limit",
        "units",
        "slots",
        "derived",
        "issues",
        "fingerprint",
    ] {
        assert!(report.get(key).is_some(), "{key} is missing");
    }
    let issue = &report["issues"][0];
    for key in
        ["code", "severity", "rule", "message", "help", "at", "defined_at", "counted", "fixes"]
    {
        assert!(issue.get(key).is_some(), "{key} is missing");
    }
    assert_eq!(issue["code"], "points.over_limit");
    assert_eq!(issue["at"]["line"], 6);
    assert_eq!(
        report["units"][0]["line"], 19,
        "units stand in an order of their own: {}",
        report["units"]
    );
    let array =
        fails(1, &["check", "--format", "json", &path("illegal.yaml"), &path("legal.yaml")]);
    let array: serde_json::Value = serde_json::from_str(&array).unwrap();
    assert_eq!(array.as_array().unwrap().len(), 2);
    assert_eq!(array[1]["legal"], true);
    assert_eq!(
        fails(1, &["check", "--format", "json", &path("illegal.yaml")]),
        json,
        "the same list, the same bytes"
    );
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn verdicts_speak_sarif_and_junit() {
    let folder = folder("verdict-forms", &[("a <b>.yaml", ILLEGAL), ("legal.yaml", LEGAL)]);
    let data = folder.to_str().unwrap();
    let sarif: serde_json::Value =
        serde_json::from_str(&fails(1, &["check", "--format", "sarif", data])).unwrap();
    assert_eq!(sarif["version"], "2.1.0");
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let first = &results[0];
    assert_eq!(first["ruleId"], "points.over_limit");
    assert_eq!(first["locations"][0]["physicalLocation"]["region"]["startLine"], 6);
    let uri =
        first["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].as_str().unwrap();
    assert!(uri.ends_with("a%20%3Cb%3E.yaml"), "{uri}");
    let junit = fails(1, &["check", "--format", "junit", data]);
    assert!(junit.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>"), "{junit}");
    assert!(junit.contains("tests=\"2\" failures=\"1\" errors=\"0\""), "{junit}");
    assert!(junit.contains("a &lt;b&gt;.yaml") && !junit.contains("a <b>"), "{junit}");
    fs::remove_dir_all(folder).unwrap();
}

/// Runs `orbat check -` with a list on standard input.
fn check_input(list: &[u8]) -> Output {
    use std::io::Write;
    let mut command = Command::new(env!("CARGO_BIN_EXE_orbat"));
    command.args(["check", "-"]).current_dir(root()).env("COLUMNS", "100");
    let piped = std::process::Stdio::piped;
    let mut child = command.stdin(piped()).stdout(piped()).stderr(piped()).spawn().unwrap();
    // A program that has seen enough closes the pipe; that is no fault of the test.
    let _ = child.stdin.take().unwrap().write_all(list);
    child.wait_with_output().unwrap()
}

#[test]
fn lists_come_from_standard_input_and_exit_codes_tell() {
    assert_eq!(check_input(LEGAL.as_bytes()).status.code(), Some(0));
    assert_eq!(check_input(ILLEGAL.as_bytes()).status.code(), Some(1));
    assert_eq!(check_input(b"units: [").status.code(), Some(2));
    assert_eq!(check_input(b"\xff\xfe\x00").status.code(), Some(2));
    assert_eq!(check_input(b"").status.code(), Some(2));
    let noise: Vec<u8> = (0..50_000_000_u32)
        .map(|number| (number.wrapping_mul(2_654_435_761) >> 24) as u8)
        .collect();
    let output = check_input(&noise);
    assert_eq!(output.status.code(), Some(2));
    assert!(stdout(&output).contains("too large"), "{}", stdout(&output));
    assert!(fails(2, &["check", "no/such/list.yaml"]).contains("there is no such file"));
    fails(2, &["check"]);
}

#[test]
fn misspelt_members_of_a_pool_are_named() {
    let list = "orbat: 1\nsystem: dark_age\nfaction: dragyri\nsubfaction: air\nunits:\n  - unit: soul_warden_air\n    options: ";
    let cases = [
        ("[bladewnd]", "bladewind"),
        ("Wind Gust", "wind_gust"),
        ("{psychogenics: [wind_gost]}", "wind_gust"),
    ];
    for (options, meant) in cases {
        let text = stdout(&check_input(format!("{list}{options}\n").as_bytes()));
        assert!(text.contains(&format!("did you mean `{meant}`?")), "{text}");
    }
}

#[test]
fn a_title_in_a_list_leads_to_its_id() {
    let list = LEGAL
        .replace("unit: captain", "unit: Ghosts")
        .replace("star: launcher_man", "Grenade Launcher: 1");
    let said = stdout(&check_input(list.as_bytes()));
    assert!(
        said.contains("did you mean `ghosts`?") && said.contains("did you mean `launcher_man`?"),
        "{said}"
    );
}

#[test]
fn a_name_cannot_take_over_the_terminal() {
    let list = LEGAL.replace("name: Patrol", "name: \"a\\e[2Jb\\u202Ec\"");
    let output = check_input(list.as_bytes());
    let said = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(
        !said.contains('\u{1b}') && !said.contains('\u{202e}') && said.starts_with("a\\u{1b}[2Jb"),
        "{said}"
    );
}

/// Names, arguments, file names and data of strangers, in everything that is printed.
#[test]
fn no_command_passes_on_what_a_terminal_obeys() {
    let evil = "x\u{1b}[31m\u{1b}]0;t\u{7}\rfake\u{9b}2J\u{202E}\u{200B}\u{FDD0}31\u{FDD1}";
    let yaml = "\"x\\e[31m\\e]0;t\\a\\rfake\\x9b2J\\u202e\\u200b\"";
    let list = LEGAL.replace("name: Patrol", &format!("name: {yaml}\nplayer: {yaml}"));
    let wrong = list.replace("unit: ghosts", &format!("unit: {yaml}"));
    let data = MERCS.replace("Guns", evil);
    let name = format!("{evil}.yaml");
    let folder = folder("evil", &[(&name, &list), ("wrong.yaml", &wrong), ("data/m.orbat", &data)]);
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (list, wrong, data) = (path(&name), path("wrong.yaml"), path("data"));
    let mut all: Vec<Vec<&str>> = vec![
        vec!["check", &list, &wrong],
        vec!["suggest", &list],
        vec!["fix", &wrong],
        vec!["set", &list, "--name", evil, "--dry-run"],
        vec!["add", &list, evil],
        vec!["remove", &list, evil],
        vec!["undo", &list],
        vec!["new", &list, "--system", evil],
        vec!["print", &list, "--to", "text", "-o", "-"],
        vec!["print", &list, "--template", evil],
        vec!["show", evil],
        vec!["show", "mercs", "--data", &data],
        vec!["units", "mercs", "--data", &data],
        vec!["units", evil],
        vec!["data", "check", &data],
        vec!["data", "check", evil],
        vec!["data", "test", evil],
        vec!["explain", evil],
        vec!["check", "--format", evil],
        vec![evil],
        vec!["systems", "--data", evil],
    ];
    for format in ["json", "sarif", "junit"] {
        all.push(vec!["check", &list, &wrong, "--format", format]);
    }
    for arguments in all {
        let output = orbat(&arguments);
        let said = format!("{}{}", stdout(&output), stderr(&output));
        let is_bad = |char: char| {
            char.is_control() && char != '\n' || "\u{202E}\u{200B}\u{FDD0}".contains(char)
        };
        assert!(!said.contains(is_bad), "{arguments:?}\n{said:?}");
        assert!(!said.is_empty(), "{arguments:?}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn schemas_are_printed_and_know_a_game() {
    let schema: serde_json::Value = serde_json::from_str(&succeeds(&["schema", "list"])).unwrap();
    let keys = |pointer: &str| -> Vec<String> {
        schema.pointer(pointer).unwrap().as_object().unwrap().keys().cloned().collect()
    };
    let mut list_keys: Vec<String> =
        orbat::internals::list::LIST_KEYS.iter().map(|key| (*key).to_owned()).collect();
    list_keys.sort();
    assert_eq!(keys("/properties"), list_keys, "the schema and the reader know the same keys");
    let mut unit_keys: Vec<String> =
        orbat::internals::list::UNIT_KEYS.iter().map(|key| (*key).to_owned()).collect();
    unit_keys.sort();
    assert_eq!(keys("/$defs/unit/properties"), unit_keys);
    let schema: serde_json::Value =
        serde_json::from_str(&succeeds(&["schema", "list", "--system", "at43"])).unwrap();
    let units = schema.pointer("/$defs/unitId/oneOf").unwrap().as_array().unwrap();
    assert!(units.iter().any(|unit| unit["const"] == "steel_troopers"), "{units:?}");
    assert!(
        schema.pointer("/$defs/unit/properties/stage").is_some()
            && schema.pointer("/properties/platoons").is_some()
    );
    // The schema of verdicts names every field that is printed, and requires none that is not.
    let schema: serde_json::Value = serde_json::from_str(&succeeds(&["schema", "report"])).unwrap();
    let folder = folder("schema", &[("illegal.yaml", ILLEGAL)]);
    let report =
        fails(1, &["check", "--format", "json", folder.join("illegal.yaml").to_str().unwrap()]);
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    let described = |definition: &str, value: &serde_json::Value| {
        let definition = &schema["$defs"][definition];
        for key in value.as_object().unwrap().keys() {
            assert!(
                definition["properties"].get(key).is_some(),
                "the schema does not describe {key}"
            );
        }
        for key in definition["required"].as_array().unwrap() {
            assert!(value.get(key.as_str().unwrap()).is_some(), "{key} is required and missing");
        }
    };
    described("report", &report);
    report["issues"].as_array().unwrap().iter().for_each(|issue| described("issue", issue));
    report["units"].as_array().unwrap().iter().for_each(|unit| described("unit", unit));
    report["slots"].as_array().unwrap().iter().for_each(|slot| described("slot", slot));
    fs::remove_dir_all(folder).unwrap();
}
