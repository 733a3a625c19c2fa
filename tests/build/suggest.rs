//! Whatever is suggested keeps its word: added through the text of the list, it brings no error.

use std::fs;

use orbat::internals::builder::{
    Builder, ListEditor, LookupError, OpenUnit, Remarks, Suggestion, UnitChange,
};
use orbat::internals::engine::{Assessment, Ruleset};
use orbat::internals::list::{Edit, List, UnitLine, load_list, rewrite};
use orbat::internals::model::Game;
use orbat::internals::source::Sources;
use orbat::internals::wording::error_messages;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use crate::command::{folder, says};
use crate::support::{files_below, root};
use crate::{SYSTEMS, game, read};

/// A list that is added to as the commands do it.
struct Desk<'g> {
    game: &'g Game,
    rules: Ruleset<'g>,
}

impl<'g> Desk<'g> {
    fn builder(&self) -> Builder<'_, 'g> {
        Builder::new(&self.rules)
    }

    /// The text after a change.
    fn changed(
        &self,
        text: &str,
        work: impl FnOnce(&mut ListEditor<'_, '_>) -> Result<Remarks, LookupError>,
    ) -> String {
        let mut sources = Sources::default();
        let source = sources.add("list.yaml", text);
        let list = load_list(&sources, source).0.unwrap();
        let mut change =
            ListEditor { rules: &self.rules, game: self.game, sources: &sources, list };
        work(&mut change).unwrap_or_else(|error| panic!("{error}\n{text}"));
        rewrite(text, &change.list).unwrap_or_else(|_| panic!("cannot be written\n{text}"))
    }

    /// The text with a unit that was suggested, with what it must take.
    fn with(&self, text: &str, suggestion: &Suggestion) -> String {
        let take = suggestion.options.iter().map(|option| match option.split_once('=') {
            Some((name, times)) => (name.to_owned(), Some(times.parse().unwrap())),
            None => (option.clone(), None),
        });
        let stated = suggestion.stated.iter().filter_map(|stated| stated.split_once('='));
        let mut change = UnitChange {
            take: take.collect(),
            force: suggestion.force.clone(),
            design: suggestion.design.clone(),
            stated: stated.map(|(key, word)| (key.to_owned(), word.to_owned())).collect(),
            ..UnitChange::default()
        };
        let count = |text: &str| {
            self.rules.assess(&read(text)).units.iter().map(|unit| unit.size).sum::<i64>()
        };
        let with = self.changed(text, |list| list.add(&suggestion.unit, &change));
        if count(&with) == count(text) + suggestion.models {
            return with;
        }
        change.models = Some(suggestion.models);
        self.changed(text, |list| list.add(&suggestion.unit, &change))
    }

    /// What is wrong in the second text and was not in the first.
    fn new_errors(&self, before: &str, after: &str) -> Vec<String> {
        let keys = self.rules.assess(&read(before)).keys();
        error_messages(&self.rules, &read(after), &keys)
    }

    fn prove(&self, text: &str) {
        let list = read(text);
        let before = self.rules.assess(&list);
        let suggested = self.builder().suggest(&list);
        let names: Vec<&str> =
            suggested.iter().map(|suggestion| suggestion.unit.as_str()).collect();
        for suggestion in &suggested {
            let with = self.with(text, suggestion);
            assert_eq!(self.new_errors(text, &with), [] as [String; 0], "{suggestion:?}\n{with}");
            let after = self.rules.assess(&read(&with));
            assert_eq!(
                after.points.subtract(before.points),
                Some(suggestion.price),
                "{suggestion:?}\n{with}"
            );
            assert!(after.points <= limit(&list).max(before.points), "{suggestion:?}\n{with}");
        }
        // What a unit opens may not be added without it, and may be with it.
        for suggestion in suggested.iter().filter(|suggestion| !suggestion.opens.is_empty()).take(3)
        {
            let with = read(&self.with(text, suggestion));
            let then: Vec<String> = self
                .builder()
                .suggest(&with)
                .into_iter()
                .map(|suggestion| suggestion.unit)
                .collect();
            for opened in &suggestion.opens {
                assert!(
                    !names.contains(&opened.as_str()),
                    "{opened} was open before {suggestion:?}\n{text}"
                );
                assert!(then.contains(opened), "{opened} is not open after {suggestion:?}\n{text}");
            }
        }
        self.prove_options(text, &list, &before);
    }

