//! Printouts: text forms by snapshot, pages by their structure and as a browser lays them out.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may fail loudly"
)]

#[path = "print/pictures.rs"]
mod pictures;
mod support;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use support::browser::{browser, evaluate, pages};
use support::program::{fails, folder, orbat, stderr, stdout, succeeds, with_one_mark};
use support::root;

const GAMES: [&str; 5] = ["at43", "dark_age", "firefight", "mad_minute", "warzone"];

/// What a page says of itself once it is laid out; see `tests/print/measure.js`.
const MEASURE: &str = include_str!("print/measure.js");

fn print_to(path: &Path, arguments: &[&str]) -> String {
    let path = path.to_str().unwrap();
    let all: Vec<&str> =
        ["print"].into_iter().chain(arguments.iter().copied()).chain(["-o", path]).collect();
    succeeds(&all);
    fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap()
}

/// The texts of abilities in a page as it was written.
fn texts(html: &str) -> Vec<String> {
    let parts = html.split("<p class=\"kwd\"").skip(1);
    let parts = parts.filter_map(|part| part.split_once('>')?.1.split("</p>").next());
    // Keywords of one text share it, so only what stands behind the name is looked for.
    let texts = parts.map(|part| plain(part.rsplit("</b>").next().unwrap_or(part)));
    texts.map(|text| text.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

/// Text without tags and entities.
fn plain(html: &str) -> String {
    let mut text = String::new();
    for (number, part) in html.split('<').enumerate() {
        text.push_str(if number == 0 {
            part
        } else {
            part.split_once('>').map_or("", |(_, text)| text)
        });
    }
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
        .iter()
        .fold(text, |text, (entity, char)| text.replace(entity, char))
}

// ---- text

/// A printout without the mark that changes with the data.
fn printed(arguments: &[&str]) -> String {
    with_one_mark(&succeeds(arguments))
}

#[test]
fn text_forms_read_well() {
    insta::assert_snapshot!(
        "text",
        printed(&["print", "examples/warzone/iron-column.yaml", "--to", "text"])
    );
    insta::assert_snapshot!(
        "text_of_forces",
        printed(&["print", "examples/at43/ava-landing.yaml", "--to", "text"])
    );
    insta::assert_snapshot!(
        "illegal",
        printed(&["print", "examples/warzone/third-venusian.yaml", "--to", "text"])
    );
    insta::assert_snapshot!(
        "markdown",
        printed(&["print", "examples/warzone/cathedral-guard.yaml", "--to", "markdown"])
    );
    insta::assert_snapshot!(
        "bbcode",
        printed(&["print", "examples/firefight/patrol.yaml", "--to", "bbcode"])
    );
    insta::assert_snapshot!(
        "discord",
        printed(&["print", "examples/mad_minute/own-hive.yaml", "--to", "discord"])
    );
    insta::assert_snapshot!(
        "text_of_designs",
        printed(&["print", "examples/mad_minute/own-hive.yaml", "--to", "text"])
    );
    insta::assert_snapshot!(
        "compact",
        printed(&["print", "examples/dark_age/gale-court.yaml", "--to", "text", "--short"])
    );
    insta::assert_snapshot!(
        "cards",
        printed(&[
            "print",
            "examples/warzone/customs-patrol.yaml",
            "--to",
            "markdown",
            "--sheet",
            "cards"
        ])
    );
    insta::assert_snapshot!(
        "reference",
        printed(&[
            "print",
            "examples/mad_minute/scrap-parade.yaml",
            "--to",
            "text",
            "--sheet",
            "reference"
        ])
    );
}

#[test]
fn the_same_list_gives_the_same_bytes() {
    let once = succeeds(&["print", "examples/at43/golem-tide.yaml", "-o", "-"]);
    assert_eq!(once, succeeds(&["print", "examples/at43/golem-tide.yaml", "-o", "-"]));
}

/// A printout can be held against the file: its foot has the fingerprint that a verdict has, and
/// the data's.
#[test]
fn the_foot_names_the_list_and_the_data() {
    let text = succeeds(&["print", "examples/firefight/patrol.yaml", "--to", "text"]);
    let verdict: Value = serde_json::from_str(&succeeds(&[
        "check",
        "examples/firefight/patrol.yaml",
        "--format",
        "json",
    ]))
    .unwrap();
    let mark = |key: &str| verdict[key].as_str().unwrap();
    let (fingerprint, data) = (mark("fingerprint"), mark("data"));
    assert!(text.trim_end().ends_with(&format!("list {fingerprint}/{data}")), "{text}");
    // Other data, other digits; the same list, the same fingerprint.
    let patrol = fs::read_to_string(root().join("factions/firefight/enforcers.orbat")).unwrap();
    let patrol = patrol.replacen(" relay_drone at 15 ", " relay_drone at 16 ", 1);
    let own = folder("print-data", &[("firefight/enforcers.orbat", &patrol)]);
    for part in ["armoury.orbat", "orders.orbat"] {
        fs::create_dir_all(own.join("firefight/enforcers")).unwrap();
        let from = root().join("factions/firefight/enforcers").join(part);
        fs::copy(from, own.join("firefight/enforcers").join(part)).unwrap();
    }
    let other = succeeds(&[
        "--data",
        own.to_str().unwrap(),
        "print",
        "examples/firefight/patrol.yaml",
        "--to",
        "text",
    ]);
    assert!(other.contains(&format!("list {fingerprint}/")), "{other}");
    assert!(!other.contains(&format!("/{data}")), "{other}");
}

// ---- pages

/// The elements of a page that have a class or a heading, each under what it stands in.
fn outline(html: &str) -> String {
    const VOID: [&str; 5] = ["meta", "br", "img", "hr", "link"];
    let body = html.split("<body").nth(1).unwrap().split("<script>").next().unwrap();
    let mut depth = 0_usize;
    let mut lines: Vec<String> = Vec::new();
    for tag in body.split('<').skip(1).filter_map(|part| part.split('>').next()) {
        if tag.starts_with('/') {
            depth = depth.saturating_sub(1);
            continue;
        }
        let name = tag.split_whitespace().next().unwrap();
        let class =
            tag.split("class=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or("");
        if !class.is_empty()
            || ["h1", "h2", "h3", "article", "aside", "main", "footer"].contains(&name)
        {
            let dot = if class.is_empty() { "" } else { "." };
            lines.push(format!(
                "{}{name}{dot}{}",
                "  ".repeat(depth.min(6)),
                class.replace(' ', ".")
            ));
        }
        if !VOID.contains(&name) && !tag.ends_with('/') {
            depth += 1;
        }
    }
    lines.dedup();
    lines.join("\n")
}

#[test]
fn pages_have_their_parts() {
    insta::assert_snapshot!(
        "outline",
        outline(&succeeds(&["print", "examples/warzone/customs-patrol.yaml", "-o", "-"]))
    );
    let illegal = succeeds(&[
        "print",
        "examples/warzone/third-venusian.yaml",
        "--sheet",
        "roster",
        "-o",
        "-",
    ]);
    assert!(
        illegal.contains("ILLEGAL</p>")
            && illegal.contains("4 units in Support, but the Standard chart takes 3")
    );
    // In the words of a player, who does not see the file.
    let body = illegal.split("<body>").nth(1).unwrap();
    assert!(body.contains("WZ-03, WZ-17") && !body.contains("(line "), "{body}");
    assert!(body.contains("To mend it: let Varg Rider join Hussars or Armoured"), "{body}");
    // Nor does what the file would have to say stand there.
    let assault = ["print", "examples/at43/first-company.yaml", "--sheet", "roster", "-o", "-"];
    let assault = succeeds(&assault);
    assert!(
        assault.contains("set stage to reinforcement for Fire Toads, TacArms or Star Troopers"),
        "{assault}"
    );
    assert!(!assault.contains("stage: "), "{assault}");
    // The units that an issue is about have its number.
    assert!(body.contains("Varg Rider<span class=\"mark\">1</span>"), "{body}");
    for sheet in ["roster", "cards", "reference"] {
        let page =
            succeeds(&["print", "examples/firefight/patrol.yaml", "--sheet", sheet, "-o", "-"]);
        for (other, class) in
            [("roster", "page roster"), ("cards", "cards "), ("reference", "page ref")]
        {
            assert_eq!(
                page.contains(&format!("<section class=\"{class}")),
                sheet == other,
                "{sheet} {other}"
            );
        }
    }
}

/// What players tick off in play is there for every weapon, model and unit, and says whose it is.
#[test]
fn cards_have_boxes_for_everything() {
    let card = |list: &str, name: &str| {
        let page = succeeds(&["print", list, "--sheet", "cards", "-o", "-"]);
        let cards: Vec<String> = page.split("<article").skip(1).map(str::to_owned).collect();
        cards.into_iter().find(|card| card.contains(&format!(">{name}</h2>"))).unwrap()
    };
    let ticks = |part: &str| part.matches("<i class=\"bx").count();
    // Two guns with three structure points each, one missile launcher with two; six and four of the
    // walker itself.
    let mammoth = card("examples/at43/ava-landing.yaml", "King Mammoth");
    assert_eq!(ticks(&mammoth), 6 + 4 + 2 * 3 + 2, "{mammoth}");
    let storm = card("examples/dark_age/gale-court.yaml", "Storm Elemental");
    assert_eq!(ticks(&storm), 3 * 8, "one row for each of the three");
    let brood = card("examples/mad_minute/own-hive.yaml", "The tyrant&#39;s brood");
    assert!(brood.contains("Attack dice <span dir=\"auto\">tyrant</span>"), "{brood}");
    // A power that only a keyword names has its numbers on the card.
    let wail = card("examples/dark_age/gale-court.yaml", "Wail");
    assert!(wail.contains("Screaming Gale</td>") && wail.contains("<td>6x2</td>"), "{wail}");
    let mule = succeeds(&[
        "print",
        "examples/warzone/iron-column.yaml",
        "--sheet",
        "cards",
        "--to",
        "text",
    ]);
    assert!(mule.contains("- 1-10 hull: 28/3\n"), "{mule}");
    let orders =
        succeeds(&["print", "examples/firefight/patrol.yaml", "--sheet", "cards", "--to", "text"]);
    assert!(orders.contains("(1). Boosted: Resilient (2) instead."), "{orders}");
    let words = succeeds(&[
        "print",
        "examples/mad_minute/own-hive.yaml",
        "--sheet",
        "reference",
        "--to",
        "text",
    ]);
    assert!(words.contains("- small: ") && words.contains("- huge: "), "designs count too");
}

/// Texts are characteristics like all others: short ones in columns, sentences below.
#[test]
fn cards_show_characteristics_that_are_texts() {
    let data = r#"system tales "Tales" {
  cost pts "points"
  profile model "Model" { Move int  Base "Base size" text  Trait text?  Save shape "{n}+" }
  profile weapon "Weapon" { Dice text  Effect "On a hit" text? }
  category troop "Troops"
  chart std "Std" { slot troop 0..9 }
  weapon gun "Gun" { Dice 2D6 Effect - }
  weapon net "Net" { Dice d4 Effect "Holds the target until it rolls a 6." }
  unit men "Men" : troop {
    models 2..5 man at 5
    models 0..1 boss at 9
    model man "Man" { Move 5 Base "30 mm" Trait - Save 4+ }
    model boss "Boss" { Move 6 Base "40 mm" Trait "Never runs." Save 3+ }
    weapons gun
    option nets "Nets" +2 { weapons net  Base = wide }
  }
}
"#;
    let list = "orbat: 1\nsystem: tales\nunits:\n  - unit: men\n    models: {man: 2, boss: 1}\n";
    let changed = format!("{list}    options: [nets]\n");
    let files = [("data/g.orbat", data), ("a.yaml", list), ("b.yaml", changed.as_str())];
    let folder = folder("texts", &files);
    let path = |name: &str| folder.join(name).display().to_string();
    let (data, a, b) = (path("data"), path("a.yaml"), path("b.yaml"));
    let cards = |list: &str, to: &str| {
        succeeds(&["--data", &data, "print", list, "--sheet", "cards", "--to", to, "-o", "-"])
    };
    let text = cards(&a, "text");
    assert!(text.contains("- 2 Man: Move 5, Base 30 mm, Save 4+\n"), "{text}");
    assert!(text.contains("- Boss: Move 6, Base 40 mm, Save 3+; Trait: Never runs.\n"), "{text}");
    assert!(text.contains("- 3 Gun: Dice 2D6\n"), "{text}");
    let text = cards(&b, "text");
    assert!(text.contains("- 2 Man: Move 5, Base wide, Save 4+\n"), "{text}");
    assert!(
        text.contains("- 3 Net: Dice d4; On a hit: Holds the target until it rolls a 6.\n"),
        "{text}"
    );
    let html = cards(&a, "html");
    assert!(
        html.contains("<b>Boss, Trait</b> Never runs.") && html.contains(">Base</th>"),
        "{html}"
    );
    let shown = succeeds(&["--data", &data, "show", "men"]);
    assert!(shown.contains("40 mm") && shown.contains("Never runs."), "{shown}");
    fs::remove_dir_all(folder).unwrap();
}

/// What is noted in a block is printed with whatever the block changes, while it does.
#[test]
fn cards_show_notes_of_blocks() {
    let data = r#"system hunt "Hunt" {
  cost pts "points"
  profile model "Model" { Move int }
  profile weapon "Weapon" { Range int }
  category pack "Packs"
  optional night "Night"
  force host "Host" { wing "Wing" 0..2 { note "Of a wing." } }
  chart std "Std" { slot pack 0..9  note "Of the chart." }
  weapon claw "Claw" { Range 1 }
  weapon sling "Sling" { Range 9 }
  unit wolves "Wolves" : pack {
    models 1..5 wolf at 5
    model wolf "Wolf" { Move 7 when army.option(night) { note "Of the model at night." } }
    weapons claw, sling
    option howl "Howl" +2 { when army.option(night) { note "Of the option at night." } }
    when size >= 3 { note "Of {size} of them." }
    note "Its own."
  }
  for each unit where pack { note "Of {self}, visited." }
  for each weapon where Range = 1 { note "Of a short weapon." }
  for each model m where m.unit.size = 1 { note "Of a lonely model." }
  when army.option(night) { for each unit u, m in u.models where m.Move = 7 { note "Of all that is fast at night." } }
  army { note "Of the army." }
}
"#;
    let list = |more: &str| format!("orbat: 1\nsystem: hunt\nchart: std\n{more}");
    let alone = list("units:\n  - {unit: wolves, options: [howl]}\n");
    let many = list(
        "optional: [night]\nwings:\n  - units: [{unit: wolves, models: 3, options: [howl]}]\n",
    );
    let files = [("data/g.orbat", data), ("alone.yaml", &alone), ("many.yaml", &many)];
    let folder = folder("notes", &files);
    let path = |name: &str| folder.join(name).display().to_string();
    let (data, alone, many) = (path("data"), path("alone.yaml"), path("many.yaml"));
    let cards = |list: &str| {
        succeeds(&["--data", &data, "print", list, "--sheet", "cards", "--to", "text", "-o", "-"])
    };
    let always =
        ["- Its own.\n", "- Of Wolves, visited.\n", "; Of a short weapon.\n", "- Of the army.\n"];
    let crowd = [
        "; Of the model at night.",
        "Howl Of the option at night.",
        "- Of 3 of them.\n",
        "- Of all that is fast at night.\n",
        ": Of a wing.\n",
    ];
    let lonely = ["; Of a lonely model."];
    for (list, there, not_there) in [(&alone, &lonely[..], &crowd[..]), (&many, &crowd, &lonely)] {
        let text = cards(list);
        for note in always.iter().chain(there) {
            assert_eq!(text.matches(note).count(), 1, "{note}\n{text}");
        }
        for note in not_there {
            assert!(!text.contains(note), "{note}\n{text}");
        }
    }
    fs::remove_dir_all(folder).unwrap();
}

/// The effects of cards, who may use them and what they cost.
#[test]
fn cards_of_decks_show_their_effects() {
    let list = "tests/ledger/warzone/WZ-33.ok.yaml";
    let text = succeeds(&["print", list, "--to", "text", "-o", "-"]);
    let staff = "- 3 Joint staff (strategy)\n    Bauhaus, Capitol, RES 2: Characters attached to a \
                 squad give it LD +2 this turn.\n    Capitol, RES 1: ";
    assert!(text.contains(staff), "{text}");
    assert!(text.contains("    All, RES 2: Two models of the squad"), "{text}");
    let cards = succeeds(&["print", list, "--sheet", "cards", "-o", "-"]);
    let card = cards.split("<article").find(|card| card.contains(">Joint staff</h2>")).unwrap();
    assert_eq!(card.matches("class=\"effect").count(), 2, "{card}");
    assert_eq!(card.matches("class=\"effect other\"").count(), 1, "{card}");
    assert_eq!(card.matches("<use href=\"#crest-1-capitol\"/>").count(), 2, "{card}");
    assert_eq!(card.matches("<use href=\"#crest-1-bauhaus\"/>").count(), 1, "{card}");
    assert_eq!(card.matches("class=\"price\">RES 2</span>").count(), 1, "{card}");
    assert!(cards.contains("<symbol id=\"crest-1-capitol\""), "the shield is drawn");
    let post = succeeds(&["print", list, "--sheet", "cards", "--to", "markdown", "-o", "-"]);
    assert!(post.contains("- Capitol, RES 1: One character of yours"), "{post}");
    let shown = succeeds(&["show", "joint_staff"]);
    assert!(
        shown.contains("strategy, card of Megadeck") && shown.contains("Capitol, RES 1:"),
        "{shown}"
    );
}

#[test]
fn every_sheet_of_an_illegal_list_says_so() {
    for sheet in ["roster", "cards", "reference"] {
        let page = succeeds(&[
            "print",
            "examples/warzone/third-venusian.yaml",
            "--sheet",
            sheet,
            "-o",
            "-",
        ]);
        assert!(page.contains("ILLEGAL"), "{sheet}");
    }
    let short = succeeds(&[
        "print",
        "examples/mad_minute/too-fast-too-dear.yaml",
        "--to",
        "text",
        "--short",
    ]);
    assert!(short.contains("\n- ERROR: ") && short.contains(", list "), "{short}");
    let markdown = succeeds(&["print", "examples/warzone/third-venusian.yaml", "--to", "markdown"]);
    assert!(markdown.contains("Too many: no slot is left"), "{markdown}");
}

#[test]
fn pages_stand_alone() {
    for game in GAMES {
        let page = succeeds(&["print", &format!("examples/{game}"), "-o", "-"]);
        // Only what stands in the page itself: drawings by their names, and fonts.
        let page = page.replace("url(data:font/woff2;base64,", "").replace("url(#", "");
        let page = page.replace("href=\"#", "");
        for outside in ["http:", "https:", "src=", "href=", "@import", "url("] {
            assert!(!page.contains(outside), "{game}: {outside}");
        }
    }
}

const HOSTILE: &str = r##"
orbat: 1
name: "<script>alert('list')</script> \"quoted\" 🐉 שלום & Co."
player: "</title><b onclick=\"x\">'"
system: firefight
faction: enforcers
points: 1000
notes: "<img src=x onerror=alert(1)>"
units:
  - unit: captain
    name: "</h2><script>alert('unit')</script>"
    notes: ["*note* _two_", "line\nbreak"]
  - unit: marines
    name: "[img]x[/img] @everyone `code` ||hidden|| <@123>"
"##;

#[test]
fn names_are_harmless_wherever_they_are_printed() {
    let own = folder("print-hostile", &[("hostile.yaml", HOSTILE)]);
    let list = own.join("hostile.yaml");
    let list = list.to_str().unwrap();
    let page = succeeds(&["print", list, "-o", "-"]);
    assert_eq!(page.matches("<script>").count(), 1, "only our own");
    assert!(
        !page.contains("<img")
            && !page.contains("<b onclick")
            && page.contains("&lt;script&gt;alert(")
    );
    let text = succeeds(&["print", list, "--to", "text"]);
    assert!(text.contains("note: line break\n"), "{text}");
    let bbcode = succeeds(&["print", list, "--to", "bbcode"]);
    assert!(!bbcode.contains("[img]") && bbcode.contains("img]x"), "{bbcode}");
    let markdown = succeeds(&["print", list, "--to", "markdown"]);
    assert!(markdown.contains("\\[img\\]x") && !markdown.contains("<script>"), "{markdown}");
    let discord = succeeds(&["print", list, "--to", "discord"]);
    assert!(
        !discord.contains("@everyone")
            && !discord.contains("<@123>")
            && discord.contains("\\|\\|hidden"),
        "{discord}"
    );
}

/// The number of cards that the command announced; none if it could not know.
fn announced(said: &str) -> Option<u64> {
    let before = said.split(" card").next()?;
    before.rsplit([' ', '\n']).next()?.parse().ok()
}

/// Prints, measures, and compares: nothing is cut off or lost, nothing too small or too pale, and
/// as many cards are cut as the page says. The terminal promises no number that it cannot know.
fn measured(browser: &Path, path: &Path, arguments: &[&str]) -> Value {
    let file = path.to_str().unwrap();
    let all: Vec<&str> =
        ["print"].into_iter().chain(arguments.iter().copied()).chain(["-o", file]).collect();
    let said = succeeds(&all);
    let html = fs::read_to_string(path).unwrap();
    let found = evaluate(browser, path, 1200, MEASURE);
    assert_eq!(found["wrong"], serde_json::json!([]), "{arguments:?}");
    assert!(found["fill"].as_f64().unwrap() >= 0.55, "{arguments:?}: {}", found["fill"]);
    assert_eq!(announced(&said), None, "{arguments:?}");
    if said.contains(" cards") {
        assert!(found["cut"].as_f64().unwrap() >= 1.0, "{arguments:?}");
        let shown = found["all"].as_str().unwrap();
        // A card may refer to the reference sheet, which has `X` where units have several values;
        // the value itself is in the name on the card.
        let general = without_values(shown);
        let lost: Vec<String> = texts(&html)
            .into_iter()
            .filter(|text| {
                let text = text.trim_end_matches('.');
                !shown.contains(text) && !general.contains(&without_values(text))
            })
            .collect();
        assert_eq!(lost, Vec::<String>::new(), "{arguments:?}");
    }
    found
}

/// A text with one sign for every number and for `X`.
fn without_values(text: &str) -> String {
    let is_word = |char: char| char.is_alphanumeric();
    let mut general = String::new();
    for word in text.split_inclusive(|char| !is_word(char)) {
        let (word, end) = word.split_at(word.find(|char| !is_word(char)).unwrap_or(word.len()));
        let value = word == "X" || !word.is_empty() && word.chars().all(|char| char.is_numeric());
        general += if value { "#" } else { word };
        general += end;
    }
    general
}

/// `Cards 10–18 of 44 · fronts` announces nine.
fn slug_cards(slug: &Value) -> u64 {
    let range = slug.as_str().unwrap().split(' ').nth(1).unwrap();
    let (first, last) = range.split_once('–').unwrap();
    last.parse::<u64>().unwrap() + 1 - first.parse::<u64>().unwrap()
}

const SIZES: [&str; 4] = ["poker", "tarot", "a6", "half"];

/// Every example, on cards of every size, folded and duplex, in colour and plain.
#[test]
fn nothing_is_cut_and_nothing_is_lost() {
    let Some(browser) = browser() else { return };
    let own = folder("print-pages", &[("keep", "")]);
    let examples: Vec<String> = GAMES.iter().map(|game| format!("examples/{game}")).collect();
    for (card, paper, extra) in [
        ("poker", "a4", &["--duplex"][..]),
        ("tarot", "letter", &["--look", "plain"][..]),
        ("a6", "letter", &["--duplex", "--look", "plain"][..]),
        ("half", "a4", &[][..]),
    ] {
        let mut arguments: Vec<&str> = examples.iter().map(String::as_str).collect();
        arguments.extend(["--card", card, "--paper", paper]);
        arguments.extend(extra);
        let path = own.join(format!("{card}.html"));
        let found = measured(&browser, &path, &arguments);
        // With the reference beside it every card holds all it must on both sides.
        assert_eq!(found["further"], 0, "{card}");
        if extra.contains(&"--duplex") {
            assert_eq!(found["sheets"].as_u64().unwrap() % 2, 0, "{card}: every front has a back");
        }
    }
    for (sheet, extra) in [("tournament", "--duplex"), ("roster", "--short")] {
        let mut arguments: Vec<&str> = examples.iter().map(String::as_str).collect();
        arguments.extend(["--sheet", sheet, "--look", "plain", extra]);
        measured(&browser, &own.join(format!("{sheet}.html")), &arguments);
    }
    // Without the reference all texts stand on the cards; some then have a second card, and the
    // sheets say how many there are.
    let mut arguments: Vec<&str> = examples.iter().map(String::as_str).collect();
    arguments.extend(["--sheet", "cards", "--duplex"]);
    let found = measured(&browser, &own.join("cards.html"), &arguments);
    let said: u64 = found["slugs"].as_array().unwrap().iter().map(slug_cards).sum();
    assert_eq!(said, found["cards"].as_u64().unwrap());
}

/// Every faction without a list, on cards of every size.
#[test]
fn cards_of_every_faction_fit() {
    let Some(browser) = browser() else { return };
    let own = folder("print-factions", &[("keep", "")]);
    for game in GAMES {
        let listed: Value =
            serde_json::from_str(&succeeds(&["factions", game, "--format", "json"])).unwrap();
        let listed = listed.as_array().unwrap();
        let factions: Vec<&str> = listed.iter().filter_map(|one| one["id"].as_str()).collect();
        assert!(!factions.is_empty(), "{game}");
        for card in SIZES {
            let mut arguments = vec!["--units"];
            arguments.extend(&factions);
            arguments.extend(["--system", game, "--card", card, "--duplex"]);
            measured(&browser, &own.join(format!("{game}-{card}.html")), &arguments);
        }
    }
}

#[test]
fn backs_stand_behind_their_fronts() {
    let Some(browser) = browser() else { return };
    let own = folder("print-duplex", &[("keep", "")]);
    let path = own.join("page.html");
    print_to(&path, &["examples/warzone/iron-column.yaml", "--sheet", "cards", "--duplex"]);
    let found = evaluate(&browser, &path, 1200, MEASURE);
    let side = |number: usize| -> Vec<(String, i64)> {
        let cards = found["sides"][number].as_array().unwrap();
        let card = |card: &Value| (card[0].as_str().unwrap().to_owned(), card[1].as_i64().unwrap());
        cards.iter().map(card).collect()
    };
    let (fronts, backs) = (side(0), side(1));
    assert!(fronts.len() > 4 && fronts.len() == backs.len());
    let page = 794; // A4 at 96 points to the inch
    let card = 238;
    for ((front, left), (back, mirrored)) in fronts.iter().zip(&backs) {
        assert_eq!(front, back);
        assert!((left + card + mirrored - page).abs() <= 2, "{front}: {left} and {mirrored}");
    }
}

#[test]
fn pages_fit_phones_and_the_longest_names() {
    let Some(browser) = browser() else { return };
    let long = format!("{} {}", "מגילה 🐉 banner".repeat(8), "x".repeat(120));
    let list = HOSTILE.replace("</h2><script>alert('unit')</script>", &long);
    let own = folder("print-phone", &[("long.yaml", &list)]);
    let path = own.join("long.html");
    print_to(&path, &[own.join("long.yaml").to_str().unwrap()]);
    let found = evaluate(&browser, &path, 1200, MEASURE);
    assert_eq!(found["wrong"], serde_json::json!([]));
    let narrow = "return [document.querySelectorAll('script').length, document.documentElement.scrollWidth <= innerWidth];";
    assert_eq!(
        evaluate(&browser, &path, 500, narrow),
        serde_json::json!([3, true]),
        "ours, its data and the probe"
    );
}

/// With fonts wider than ours everything still fits: templates and other scripts bring their own.
#[test]
fn pages_fit_with_wide_fonts() {
    let Some(browser) = browser() else { return };
    let own = folder("print-wide", &[("keep", "")]);
    for (card, list) in [("poker", "warzone/iron-column"), ("a6", "at43/ava-landing")] {
        let path = own.join(format!("{card}.html"));
        let list = format!("examples/{list}.yaml");
        let html = print_to(&path, &[&list, "--card", card, "--duplex"]);
        let wide = html.replace("\"Orbat Sans\", \"Archivo Narrow\"", "\"DejaVu Sans\"");
        assert_ne!(html, wide);
        fs::write(&path, wide).unwrap();
        let found = evaluate(&browser, &path, 1200, MEASURE);
        assert_eq!(found["wrong"], serde_json::json!([]), "{list}");
    }
}

/// The page to play from can be read, tapped and heard, light and dark, and remembers.
#[test]
fn a_phone_is_enough_to_play() {
    let page =
        succeeds(&["print", "examples/warzone/iron-column.yaml", "--sheet", "play", "-o", "-"]);
    let page = page.replace("url(data:font/woff2;base64,", "").replace("url(#", "");
    for outside in ["http:", "https:", "src=", "@import", "url(", "fetch("] {
        assert!(!page.contains(outside), "{outside}");
    }
    let two = ["print", "examples/firefight", "--sheet", "play", "-o", "-"];
    assert!(fails(2, &two).contains("takes one list"));
    let Some(browser) = browser() else { return };
    let own = folder("print-play", &[("hostile.yaml", HOSTILE)]);
    let hostile = own.join("hostile.yaml");
    for (name, list, units) in [
        ("wz", "examples/warzone/iron-column.yaml", 8),
        ("ff", "examples/firefight/landing.yaml", 11),
        ("at", "examples/at43/ava-landing.yaml", 10),
        ("hostile", hostile.to_str().unwrap(), 2),
    ] {
        let path = own.join(format!("{name}.html"));
        print_to(&path, &[list, "--sheet", "play"]);
        let found = evaluate(&browser, &path, 400, include_str!("print/play.js"));
        assert_eq!(found["wrong"], serde_json::json!([]), "{list}");
        assert_eq!((&found["units"], &found["links"]), (&units.into(), &units.into()), "{list}");
        // One box and one unit of this turn are pressed; those of the turn before are not.
        assert_eq!(
            found["said"],
            serde_json::json!([2, "2", 2, "2", "true", true, true]),
            "{list}"
        );
    }
}

/// A small game whose units have texts that nobody expects: as long as a page, as short as a
/// letter, from right to left, with emoji and without spaces, and three to fourteen columns.
fn strange_game(mut seed: u64) -> (String, usize) {
    let mut random = move |most: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        usize::try_from(seed % most as u64).unwrap()
    };
    const WORDS: [&str; 10] = [
        "a",
        "gun",
        "מגן",
        "🐉",
        "unstoppable",
        "ערכה",
        "x",
        "Panzerabwehrkanonen",
        "Schnellfeuergeschützlafettenträger",
        "的",
    ];
    let mut text = |most: usize| {
        let count = 1 + random(most);
        let words = (0..count).map(|_| WORDS[random(WORDS.len())]).collect::<Vec<_>>().join(" ");
        // The language allows no longer texts.
        words.chars().take(990).collect::<String>()
    };
    let mut data =
        String::from("system odd \"Odd\" {\n  cost pts \"points\"\n  category troop \"Troops\"\n");
    data += "  profile weapon \"Weapon\" { Range int  Dice int  Kind text  Effect text? }\n";
    data += "  chart std \"Std\" { slot troop 0..99 }\n";
    let units = 20;
    for unit in 0..units {
        let columns = 3 + unit % 12;
        let stats: String = (0..columns).map(|at| format!("S{at} int  ")).collect();
        data += &format!("  profile p{unit} \"P{unit}\" {{ {stats}}}\n");
        // Every third has a text of a page or more, every fourth hardly any.
        let long = if unit % 3 == 0 {
            900
        } else if unit % 4 == 0 {
            1
        } else {
            60
        };
        data += &format!("  keyword K{unit} \"{}\"\n", text(long));
        data += &format!("  keyword L{unit} \"{}\"\n", text(12));
        let name = if unit % 5 == 0 { text(30) } else { text(2) };
        let values: String = (0..columns).map(|at| format!("S{at} {}  ", at * 37 % 1000)).collect();
        let guns = 1 + unit % 7;
        for gun in 0..guns {
            data += &format!(
                "  weapon g{unit}_{gun} \"{}\" {{ Range {gun} Dice 1 Kind \"{}\" Effect \"{}.\" }}\n",
                text(3),
                text(2),
                text(if unit % 6 == 0 { 200 } else { 9 }),
            );
        }
        let weapons: Vec<String> = (0..guns).map(|gun| format!("g{unit}_{gun}")).collect();
        data += &format!(
            "  unit u{unit} \"{name}\" : troop {{ models 1..9 m at 5  p{unit} m \"{}\" {{ {values}}}  weapons {}  has K{unit}, L{unit} }}\n",
            text(3),
            weapons.join(", "),
        );
    }
    (data + "}\n", units)
}

