//! Lists and what is said of them: the ledger of rules, the reader, the engine.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may fail loudly"
)]

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use orbat::internals::diagnostic::Severity;
use orbat::internals::views::{Expectation, IssueView, Report, differences, expectations};
use serde_json::json;
use support::verdict::{Table, Tables};
use support::{files_below, root};

/// Judges every list below a folder; what differs from the expectations in them, by file.
fn wrong_verdicts(folder: &Path) -> (usize, String) {
    let mut tables = Tables::default();
    let lists = files_below(folder, "yaml");
    let mut failures = String::new();
    for path in &lists {
        let text = fs::read_to_string(path).unwrap();
        let report = tables.judge(path);
        for difference in differences(&text, &report) {
            failures +=
                &format!("{}\n  {difference}\n", path.strip_prefix(root()).unwrap().display());
        }
    }
    (lists.len(), failures)
}

#[track_caller]
fn verdicts_are_as_expected(folder: &str, least: usize) {
    let (count, failures) = wrong_verdicts(&root().join(folder));
    assert!(count >= least, "only {count} lists were found in {folder}");
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn the_ledger_is_kept() {
    verdicts_are_as_expected("tests/ledger", 200);
}

#[test]
fn wrong_files_are_told_where_and_why() {
    verdicts_are_as_expected("tests/lists", 100);
}

#[test]
fn the_engine_follows_the_language() {
    verdicts_are_as_expected("tests/verdicts", 60);
}

/// The games whose rules have cases, the letters of their ids, how many rules there are, and which
/// of them no list can break: they are about what is printed.
const LEDGERS: &[(&str, &str, usize, &[usize])] = &[
    ("warzone", "WZ", 33, &[27, 28, 29]),
    ("firefight", "FF", 16, &[]),
    ("at43", "AT", 20, &[20]),
    ("dark_age", "DA", 12, &[]),
    ("mad_minute", "MM", 9, &[]),
];

fn cases_of(system: &str, id: &str, kind: &str) -> Vec<PathBuf> {
    let fits = |path: &PathBuf| {
        path.file_name().unwrap().to_string_lossy().starts_with(&format!("{id}.{kind}."))
    };
    files_below(&root().join("tests/ledger").join(system), "yaml")
        .into_iter()
        .filter(fits)
        .collect()
}

#[test]
fn every_rule_of_the_ledger_has_a_list_that_obeys_and_one_that_breaks_it() {
    let mut tables = Tables::default();
    for (system, prefix, count, printed) in LEDGERS {
        for number in 1..=*count {
            let id = format!("{prefix}-{number:02}");
            let is_printed = printed.contains(&number);
            assert!(!places_of(system, &id, is_printed).is_empty(), "no data names {id}");
            if is_printed {
                continue;
            }
            let (good, bad) = (cases_of(system, &id, "ok"), cases_of(system, &id, "bad"));
            assert!(!good.is_empty(), "no list obeys {id}");
            assert!(!bad.is_empty(), "no list breaks {id}");
            for path in good {
                let report = tables.judge(&path);
                assert!(report.legal, "{} is illegal", path.display());
                let breaks = |issue: &IssueView| {
                    issue.severity == Severity::Error && issue.cites.contains(&id)
                };
                assert!(!report.issues.iter().any(breaks), "{} breaks {id}", path.display());
            }
            // One of the bad lists names the rule itself; others may show it by its consequences.
            let names = |path: &PathBuf| {
                let text = fs::read_to_string(path).unwrap();
                let wanted = |one: &Expectation| matches!(one, Expectation::Issue { rule: Some(rule), .. } if *rule == id);
                expectations(&text).iter().any(wanted)
            };
            assert!(
                bad.iter().any(names),
                "no list that breaks {id} expects an issue that cites it"
            );
            for path in bad {
                let text = fs::read_to_string(&path).unwrap();
                assert!(!expectations(&text).is_empty(), "{} expects nothing", path.display());
            }
        }
    }
}

/// The table of rules: id, where it is defined, its cases. `ORBAT_BLESS=1` writes it anew.
#[test]
fn the_table_of_rules_is_up_to_date() {
    let mut page = String::from(
        "# The rules and their cases\n\nMade by `ORBAT_BLESS=1 cargo test --test verdicts`; a test compares. One row for each rule of a\n\
         game's ledger: the lines of data that carry it, and the lists under `tests/ledger` that obey and break it.\n\
         A rule without lists is about what is printed.\n",
    );
    let mut ledger = serde_json::Map::new();
    for (system, prefix, count, printed) in LEDGERS {
        let mut rows = serde_json::Map::new();
        let table =
            orbat::internals::resolve::compile(&[&orbat::internals::source::Embedded], system);
        let title = table.game.map(|game| game.title).unwrap();
        page += &format!(
            "\n## {title}\n\n| rule | defined at | obeyed by | broken by |\n|---|---|---|---|\n"
        );
        for number in 1..=*count {
            let id = format!("{prefix}-{number:02}");
            let names = |kind: &str| -> Vec<String> {
                let all = cases_of(system, &id, kind);
                let name = |path: &PathBuf| path.file_stem().unwrap().to_str().unwrap().to_owned();
                all.iter().map(name).collect()
            };
            let (obeyed, broken) = (names("ok"), names("bad"));
            page += &format!(
                "| {id} | {} | {} | {} |\n",
                places_of(system, &id, printed.contains(&number)).join(", "),
                obeyed.join(", "),
                broken.join(", ")
            );
            let row = json!({ "obeyed_by": in_order(obeyed), "broken_by": in_order(broken) });
            rows.insert(id, row);
        }
        ledger.insert((*system).to_owned(), rows.into());
    }
    let ledger = serde_json::to_string_pretty(&ledger).unwrap() + "\n";
    for (file, text) in [("docs/rules.md", page), ("docs/ledger.json", ledger)] {
        let path = root().join(file);
        if std::env::var_os("ORBAT_BLESS").is_some() {
            fs::write(&path, &text).unwrap();
        }
        let written = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            written == text,
            "{file} is out of date: run `ORBAT_BLESS=1 cargo test --test verdicts`"
        );
    }
}

