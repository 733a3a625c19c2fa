//! Cases that went wrong once.

use std::thread;

use orbat::internals::builder::{
    Builder, CompleteOptions, Completion, ListEditor, LookupError, Remarks, UnitChange,
};
use orbat::internals::engine::Ruleset;
use orbat::internals::list::{List, rewrite};
use orbat::internals::source::Sources;

use crate::command::{folder, says};
use crate::{game, read};

const BAUHAUS: &str =
    "orbat: 1\nsystem: warzone\nfaction: bauhaus\nchart: skirmish\npoints: 900\nunits:\n";

fn changed(
    text: &str,
    work: impl FnOnce(&mut ListEditor<'_, '_>) -> Result<Remarks, LookupError>,
) -> String {
    let list = read(text);
    let game = game(&list.system.value);
    let rules = Ruleset::new(&game);
    let mut sources = Sources::default();
    sources.add("list.yaml", text);
    let mut change = ListEditor { rules: &rules, game: &game, sources: &sources, list };
    work(&mut change).unwrap_or_else(|error| panic!("{error}"));
    rewrite(text, &change.list).unwrap_or_else(|why| panic!("{}", why.0))
}

fn completed(text: &str) -> List {
    let list = read(text);
    let game = game(&list.system.value);
    let rules = Ruleset::new(&game);
    let builder = Builder::new(&rules);
    match builder
        .complete(&list, &CompleteOptions { spend: false, seed: 1, should_continue: &|_| true })
    {
        Completion::Done { list, .. } => *list,
        Completion::Impossible { culprits, remaining } => {
            panic!("{culprits:?} {remaining:?}\n{text}")
        }
    }
}

/// A limit that is broken is not broken by more.
#[test]
fn what_is_too_many_is_not_suggested() {
    let text = format!("{BAUHAUS}  - kapitan\n  - unit: hussars\n    count: 6\n");
    let game = game("warzone");
    let rules = Ruleset::new(&game);
    let builder = Builder::new(&rules);
    let suggested = builder.suggest(&read(&text));
    assert!(!suggested.is_empty());
    assert!(
        !suggested.iter().any(|suggestion| suggestion.unit.contains("hussars")),
        "{suggested:?}"
    );
}

/// Another unit of an entry does not take the place of one that others call by the entry's name.
#[test]
fn another_of_an_entry_has_an_id_where_it_needs_one() {
    let text = format!(
        "{BAUHAUS}  - kapitan\n  - unit: hussars\n    joined: [varg_rider]\n  - varg_rider\n  - venusian_rangers\n"
    );
    let join = UnitChange { join: Some("venusian_rangers".to_owned()), ..UnitChange::default() };
    let with = changed(&text, |list| list.add("varg_rider", &join));
    assert!(with.contains("  - unit: hussars\n    joined: [varg_rider]\n"), "{with}");
    assert!(with.contains("id: varg_rider_1\n"), "{with}");
    assert_eq!(with.matches("joined: [varg_rider_1]").count(), 1, "{with}");
    let alone = UnitChange { join: Some(String::new()), ..UnitChange::default() };
    let without = changed(&with, |list| list.set("varg_rider_1", &alone));
    assert!(
        without.contains("joined: [varg_rider]\n") && !without.contains("joined: [varg_rider_1]"),
        "{without}"
    );
}

/// A platoon is filled slot by slot where another one has begun.
#[test]
fn a_force_is_filled_before_the_next() {
    let platoon = "  - units:\n      - steel_troopers\n";
    let head = "orbat: 1\nsystem: at43\nfaction: una\nchart: una_army\npoints: 3000\nplatoons:\n";
    let done = completed(&format!("{head}{platoon}{platoon}"));
    let game = game("at43");
    assert!(Ruleset::new(&game).problems(&done).iter().all(|issue| !issue.is_error()));
}

/// A chart that asks for more models than the entry is given them.
#[test]
fn a_raised_minimum_is_followed() {
    let head = "orbat: 1\nsystem: at43\nfaction: cogs\nchart: a_volution\npoints: 2000\nplatoons:\n  - units:\n";
    let with = changed(&format!("{head}      - original\n"), |list| {
        list.add("ravagers", &UnitChange::default())
    });
    assert!(with.ends_with("- unit: ravagers\n        models: 2\n"), "{with}");
    completed(&format!("{head}      - original\n      - unit: ravagers\n"));
}

