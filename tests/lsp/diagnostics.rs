//! Diagnostics while typing, in all files.

use serde_json::json;

use crate::editor::{Editor, FACTION, SYSTEM, game};

#[test]
fn errors_come_while_typing_and_go_with_their_fix() {
    let mut editor = Editor::open(&game("lsp-errors"));
    editor.show("reds.orbat");
    let found = editor.diagnostics("reds.orbat");
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["code"], "syntax.unexpected");
    assert_eq!(found[0]["range"]["start"], json!({ "line": 6, "character": 25 }));
    assert!(found[0]["message"].as_str().unwrap().contains("write `+10`"));
    let actions = editor.ask(
        "textDocument/codeAction",
        json!({
            "textDocument": editor.document("reds.orbat"),
            "range": found[0]["range"],
            "context": { "diagnostics": found },
        }),
    );
    assert_eq!(actions[0]["title"], "Write `+10`");
    let edit = &actions[0]["edit"]["changes"][editor.uri("reds.orbat")][0];
    assert_eq!((&edit["range"], &edit["newText"]), (&found[0]["range"], &json!("+10")));
    editor.retype("reds.orbat", &FACTION.replace("\" 10\n", "\" +10\n"));
    assert!(editor.diagnostics("reds.orbat").is_empty());
}

#[test]
fn unsaved_changes_count_for_other_files() {
    let mut editor = Editor::open(&game("lsp-unsaved"));
    editor.show("reds.orbat");
    editor.retype("reds.orbat", &FACTION.replace("\" 10\n", "\" +10 { has Fast(1), Sly }\n"));
    let found = editor.diagnostics("reds.orbat");
    assert_eq!(found[0]["code"], "data.unknown_keyword");
    editor.show("system.orbat");
    let system = SYSTEM.replace("  chart", "  keyword Sly \"Hides.\"\n  chart");
    editor.retype("system.orbat", &system);
    assert!(editor.diagnostics("reds.orbat").is_empty());
}