/// Names of lists by their numbers: the second before the tenth, and that without a number first.
fn in_order(mut names: Vec<String>) -> Vec<String> {
    names.sort_by_key(|name| name.rsplit('.').next().unwrap().parse().unwrap_or(1));
    names
}

/// `system.orbat:61` for each line of data that names a rule. Profiles, attributes and sheets cannot
/// `cite`, so for a rule about what is printed comments count as well.
fn places_of(system: &str, id: &str, is_printed: bool) -> Vec<String> {
    let mut places = Vec::new();
    for path in files_below(&root().join("factions").join(system), "orbat") {
        let text = fs::read_to_string(&path).unwrap();
        let name =
            path.strip_prefix(root().join("factions").join(system)).unwrap().display().to_string();
        for (number, line) in (1..).zip(text.lines()) {
            let code = if is_printed { line } else { line.split("//").next().unwrap_or("") };
            let words: Vec<&str> =
                code.split(|char: char| !(char.is_ascii_alphanumeric() || char == '-')).collect();
            if words.contains(&id) {
                places.push(format!("{name}:{number}"));
            }
        }
    }
    places
}

fn list_of(head: &str, counts: &[(&str, usize)]) -> String {
    let mut text = format!("orbat: 1\n{head}units:\n");
    for (unit, count) in counts {
        text += &format!("  - unit: {unit}\n").repeat(*count);
    }
    text
}

