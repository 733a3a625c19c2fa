//! Beginning a list, what its comments say, the collection, and the examples below the help.

use std::fs;

use orbat::internals::builder::{NewList, charts_of, new_list};
use orbat::internals::engine::Ruleset;

use crate::command::{folder, says};
use crate::{game, read};

/// Every new list can be read, says nothing wrong, and fits a narrow screen.
#[test]
fn new_lists_of_all_games_are_short_and_right() {
    for system in ["at43", "dark_age", "firefight", "mad_minute", "warzone"] {
        let game = game(system);
        let rules = Ruleset::new(&game);
        for (id, faction) in game.factions.iter() {
            let charts: Vec<_> =
                charts_of(&game, Some(id)).into_iter().map(|(id, _)| Some(id)).collect();
            for chart in if charts.is_empty() { vec![None] } else { charts } {
                let beginning = NewList {
                    faction: Some(id),
                    chart,
                    points: Some(1000.into()),
                    ..NewList::default()
                };
                let text = new_list(&rules, &game, &beginning);
                let errors = rules.assess(&read(&text)).errors;
                let of_head = errors
                    .iter()
                    .find(|issue| !["slot.too_few", "rule.broken"].contains(&issue.code.name));
                assert!(of_head.is_none(), "{of_head:?}\n{text}");
                assert!(text.lines().count() <= 20, "{text}");
                for line in text.lines().filter(|line| !line.starts_with("# ")) {
                    assert!(line.chars().count() <= 80, "{line}");
                }
                let named = text.contains(" asks for\n")
                    || text.contains("chart takes\n")
                    || text.contains("# For example: ");
                assert!(named, "{}\n{text}", faction.id);
                // A key that is shown as a comment is right without the sign before it.
                for line in text.lines().filter_map(|line| line.strip_prefix("# ")) {
                    let with = text.replace(&format!("# {line}"), line);
                    let errors = rules.assess(&read(&with)).errors.len();
                    assert!(errors <= rules.assess(&read(&text)).errors.len(), "{with}");
                }
            }
        }
    }
}

