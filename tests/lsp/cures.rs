//! Changes that mend what is wrong.

use std::fs;

use serde_json::{Value, json};

use crate::editor::{Editor, FACTION, SYSTEM, actions};
use crate::support::program::folder;
use crate::support::{files_below, root};

#[test]
fn what_is_missing_is_put_in() {
    let good = FACTION.replace("\" 10\n", "\" +10\n");
    let cases = [
        // A brace, a characteristic, a word for a known one.
        good.replace(
            "  unit squad",
            "  unit first \"First\" : troop {\n    models 1 man at 3\n  unit squad",
        ),
        good.replace("{ R 24 }", "{ }").replace("weapons rifle", "weapons rifle, rifle"),
        good.replace(": troop", ": trop"),
    ];
    for (place, text) in cases.iter().enumerate() {
        let folder = folder(
            &format!("lsp-cures-{place}"),
            &[("system.orbat", SYSTEM), ("reds.orbat", text)],
        );
        let mut editor = Editor::open(&folder);
        editor.show("reds.orbat");
        let found = editor.diagnostics("reds.orbat");
        assert!(!found.is_empty(), "{text}");
        let cures = actions(&mut editor, "reds.orbat", text, &found[0]["range"]);
        let (title, cured) = cures.first().unwrap_or_else(|| panic!("no cure for {found:?}"));
        editor.retype("reds.orbat", cured);
        let left = editor.diagnostics("reds.orbat");
        let left: Vec<&Value> = left.iter().filter(|one| one["severity"] == 1).collect();
        let expected = found.len() - 1;
        assert!(left.len() <= expected, "{title}\n{cured}\n{left:?}");
    }
}

#[test]
fn a_missing_characteristic_is_put_in() {
    let system = SYSTEM
        .replace("{ SP \"Speed\" int }", "{ SP \"Speed\" int  LD int 3..9  A shape \"{n}+\" }");
    let text = FACTION.replace("\" 10\n", "\" +10\n");
    let files = [("system.orbat", &*system), ("reds.orbat", &*text)];
    let mut editor = Editor::open(&folder("lsp-stats", &files));
    editor.show("reds.orbat");
    let found = editor.diagnostics("reds.orbat");
    assert_eq!(found[0]["code"], "data.stat_missing", "{found:?}");
    let cures = actions(&mut editor, "reds.orbat", &text, &found[0]["range"]);
    assert!(cures[0].1.contains("{ LD 3 A 1+ SP 5 }"), "{cures:?}");
    editor.retype("reds.orbat", &cures[0].1);
    assert!(editor.diagnostics("reds.orbat").is_empty());
}

#[test]
fn warnings_can_be_allowed() {
    let text = FACTION
        .replace("\" 10\n", "\" +10\n")
        .replace("  unit", "  weapon old \"Old\" { R 3 }\n  unit");
    let files = [("system.orbat", SYSTEM), ("reds.orbat", &*text)];
    let mut editor = Editor::open(&folder("lsp-allow", &files));
    editor.show("reds.orbat");
    let found = editor.diagnostics("reds.orbat");
    assert_eq!((&found[0]["code"], &found[0]["severity"]), (&json!("data.unused"), &json!(2)));
    let cures = actions(&mut editor, "reds.orbat", &text, &found[0]["range"]);
    let allowed = cures[0].1.replace("(data.unused) ", "(data.unused) for later");
    assert!(
        allowed.contains("  // orbat: allow(data.unused) for later\n  weapon old"),
        "{allowed}"
    );
    editor.retype("reds.orbat", &allowed);
    assert!(editor.diagnostics("reds.orbat").is_empty());
}

