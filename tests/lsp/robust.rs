//! Files that are half written.

use std::fs;

use serde_json::json;

use crate::editor::Editor;
use crate::support::program::folder;
use crate::support::{files_below, root};

#[test]
fn no_prefix_of_a_list_ends_the_server() {
    let mut editor = Editor::open(&folder("lsp-list-prefixes", &[("army.yaml", "")]));
    editor.show("army.yaml");
    for path in files_below(&root().join("examples"), "yaml").iter().step_by(7) {
        let text = fs::read_to_string(path).unwrap();
        for step in 1..6 {
            let mut end = text.len() * step / 6;
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            editor.retype("army.yaml", &text[..end]);
            let column = text[..end].rsplit('\n').next().unwrap().len();
            let at = json!({ "line": text[..end].matches('\n').count(), "character": column });
            let document = editor.document("army.yaml");
            let params = json!({
                "textDocument": document, "position": at, "range": { "start": at, "end": at },
                "context": { "diagnostics": [] },
            });
            for method in ["completion", "hover", "codeAction", "inlayHint"] {
                editor.ask(&format!("textDocument/{method}"), params.clone());
            }
        }
    }
}

#[test]
fn no_prefix_of_a_file_ends_the_server() {
    let files = files_below(&root().join("factions"), "orbat");
    let mut editor = Editor::open(&folder("lsp-prefixes", &[("typed.orbat", "")]));
    editor.show("typed.orbat");
    let symbols = json!({ "textDocument": editor.document("typed.orbat") });
    for (place, path) in files.iter().enumerate().step_by(6) {
        let text = fs::read_to_string(path).unwrap();
        for step in 1..8 {
            let mut end = (text.len() * step / 8 + place * 7).min(text.len());
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            editor.retype("typed.orbat", &text[..end]);
            let mut params = symbols.clone();
            params["position"] =
                json!({ "line": text[..end].matches('\n').count(), "character": 9 });
            editor.ask("textDocument/completion", params.clone());
            editor.ask("textDocument/hover", params);
            editor.ask("textDocument/semanticTokens/full", symbols.clone());
        }
    }
}
