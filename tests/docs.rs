//! The documentation holds true: its examples compile, and every code is explained, used and has a
//! case.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may fail loudly"
)]

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use orbat::internals::diagnostic::{codes, explain};
use orbat::internals::engine::Ruleset;
use orbat::internals::list::load_list;
use orbat::internals::render::{OutputFormat, PrintJob, Renderer, Sheet, templates};
use orbat::internals::resolve::Library;
use orbat::internals::source::{Embedded, Memory};
use orbat::internals::views::{Paper, units_of};
use serde_json::Value;
use support::verdict::{Table, system_of};
use support::{compile_text, drawn, files_below, found_in_example, is_lint, root};

/// The fenced blocks of a Markdown text: what stands after the fence, the first line, the content.
fn blocks(text: &str) -> Vec<(String, usize, String)> {
    let mut blocks = Vec::new();
    let mut open: Option<(String, usize, String)> = None;
    for (index, line) in text.lines().enumerate() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(info), None) => open = Some((info.to_owned(), index + 2, String::new())),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some((_, _, content))) => *content += &format!("{line}\n"),
            (None, None) => {}
        }
    }
    blocks
}

/// An example may be a whole file, or declarations that are put into a faction of the base system.
fn whole(example: &str) -> String {
    let is_file = example
        .lines()
        .any(|line| ["system ", "faction ", "event "].iter().any(|word| line.starts_with(word)));
    if is_file {
        example.to_owned()
    } else {
        format!("faction example \"Example\" of x {{\n{example}\n}}\n")
    }
}

#[test]
fn examples_of_the_language_compile() {
    for (page, least) in [("language", 30), ("recipes", 15), ("cheat-sheet", 4), ("tutorial", 9)] {
        let text = fs::read_to_string(root().join(format!("docs/{page}.md"))).unwrap();
        let examples: Vec<_> =
            blocks(&text).into_iter().filter(|(info, _, _)| info == "orbat").collect();
        assert!(examples.len() >= least, "docs/{page}.md: only {} examples", examples.len());
        let first = examples[0].2.clone();
        for (at, (_, line, example)) in examples.into_iter().enumerate() {
            // The lessons of the tutorial belong to the game of its first example.
            let text = match (page, at) {
                ("tutorial", 1..) => {
                    format!("{first}\nfaction lesson \"Lesson\" of dust {{\n{example}\n}}\n")
                }
                _ => whole(&example),
            };
            let compiled = compile_text(&text);
            assert!(
                found_in_example(&compiled, &[]).is_empty(),
                "docs/{page}.md:{line}\n{example}\n{}",
                drawn(&compiled)
            );
        }
    }
}

#[test]
fn every_code_is_explained_with_examples_that_prove_it() {
    for code in codes::ALL {
        let (_, text) = explain(code.name).unwrap();
        let blocks = blocks(text);
        let of = |kind: &str| blocks.iter().find(|(info, _, _)| info.ends_with(kind));
        let (wrong, _, wrong_text) =
            of(" wrong").unwrap_or_else(|| panic!("{}: no wrong example", code.name));
        let (_, _, right_text) =
            of(" right").unwrap_or_else(|| panic!("{}: no right example", code.name));
        if wrong.starts_with("yaml") {
            let data: Vec<(String, String)> = blocks
                .iter()
                .filter(|(info, ..)| info == "orbat")
                .map(|(_, _, text)| ("case.orbat".to_owned(), text.clone()))
                .collect();
            let judge = |list: &str| Table::new(system_of(list), &data).judge("list.yaml", list);
            let (bad, good) = (judge(wrong_text), judge(right_text));
            let codes: Vec<&str> = bad.issues.iter().map(|issue| issue.code.name).collect();
            assert_eq!(codes, [code.name], "the wrong example of {}", code.name);
            assert!(
                good.legal && good.issues.is_empty(),
                "{}: the right example is wrong\n{:#?}",
                code.name,
                good.issues
            );
        }
        // What a text file cannot show is told in words (`text wrong`); `tests/hostile.rs` proves
        // those codes.
        if wrong.starts_with("orbat") {
            let compiled = compile_text(&whole(wrong_text));
            let codes: Vec<&str> =
                compiled.iter().flat_map(|one| &one.diagnostics).map(|one| one.code.name).collect();
            assert!(
                codes.contains(&code.name),
                "{}: the wrong example raises {codes:?}",
                code.name
            );
            let compiled = compile_text(&whole(right_text));
            let about: Vec<&str> = codes::ALL.iter().map(|code| code.name).collect();
            let is_lint = is_lint(code.name);
            let left = found_in_example(&compiled, if is_lint { &about } else { &[] });
            assert!(
                left.is_empty(),
                "{}: the right example is wrong\n{}",
                code.name,
                drawn(&compiled)
            );
        }
    }
}