/// The codes whose answers know what to write: the wrong example of each page is mended by an
/// action. Those of warnings can be allowed besides.
const CURED: &[&str] = &[
    "data.empty_range",
    "data.keyword_arguments",
    "data.old_name",
    "data.stat_missing",
    "data.unknown_attribute",
    "data.unknown_category",
    "data.unknown_chart",
    "data.unknown_check",
    "data.unknown_faction",
    "data.unknown_force",
    "data.unknown_keyword",
    "data.unknown_name",
    "data.unknown_option",
    "data.unknown_profile",
    "data.unknown_rule",
    "data.unknown_slot",
    "data.unknown_unit",
    "data.unknown_weapon",
    "data.unlinked",
    "data.wrong_version",
    "data.other_version",
    "syntax.reserved_word",
    "syntax.unclosed_brace",
    "syntax.unclosed_text",
    "syntax.unexpected",
    "syntax.unknown_word",
    "type.mismatch",
    "type.no_such_fact",
];

#[test]
fn every_page_that_knows_a_cure_has_an_action() {
    let base = fs::read_to_string(root().join("tests/support/base.orbat")).unwrap();
    let files = [("base.orbat", &*base), ("case.orbat", "")];
    let mut editor = Editor::open(&folder("lsp-pages", &files));
    editor.show("case.orbat");
    let mut left = Vec::new();
    for code in CURED {
        let page = fs::read_to_string(root().join(format!("docs/codes/{code}.md"))).unwrap();
        let example = page.split("```orbat wrong\n").nth(1).unwrap();
        let example = example.split("```").next().unwrap();
        let is_item = ["system", "faction", "event"].iter().any(|word| example.starts_with(word));
        let text = match is_item {
            true => example.to_owned(),
            false => format!("faction case \"Case\" of x {{\n{example}\n}}\n"),
        };
        editor.retype("case.orbat", &text);
        let found = editor.diagnostics("case.orbat");
        let Some(first) = found.iter().find(|one| one["code"] == *code) else {
            left.push(format!("{code}: not raised"));
            continue;
        };
        let cures = actions(&mut editor, "case.orbat", &text, &first["range"]);
        let Some((title, cured)) = cures.iter().find(|(title, _)| !title.starts_with("Allow"))
        else {
            left.push(format!("{code}: no action"));
            continue;
        };
        editor.retype("case.orbat", cured);
        let after = editor.diagnostics("case.orbat");
        if let Some(error) = after.iter().find(|one| one["code"] == *code) {
            left.push(format!("{code}: {title} leaves {error}"));
        }
    }
    assert!(left.is_empty(), "{}", left.join("\n"));
}

/// An action never makes anything worse, and most of what beginners type is mended by one.
#[test]
fn mistakes_of_beginners_are_mended_by_actions() {
    let base = fs::read_to_string(root().join("tests/support/base.orbat")).unwrap();
    let files = [("base.orbat", &*base), ("case.orbat", "")];
    let mut editor = Editor::open(&folder("lsp-mistakes", &files));
    editor.show("case.orbat");
    let (mut offered, mut all) = (0, 0);
    for path in files_below(&root().join("tests/suite/mistakes"), "orbat") {
        let text = fs::read_to_string(&path).unwrap();
        if text.starts_with("system") || text.starts_with("//") {
            continue;
        }
        editor.retype("case.orbat", &text);
        let is_error = |one: &&Value| one["severity"] == 1;
        let found = editor.diagnostics("case.orbat");
        let before = found.iter().filter(is_error).count();
        let Some(first) = found.iter().find(is_error) else { continue };
        all += 1;
        let cures = actions(&mut editor, "case.orbat", &text, &first["range"]);
        let Some((title, cured)) = cures.iter().find(|(title, _)| !title.starts_with("Allow"))
        else {
            continue;
        };
        offered += 1;
        editor.retype("case.orbat", cured);
        let found = editor.diagnostics("case.orbat");
        let after = found.iter().filter(is_error).count();
        assert!(after <= before, "{}: {title}\n{cured}\n{found:?}", path.display());
    }
    assert!(offered * 10 >= all * 8, "only {offered} of {all} have an action");
}
