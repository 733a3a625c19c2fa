//! How fast the server answers, and what it keeps. Measured in release builds.

use std::fs;

use serde_json::json;

use crate::editor::{Editor, SYSTEM};
use crate::support::program::folder;

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
