//! What each fuzz target does with the bytes it is given. A panic is a finding; so is a run that
//! takes more than two seconds. `tests/fuzz.rs` does the same with the kept corpus.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

use orbat::internals::diagnostic::draw;
use orbat::internals::list::{Edit, List, load_list, rewrite};
use orbat::internals::resolve::{Compiled, Library};
use orbat::internals::source::{Embedded, Memory, SourceId, SourceProvider, Sources};
use orbat::internals::syntax;
use orbat::{Builder, CompleteOptions, Data, OutputFormat, PrintJob, Renderer, Ruleset, batch};

/// Between the parts of an input that has two.
pub const SEPARATOR: &str = "\n===\n";

/// The system of data that defines none.
const BASE: &str = include_str!("../../tests/support/base.orbat");

static EMBEDDED: LazyLock<Data> = LazyLock::new(|| Data::of(&[&Embedded]));

/// Data: everything that is wrong with it is found and drawn, and what is laid out anew says the
/// same.
pub fn compile(bytes: &[u8]) {
    let library = library(bytes);
    let mut all: Vec<Compiled> =
        library.systems().iter().map(|system| library.compile(&system.id)).collect();
    all.push(library.compile_rest());
    for Compiled { sources, diagnostics, .. } in &all {
        for diagnostic in diagnostics {
            let drawn = draw(diagnostic, sources, false, 100);
            assert!(!drawn.contains('\u{1b}'), "a control character is drawn");
        }
    }
    if let Ok(text) = std::str::from_utf8(bytes)
        && let Ok(formatted) = syntax::format(text)
    {
        assert_eq!(syntax::format(&formatted).as_ref(), Ok(&formatted), "laid out twice");
    }
}

fn library(bytes: &[u8]) -> Library {
    let base = Memory::default().with("base.orbat", BASE);
    let own = Memory::default().with("case.orbat", bytes);
    let has_system = |text: &str| text.lines().any(|line| line.starts_with("system "));
    let layers: Vec<&dyn SourceProvider> =
        if has_system(&String::from_utf8_lossy(bytes)) { vec![&own] } else { vec![&base, &own] };
    Library::open(&layers)
}

/// A list of one of the embedded games: it is judged, and the report serialises.
pub fn judge(bytes: &[u8]) {
    let lists = Memory::default().with("list.yaml", bytes);
    let each = |report: orbat::Report| {
        assert!(serde_json::to_string(&report).is_ok(), "no JSON");
        assert!(!report.legal || report.readable, "legal, but unreadable");
    };
    let outcome = batch::run(&EMBEDDED, &lists, |list| list.judge().0, each);
    assert!(outcome.is_ok(), "the embedded data has errors");
}

/// A list and edits, one a line as JSON: whatever can be written says exactly what was asked for.
pub fn edit(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (text, edits) = text.split_once(SEPARATOR).unwrap_or((&text, ""));
    let Some(mut list) = read(text) else { return };
    for edit in edits.lines().take(50) {
        if let Ok(edit) = serde_json::from_str::<Edit>(edit) {
            let before = list.clone();
            if edit.apply(&mut list).is_err() {
                assert!(list == before, "a refused edit changed the list");
            }
        }
    }
    if let Ok(new) = rewrite(text, &list) {
        // Places are no part of what a list says.
        let (span, deck_at) = (list.span, list.deck_at);
        let said = read(&new).map(|said| List { span, deck_at, ..said });
        assert!(said == Some(list), "another list was written:\n{new}");
    }
}

/// A list without errors in its text.
fn read(text: &str) -> Option<List> {
    let (list, diagnostics) = load_list(&Sources::of_list("list.yaml", text), SourceId::LIST);
    list.filter(|_| diagnostics.is_empty())
}

/// Data and a list of its game, the whole way: compiled, judged, completed, repaired and printed.
pub fn whole(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Some((data, list)) = text.split_once(SEPARATOR) else { return };
    let base = Memory::default().with("base.orbat", BASE);
    let own = Memory::default().with("case.orbat", data);
    let data = Data::of(&[&base, &own]);
    let lists = Memory::default().with("list.yaml", list);
    // Data with errors has no game to judge by.
    let _ = batch::run(&data, &lists, |list| list.judge().0.legal, drop);
    let Some(list) = read(list).filter(|list| data.has_game(&list.system.value)) else { return };
    let Ok(game) = data.game(&list.system.value) else { return };
    let rules = Ruleset::new(&game.game);
    let builder = Builder::new(&rules);
    builder.suggest(&list);
    builder.repair(&game.sources, &list, &few());
    builder.complete(&list, &CompleteOptions { spend: true, seed: 1, should_continue: &few() });
    let mut papers = Vec::new();
    let _ = batch::run(&data, &lists, |list| list.paper(), |paper| papers.extend(paper));
    for format in [OutputFormat::Html, OutputFormat::Text, OutputFormat::Discord] {
        let Ok(renderer) = Renderer::new(format, &[]) else { continue };
        assert!(renderer.print(&PrintJob::new(papers.clone())).is_ok(), "no printout");
    }
}

/// Stops a search after a few steps.
fn few() -> impl Fn(&str) -> bool {
    let steps = AtomicU32::new(0);
    move |_| steps.fetch_add(1, Ordering::Relaxed) < 20
}