/// A deck that lacks cards is filled, whatever it holds already.
#[test]
fn decks_are_filled() {
    let head = BAUHAUS.replace("units:", "optional: [megadeck]\nunits:");
    for deck in ["", "deck:\n  ambush: 3 # the best\n"] {
        let text = format!("{head}  - kapitan\n  - unit: hussars\n    count: 2\n{deck}");
        let done = completed(&text);
        assert!(
            done.deck.iter().map(|(_, count)| count.value).sum::<i64>() >= 30,
            "{:?}",
            done.deck
        );
        let written = rewrite(&text, &done).unwrap_or_else(|why| panic!("{}", why.0));
        assert!(written.starts_with(&text), "{written}");
        assert_eq!(read(&written).deck, done.deck);
    }
}

/// Two commands at once: one of them is told, and neither change is lost.
#[test]
fn changes_at_once_take_turns() {
    let folder = folder("at-once");
    let file = folder.join("a.yaml");
    for _ in 0..12 {
        std::fs::write(&file, format!("{BAUHAUS}  - kapitan\n")).unwrap();
        let add = |unit: &str| {
            let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_orbat"));
            command
                .args(["add", "a.yaml", unit])
                .current_dir(&folder)
                .output()
                .unwrap()
                .status
                .success()
        };
        let (first, second) = thread::scope(|scope| {
            let (first, second) =
                (scope.spawn(|| add("hussars")), scope.spawn(|| add("venusian_rangers")));
            (first.join().unwrap(), second.join().unwrap())
        });
        let text = std::fs::read_to_string(&file).unwrap();
        assert_eq!(
            (first, second),
            (text.contains("unit: hussars"), text.contains("unit: venusian_rangers")),
            "{text}"
        );
    }
}

/// Where no faction is named, nothing can be completed, and the answer says which there are.
#[test]
fn a_missing_faction_is_told() {
    let folder = folder("no-faction");
    std::fs::write(
        folder.join("a.yaml"),
        "orbat: 1\nsystem: warzone\nchart: skirmish\npoints: 500\n",
    )
    .unwrap();
    let said = says(&folder, 1, &["complete", "a.yaml"]);
    assert!(said.contains("the list names no faction: write `faction:` with one of "), "{said}");
    std::fs::write(folder.join("owned.yaml"), "orbat: 1\nsystem: warzone\nunits:\n  hussars: 1\n")
        .unwrap();
    std::fs::write(folder.join("b.yaml"), format!("{BAUHAUS}  - kapitan\n")).unwrap();
    let said = says(&folder, 0, &["suggest", "b.yaml", "--owned", "owned.yaml"]);
    assert!(
        said.contains("Nothing of the collection can be added without breaking a rule"),
        "{said}"
    );
}

/// What no addition repairs is told as the player knows it: by its line and key, and without
/// waiting for the time to run out.
#[test]
fn a_wrong_join_is_in_the_way() {
    let folder = folder("wrong-join");
    std::fs::copy(
        crate::support::root().join("examples/warzone/third-venusian.yaml"),
        folder.join("a.yaml"),
    )
    .unwrap();
    let said = says(&folder, 1, &["complete", "a.yaml", "--time", "600"]);
    let both = "in the way: `brotherhood_troopers` (line 18) for its `joined`, `varg_rider` (line 23), all of them together";
    assert!(said.contains(both), "{said}");
}

#[test]
fn numbers_that_no_list_holds_are_refused() {
    let folder = folder("large-numbers");
    let new = [
        "new",
        "a.yaml",
        "--system",
        "at43",
        "--faction",
        "una",
        "--chart",
        "una_army",
        "--points",
        "1000",
    ];
    let said = says(&folder, 2, &[&new[..], &["--set", "assault_ap=99999999999"]].concat());
    assert!(
        said.contains("`assault_ap` is a number from 0 to 1000000, not `99999999999`"),
        "{said}"
    );
    says(&folder, 0, &new);
    let said = says(&folder, 2, &["set", "a.yaml", "--set", "assault_ap=-1"]);
    assert!(said.contains("`assault_ap` is a number from 0 to 1000000, not `-1`"), "{said}");
}
