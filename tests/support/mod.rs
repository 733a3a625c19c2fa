//! What the test binaries share: compiling texts held in memory.
#![allow(dead_code, unreachable_pub, reason = "each test binary uses a part of it")]

pub mod browser;
pub mod program;
pub mod schema;
pub mod verdict;

use std::fs;
use std::path::{Path, PathBuf};

use orbat::internals::diagnostic::Diagnostic;
use orbat::internals::resolve::{Compiled, Library};
use orbat::internals::source::{Memory, SourceProvider};

/// A small system that cases without one of their own belong to.
pub const BASE: &str = include_str!("base.orbat");

/// Compiles everything the files hold; `BASE` is added where no file defines a system.
pub fn compile_files(files: &[(String, Vec<u8>)]) -> Vec<Compiled> {
    let mut memory = Memory::default();
    for (path, bytes) in files {
        memory = memory.with(path, bytes.clone());
    }
    let base = Memory::default().with("base.orbat", BASE);
    let with_base = !files.iter().any(|(_, bytes)| {
        String::from_utf8_lossy(bytes).lines().any(|line| line.starts_with("system "))
    });
    let layers: Vec<&dyn SourceProvider> =
        if with_base { vec![&base, &memory] } else { vec![&memory] };
    let library = Library::open(&layers);
    let mut all: Vec<Compiled> =
        library.systems().iter().map(|system| library.compile(&system.id)).collect();
    all.push(library.compile_rest());
    // No case needs everything that the small game has.
    let is_of_base = |compiled: &Compiled, diagnostic: &Diagnostic| {
        let file = compiled.sources.get(diagnostic.at.span.source);
        diagnostic.code.name == UNUSED && file.path() == "base.orbat"
    };
    for compiled in &mut all {
        let mut left = std::mem::take(&mut compiled.diagnostics);
        left.retain(|diagnostic| !is_of_base(compiled, diagnostic));
        compiled.diagnostics = left;
    }
    all
}

/// The code of what an example leaves over.
pub const UNUSED: &str = "data.unused";

/// Lints: examples of one construct need not care about them.
const LINTS: &[&str] = &[
    UNUSED,
    "data.free_unit",
    "data.same_title",
    "data.empty_set",
    "data.never_applies",
    "data.limit_never",
    "data.limit_always",
    "data.option_impossible",
    "data.unlinked",
];

/// Whether a code is one of these, or about them.
pub fn is_lint(code: &str) -> bool {
    LINTS.contains(&code) || code == "data.allow"
}

/// What was found in an example, without lints that it is not about.
pub fn found_in_example(compiled: &[Compiled], about: &[&str]) -> Vec<String> {
    let is_lint = |found: &str| {
        LINTS.iter().any(|lint| found.ends_with(&format!(" {lint}")) && !about.contains(lint))
    };
    found(compiled).into_iter().filter(|found| !is_lint(found)).collect()
}

pub fn compile_text(text: &str) -> Vec<Compiled> {
    compile_files(&[("case.orbat".to_owned(), text.as_bytes().to_vec())])
}

/// `path:line:column code` of a diagnostic.
pub fn described(compiled: &Compiled, diagnostic: &Diagnostic) -> String {
    let place = compiled.sources.place(diagnostic.at.span);
    let path = compiled.sources.get(diagnostic.at.span.source).path();
    format!("{path}:{:>3}:{:<3} {}", place.line, place.column, diagnostic.code.name)
}

/// What [`described`] says of every diagnostic, sorted and each once.
pub fn found(compiled: &[Compiled]) -> Vec<String> {
    let mut all: Vec<String> = compiled
        .iter()
        .flat_map(|compiled| {
            compiled.diagnostics.iter().map(move |diagnostic| described(compiled, diagnostic))
        })
        .collect();
    all.sort();
    all.dedup();
    all
}

/// Every diagnostic as people see it, for the message of a failing test.
pub fn drawn(compiled: &[Compiled]) -> String {
    let all = compiled.iter().flat_map(|compiled| {
        compiled.diagnostics.iter().map(move |diagnostic| (compiled, diagnostic))
    });
    all.map(|(compiled, diagnostic)| {
        orbat::internals::diagnostic::draw(diagnostic, &compiled.sources, false, 110)
    })
    .collect()
}

pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// All files below a folder with that ending, sorted.
pub fn files_below(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
    {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(files_below(&path, ending));
        } else if path.extension().is_some_and(|extension| extension == ending) {
            files.push(path);
        }
    }
    files.sort();
    files
}