    /// Every option that a unit is said to have open, and one more model.
    fn prove_options(&self, text: &str, list: &List, before: &Assessment) {
        let mut sources = Sources::default();
        let source = sources.add("list.yaml", text);
        let here = load_list(&sources, source).0.unwrap();
        let mut lines: Vec<usize> =
            list.unit_lines().map(|line| sources.place(line.unit.span).line).collect();
        lines.sort_unstable();
        let alone: Vec<usize> = lines
            .iter()
            .copied()
            .filter(|line| lines.iter().filter(|other| *other == line).count() == 1)
            .collect();
        for line in alone {
            let name = format!("@{line}");
            let open: OpenUnit = self
                .builder()
                .open_options(&sources, &here, &name)
                .unwrap_or_else(|error| panic!("{error}"));
            // What two models have both is told apart by `of`, and by hand.
            let is_alone =
                |name: &str| open.options.iter().filter(|open| open.option == name).count() == 1;
            for option in open.options.iter().filter(|open| is_alone(&open.option)) {
                let change = UnitChange {
                    take: vec![(option.option.clone(), None)],
                    ..UnitChange::default()
                };
                let with = self.changed(text, |list| list.set(&name, &change));
                assert_eq!(
                    self.new_errors(text, &with),
                    [] as [String; 0],
                    "{option:?} of {name}\n{with}"
                );
                let price = self.rules.assess(&read(&with)).points.subtract(before.points);
                assert_eq!(price, Some(option.price), "{option:?} of {name}\n{with}");
            }
            if open.next_model.is_some() {
                let change = UnitChange { models: Some(open.models + 1), ..UnitChange::default() };
                let with = self.changed(text, |list| list.set(&name, &change));
                assert_eq!(
                    self.new_errors(text, &with),
                    [] as [String; 0],
                    "one more of {name}\n{with}"
                );
            }
        }
    }
}

fn limit(list: &List) -> orbat::internals::engine::Number {
    let none = orbat::internals::engine::Number::whole(1_000_000);
    let stated = list.points.as_ref().and_then(|points| points.amounts().next());
    stated.map_or(none, |(_, amount)| amount)
}

fn examples(system: &str) -> Vec<String> {
    files_below(&root().join("examples").join(system), "yaml")
        .into_iter()
        .map(|path| fs::read_to_string(path).unwrap())
        .collect()
}

#[test]
fn what_is_suggested_for_examples_may_be_added() {
    for system in SYSTEMS {
        let game = game(system);
        let desk = Desk { game: &game, rules: Ruleset::new(&game) };
        for text in examples(system) {
            desk.prove(&text);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20, failure_persistence: None, rng_seed: RngSeed::Fixed(11), ..ProptestConfig::default() })]

    /// An example with some of its units gone, and points to spend.
    #[test]
    fn what_is_suggested_for_parts_of_lists_may_be_added(system in 0..SYSTEMS.len(), which in 0..6_usize, gone in any::<u64>(), more in 0..800_i64) {
        let game = game(SYSTEMS[system]);
        let desk = Desk { game: &game, rules: Ruleset::new(&game) };
        let all = examples(SYSTEMS[system]);
        let text = &all[which % all.len()];
        let mut list = read(text);
        let units: Vec<_> = list.unit_lines().map(UnitLine::line).collect();
        for at in (0..units.len()).rev().filter(|at| gone >> (at % 64) & 1 == 1) {
            if let Ok(without) = (Edit::RemoveUnit { unit: units[at] }).applied_to(&list) {
                list = without;
            }
        }
        if let Some(points) = &mut list.points {
            let stated = points.amounts().next().unwrap().1.to_whole().unwrap();
            *points = (stated + more).into();
        }
        desk.prove(&rewrite(text, &list).unwrap_or_else(|_| panic!("cannot be written\n{text}")));
    }
}

/// A further force is begun by the name it is suggested under.
#[test]
fn a_further_force_is_suggested_and_begun() {
    let folder = folder("further");
    let path = folder.join("a.yaml");
    let units = ["steel_troopers", "tac_arms", "sniper_team", "ferrets", "defender_snakes"];
    let head = "orbat: 1\nsystem: at43\nfaction: una\nchart: una_army\npoints: 9000\nplatoons:\n  - units:\n";
    let lists = [4, 5].map(|count| {
        units[..count].iter().fold(head.to_owned(), |text, unit| format!("{text}      - {unit}\n"))
    });
    // The next is begun only when the first is full.
    fs::write(&path, &lists[0]).unwrap();
    assert!(!says(&folder, 0, &["suggest", "a.yaml"]).contains("Platoon 2"));
    fs::write(&path, &lists[1]).unwrap();
    let shown = says(&folder, 0, &["suggest", "a.yaml"]);
    assert!(shown.contains("Platoon 2: First slot"), "{shown}");
    assert!(shown.find("Without a slot") > shown.find("Platoon 2"), "{shown}");
    says(&folder, 0, &["add", "a.yaml", "steel_troopers", "--in", "platoon 2"]);
    let after = fs::read_to_string(&path).unwrap();
    assert_eq!(after, format!("{}  - units:\n      - unit: steel_troopers\n", lists[1]));
    fs::remove_dir_all(folder).unwrap();
}