#[test]
fn unlocks_agree_with_their_closed_form() {
    let mut table = Table::new("firefight", &[]);
    // Named ones may be taken once only, so others stand in.
    for (troop, specialist, command, support) in (0..9_usize).flat_map(|t| {
        (0..9).flat_map(move |s| (0..9).flat_map(move |c| (0..9).map(move |u| (t, s, c, u))))
    }) {
        let counts = [
            ("marines", troop),
            ("engineers", specialist),
            ("captain", command),
            ("carrier", support),
        ];
        let text = list_of("system: firefight\nfaction: enforcers\n", &counts);
        let legal = table.judge("list.yaml", &text).legal;
        let formula = command >= 1
            && troop >= 1
            && specialist + command - 1 <= troop
            && 2 * support <= troop + 1;
        assert_eq!(legal, formula, "T{troop} S{specialist} C{command} U{support}");
    }
}

/// The maxima of light and heavy vehicles that trades allow.
#[test]
fn trades_give_exactly_the_maxima_of_the_ledger() {
    let mut table = Table::new("warzone", &[]);
    for (chart, least_troops, least_heavy, maxima) in [
        ("heavy", 2, 0, &[(2, 1), (0, 2), (4, 0)][..]),
        ("gargantuan", 4, 1, &[(6, 1), (4, 2), (2, 3), (0, 4)][..]),
    ] {
        for light in 0..9_usize {
            for heavy in 0..7_usize {
                let counts = [
                    ("kapitan", 1),
                    ("hussars", least_troops),
                    ("mule", light),
                    ("grizzly", heavy),
                ];
                let text = list_of(
                    &format!("system: warzone\nfaction: bauhaus\nchart: {chart}\n"),
                    &counts,
                );
                let report = table.judge("list.yaml", &text);
                let legal = heavy >= least_heavy
                    && maxima
                        .iter()
                        .any(|(most, most_heavy)| light <= *most && heavy <= *most_heavy);
                assert_eq!(
                    report.legal, legal,
                    "{chart}: {light} light, {heavy} heavy: {:?}",
                    report.issues
                );
            }
        }
    }
}

/// A list that decides no tie is legal exactly if some way to decide them makes it legal.
#[test]
fn ties_are_decided_as_trying_everything_does() {
    let data = fs::read_to_string(root().join("tests/verdicts/derived/pairs.orbat")).unwrap();
    let mut table = Table::new("x", &[("pairs.orbat".to_owned(), data)]);
    let (mut legal_lists, mut lists) = (0, 0);
    for code in 0..81_usize {
        let counts = [code % 3, code / 3 % 3, code / 9 % 3];
        let squad = ["", "    models: 2\n", "    models: 1\n"][code / 27];
        let mut units = format!("  - unit: foot\n{squad}");
        let mut ids = Vec::new();
        for (name, count) in ["anna", "bela", "cora"].iter().zip(counts) {
            for number in 0..count {
                units += &format!("  - unit: {name}\n    id: {name}{number}\n");
                ids.push(format!("{name}{number}"));
            }
        }
        let mut is_legal = |derived: &str| {
            let head = "orbat: 1\nsystem: x\nfaction: pairs\nchart: open\n";
            table.judge("list.yaml", &format!("{head}{derived}units:\n{units}")).legal
        };
        let mut ways = vec![String::new()];
        for first in &ids {
            ways.push(format!("derived: {{first: {first}}}\n"));
            let seconds = ids.iter().filter(|second| *second != first);
            ways.extend(
                seconds.map(|second| format!("derived: {{first: {first}, second: {second}}}\n")),
            );
        }
        // With one character or none there is nothing to name.
        let named = match ids.len() {
            0 | 1 => is_legal(""),
            _ => ways.iter().skip(1).any(|way| is_legal(way)),
        };
        assert_eq!(is_legal(""), named, "{units}");
        lists += 1;
        legal_lists += usize::from(named);
    }
    assert!(legal_lists > 10 && legal_lists < lists, "{legal_lists} of {lists} are legal");
}