#[test]
fn texts_of_any_length_and_script_fit() {
    let Some(browser) = browser() else { return };
    // Other texts for each size.
    for (card, extra, seed) in [
        ("poker", "--duplex", 0x2545_f491_4f6c_dd1d),
        ("tarot", "--duplex", 0x9e37_79b9_7f4a_7c15),
        ("a6", "--look=plain", 0xd1b5_4a32_d192_ed03),
        ("half", "--duplex", 0x8cb9_2ba7_2f3d_8dd7),
    ] {
        let (data, units) = strange_game(seed);
        let mut list = String::from("orbat: 1\nname: Odd\nsystem: odd\nunits:\n");
        for unit in 0..units {
            list += &format!("  - {{unit: u{unit}, models: {}}}\n", 1 + unit % 9);
        }
        let own = folder("print-odd", &[("data/odd.orbat", &data), ("odd.yaml", &list)]);
        let (data, list) = (own.join("data"), own.join("odd.yaml"));
        let path = own.join(format!("{card}.html"));
        succeeds(&[
            "--data",
            data.to_str().unwrap(),
            "print",
            list.to_str().unwrap(),
            "--card",
            card,
            extra,
            "-o",
            path.to_str().unwrap(),
        ]);
        let found = evaluate(&browser, &path, 1200, MEASURE);
        assert_eq!(found["wrong"], serde_json::json!([]), "{card}");
        assert_eq!(found["fronts"], units, "{card}");
        // Only a name as long as a paragraph ends in dots.
        for name in found["cropped"].as_array().unwrap() {
            assert!(name.as_str().unwrap().chars().count() > 100, "{card}: {name}");
        }
        // Texts are parted over cards, but every word of them is there.
        let html = fs::read_to_string(&path).unwrap();
        let letters =
            |text: &str| text.chars().filter(|char| !char.is_whitespace()).collect::<String>();
        let shown = letters(found["all"].as_str().unwrap());
        for text in texts(&html) {
            let end: String = letters(&text).chars().rev().take(12).collect();
            let end: String = end.chars().rev().collect();
            assert!(shown.contains(&end), "{card}: {end}");
        }
    }
}

