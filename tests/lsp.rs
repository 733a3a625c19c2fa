//! The language server as an editor meets it: the program is started and spoken to.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may fail loudly"
)]

mod support;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use serde_json::{Value, json};
use support::program::folder;
use support::{files_below, root};

/// An editor with one folder open.
struct Editor {
    child: Child,
    from: BufReader<ChildStdout>,
    root: PathBuf,
    asked: u64,
    /// Diagnostics as they came, by address.
    published: Vec<(String, Vec<Value>)>,
}

impl Editor {
    fn open(root: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_orbat"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let from = BufReader::new(child.stdout.take().unwrap());
        let root = root.canonicalize().unwrap();
        let mut editor = Editor { child, from, root, asked: 0, published: Vec::new() };
        let uri = format!("file://{}", editor.root.display());
        let answer = editor.ask(
            "initialize",
            json!({
                "rootUri": uri,
                "capabilities": { "general": { "positionEncodings": ["utf-8", "utf-16"] } },
            }),
        );
        assert_eq!(answer["capabilities"]["positionEncoding"], "utf-8");
        editor.tell("initialized", json!({}));
        editor
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        let stdin = self.child.stdin.as_mut().unwrap();
        write!(stdin, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        stdin.flush().unwrap();
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert_ne!(self.from.read_line(&mut line).unwrap(), 0, "the server has gone");
            match line.trim().split_once(": ") {
                Some(("Content-Length", bytes)) => length = bytes.parse().unwrap(),
                Some(_) => {}
                None => break,
            }
        }
        let mut bytes = vec![0; length];
        self.from.read_exact(&mut bytes).unwrap();
        serde_json::from_slice(&bytes).unwrap()
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// The result of a request; diagnostics that come before it are kept.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        let answer = self.ask_whole(method, params);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    fn ask_whole(&mut self, method: &str, params: Value) -> Value {
        self.asked += 1;
        let id = self.asked;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let message = self.receive();
            if message["id"] == id {
                return message;
            }
            self.keep(&message);
        }
    }

    fn keep(&mut self, message: &Value) {
        if message["method"] == "textDocument/publishDiagnostics" {
            let params = &message["params"];
            let uri = params["uri"].as_str().unwrap().to_owned();
            self.published.push((uri, params["diagnostics"].as_array().unwrap().clone()));
        }
    }

    fn uri(&self, file: &str) -> String {
        format!("file://{}/{file}", self.root.display())
    }

    fn document(&self, file: &str) -> Value {
        json!({ "uri": self.uri(file) })
    }

    fn show(&mut self, file: &str) {
        let text = fs::read_to_string(self.root.join(file)).unwrap();
        let uri = self.uri(file);
        self.tell(
            "textDocument/didOpen",
            json!({
                "textDocument": { "uri": uri, "languageId": "orbat", "version": 1, "text": text },
            }),
        );
    }

    fn retype(&mut self, file: &str, text: &str) {
        let document = json!({ "uri": self.uri(file), "version": 2 });
        let changes = json!([{ "text": text }]);
        self.tell(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": changes }),
        );
    }

    /// The last diagnostics of a file, once all that was told is worked off.
    fn diagnostics(&mut self, file: &str) -> Vec<Value> {
        // Two rounds: diagnostics are sent behind the answers of the round they belong to.
        for _ in 0..2 {
            self.ask("workspace/symbol", json!({ "query": "nothing is called this" }));
        }
        let uri = self.uri(file);
        let last = self.published.iter().rev().find(|(of, _)| *of == uri);
        last.map(|(_, all)| all.clone()).unwrap_or_default()
    }

    fn at(&self, file: &str, text: &str, what: &str) -> Value {
        let byte = text.find(what).unwrap();
        let before = &text[..byte];
        let line = before.matches('\n').count();
        let character = before.rsplit('\n').next().unwrap().len();
        json!({
            "textDocument": self.document(file),
            "position": { "line": line, "character": character },
        })
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.ask("shutdown", Value::Null);
            self.tell("exit", Value::Null);
            assert!(self.child.wait().unwrap().success());
        } else {
            let _ = self.child.kill();
        }
    }
}

const SYSTEM: &str = r#"system game "Game" {
  cost pts "points"
  profile model "Model" { SP "Speed" int }
  profile weapon "Weapon" { R "Range" inches }
  category troop "Troops"
  keyword Fast(X int) "Moves {X} further."
  chart standard "Standard" { slot troop 0..5 }
}
"#;

const FACTION: &str = r#"faction reds "Reds" of game {
  weapon rifle "Rifle" { R 24 }
  unit squad "Squad" : troop {
    models 5..10 man at 10
    model man "Man" { SP 5 }
    weapons rifle
    option medic "Medic" 10
  }
}
"#;

fn game(name: &str) -> PathBuf {
    folder(name, &[("system.orbat", SYSTEM), ("reds.orbat", FACTION)])
}

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
    assert!(words.contains("**Rifle** (weapon)") && words.contains("Used once."), "{words}");
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
    assert_eq!(texts, ["carbine", "carbine", " was rifle"]);
    let mut params = at_use;
    params["newName"] = json!("my-rifle");
    let refused = editor.ask_whole("textDocument/rename", params);
    assert!(refused["error"]["message"].as_str().unwrap().contains("is not a name"));
}

#[test]
fn every_place_offers_what_fits_there() {
    let text = FACTION.replace("\" 10\n", "\" +10 { has  }\n");
    let folder = folder("lsp-complete", &[("system.orbat", SYSTEM), ("reds.orbat", &text)]);
    let mut editor = Editor::open(&folder);
    editor.show("reds.orbat");
    let mut offered = |what: &str, behind: usize| -> Vec<String> {
        let mut params = editor.at("reds.orbat", &text, what);
        let column = params["position"]["character"].as_u64().unwrap();
        params["position"]["character"] = json!(column + behind as u64);
        let items = editor.ask("textDocument/completion", params);
        let items = items.as_array().unwrap();
        items.iter().map(|item| item["label"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(offered("has  }", 4), ["Fast"]);
    let weapons = offered("weapons rifle", 8);
    assert!(weapons.contains(&"rifle".to_owned()), "{weapons:?}");
    assert!(!weapons.contains(&"troop".to_owned()), "{weapons:?}");
    let statements = offered("weapons rifle", 0);
    assert!(statements.contains(&"option".to_owned()) && statements.contains(&"SP".to_owned()));
    assert_eq!(offered(": troop", 2), ["troop"]);
}

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