/// The report without what may differ: lines, and the columns that go with them.
fn without_lines(report: &Report) -> String {
    let json = serde_json::to_value(report).unwrap();
    fn strip(value: &mut serde_json::Value) {
        match value {
            serde_json::Value::Object(map) => {
                map.remove("line");
                map.remove("column");
                map.values_mut().for_each(strip);
            }
            serde_json::Value::Array(all) => all.iter_mut().for_each(strip),
            serde_json::Value::String(text) => {
                // `Hussars (line 11)` in a fix
                let mut words: Vec<String> = text.split("(line ").map(str::to_owned).collect();
                for word in words.iter_mut().skip(1) {
                    *word =
                        word.split_once(')').map_or(word.clone(), |(_, rest)| format!("){rest}"));
                }
                *text = words.join("(line ");
            }
            _ => {}
        }
    }
    let mut json = json;
    strip(&mut json);
    json.to_string()
}

/// The units of a list in another order; none if they are not written as plain lines.
fn reordered(text: &str, turn: usize) -> Option<String> {
    let text: String = text
        .lines()
        .filter(|line| !line.trim().starts_with("#~"))
        .map(|line| format!("{line}\n"))
        .collect();
    let (head, rest) = text.split_once("\nunits:\n")?;
    let mut units: Vec<String> = Vec::new();
    let mut tail = String::new();
    for line in rest.lines() {
        match (
            line.starts_with("  - "),
            line.starts_with("    ") || line.trim().is_empty(),
            tail.is_empty(),
        ) {
            (true, _, true) => units.push(format!("{line}\n")),
            (_, true, true) if !units.is_empty() => *units.last_mut()? += &format!("{line}\n"),
            _ => tail += &format!("{line}\n"),
        }
    }
    let length = units.len().max(1);
    units.rotate_left(turn % length);
    if turn % 2 == 1 {
        units.reverse();
    }
    Some(format!("{head}\nunits:\n{}{tail}", units.concat()))
}