/// In every size, on both papers, with one side of the paper or two, with the reference or without:
/// the page says how many cards are cut (`measured` compares), and the sheets together as many.
#[test]
fn as_many_cards_are_cut_as_the_sheets_say() {
    let Some(browser) = browser() else { return };
    let own = folder("print-cut", &[("keep", "")]);
    let list = "examples/warzone/cathedral-guard.yaml";
    for (number, card) in SIZES.into_iter().enumerate() {
        for (sides, sheet) in [
            ("--duplex", "cards"),
            ("--look=plain", "all"),
            ("--look=colour", "cards"),
            ("--duplex", "all"),
        ] {
            let paper =
                if number % 2 == usize::from(sides == "--duplex") { "a4" } else { "letter" };
            let arguments = [list, "--sheet", sheet, "--card", card, "--paper", paper, sides];
            let found = measured(&browser, &own.join("page.html"), &arguments);
            let faces = found["cards"].as_u64().unwrap();
            let cut = found["cut"].as_u64().unwrap();
            assert!(cut >= 43 && (faces == cut || faces == 2 * cut), "{arguments:?}: {found}");
        }
    }
}

#[test]
fn a_pdf_has_as_many_pages_as_the_page_has_sheets() {
    let Some(browser) = browser() else { return };
    let own = folder("print-pdf", &[("keep", "")]);
    for list in ["warzone/iron-column", "at43/ava-landing", "mad_minute/own-hive"] {
        let name = list.replace('/', "-");
        let (page, pdf) = (own.join(format!("{name}.html")), own.join(format!("{name}.pdf")));
        let list = format!("examples/{list}.yaml");
        print_to(&page, &[&list]);
        let found = evaluate(&browser, &page, 1200, MEASURE);
        print_to(&pdf, &[&list]);
        let count = u64::try_from(pages(&fs::read(&pdf).unwrap())).unwrap();
        let (sheets, rest) = (found["sheets"].as_u64().unwrap(), found["pages"].as_u64().unwrap());
        assert_eq!(count, sheets + rest, "{list}: {sheets} of cards");
        assert!(rest <= 4, "{list}: a roster and a reference of two or three pages");
    }
    // A card of a deck or of a unit may go on, and half a page has two sides where it must.
    for (card, extra) in [("poker", "--duplex"), ("half", "--look=colour"), ("a6", "--look=plain")]
    {
        let (page, pdf) = (own.join(format!("{card}.html")), own.join(format!("{card}.pdf")));
        let list = "examples/warzone/cathedral-guard.yaml";
        let arguments = ["print", list, "--sheet", "cards", "--card", card, extra, "-o"];
        let said = |path: &Path| succeeds(&[&arguments[..], &[path.to_str().unwrap()]].concat());
        assert_eq!(announced(&said(&page)), None);
        let found = evaluate(&browser, &page, 1200, MEASURE);
        assert_eq!(announced(&said(&pdf)), found["cut"].as_u64(), "{card}");
    }
    let short = own.join("short.pdf");
    print_to(&short, &["examples/warzone/dead-horde.yaml", "--sheet", "roster", "--short"]);
    assert_eq!(pages(&fs::read(&short).unwrap()), 1);
}

