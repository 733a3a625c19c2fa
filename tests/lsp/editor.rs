//! An editor that speaks to the program, and the small game it has open.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::support::program::folder;

/// An editor with one folder open.
pub(crate) struct Editor {
    pub(crate) child: Child,
    from: BufReader<ChildStdout>,
    pub(crate) root: PathBuf,
    asked: u64,
    /// Diagnostics as they came, by address.
    published: Vec<(String, Vec<Value>)>,
}

impl Editor {
    pub(crate) fn open(root: &Path) -> Self {
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

    pub(crate) fn send(&mut self, message: &Value) {
        let text = message.to_string();
        let stdin = self.child.stdin.as_mut().unwrap();
        write!(stdin, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        stdin.flush().unwrap();
    }

    pub(crate) fn receive(&mut self) -> Value {
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

    pub(crate) fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// The result of a request; diagnostics that come before it are kept.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        let answer = self.ask_whole(method, params);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    pub(crate) fn ask_whole(&mut self, method: &str, params: Value) -> Value {
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

    pub(crate) fn keep(&mut self, message: &Value) {
        if message["method"] == "textDocument/publishDiagnostics" {
            let params = &message["params"];
            let uri = params["uri"].as_str().unwrap().to_owned();
            self.published.push((uri, params["diagnostics"].as_array().unwrap().clone()));
        }
    }

    pub(crate) fn uri(&self, file: &str) -> String {
        format!("file://{}/{file}", self.root.display())
    }

    pub(crate) fn document(&self, file: &str) -> Value {
        json!({ "uri": self.uri(file) })
    }

    pub(crate) fn show(&mut self, file: &str) {
        let text = fs::read_to_string(self.root.join(file)).unwrap();
        let uri = self.uri(file);
        self.tell(
            "textDocument/didOpen",
            json!({
                "textDocument": { "uri": uri, "languageId": "orbat", "version": 1, "text": text },
            }),
        );
    }

    pub(crate) fn retype(&mut self, file: &str, text: &str) {
        let document = json!({ "uri": self.uri(file), "version": 2 });
        let changes = json!([{ "text": text }]);
        self.tell(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": changes }),
        );
    }

    /// The last diagnostics of a file, once all that was told is worked off.
    pub(crate) fn diagnostics(&mut self, file: &str) -> Vec<Value> {
        // Two rounds: diagnostics are sent behind the answers of the round they belong to.
        for _ in 0..2 {
            self.ask("workspace/symbol", json!({ "query": "nothing is called this" }));
        }
        let uri = self.uri(file);
        let last = self.published.iter().rev().find(|(of, _)| *of == uri);
        last.map(|(_, all)| all.clone()).unwrap_or_default()
    }

    pub(crate) fn at(&self, file: &str, text: &str, what: &str) -> Value {
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

pub(crate) const SYSTEM: &str = r#"system game "Game" {
  cost pts "points"
  profile model "Model" { SP "Speed" int }
  profile weapon "Weapon" { R "Range" inches }
  category troop "Troops"
  keyword Fast(X int) "Moves {X} further."
  chart standard "Standard" { slot troop 0..5 }
}
"#;

pub(crate) const FACTION: &str = r#"faction reds "Reds" of game {
  weapon rifle "Rifle" { R 24 }
  unit squad "Squad" : troop {
    models 5..10 man at 10
    model man "Man" { SP 5 }
    weapons rifle
    option medic "Medic" 10
  }
}
"#;

pub(crate) fn game(name: &str) -> PathBuf {
    folder(name, &[("system.orbat", SYSTEM), ("reds.orbat", FACTION)])
}

/// The code actions of a range, by title, with what the file reads after each.
pub(crate) fn actions(
    editor: &mut Editor,
    file: &str,
    text: &str,
    range: &Value,
) -> Vec<(String, String)> {
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
