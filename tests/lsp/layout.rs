//! Outline, folding, colours, hints and formatting.

use serde_json::json;

use crate::editor::{Editor, FACTION, SYSTEM, game};
use crate::support::program::folder;

#[test]
fn files_have_an_outline_folds_colours_and_a_layout() {
    let mut editor = Editor::open(&game("lsp-outline"));
    editor.show("reds.orbat");
    let params = json!({ "textDocument": editor.document("reds.orbat") });
    let symbols = editor.ask("textDocument/documentSymbol", params.clone());
    assert_eq!(symbols[0]["name"], "reds");
    let inner: Vec<&str> = symbols[0]["children"]
        .as_array()
        .unwrap()
        .iter()
        .map(|symbol| symbol["name"].as_str().unwrap())
        .collect();
    assert_eq!(inner, ["rifle", "squad"]);
    let folds = editor.ask("textDocument/foldingRange", params.clone());
    assert!(folds.as_array().unwrap().contains(&json!({ "startLine": 2, "endLine": 6 })));
    let tokens = editor.ask("textDocument/semanticTokens/full", params.clone());
    let data: Vec<u64> =
        tokens["data"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
    assert_eq!(data[..10], [0, 0, 7, 0, 0, 0, 8, 4, 6, 1], "faction, then the name it declares");
    editor.retype("reds.orbat", "faction   reds \"Reds\" of game{\n}");
    let edits = editor.ask("textDocument/formatting", params.clone());
    assert_eq!(edits[0]["newText"], "faction  reds \"Reds\" of game {\n}\n");
    let found = editor.ask("workspace/symbol", json!({ "query": "fast" }));
    assert_eq!(found[0]["name"], "Fast");
}

#[test]
fn prices_and_numbers_stand_between_the_words() {
    let text =
        FACTION.replace("\" 10\n", "\" +(2 * 5)\n    at most (army.limit div 500) in army\n");
    let files = [("system.orbat", SYSTEM), ("reds.orbat", &*text)];
    let mut editor = Editor::open(&folder("lsp-hints", &files));
    editor.show("reds.orbat");
    assert!(editor.diagnostics("reds.orbat").is_empty());
    let range =
        json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
    let params = json!({ "textDocument": editor.document("reds.orbat"), "range": range });
    let hints = editor.ask("textDocument/inlayHint", params);
    let labels: Vec<(u64, &str)> = hints
        .as_array()
        .unwrap()
        .iter()
        .map(|hint| (hint["position"]["line"].as_u64().unwrap(), hint["label"].as_str().unwrap()))
        .collect();
    assert_eq!(labels, [(2, "from 50 points"), (6, "= 10"), (7, "= 2 at 1000, 4 at 2000")]);
    let at = editor.at("reds.orbat", &text, "squad");
    let hover = editor.ask("textDocument/hover", at);
    let words = hover["contents"]["value"].as_str().unwrap();
    assert!(words.contains("from 50 points, 5–10 models"), "{words}");
}