#[test]
fn cards_of_whole_factions() {
    let marines = succeeds(&["print", "--units", "enforcers", "--to", "text"]);
    assert!(marines.contains("\nMarines, from ") && marines.contains("- Burner"), "{marines}");
    let Some(browser) = browser() else { return };
    let own = folder("print-units", &[("keep", "")]);
    let path = own.join("units.html");
    let html = print_to(&path, &["--units", "una", "therians", "--system", "at43"]);
    assert!(html.contains("<title>U.N.A., Therians</title>"));
    assert_eq!(evaluate(&browser, &path, 1200, MEASURE)["wrong"], serde_json::json!([]));
    assert!(
        fails(2, &["print", "--units", "enforcers", "--sheet", "roster"]).contains("only cards")
    );
    assert!(
        fails(2, &["print", "--units", "enforcer"])
            .contains("did you mean `enforcers` (Enforcers)?")
    );
}

/// The pictures in the docs are made by `.ci/pictures`, and none is there that nobody sees.
#[test]
fn the_docs_show_pictures_that_a_command_makes() {
    let read = |path: &str| fs::read_to_string(root().join(path)).unwrap();
    let (docs, command) = (read("README.md") + &read("docs/print.md"), read(".ci/pictures"));
    let mut shown = 0;
    for entry in fs::read_dir(root().join("docs/pictures")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        assert!(docs.contains(&format!("pictures/{name}.png)")), "nobody sees {name}");
        assert!(
            command.contains(&format!("sheet {name} "))
                || command.contains(&format!("docs/pictures/{name}.png")),
            "no command makes {name}"
        );
        let bytes = fs::read(&path).unwrap();
        assert!(bytes.starts_with(b"\x89PNG") && bytes.len() < 150_000, "{name}: {}", bytes.len());
        let width = u32::from_be_bytes(bytes[16..20].try_into().unwrap());
        assert!((300..900).contains(&width), "{name}: {width}");
        shown += 1;
    }
    assert_eq!(docs.matches("pictures/").count(), shown + 1, "the README and the page share one");
}

