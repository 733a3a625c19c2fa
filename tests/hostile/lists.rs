//! Hostile lists: torn, huge, or written to look like something else.

use std::fs;

use orbat::internals::builder::judge as report_on;
use orbat::internals::engine::Ruleset;
use orbat::internals::list::load_list;
use orbat::internals::source::{SourceId, Sources};
use orbat::{Budget, BudgetLimits, Exceeded};
use proptest::prelude::*;
use proptest::strategy::ValueTree;

use crate::cases;
use crate::support::program::{folder, orbat, stderr, stdout};
use crate::support::verdict::Table;
use crate::support::{self, files_below, root};

/// A text with a piece torn out, doubled, or replaced by something foreign.
fn damaged(text: &str, from: usize, length: usize, kind: usize) -> String {
    const FOREIGN: &[&str] = &[
        "- ",
        ": ",
        "{",
        "[",
        "&a ",
        "*a",
        "\n",
        "\t",
        "\"",
        "-1",
        "99999999999999999999",
        "\u{202E}",
        "~",
        "units:",
        "joined: [k1]",
        "count: 900",
    ];
    let floor = |byte: usize| {
        (0..=byte.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
    };
    let start = floor(from % (text.len() + 1));
    let end = floor((start + length).min(text.len()));
    let (before, piece, after) = (&text[..start], &text[start..end], &text[end..]);
    match kind % 3 {
        0 => format!("{before}{after}"),
        1 => format!("{before}{piece}{piece}{after}"),
        _ => format!("{before}{}{after}", FOREIGN[kind / 3 % FOREIGN.len()]),
    }
}

/// Judges a text as a list for every embedded game it could be for; nothing may panic.
fn judge(tables: &mut [(String, Table)], text: &str) {
    for (system, table) in tables {
        let report = table.judge("list.yaml", text);
        assert!(report.issues.len() <= 210, "{system}: {} issues", report.issues.len());
    }
}

fn tables() -> Vec<(String, Table)> {
    let systems = ["warzone", "firefight", "at43", "dark_age", "mad_minute"];
    systems.into_iter().map(|system| (system.to_owned(), Table::new(system, &[]))).collect()
}

/// Any bytes as a list, and honest lists with pieces torn out, against the embedded games.
#[test]
fn nothing_written_as_a_list_panics() {
    let mut tables = tables();
    let honest: Vec<String> = files_below(&root().join("tests"), "yaml")
        .iter()
        .map(|path| fs::read_to_string(path).unwrap())
        .collect();
    let strategy = (prop::collection::vec(any::<u8>(), 0..200), any::<[usize; 8]>());
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    for _ in 0..cases() * 4 {
        let (noise, numbers) = strategy.new_tree(&mut runner).unwrap().current();
        judge(&mut tables[1..2], &String::from_utf8_lossy(&noise));
        let mut text = honest[numbers[0] % honest.len()].clone();
        for pair in numbers[1..7].chunks(3) {
            text = damaged(&text, pair[0], pair[1] % 40, pair[2]);
        }
        let system = support::verdict::system_of(&text).to_owned();
        match tables.iter().position(|(known, _)| *known == system) {
            Some(at) => judge(&mut tables[at..=at], &text),
            None => judge(&mut tables[0..1], &text),
        }
    }
}

/// The caller's budget ends the work on a list, with one honest word and no numbers.
#[test]
fn a_list_that_the_budget_does_not_suffice_for_is_undecided() {
    let table = Table::new("firefight", &[]);
    let path = root().join("examples/firefight/patrol.yaml");
    let text = Sources::of_list("patrol.yaml", fs::read_to_string(path).unwrap());
    let sources = table.sources.with_list_of(&text);
    let list = load_list(&sources, SourceId::LIST).0.unwrap();
    let judge = |budget: &Budget| {
        let rules = Ruleset::new(&table.game).within(budget);
        report_on(&rules, &sources, SourceId::LIST, &list, &[])
    };
    assert!(judge(&Budget::default()).legal);
    let few = Budget::new(BudgetLimits { steps: 10, ..BudgetLimits::default() });
    let late = Budget::until(BudgetLimits::default(), || true);
    let cancelled = Budget::default();
    cancelled.cancel();
    for (budget, exceeded) in
        [(few, Exceeded::Steps), (late, Exceeded::Time), (cancelled, Exceeded::Cancelled)]
    {
        let report = judge(&budget);
        assert_eq!(budget.exceeded(), Some(exceeded));
        let codes: Vec<&str> = report.issues.iter().map(|issue| issue.code.name).collect();
        assert_eq!(codes, ["list.too_expensive"], "{exceeded:?}");
        assert!(report.issues[0].message.starts_with("too expensive to decide: "));
        assert!(!report.legal && !report.readable && report.points.is_none());
        assert!(report.units.is_empty() && report.derived.values.is_empty());
    }
}

/// Lists that are large on purpose: each ends, and says what is wrong.
#[test]
fn large_lists_end_with_few_words() {
    let head = "orbat: 1\nsystem: warzone\nfaction: bauhaus\nchart: mega\npoints: 1500\nunits:\n";
    let all_join: String = (0..80)
        .map(|unit| {
            let others: Vec<String> =
                (0..80).filter(|other| *other != unit).map(|other| format!("u{other}")).collect();
            format!("  - {{unit: hussars, id: u{unit}, joined: [{}]}}\n", others.join(", "))
        })
        .collect();
    let chain: String = (0..990)
        .map(|unit| format!("  - {{unit: hussars, id: u{unit}, joined: [u{}]}}\n", unit + 1))
        .collect();
    let options: String = format!("  - unit: hussars\n    options: [{}]\n", "lmg, ".repeat(4000));
    let copies =
        format!("  - unit: hussars\n    count: 1000\n    options: [{}]\n", "lmg, ".repeat(199));
    let keys: String =
        (0..5000).map(|key| format!("  - {{unit: hussars, key{key}: 1}}\n")).collect();
    let deep =
        format!("  - unit: hussars\n    options: {}lmg{}\n", "{a: ".repeat(30), "}".repeat(30));
    let bomb = "  - unit: hussars\na: &a [x, x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b]\nd: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c]\ne: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d]\nf: [*e, *e, *e, *e, *e, *e, *e, *e, *e]\n";
    let dangling: String = (0..300)
        .map(|unit| {
            let names: Vec<String> = (0..89).map(|name| format!("x{}", unit * 89 + name)).collect();
            format!("  - {{unit: hussars, joined: [{}]}}\n", names.join(", "))
        })
        .collect();
    let designs: String = "  - unit: hussars\ndesigns:\n".to_owned()
        + &(0..900)
            .map(|design| format!("  d{design}: {{model: hussar, picks: {{}}}}\n"))
            .collect::<String>();
    let mut table = Table::new("warzone", &[]);
    for text in [dangling, designs, all_join, chain, options, copies, keys, deep, bomb.to_owned()] {
        let report = table.judge("list.yaml", &format!("{head}{text}"));
        assert!(
            !report.legal && !report.issues.is_empty() && report.issues.len() <= 210,
            "{} issues",
            report.issues.len()
        );
    }
}

/// A game of one unit with this in it.
fn game(of: &str) -> String {
    format!(
        "system g \"G\" {{\n  cost pts \"points\"\n  profile model \"Model\" {{ SP int }}\n  \
         profile weapon \"Weapon\" {{ R int }}\n  category troop \"Troops\"\n  \
         chart std \"Std\" {{ slot troop 0..9 }}\n  model m \"M\" {{ SP 5 }}\n{of}\n}}\n"
    )
}

/// Each of thousands of options is offered once, and told once for every change that takes it.
#[test]
fn a_pool_of_thousands_is_no_burden() {
    let weapons: String =
        (0..3_000).map(|at| format!("  weapon w{at} \"W{at}\" {{ R 1 cost 2 }}\n")).collect();
    let unit = "  unit a \"A\" : troop { models 1..9 m at 1\n    choose c 0..9 from weapon\n    \
                choose d 0..9 from weapon\n    choose e \"E\" 3..9 from weapon }";
    let text = game(&(weapons + unit));
    let mut table = Table::new("g", &[("g.orbat".to_owned(), text)]);
    let report = table.judge("list.yaml", "orbat: 1\nsystem: g\nunits: [a]\n");
    let codes: Vec<&str> = report.issues.iter().map(|issue| issue.code.name).collect();
    assert_eq!(codes, ["option.too_few"]);
    assert!(!report.issues[0].fixes.is_empty(), "{:?}", report.issues[0]);
}

/// Forty choices, each of which draws from both of the next two: two to the power of
/// forty ways to the last.
#[test]
fn pools_that_draw_from_each_other_are_looked_at_once() {
    let choices: String = (0..40)
        .map(|at| {
            let next = at + 1;
            format!(
                "    choose c{at} 0..1 from c{next}, d{next}\n    \
                 choose d{at} 0..1 from c{next}, d{next}\n"
            )
        })
        .collect();
    let unit = format!(
        "  unit a \"A\" : troop {{ models 1..9 m at 1\n{choices}    \
         choose c40 0..1 {{ x \"X\" +1 }} choose d40 0..1 {{ y \"Y\" +2 }} }}"
    );
    let mut table = Table::new("g", &[("g.orbat".to_owned(), game(&unit))]);
    let list = "orbat: 1\nsystem: g\nunits: [{unit: a, options: {c0: nothing, d3: nothing}}]\n";
    let report = table.judge("list.yaml", list);
    let codes: Vec<&str> = report.issues.iter().map(|issue| issue.code.name).collect();
    assert_eq!(codes, ["option.unknown"; 2]);
}

/// A set of numbers in the data is as long as its author likes; what is said of it is not.
#[test]
fn sets_of_thousands_of_numbers_are_told_in_short() {
    let numbers: Vec<String> = (0..20_000).map(|at| (at * 3 + 1).to_string()).collect();
    let numbers = numbers.join(", ");
    let unit = format!("  unit a \"A\" : troop {{ models {{{numbers}}} m at 1 }}");
    let mut table = Table::new("g", &[("g.orbat".to_owned(), game(&unit))]);
    let list = "orbat: 1\nsystem: g\nunits: [{unit: a, models: 2}]\n";
    let report = table.judge("list.yaml", list);
    let issue = &report.issues[0];
    assert_eq!(issue.code.name, "unit.size");
    assert!(issue.message.len() < 500 && issue.message.contains("or 59998"), "{}", issue.message);
    let shown = serde_json::to_string(&report).unwrap();
    assert!(shown.len() < 10_000, "{} bytes", shown.len());
}

/// What follows a line break in a name must not look like a line of ours.
#[cfg(unix)]
#[test]
fn no_name_begins_a_line() {
    let name = r#""x\nFake: legal""#;
    let list = format!(
        "orbat: 1\nname: {name}\nplayer: {name}\nsystem: firefight\nfaction: enforcers\n\
         points: 1000\nunits:\n  - {{unit: captain, name: {name}}}\n  - {{unit: {name}}}\n  \
         - {{unit: marines, id: {name}, {name}: 1}}\n  - {{unit: marines, options: {name}}}\n"
    );
    let folder = folder("line-breaks", &[("a.yaml", &list), ("b\nFake: legal.yaml", &list)]);
    fs::create_dir(folder.join("empty\nFake: legal")).unwrap();
    let all: Vec<String> =
        ["a.yaml", "b\nFake: legal.yaml", "none\nFake: legal", "empty\nFake: legal"]
            .iter()
            .map(|name| folder.join(name).to_str().unwrap().to_owned())
            .collect();
    let mut seen = String::new();
    for path in &all {
        for arguments in [
            &["check", path][..],
            &["check", path, "--format", "junit"],
            &["fix", path],
            &["suggest", path],
            &["complete", path, "--dry-run"],
            &["diff", path, path],
            &["print", path, "--to", "text", "-o", "-"],
            &["set", path, "--points", "900", "--dry-run"],
            &["verify", path, "orbat1-0000-0000/0000"],
            &["read", path],
        ] {
            let output = orbat(arguments);
            let told = stdout(&output) + &stderr(&output);
            let line = told.lines().find(|line| line.starts_with("Fake"));
            assert_eq!(line, None, "orbat {arguments:?}\n{told}");
            seen += &told;
        }
    }
    assert!(seen.contains("x Fake: legal"));
    fs::remove_dir_all(folder).unwrap();
}