/// What the comments say of the chart is as true of the full list.
#[test]
fn comments_stay_true() {
    let folder = folder("comments");
    says(
        &folder,
        0,
        &[
            "new",
            "a.yaml",
            "--system",
            "warzone",
            "--faction",
            "bau",
            "--chart",
            "STANDARD",
            "--points",
            "500",
        ],
    );
    let begun = fs::read_to_string(folder.join("a.yaml")).unwrap();
    let expected = "orbat: 1\nsystem: warzone\nfaction: bauhaus\nchart: standard\npoints: 500\nunits:\n  # The Standard chart asks for\n  #   Characters, 1 to 5: kapitan, marshal, ";
    assert!(
        begun.starts_with(expected) && begun.contains("\n  # and takes\n  #   Support, up to 3: "),
        "{begun}"
    );
    says(&folder, 0, &["complete", "a.yaml"]);
    let done = fs::read_to_string(folder.join("a.yaml")).unwrap();
    assert!(done.starts_with(&begun) && !done.contains("needed"), "{done}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_army_says_what_the_game_lets_it() {
    let folder = folder("stated");
    let new = ["new", "x.yaml", "--dry-run", "--system", "dark_age", "--faction"];
    let with = |faction: &'static str, more: &[&'static str]| [&new, &[faction][..], more].concat();
    let text = says(&folder, 0, &with("dragyri", &[]));
    assert!(
        text.contains("\n# subfaction: air   # optional: air, earth, fire, ice or shadow\n"),
        "{text}"
    );
    assert!(!says(&folder, 0, &with("core", &[])).contains("subfaction"));
    let text = says(&folder, 0, &with("dragyri", &["--set", "Subfaction=Ice caste"]));
    assert!(text.contains("\nsubfaction: ice\n") && !text.contains("# subfaction"), "{text}");
    let text = says(
        &folder,
        0,
        &[
            "new",
            "x.yaml",
            "--dry-run",
            "--system",
            "at43",
            "--faction",
            "una",
            "--chart",
            "union",
            "--set",
            "assault_ap=500",
        ],
    );
    assert!(text.contains("\nassault_ap: 500\nplatoons:\n"), "{text}");
    let refused: &[(&str, &[&str], &str)] = &[
        (
            "dragyri",
            &["--set", "subfaction=airr"],
            "there is no subfaction `airr`; did you mean `air`?",
        ),
        (
            "dragyri",
            &["--set", "subfaction=zzzzzz"],
            "there is no subfaction `zzzzzz`; choose from air, earth, fire, ice, shadow",
        ),
        ("dragyri", &["--set", "subfaction=progeny"], "Progeny is no caste of the Dragyri"),
        (
            "dragyri",
            &["--set", "subfacton=air"],
            "there is no key `subfacton`; did you mean `subfaction`?",
        ),
        (
            "dragyri",
            &["--set", "subfaction=air", "--set", "subfaction=ice"],
            "`subfaction` is set twice",
        ),
        ("dragyri", &["--set", "subfaction"], "a key, `=` and a word"),
        ("core", &["--set", "subfaction=air"], "the C.O.R.E. has no subfactions"),
        ("draguri", &[], "there is no faction `draguri`; did you mean `dragyri`?"),
        ("zzzzzz", &[], "there is no faction `zzzzzz`; choose from brood, core, dragyri"),
        (
            "brood",
            &["--chart", "standard"],
            "there is no chart `standard`: there is nothing to choose from",
        ),
    ];
    for (faction, more, message) in refused {
        let said = says(&folder, 2, &with(faction, more));
        assert!(said.contains(message), "{faction} {more:?}\n{said}");
    }
    let numbers =
        ["new", "x.yaml", "--system", "at43", "--faction", "una", "--chart", "union", "--set"];
    for (word, message) in [
        ("assault_ap=-1", "`assault_ap` is a number from 0"),
        ("assault_ap=much", "`assault_ap` is a number from 0 to 1000000, not `much`"),
    ] {
        assert!(says(&folder, 2, &[&numbers[..], &[word]].concat()).contains(message), "{word}");
    }
    assert!(
        says(&folder, 2, &["new", "-", "--system", "firefight", "--faction", "enforcers"])
            .contains("--dry-run shows it only")
    );
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn several_lists_want_their_models_at_once() {
    let folder = folder("several");
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    write(
        "a.yaml",
        "orbat: 1\nsystem: firefight\nfaction: enforcers\npoints: 900\nunits: [captain, marines]\n",
    );
    write(
        "b.yaml",
        "orbat: 1\nsystem: firefight\nfaction: enforcers\nunits: [{unit: marines, models: 6}, wardens]\n",
    );
    write(
        "c.yaml",
        "orbat: 1\nsystem: warzone\nfaction: bauhaus\nchart: standard\nunits: [hussars]\n",
    );
    write(
        "owned.yaml",
        "orbat: 1\nsystem: firefight\nunits:\n  Captain: 1\n  marines: {Marine: 8}\n",
    );
    let short = says(&folder, 1, &["owned", "check", "a.yaml", "b.yaml"]);
    assert!(short.starts_with("Models are short for all 2 lists at once:\n"), "{short}");
    assert!(
        short.contains("  Marine  3 short  8 of 11  for Marines\n")
            && short.contains("0 of ")
            && short.contains("for Wardens"),
        "{short}"
    );
    let json: serde_json::Value = serde_json::from_str(&says(
        &folder,
        1,
        &["owned", "check", "a.yaml", "b.yaml", "--format", "json"],
    ))
    .unwrap();
    assert_eq!(json["enough"], false);
    assert_eq!(
        json["short"][0],
        serde_json::json!({"models": ["Marine"], "units": ["Marines"], "needed": 11, "owned": 8, "short": 3})
    );
    let said = says(&folder, 2, &["owned", "check", "a.yaml", "c.yaml"]);
    assert!(
        said.contains("`a.yaml` is for Firefight, `c.yaml` for Warzone: check them apart"),
        "{said}"
    );
    // A list that takes more than there is cannot be completed by adding; it says of what.
    let before = fs::read_to_string(folder.join("a.yaml")).unwrap();
    write(
        "few.yaml",
        "orbat: 1\nsystem: firefight\nunits:\n  captain: 1\n  marines: {marine: 3}\n",
    );
    let said = says(&folder, 1, &["complete", "a.yaml", "--owned", "few.yaml"]);
    assert_eq!(
        said,
        "error: `a.yaml` itself takes models that the collection lacks; it is as it was\n  Marine  2 short  3 of 5  for Marines\n"
    );
    assert_eq!(fs::read_to_string(folder.join("a.yaml")).unwrap(), before);
    fs::remove_dir_all(folder).unwrap();
}

/// The examples below the help of each command work, one after another.
#[test]
fn the_examples_of_the_help_work() {
    let folder = folder("examples");
    let mut count = 0;
    for command in [
        &["new"][..],
        &["add"],
        &["remove"],
        &["set"],
        &["suggest"],
        &["complete"],
        &["fix"],
        &["owned", "check"],
    ] {
        let help = says(&folder, 0, &[command, &["--help"]].concat());
        let (_, examples) = help.split_once("Examples:\n").unwrap();
        if command == ["fix"] {
            let wrong = "orbat: 1\nsystem: firefight\nfaction: enforcers\nunits:\n  - captain\n  - unit: marines\n    models: 99\n";
            fs::write(folder.join("army.yaml"), wrong).unwrap();
        }
        if command == ["owned", "check"] {
            fs::copy(folder.join("army.yaml"), folder.join("other.yaml")).unwrap();
        }
        if command == ["complete"] {
            let units: String =
                ["captain", "marines", "wardens", "ghosts", "pathfinders", "engineers"]
                    .iter()
                    .map(|unit| format!("  {unit}: 40\n"))
                    .collect();
            fs::write(
                folder.join("owned.yaml"),
                format!("orbat: 1\nsystem: firefight\nunits:\n{units}"),
            )
            .unwrap();
        }
        for line in examples.lines().filter_map(|line| line.strip_prefix("  orbat ")) {
            count += 1;
            // Quotes of a shell: a word holds no space here but inside them.
            let words: Vec<String> = line
                .split('"')
                .enumerate()
                .flat_map(|(at, part)| match at % 2 {
                    0 => part.split_whitespace().map(str::to_owned).collect::<Vec<_>>(),
                    _ => vec![part.to_owned()],
                })
                .collect();
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let code = match words.as_slice() {
                ["new"] => 2, // nobody is there to answer
                ["fix", "army.yaml"] => 1,
                _ => 0,
            };
            says(&folder, code, &words);
        }
    }
    assert!(count >= 18);
    fs::remove_dir_all(folder).unwrap();
}