// ---- templates

#[test]
fn templates_are_listed_copied_and_replaced() {
    let listed = succeeds(&["template", "list"]);
    assert!(
        listed.contains("roster.html")
            && !listed.lines().any(|line| line.split_whitespace().count() < 2),
        "{listed}"
    );
    let own = folder("print-template", &[("keep", "")]);
    let mine = own.join("mine");
    let folder = mine.to_str().unwrap();
    succeeds(&["template", "copy", folder]);
    let page = |arguments: &[&str]| {
        let all: Vec<&str> = ["print", "examples/firefight/patrol.yaml", "-o", "-"]
            .into_iter()
            .chain(arguments.iter().copied())
            .collect();
        succeeds(&all)
    };
    assert_eq!(page(&[]), page(&["--template", folder]), "copies are what they are copies of");
    assert!(fails(2, &["template", "copy", folder]).contains("already exists; nothing was copied"));
    assert!(
        fails(2, &["template", "copy", folder, "rooster.html"])
            .contains("did you mean `roster.html`?")
    );
    for name in fs::read_dir(&mine)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| !path.ends_with("roster.txt"))
    {
        fs::remove_file(name).unwrap();
    }
    fs::write(
        mine.join("roster.txt"),
        "{% for paper in papers %}{{ paper.name }} has {{ paper.models }} models\n{% endfor %}",
    )
    .unwrap();
    let text = succeeds(&[
        "print",
        "examples/firefight/patrol.yaml",
        "--to",
        "text",
        "--template",
        folder,
    ]);
    assert!(text.starts_with("Patrol has ") && text.lines().count() == 1, "{text}");
    assert_eq!(page(&[]), page(&["--template", folder]), "only what has the same name is replaced");
}

