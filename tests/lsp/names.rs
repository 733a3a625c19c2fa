//! Definition, references, hover and renaming.

use serde_json::json;

use crate::editor::{Editor, FACTION, SYSTEM};
use crate::support::program::folder;

#[test]
fn names_are_found_shown_and_renamed() {
    let text = FACTION.replace("\" 10\n", "\" +10 { has Fast(1) }\n");
    let folder = folder("lsp-names", &[("system.orbat", SYSTEM), ("reds.orbat", &text)]);
    let mut editor = Editor::open(&folder);
    let at_use = editor.at("reds.orbat", &text, "rifle\n");
    let places = editor.ask("textDocument/definition", at_use.clone());
    assert_eq!(places[0]["range"]["start"], json!({ "line": 1, "character": 9 }));
    let hover = editor.ask("textDocument/hover", at_use.clone());
    let words = hover["contents"]["value"].as_str().unwrap().to_owned();
    assert!(
        words.contains("**Rifle** (weapon)") && words.contains("Used once: reds.orbat:6"),
        "{words}"
    );
    let mut params = at_use.clone();
    params["context"] = json!({ "includeDeclaration": true });
    assert_eq!(editor.ask("textDocument/references", params).as_array().unwrap().len(), 2);
    let keyword = editor.at("reds.orbat", &text, "Fast(1)");
    let places = editor.ask("textDocument/definition", keyword);
    assert_eq!(places[0]["uri"], editor.uri("system.orbat"));
    let mut params = at_use.clone();
    params["newName"] = json!("carbine");
    let edits = editor.ask("textDocument/rename", params);
    let edits = edits["changes"][editor.uri("reds.orbat")].as_array().unwrap().clone();
    let texts: Vec<&str> = edits.iter().map(|edit| edit["newText"].as_str().unwrap()).collect();
    assert_eq!(texts, ["carbine", " was rifle", "carbine"]);
    let mut params = at_use;
    params["newName"] = json!("my-rifle");
    let refused = editor.ask_whole("textDocument/rename", params);
    assert!(refused["error"]["message"].as_str().unwrap().contains("is not a name"));
}

/// Everything that a rename changes in the file, made; with the message if it is refused.
fn renamed(editor: &mut Editor, text: &str, what: &str, new: &str) -> Result<String, String> {
    let mut params = editor.at("reds.orbat", text, what);
    params["newName"] = json!(new);
    let answer = editor.ask_whole("textDocument/rename", params);
    if let Some(message) = answer["error"]["message"].as_str() {
        return Err(message.to_owned());
    }
    let edits = &answer["result"]["changes"][editor.uri("reds.orbat")];
    let mut changed = text.to_owned();
    let byte = |at: &serde_json::Value| {
        let line = at["line"].as_u64().unwrap() as usize;
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        start + at["character"].as_u64().unwrap() as usize
    };
    for edit in edits.as_array().unwrap().iter().rev() {
        let range = byte(&edit["range"]["start"])..byte(&edit["range"]["end"]);
        changed.replace_range(range, edit["newText"].as_str().unwrap());
    }
    Ok(changed)
}

const TWO_UNITS: &str = r#"faction reds "Reds" of game {
  weapon rifle "Rifle" { R 24 }
  unit squad "Squad" : troop, elite {
    models 5..10 man at 10
    model man "Man" { SP 5 }
    weapons rifle
  }
  unit man "The Man" : elite {
    models 1 man at 30
    model man "The man" { SP 6 }
    weapons rifle
    has Brave(2)
  }
  category elite "Elite", odd "Odd" on unit
  keyword Brave(X int) "Brave ({X})" "Never runs from {X}."
  rule one_man "One man" { require count(units where man or odd) <= 1 say "x" }
}
"#;

#[test]
fn each_unit_has_names_of_its_own() {
    let system = SYSTEM.replace("0..5 }", "0..5  slot elite 0..2 takes elite }");
    let system = system.replace("category troop", "category elite \"E\"  category troop");
    let text = TWO_UNITS.replace("category elite \"Elite\", odd", "category odd");
    let files = [("system.orbat", &*system), ("reds.orbat", &*text)];
    let mut editor = Editor::open(&folder("lsp-own-names", &files));
    editor.show("reds.orbat");
    // The model of the first unit, at its use and at its definition.
    for what in ["man at 10", "man \"Man\""] {
        let changed = renamed(&mut editor, &text, what, "trooper").unwrap();
        let expected = text
            .replace("10 man at 10", "10 trooper at 10")
            .replace("model man \"Man\"", "model trooper \"Man\" was man");
        assert_eq!(changed, expected, "{what}");
    }
    // The unit, not its model of the same id.
    let changed = renamed(&mut editor, &text, "man or odd", "hermit").unwrap();
    let expected = text
        .replace("unit man \"The Man\"", "unit hermit \"The Man\" was man")
        .replace("where man or", "where hermit or");
    assert_eq!(changed, expected);
    // `was` stands behind all texts of a keyword.
    let changed = renamed(&mut editor, &text, "Brave(2)", "Bold").unwrap();
    assert!(
        changed.contains("Bold(X int) \"Brave ({X})\" \"Never runs from {X}.\" was Brave"),
        "{changed}"
    );
    assert!(changed.contains("has Bold(2)"), "{changed}");
    // What would break something is refused, and says why.
    let refused = renamed(&mut editor, &text, "man or odd", "squad").unwrap_err();
    assert!(refused.contains("defined twice"), "{refused}");
    // A name that it had before is no longer an old one.
    editor.retype("reds.orbat", &changed);
    let back = renamed(&mut editor, &changed, "Bold(2)", "Brave").unwrap();
    assert!(back.contains("\"Never runs from {X}.\" was Bold\n"), "{back}");
}

#[test]
fn all_categories_of_a_line_are_known_and_slots_go_with_them() {
    let text = FACTION.replace("\" 10\n", "\" +10\n").replace(": troop", ": elite");
    let system = SYSTEM
        .replace("category troop \"Troops\"", "category troop \"Troops\", elite \"Elite\"")
        .replace("0..5", "0..5  slot elite 0..2");
    let files = [("system.orbat", &*system), ("reds.orbat", &*text)];
    let mut editor = Editor::open(&folder("lsp-categories", &files));
    let at = editor.at("reds.orbat", &text, "elite");
    let places = editor.ask("textDocument/definition", at.clone());
    assert_eq!(places.as_array().unwrap().len(), 1, "{places}");
    assert_eq!(places[0]["uri"], editor.uri("system.orbat"));
    let hover = editor.ask("textDocument/hover", at.clone());
    let words = hover["contents"]["value"].as_str().unwrap().to_owned();
    assert!(words.contains("**Elite** (category)"), "{words}");
    assert!(words.contains("Used 2 times: reds.orbat:3, system.orbat:"), "{words}");
    let mut params = at;
    params["newName"] = json!("chosen_few");
    let edits = editor.ask("textDocument/rename", params);
    let edits = edits["changes"][editor.uri("system.orbat")].as_array().unwrap().clone();
    let texts: Vec<&str> = edits.iter().map(|edit| edit["newText"].as_str().unwrap()).collect();
    assert_eq!(texts, ["chosen_few", " was elite", "chosen_few"]);
}