#[test]
fn every_code_has_a_case_and_a_use() {
    let sources: String = files_below(&root().join("src"), "rs")
        .into_iter()
        .map(|path| fs::read_to_string(path).unwrap())
        .collect();
    let mut cases: String = files_below(&root().join("tests/suite"), "orbat")
        .into_iter()
        .map(|path| fs::read_to_string(path).unwrap())
        .collect();
    for file in ["tests/hostile.rs", "tests/desk/event.rs"] {
        cases += &fs::read_to_string(root().join(file)).unwrap();
    }
    for folder in ["tests/ledger", "tests/lists", "tests/verdicts"] {
        cases.extend(
            files_below(&root().join(folder), "yaml")
                .into_iter()
                .map(|path| fs::read_to_string(path).unwrap()),
        );
    }
    for code in codes::ALL {
        let (family, short) = code.name.split_once('.').unwrap();
        let about_data = ["source", "syntax", "data"].contains(&family);
        let constant = if about_data { short.to_owned() } else { code.name.replace('.', "_") };
        let used = format!("codes::{}", constant.to_uppercase());
        assert!(sources.contains(&used), "{} is never raised", code.name);
        assert!(cases.contains(code.name), "{} has no case", code.name);
    }
}

/// Each game's rules are numbered; every number stands at the definition that carries the rule.
#[test]
fn every_rule_of_the_ledger_is_cited() {
    for (system, prefix, last) in [
        ("warzone", "WZ", 25),
        ("firefight", "FF", 14),
        ("at43", "AT", 18),
        ("dark_age", "DA", 12),
        ("mad_minute", "MM", 9),
    ] {
        let text: String = files_below(&root().join("factions").join(system), "orbat")
            .into_iter()
            .flat_map(|path| {
                fs::read_to_string(path).unwrap().lines().map(str::to_owned).collect::<Vec<_>>()
            })
            .map(|line| line.split("//").next().unwrap().to_owned() + "\n")
            .collect();
        let words: Vec<&str> =
            text.split(|char: char| !(char.is_ascii_alphanumeric() || char == '-')).collect();
        for number in 1..=last {
            let id = format!("{prefix}-{number:02}");
            assert!(words.contains(&id.as_str()), "{system} does not cite {id}");
        }
    }
}

/// What is printed of these lists, which are of one game that may be in `data`, and of whole
/// factions.
fn papers(system: &str, data: &str, lists: &[String], factions: &[&str]) -> Vec<Paper> {
    let own = Memory::default().with("own.orbat", data).with("pot.svg", POT);
    let compiled = Library::open(&[&Embedded, &own]).compile(system);
    assert!(compiled.diagnostics.is_empty(), "{system}: {}", drawn(&[compiled]));
    let (game, mut sources) = (compiled.game.unwrap(), compiled.sources);
    let checker = Ruleset::new(&game);
    let mut papers = Vec::new();
    for list in lists {
        let source = sources.add("list.yaml", list.clone());
        let (list, found) = load_list(&sources, source);
        let list = list.unwrap();
        let paper = orbat::internals::builder::paper(&checker, &sources, source, &list, &found);
        papers.push(paper.unwrap());
    }
    for name in factions {
        let (id, _) = game.factions.iter().find(|(_, faction)| faction.id == *name).unwrap();
        let units = units_of(&game, Some(id));
        let cards = units
            .into_iter()
            .filter_map(|unit| {
                orbat::internals::views::unit_card(&checker, &sources, Some(id), unit)
            })
            .collect();
        papers.push(Paper::of_cards(&game, Some(id), cards));
    }
    papers
}