#[test]
fn a_broken_template_is_shown_with_its_line() {
    let own = folder(
        "print-broken",
        &[("roster.txt", "one\n{% if %}\n"), ("notes.md", "{{ nothing to see }}")],
    );
    let broken = |text: &str| {
        fs::write(own.join("roster.txt"), text).unwrap();
        fails(
            2,
            &[
                "print",
                "examples/firefight/patrol.yaml",
                "--to",
                "text",
                "--template",
                own.to_str().unwrap(),
            ],
        )
    };
    let syntax = broken("one\n{% if %}\n");
    assert!(
        syntax.contains("roster.txt` cannot be used") && syntax.contains("2 | {% if %}"),
        "{syntax}"
    );
    let unknown = broken("{{ papers[0].nmae }}");
    assert!(unknown.contains("1 | {{ papers[0].nmae }}"), "{unknown}");
    assert!(broken("{% include \"../secret.txt\" %}").contains("cannot be used"));
    assert!(
        broken("{% include \"roster.txt\" %}").contains("cannot be used"),
        "it would never end"
    );
    let endless =
        "{% component more(n) %}{{ <more n={n + 1}/> }}{% endcomponent more %}{{ <more n={0}/> }}";
    assert!(broken(endless).contains("cannot be used"));
    let empty = folder("print-empty", &[("keep", "")]);
    let list = "examples/firefight/patrol.yaml";
    assert!(
        fails(2, &["print", list, "--template", empty.to_str().unwrap()])
            .contains("there are no templates in")
    );
    assert!(fails(2, &["print", list, "--template", "no/such/folder"]).contains("cannot be read"));
}