#[test]
fn the_order_of_units_changes_nothing() {
    let mut tables: BTreeMap<&str, Table> = BTreeMap::new();
    let mut compared = 0;
    for (system, ..) in LEDGERS {
        let table = tables.entry(system).or_insert_with(|| Table::new(system, &[]));
        for path in files_below(&root().join("tests/ledger").join(system), "yaml") {
            if !support::verdict::data_beside(&path).is_empty() {
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let Some(first) = reordered(&text, 0) else { continue };
            let first = without_lines(&table.judge("list.yaml", &first));
            for turn in 1..4 {
                let other =
                    without_lines(&table.judge("list.yaml", &reordered(&text, turn).unwrap()));
                assert_eq!(first, other, "{} in another order", path.display());
                compared += 1;
            }
        }
    }
    assert!(compared > 300, "only {compared} orders were compared");
}

/// What a fix says was tried when it was found; here some are made by hand and judged again.
#[test]
fn fixes_mend() {
    let mut table = Table::new("firefight", &[]);
    let text = list_of(
        "system: firefight\nfaction: enforcers\n",
        &[("captain", 1), ("ghosts", 2), ("marines", 2)],
    );
    let report = table.judge("list.yaml", &text);
    let fixes: Vec<&String> = report.issues.iter().flat_map(|issue| &issue.fixes).collect();
    assert!(fixes.iter().any(|fix| fix.starts_with("remove Ghosts")), "{fixes:?}");
    let mended = list_of(
        "system: firefight\nfaction: enforcers\n",
        &[("captain", 1), ("ghosts", 1), ("marines", 2)],
    );
    assert!(table.judge("list.yaml", &mended).legal);
    // A fix is one of its own issue, whatever other issue of the same code stands beside it.
    let mut warzone = Table::new("warzone", &[]);
    let empty = warzone
        .judge("list.yaml", &list_of("system: warzone\nfaction: bauhaus\nchart: standard\n", &[]));
    let lacking: Vec<_> =
        empty.issues.iter().filter(|issue| issue.code.name == "slot.too_few").collect();
    assert!(
        lacking.len() == 2 && !lacking[0].fixes.is_empty() && lacking[1].fixes.is_empty(),
        "{lacking:#?}"
    );
    // It is shown even if it changes what bears on another issue.
    let example = fs::read_to_string(root().join("examples/warzone/third-venusian.yaml")).unwrap();
    let report = warzone.judge("list.yaml", &example);
    let join = report.issues.iter().find(|issue| issue.code.name == "join.not_allowed").unwrap();
    assert!(
        join.fixes.iter().any(|fix| fix.starts_with("let Varg Rider join Hussars")),
        "{:?}",
        join.fixes
    );
    // Most bad lists of the ledger can be mended by one change, and then a fix is shown.
    let mut tables = Tables::default();
    let bad: Vec<PathBuf> = files_below(&root().join("tests/ledger"), "yaml")
        .into_iter()
        .filter(|path| path.to_string_lossy().contains(".bad."))
        .collect();
    let reports: Vec<Report> = bad.iter().map(|path| tables.judge(path)).collect();
    let illegal: Vec<&Report> = reports.iter().filter(|report| !report.legal).collect();
    let without: Vec<&str> = illegal
        .iter()
        .filter(|report| report.issues.iter().all(|issue| issue.fixes.is_empty()))
        .map(|report| report.file.as_str())
        .collect();
    assert!(
        without.len() * 10 <= illegal.len(),
        "{} of {} have no fix: {without:?}",
        without.len(),
        illegal.len()
    );
}

#[test]
fn whole_lists_on_the_page_of_lists_are_legal() {
    let page = fs::read_to_string(root().join("docs/lists.md")).unwrap();
    let blocks: Vec<&str> =
        page.split("```yaml\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    let whole: Vec<&&str> = blocks.iter().filter(|block| block.starts_with("orbat: 1")).collect();
    assert!(whole.len() >= 4, "only {} whole lists", whole.len());
    for list in whole {
        let report = Table::new(support::verdict::system_of(list), &[]).judge("list.yaml", list);
        assert!(report.legal && report.issues.is_empty(), "{list}\n{:#?}", report.issues);
    }
}

/// Messages that people stumbled over, word by word.
#[test]
fn messages_say_what_was_meant() {
    let mut mad_minute = Table::new("mad_minute", &[]);
    let designs = "designs:\n  runner: {model: trooper, picks: {Move: 20, Attack: 1, Saves: 1, Hits: 1}, options: [average]}\n";
    let fast = format!(
        "orbat: 1\nsystem: mad_minute\n{designs}units:\n  - unit: team\n    models: {{runner: 2}}\n"
    );
    let report = mad_minute.judge("list.yaml", &fast);
    assert_eq!(report.issues[0].message, "runner moves 20 inches, 18 at most on the ground");
    let unit_level = fast.replace("    models", "    options: [cloaking]\n    models");
    let help = mad_minute.judge("list.yaml", &unit_level).issues[0].help.clone().unwrap();
    assert!(help.contains("`- {model: trooper, options: [cloaking]}`"), "{help}");
    let stated = fast.replace("designs:", "derived: {morale_die: 2}\ndesigns:");
    let messages: Vec<String> = mad_minute
        .judge("list.yaml", &stated)
        .issues
        .into_iter()
        .map(|issue| issue.message)
        .collect();
    assert!(
        messages
            .contains(&"Morale die is no value of the army: a list states only those".to_owned()),
        "{messages:?}"
    );
    let mut warzone = Table::new("warzone", &[]);
    let joins = "orbat: 1\nsystem: warzone\nfaction: bauhaus\nchart: standard\nunits:\n  - unit: kapitan\n    joins: hussars\n";
    let report = warzone.judge("list.yaml", joins);
    let key = report.issues.iter().find(|issue| issue.code.name == "list.unknown_key").unwrap();
    assert_eq!(
        key.help.as_deref(),
        Some("the host says who joins it: `joined: [ID]` there, with the id of this unit")
    );
}