fn job(papers: Vec<Paper>, sheets: Vec<Sheet>, short: bool) -> PrintJob {
    PrintJob { sheets, short, ..PrintJob::new(papers) }
}

/// The tables of `docs/templates.md`: what is described, its fields, and what each field is.
fn described() -> BTreeMap<String, BTreeMap<String, String>> {
    let page = fs::read_to_string(root().join("docs/templates.md")).unwrap();
    let part = page.split("\n## ").find(|part| part.contains("| field | is a | |")).unwrap();
    let mut tables = BTreeMap::new();
    for section in part.split("\n### ").skip(1) {
        let rows = section.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` | "));
        let fields: BTreeMap<String, String> = rows
            .map(|(field, rest)| (field.to_owned(), rest.split(" | ").next().unwrap().to_owned()))
            .collect();
        tables.insert(section.lines().next().unwrap().to_owned(), fields);
    }
    tables
}

/// Holds a value against what the page says of it, and notes what was there and what was not.
struct Inspector {
    tables: BTreeMap<String, BTreeMap<String, String>>,
    filled: BTreeSet<String>,
    none: BTreeSet<String>,
}

impl Inspector {
    fn look(&mut self, place: &str, is_a: &str, value: &Value) {
        if let Some(kind) = is_a.strip_suffix(" or none") {
            if value.is_null() {
                self.none.insert(place.to_owned());
            } else {
                self.look(place, kind, value);
            }
            return;
        }
        if let Some(kind) = is_a.strip_prefix("list of ") {
            let all = value.as_array().unwrap_or_else(|| panic!("{place} is no list: {value}"));
            all.iter().for_each(|one| self.look(place, kind, one));
            return;
        }
        self.filled.insert(place.to_owned());
        if let Some(name) = is_a.strip_prefix('[') {
            let (name, anchor) = name.split_once("](#").unwrap();
            assert_eq!(anchor, format!("{})", name.replace(' ', "-")), "the link of {place}");
            return self.look_inside(name, value);
        }
        let fits = match is_a {
            "text" => value.is_string(),
            "number" => value.is_i64() || value.is_u64(),
            "amount" => {
                value.is_i64() || value.as_str().is_some_and(|text| text.contains(['.', '/']))
            }
            "yes or no" => value.is_boolean(),
            other => panic!("{place}: the page says it is `{other}`"),
        };
        assert!(fits, "{place} is no {is_a}: {value}");
    }

    /// A thing with fields: those of the page, and no others.
    fn look_inside(&mut self, name: &str, value: &Value) {
        let fields = self
            .tables
            .get(name)
            .unwrap_or_else(|| panic!("the page does not describe `{name}`"))
            .clone();
        let value = value.as_object().unwrap_or_else(|| panic!("{name} has no fields: {value}"));
        let there: BTreeSet<&String> = value.keys().collect();
        assert_eq!(
            there,
            fields.keys().collect(),
            "the fields of `{name}`, in the program and on the page"
        );
        for (field, is_a) in &fields {
            self.look(&format!("{name}.{field}"), is_a, &value[field]);
        }
    }
}

/// What the examples lack: an event, notes, pictures, models and modes with texts, tracks of
/// several models, other currencies, and a price beyond all numbers.
const KITCHEN: &str = r#"
system kitchen "Kitchen" {
  cost coins "coins"
  cost salt "salt" step 1/2
  cost smoke "smoke"
  limit salt 3
  profile model "Model" { Hits int Habit text? }
  profile weapon "Weapon" { Range int Effect text? }
  category troop "Troops"
  category travellers "Travellers" on faction
  derive left "Hits left" for each model m, n in 0..(m.Hits): = m.Hits - n
  layout card { track left  emblem "pot.svg"  portrait "pot.svg" for cooks, soup }
  attribute mood "Mood" one of calm, hot default calm chosen on shift
  force house "House" { shift "Shift" 0.. { choose oven "Oven" 0..1 { gas "Gas" +1 } } guests "Guests" 0.. allied }
  weapon pot "Pot" {
    mode "Thrown" { Range 6 Effect "Burns what it hits." note "Once a game." }
    mode "Held" { Range 1 Effect - }
  }
  deck menu "Menu" { size 0..9  types soup  resource "Fire"  card broth "Broth" : soup { effect "Warm."  effect for travellers cost 1 "Hot." note "Salted." } }
  unit cooks "Cooks" : troop {
    models 1 cook at 2, salt 0.5
    models 1..20 boy at (1000000000 * 1000000000), smoke (1000000000 * 1000000000)
    option pepper "Pepper" +1, salt 1
    model cook "Cook" { Hits 3 Habit "Never lets the fire go out." note "Tastes first." }
    model boy "Boy" { Hits 2 Habit - }
    weapons pot
  }
}
faction lodgers "Lodgers" of kitchen : travellers { }
faction pilgrims "Pilgrims" of kitchen : travellers { }
event cup "Cup" for kitchen { points 1..100 }
"#;

/// The picture it names.
const POT: &str = r##"<svg viewBox="0 0 9 9"><path d="M1 1H8V8H1Z" fill="#a00"/></svg>"##;

const COOKS: &str = "orbat: 1\nplayer: Ann\nsystem: kitchen\nevent: cup\npoints: 50\nnotes: [Bring pots.]\ndeck: {broth: 1}\nunits:\n  - unit: cooks\n    \
                     models: {boy: 19}\n    options: [pepper]\n    notes: Not washed.\nshifts:\n  - mood: hot\n    options: [gas]\n    \
                     units: [cooks]\nguests: [{faction: lodgers, points: 20, units: [cooks]}]\n";

/// Every field that a template is given is described and every field described is given: each with
/// a value in some view, and without one where it may be none.
#[test]
fn the_page_of_templates_describes_the_view() {
    let mut inspector =
        Inspector { tables: described(), filled: BTreeSet::new(), none: BTreeSet::new() };
    let games = [
        ("warzone", "bauhaus"),
        ("firefight", "enforcers"),
        ("at43", "una"),
        ("dark_age", "dragyri"),
        ("mad_minute", "junkyard"),
    ];
    let mut all: Vec<Paper> = papers("kitchen", KITCHEN, &[COOKS.to_owned()], &[]);
    for (system, faction) in games {
        let files = files_below(&root().join("examples").join(system), "yaml");
        let lists: Vec<String> =
            files.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
        all.extend(papers(system, "", &lists, &[faction]));
    }
    let view =
        serde_json::to_value(job(all, vec![Sheet::Roster, Sheet::Cards, Sheet::Reference], false))
            .unwrap();
    inspector.look_inside("Everything", &view);
    let keys =
        [("compact.post".to_owned(), "{{ mark | keys | sort | join(sep=\" \") }}".to_owned())];
    let keys = Renderer::new(OutputFormat::Text, &keys)
        .unwrap()
        .print(&job(Vec::new(), vec![Sheet::Roster], true))
        .unwrap();
    assert_eq!(
        keys.split(' ').collect::<Vec<_>>(),
        inspector.tables["mark"].keys().collect::<Vec<_>>(),
        "the fields of `mark`"
    );
    inspector.tables.remove("mark");
    let mut lacking = Vec::new();
    for (name, fields) in &inspector.tables {
        for (field, is_a) in fields {
            let place = format!("{name}.{field}");
            if !inspector.filled.contains(&place) {
                lacking.push(format!("{place} is never there"));
            }
            if is_a.ends_with(" or none") && !inspector.none.contains(&place) {
                lacking.push(format!("{place} is never none"));
            }
        }
    }
    assert!(
        lacking.is_empty(),
        "of what the page describes, no view shows that\n{}",
        lacking.join("\n")
    );
}

/// Whatever the data has to say of models and modes stands on cards in every form.
#[test]
fn cards_lose_nothing_that_the_data_says() {
    let job = job(papers("kitchen", KITCHEN, &[COOKS.to_owned()], &[]), vec![Sheet::Cards], false);
    for form in [
        OutputFormat::Html,
        OutputFormat::Text,
        OutputFormat::Markdown,
        OutputFormat::Bbcode,
        OutputFormat::Discord,
    ] {
        let cards = Renderer::new(form, &[]).unwrap().print(&job).unwrap();
        for text in ["Tastes first.", "Burns what it hits.", "Once a game."] {
            assert!(cards.contains(text), "{form:?} has no “{text}”\n{cards}");
        }
    }
}

/// The text form of the list on the page of printing is what the page shows; the version of the
/// data is left open.
#[test]
fn the_text_form_is_as_the_page_of_printing_says() {
    let page = fs::read_to_string(root().join("docs/print.md")).unwrap();
    let blocks = blocks(&page);
    let of = |name: &str| blocks.iter().find(|(info, ..)| info == name).unwrap().2.as_str();
    let (list, wanted) = (of("yaml list"), of("text printed"));
    let mut papers = papers("warzone", "", &[list.to_owned()], &[]);
    papers[0].data = wanted.trim_end().rsplit_once('/').unwrap().1.to_owned();
    let printed = Renderer::new(OutputFormat::Text, &[])
        .unwrap()
        .print(&job(papers, vec![Sheet::Roster], false))
        .unwrap();
    assert_eq!(printed, wanted);
}

/// The examples of the page, as one folder of templates: whole files, and pieces put in the places
/// of others.
#[test]
fn the_templates_of_the_page_print() {
    let page = fs::read_to_string(root().join("docs/templates.md")).unwrap();
    let blocks = blocks(&page);
    let named = |word: &str| -> Vec<(&str, &str)> {
        let parts = blocks
            .iter()
            .filter_map(|(info, _, text)| Some((info.split_once(' ')?.1.split_once('=')?, text)));
        parts
            .filter(|((key, _), _)| *key == word)
            .map(|((_, name), text)| (name, text.as_str()))
            .collect()
    };
    let mut own: Vec<(String, String)> =
        named("file").into_iter().map(|(name, text)| (name.to_owned(), text.to_owned())).collect();
    for ((name, old), (of, new)) in named("old").into_iter().zip(named("new")) {
        assert_eq!(name, of);
        let (_, text) = templates().iter().find(|(known, _)| *known == name).unwrap();
        assert!(text.contains(old.trim_end()), "{name} has no line\n{old}");
        own.push((name.to_owned(), text.replace(old.trim_end(), new.trim_end())));
    }
    assert_eq!(own.len(), 4);
    let (list, wanted) = named("printed")[0];
    let list = fs::read_to_string(root().join("examples").join(list)).unwrap();
    let papers = papers("firefight", "", &[list], &[]);
    let html = Renderer::new(OutputFormat::Html, &own)
        .unwrap()
        .print(&job(papers.clone(), vec![Sheet::Roster], false))
        .unwrap();
    assert!(
        html.contains("--frame: #4a1238") && html.contains("Autumn Open, table ____"),
        "the changes of the page"
    );
    let short = job(papers, vec![Sheet::Roster], true);
    assert_eq!(Renderer::new(OutputFormat::Text, &own).unwrap().print(&short).unwrap(), wanted);
    let (name, wrong) = named("mistake")[0];
    let error = Renderer::new(OutputFormat::Text, &[(name.to_owned(), wrong.to_owned())])
        .unwrap()
        .print(&short)
        .unwrap_err();
    let told = format!("error: the template `my-look/{name}` cannot be used: {error}");
    let (_, _, shown) = blocks.iter().find(|(info, ..)| info == "text error").unwrap();
    assert_eq!(shown.trim_end(), told.trim_end());
    let endless = format!(
        "{{% for number in range(end=90000) %}}{}{{% endfor %}}",
        "and so on ".repeat(1000)
    );
    let error = Renderer::new(OutputFormat::Text, &[("compact.post".to_owned(), endless)])
        .unwrap()
        .print(&short)
        .unwrap_err();
    assert_eq!(error.message, "a printout has at most 256 MB, and it writes more");
}