#[cfg(unix)]
#[test]
fn templates_stay_in_their_folder() {
    let own = folder("print-link", &[("secret.txt", "secret"), ("mine/keep", "")]);
    std::os::unix::fs::symlink(own.join("secret.txt"), own.join("mine/roster.txt")).unwrap();
    let said = fails(
        2,
        &[
            "print",
            "examples/firefight/patrol.yaml",
            "--to",
            "text",
            "--template",
            own.join("mine").to_str().unwrap(),
        ],
    );
    assert!(said.contains("it is a link") && !said.contains("secret\n"), "{said}");
}

/// Not even the browser that prints shows other files: one that is there looks like one that is
/// not.
#[test]
fn a_pdf_shows_nothing_but_its_page() {
    if browser().is_none() {
        return;
    }
    let secret = "The quick brown fox jumps over the lazy dog 0123456789. ".repeat(20);
    let own = folder("print-secret", &[("there.txt", &secret), ("mine/keep", "")]);
    let length = |body: &str| {
        let page = format!(
            "<!doctype html><html><head><title>x</title></head><body><p>Page</p>{body}</body></html>"
        );
        fs::write(own.join("mine/page.html"), page).unwrap();
        let pdf = own.join("page.pdf");
        print_to(
            &pdf,
            &["examples/firefight/patrol.yaml", "--template", own.join("mine").to_str().unwrap()],
        );
        fs::read(&pdf).unwrap().len()
    };
    for body in [
        "<iframe src=\"URL\"></iframe><embed src=\"URL\"><object data=\"URL\"></object>",
        "<script>location = 'URL';</script>",
        "<meta http-equiv=\"refresh\" content=\"0;url=URL\">",
    ] {
        let of = |file: &str| {
            length(&body.replace("URL", &format!("file://{}", own.join(file).display())))
        };
        let (there, not_there) = (of("there.txt"), of("other.txt"));
        assert!(there.abs_diff(not_there) < 100, "{body}: {there} and {not_there}");
    }
    // The words of that file on a page would not go unseen.
    assert!(length(&secret) > length("") + 1000);
}

