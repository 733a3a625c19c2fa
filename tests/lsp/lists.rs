//! Lists in the editor.

use serde_json::{Value, json};

use crate::editor::{Editor, FACTION, SYSTEM, actions};
use crate::support::program::folder;

const LIST: &str = "orbat: 1
system: game
faction: reds
chart: standard
units:
  - unit: squad
    models: 12
    options: [medic]
";

#[test]
fn lists_are_completed_explained_and_mended() {
    let text = FACTION.replace("\" 10\n", "\" +10\n");
    let files = [("system.orbat", SYSTEM), ("reds.orbat", &*text), ("army.yaml", LIST)];
    let mut editor = Editor::open(&folder("lsp-lists", &files));
    editor.show("army.yaml");
    let mut offered = |what: &str, behind: usize| -> Vec<(String, String)> {
        let mut params = editor.at("army.yaml", LIST, what);
        let column = params["position"]["character"].as_u64().unwrap();
        params["position"]["character"] = json!(column + behind as u64);
        let items = editor.ask("textDocument/completion", params);
        let text = |item: &Value, key: &str| item[key].as_str().unwrap_or("").to_owned();
        let items = items.as_array().unwrap();
        items.iter().map(|item| (text(item, "label"), text(item, "detail"))).collect()
    };
    let item = |label: &str, detail: &str| (label.to_owned(), detail.to_owned());
    assert_eq!(offered("faction: reds", 9), [item("reds", "Reds")]);
    assert_eq!(offered("chart: standard", 7), [item("standard", "Standard")]);
    assert_eq!(offered("unit: squad", 6), [item("squad", "from 50 points, 5–10 models")]);
    assert_eq!(offered("[medic]", 1), [item("medic", "Medic  +10")]);
    assert!(offered("    models", 4).contains(&item("count", "")));
    assert!(offered("chart", 0).contains(&item("event", "")));
    let at = editor.at("army.yaml", LIST, "medic");
    let hover = editor.ask("textDocument/hover", at);
    assert!(hover["contents"]["value"].as_str().unwrap().contains("+10"), "{hover}");
    let found = editor.diagnostics("army.yaml");
    assert_eq!(found[0]["code"], "unit.size", "{found:?}");
    let cures = actions(&mut editor, "army.yaml", LIST, &found[0]["range"]);
    let (_, mended) = cures.first().unwrap_or_else(|| panic!("no cure for {found:?}"));
    assert!(mended.contains("models: 10") && mended.contains("options: [medic]"), "{cures:?}");
    editor.retype("army.yaml", mended);
    assert!(editor.diagnostics("army.yaml").is_empty());
}

#[test]
fn lists_are_checked_too() {
    let list = "orbat: 1\nsystem: game\nfaction: reds\nchart: standard\nunits:\n  - unit: squat\n";
    let text = FACTION.replace("\" 10\n", "\" +10\n");
    let files = [("system.orbat", SYSTEM), ("reds.orbat", &*text), ("army.yaml", list)];
    let mut editor = Editor::open(&folder("lsp-list", &files));
    editor.show("army.yaml");
    let found = editor.diagnostics("army.yaml");
    assert_eq!(found[0]["range"]["start"], json!({ "line": 5, "character": 10 }));
    assert!(found[0]["message"].as_str().unwrap().contains("squad"), "{found:?}");
    editor.retype("army.yaml", &list.replace("squat", "squad"));
    assert!(editor.diagnostics("army.yaml").is_empty());
}