/// Programs read these fields.
#[test]
fn the_json_of_suggestions_is_as_documented() {
    let folder = folder("json");
    fs::write(
        folder.join("a.yaml"),
        "orbat: 1\nsystem: firefight\nfaction: enforcers\npoints: 800\nunits:\n  - marines\n",
    )
    .unwrap();
    fs::write(
        folder.join("b.yaml"),
        "orbat: 1\nsystem: at43\nfaction: una\nchart: una_army\npoints: 900\nplatoons:\n  - units: [steel_troopers]\n",
    )
    .unwrap();
    let documented = fs::read_to_string(root().join("docs/build.md")).unwrap();
    let fields = |text: &str| -> Vec<serde_json::Map<String, serde_json::Value>> {
        let value: serde_json::Value = serde_json::from_str(text).unwrap();
        value
            .as_array()
            .unwrap()
            .iter()
            .map(|suggestion| suggestion.as_object().unwrap().clone())
            .collect()
    };
    let all = [
        fields(&says(&folder, 0, &["suggest", "a.yaml", "--format", "json"])),
        fields(&says(&folder, 0, &["suggest", "b.yaml", "--format", "json"])),
    ]
    .concat();
    for suggestion in &all {
        for always in ["unit", "title", "price", "models", "slot", "needed", "opens"] {
            assert!(suggestion.contains_key(always), "{always} is missing in {suggestion:?}");
        }
        for key in suggestion.keys() {
            assert!(documented.contains(&format!("`{key}`")), "{key} is not in docs/build.md");
        }
        assert!(
            suggestion["unit"].is_string()
                && suggestion["title"].is_string()
                && suggestion["price"].is_i64()
                && suggestion["models"].is_i64()
        );
        assert!(
            (suggestion["slot"].is_string() || suggestion["slot"].is_null())
                && suggestion["needed"].is_boolean()
                && suggestion["opens"].is_array()
        );
    }
    assert!(
        all.iter().any(|suggestion| suggestion.contains_key("force"))
            && all.iter().any(|suggestion| suggestion.contains_key("options"))
    );
    let unit: serde_json::Value = serde_json::from_str(&says(
        &folder,
        0,
        &["suggest", "a.yaml", "marines", "--format", "json"],
    ))
    .unwrap();
    let keys: Vec<&String> = unit.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["id", "models", "more_models", "next_model", "options", "title"], "{unit}");
    for key in unit["options"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|option| option.as_object().unwrap().keys())
    {
        assert!(["option", "title", "choice", "of", "price"].contains(&key.as_str()), "{unit}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn suggestions_are_told_with_what_is_missing() {
    let folder = folder("told");
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    write("none.yaml", "orbat: 1\nsystem: warzone\nchart: standard\nunits: []\n");
    let said = says(&folder, 0, &["suggest", "none.yaml"]);
    assert!(
        said.contains("note: the list names no faction: only units that belong to none are shown"),
        "{said}"
    );
    assert!(
        said.contains("Write `faction:` with one of bauhaus, ") && !said.contains("hussars"),
        "{said}"
    );
    write("wrong.yaml", "orbat: 1\nsystem: firefight\nfaction: enforcer\nunits: []\n");
    assert!(
        says(&folder, 0, &["suggest", "wrong.yaml"])
            .contains("Firefight has no faction `enforcer`: only")
    );
    write(
        "a.yaml",
        "orbat: 1\nsystem: warzone\nfaction: bauhaus\nchart: standard\npoints: 800\nunits:\n  - hussars\n",
    );
    let refused = [
        ("truops", "did you mean `troop`?"),
        ("lieutenants", "choose from character, troop, support, "),
    ];
    for (slot, message) in refused {
        let said = says(&folder, 2, &["suggest", "a.yaml", "--slot", slot]);
        assert!(said.contains(&format!("there is no slot `{slot}`; {message}")), "{said}");
    }
    let said = says(&folder, 0, &["suggest", "a.yaml", "--slot", "troop", "--price", "65"]);
    assert!(
        said.starts_with("Troops   needed: 1 unit in Troops, but the Standard chart needs 2\n")
            && said.contains("Blitzers")
            && !said.contains("Dragoons"),
        "{said}"
    );
    assert!(said.ends_with("2 of 43 units; 740 of 800 points left.\n"), "{said}");
    let said = says(&folder, 0, &["suggest", "a.yaml", "--price", "1"]);
    assert!(
        said.contains("Nothing of the kind can be added; without --slot and --price there are "),
        "{said}"
    );
    write(
        "full.yaml",
        "orbat: 1\nsystem: warzone\nfaction: bauhaus\nchart: standard\npoints: 60\nunits:\n  - hussars\n",
    );
    let said = says(&folder, 0, &["suggest", "full.yaml"]);
    assert_eq!(said, "Nothing can be added without breaking a rule; 0 of 60 points left.\n");
    fs::remove_dir_all(folder).unwrap();
}
