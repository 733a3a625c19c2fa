//! The builder: lists are changed without touching the rest of their text, and whatever is
//! suggested, completed or repaired is what it claims to be.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may fail loudly"
)]

#[path = "build/agree.rs"]
mod agree;
#[path = "build/answers.rs"]
mod answers;
#[path = "build/begin.rs"]
mod begin;
#[path = "build/command.rs"]
mod command;
#[path = "build/currency.rs"]
mod currency;
#[path = "build/findings.rs"]
mod findings;
#[path = "build/growth.rs"]
mod growth;
#[path = "build/moves.rs"]
mod moves;
#[path = "build/nested.rs"]
mod nested;
#[path = "build/random.rs"]
mod random;
#[path = "build/repair.rs"]
mod repair;
#[path = "build/search.rs"]
mod search;
#[path = "build/stated.rs"]
mod stated;
#[path = "build/suggest.rs"]
mod suggest;
mod support;
#[cfg(unix)]
#[path = "build/terminal.rs"]
mod terminal;
#[path = "build/text.rs"]
mod text;

#[path = "build/whole.rs"]
mod whole;

use orbat::internals::list::{List, load_list};
use orbat::internals::model::Game;
use orbat::internals::resolve::Library;
use orbat::internals::source::{Embedded, Memory, SourceProvider, Sources};

/// The games that come with the program.
const SYSTEMS: &[&str] = &["at43", "dark_age", "firefight", "mad_minute", "warzone"];

/// One of them.
fn game(system: &str) -> Game {
    Library::open(&[&Embedded]).compile(system).game.unwrap()
}

/// A game of a test.
fn small_game(text: &str) -> Game {
    let memory = Memory::default().with("case.orbat", text);
    let layers: [&dyn SourceProvider; 1] = [&memory];
    let library = Library::open(&layers);
    let system = library.systems().remove(0).id;
    let compiled = library.compile(&system);
    assert!(compiled.diagnostics.is_empty(), "{:?}", compiled.diagnostics);
    compiled.game.unwrap()
}

fn read(text: &str) -> List {
    let mut sources = Sources::default();
    let source = sources.add("list.yaml", text);
    let (list, found) = load_list(&sources, source);
    assert!(found.is_empty(), "{found:?}\n{text}");
    list.unwrap()
}
