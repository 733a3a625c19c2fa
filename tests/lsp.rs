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
    assert!(statements.contains(&"option".to_owned()) && statements.contains(&"models".to_owned()));
    assert!(!statements.contains(&"slot".to_owned()) && !statements.contains(&"SP".to_owned()));
    assert_eq!(offered(": troop", 2), ["troop"]);
    let in_model = offered("SP 5 }", 0);
    assert!(in_model.contains(&"SP".to_owned()) && !in_model.contains(&"models".to_owned()));
    let behind = offered("SP 5 }", 5);
    assert!(!behind.contains(&"SP".to_owned()) && behind.contains(&"has".to_owned()), "{behind:?}");
}

/// The code actions of a range, by title, with what the file reads after each.
fn actions(editor: &mut Editor, file: &str, text: &str, range: &Value) -> Vec<(String, String)> {
    let document = editor.document(file);
    let context = json!({ "diagnostics": [] });
    let found = editor.ask(
        "textDocument/codeAction",
        json!({ "textDocument": document, "range": range, "context": context }),
    );
    let uri = editor.uri(file);
    let byte = |at: &Value| {
        let line = at["line"].as_u64().unwrap() as usize;
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        start + at["character"].as_u64().unwrap() as usize
    };
    let after = |action: &Value| {
        let edit = &action["edit"]["changes"][&uri][0];
        let mut changed = text.to_owned();
        let range = byte(&edit["range"]["start"])..byte(&edit["range"]["end"]);
        changed.replace_range(range, edit["newText"].as_str().unwrap());
        (action["title"].as_str().unwrap().to_owned(), changed)
    };
    found.as_array().unwrap().iter().map(after).collect()
}

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
        if place == 1 {
            continue; // without any value there is no place to put one
        }
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

/// A faction of five thousand lines.
fn large_faction() -> String {
    let mut text =
        String::from("faction large \"Large\" of game {\n  weapon rifle \"Rifle\" { R 24 }\n");
    for unit in 0..623 {
        text += &format!(
            "  unit squad_{unit} \"Squad {unit}\" : troop {{\n    models 5..10 man at 10\n    model man \
             \"Man\" {{ SP 5 }}\n    weapons rifle\n    option medic \"Medic\" +10 {{ has Fast(1) }}\n    \
             at most (army.limit div 500) in army\n    when size > 7 {{ SP +1 }}\n  }}\n"
        );
    }
    text + "}\n"
}

impl Editor {
    /// Types something and waits for what the server says to it.
    fn edit_and_wait(&mut self, file: &str, line: usize, from: usize, to: usize, text: &str) {
        let range = json!({
            "start": { "line": line, "character": from }, "end": { "line": line, "character": to },
        });
        let document = json!({ "uri": self.uri(file), "version": 2 });
        self.tell(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": [{ "range": range, "text": text }] }),
        );
        loop {
            let message = self.receive();
            if message["method"] == "textDocument/publishDiagnostics" {
                break;
            }
        }
    }

    /// The memory of the server, in kilobytes.
    #[cfg(target_os = "linux")]
    fn memory(&self) -> usize {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    }
}

/// What [docs/performance.md](../docs/performance.md) says of the language server: `cargo test
/// --release --test lsp -- --ignored --nocapture`. `ORBAT_EDITS=10000` makes the session long.
#[test]
#[ignore = "measures; meant for release builds"]
#[cfg(target_os = "linux")]
fn keystrokes_are_answered_at_once_and_leave_nothing_behind() {
    let edits: usize = std::env::var("ORBAT_EDITS").map_or(1_000, |edits| edits.parse().unwrap());
    let text = large_faction();
    assert!(text.lines().count() >= 4_985, "{}", text.lines().count());
    let files = [("system.orbat", SYSTEM), ("large.orbat", &*text)];
    let mut editor = Editor::open(&folder("lsp-speed", &files));
    editor.show("large.orbat");
    editor.diagnostics("large.orbat");
    let (mut times, mut early) = (Vec::new(), 0);
    for edit in 0..edits {
        // `man` becomes `men`, which is unknown, and `man` again: both change what is said.
        let line = 3 + 8 * (edit / 2 % 600);
        let letter = if edit % 2 == 0 { "e" } else { "a" };
        let began = std::time::Instant::now();
        editor.edit_and_wait("large.orbat", line, 18, 19, letter);
        times.push(began.elapsed());
        if edit == edits / 10 {
            early = editor.memory();
        }
    }
    times.sort();
    let at = |share: usize| times[(times.len() - 1) * share / 100].as_secs_f64() * 1000.0;
    let late = editor.memory();
    println!(
        "{edits} edits: p50 {:.1} ms, p99 {:.1} ms; {early} kB, then {late} kB",
        at(50),
        at(99)
    );
    assert!(late < early + early / 4, "{early} kB became {late} kB");
}