// ---- files

#[test]
fn files_are_written_whole_and_never_over_the_list() {
    let patrol = fs::read_to_string(root().join("examples/firefight/patrol.yaml")).unwrap();
    let own = folder("print-files", &[("patrol.yaml", &patrol)]);
    let list = own.join("patrol.yaml");
    let said = fails(2, &["print", list.to_str().unwrap(), "-o", list.to_str().unwrap()]);
    assert!(said.contains("is the list itself"), "{said}");
    assert_eq!(fs::read_to_string(&list).unwrap(), patrol);
    let missing = own.join("no/such/folder.html");
    assert!(
        fails(2, &["print", list.to_str().unwrap(), "-o", missing.to_str().unwrap()])
            .contains("there is no such folder")
    );
    assert!(
        fails(2, &["print", list.to_str().unwrap(), "-o", own.to_str().unwrap()])
            .contains("cannot be written")
    );
    let left: Vec<PathBuf> =
        fs::read_dir(&own).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(left, [list], "nothing half-written stays behind");
}

#[test]
fn what_cannot_be_printed_says_why() {
    assert!(fails(2, &["print", "no/such.yaml"]).contains("there is no such file"));
    let own = folder(
        "print-wrong",
        &[
            ("wrong.yaml", "orbat: 1\nunits: [x]\n"),
            ("half.yaml", "orbat: 1\nsystem: firefight\nunits: [captian]\n"),
        ],
    );
    let said = fails(2, &["print", own.join("wrong.yaml").to_str().unwrap(), "-o", "-"]);
    assert!(
        said.contains("the list has no `system`") && said.contains("nothing was printed"),
        "{said}"
    );
    // A list that is wrong in part prints what there is, and says that it is illegal.
    let text = succeeds(&["print", own.join("half.yaml").to_str().unwrap(), "--to", "text"]);
    assert!(
        text.contains("Verdict: ILLEGAL")
            && text.contains("ERROR: Firefight has no unit `captian`"),
        "{text}"
    );
    assert!(fails(2, &["print"]).contains("LIST"));
    let ending =
        fails(2, &["print", "examples/firefight/patrol.yaml", "--to", "html", "-o", "x.pdf"]);
    assert!(ending.contains("a file that ends in `.pdf` would hold something else"), "{ending}");
    let empty = folder(
        "print-nobody",
        &[("nobody.yaml", "orbat: 1\nsystem: dark_age\nfaction: brood\nunits: []\n")],
    );
    let nobody = empty.join("nobody.yaml");
    assert!(
        fails(2, &["print", nobody.to_str().unwrap(), "--sheet", "cards", "--to", "text"])
            .contains("there are no cards")
    );
    assert!(succeeds(&["print", nobody.to_str().unwrap(), "--to", "text"]).starts_with("nobody\n"));
}

#[test]
fn without_a_browser_a_pdf_says_what_to_do() {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_orbat"));
    command
        .args(["print", "examples/firefight/patrol.yaml", "--to", "pdf", "-o", "-"])
        .current_dir(root());
    let without = |command: &mut std::process::Command| {
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty());
        stderr(&output)
    };
    let named = without(command.env("ORBAT_BROWSER", "/no/such/browser"));
    assert!(named.contains("ORBAT_BROWSER says `/no/such/browser`"), "{named}");
    let none = without(command.env_remove("ORBAT_BROWSER").env("PATH", ""));
    assert!(none.contains("none was found") && none.contains("--to html"), "{none}");
    let broken = without(command.env("ORBAT_BROWSER", "/bin/false"));
    assert!(broken.contains("made no PDF"), "{broken}");
    let output = orbat(&["print", "examples/warzone/third-venusian.yaml", "--to", "text"]);
    assert!(
        stderr(&output).contains("Third Venusian is ILLEGAL") && !stdout(&output).contains("note:")
    );
}
