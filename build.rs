//! Embeds the explanations of the diagnostic codes, the templates, and the data folder together with
//! what the parser finds in it.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use grammar::{Grammar, Rule};
use lexer::{Lexer, blanked};
use pest::Parser;
use tree::Tree;

#[path = "src/syntax/grammar.rs"]
mod grammar;
#[allow(dead_code, reason = "only the comments are looked for here")]
#[path = "src/syntax/lexer.rs"]
mod lexer;
#[allow(dead_code, reason = "trees are only written here")]
#[path = "src/syntax/tree.rs"]
mod tree;
#[allow(dead_code, reason = "only what the lexer needs is used")]
#[path = "src/syntax/words.rs"]
mod words;

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=grammar");
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?);
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    let mut factions = String::from("static FACTIONS: &[(&str, &str, &[u8])] = &[\n");
    for (number, (file, path)) in files(&root.join("factions"), "orbat")?.iter().enumerate() {
        let tree = out.join(format!("{number}.tree"));
        fs::write(&tree, prepare(&fs::read_to_string(path)?))?;
        factions.push_str(&format!(
            "    ({file:?}, include_str!({path:?}), include_bytes!({tree:?})),\n"
        ));
    }
    fs::write(out.join("embedded.rs"), factions + "];\n")?;
    embed(&out.join("explanations.rs"), "EXPLANATIONS", &root.join("docs/codes"), &["md"])?;
    let endings = ["css", "html", "js", "post", "txt"];
    embed(&out.join("templates.rs"), "TEMPLATES", &root.join("templates"), &endings)?;
    let terminal = root.join("templates/terminal");
    embed(&out.join("terminal_templates.rs"), "TERMINAL_TEMPLATES", &terminal, &["txt"])
}

/// Writes a table of the texts in a folder, those in folders below it left out, by their names.
fn embed(out: &Path, table: &str, folder: &Path, endings: &[&str]) -> io::Result<()> {
    let mut text = format!("static {table}: &[(&str, &str)] = &[\n");
    for ending in endings {
        for (file, path) in files(folder, ending)?.iter().filter(|(file, _)| !file.contains('/')) {
            text.push_str(&format!("    ({file:?}, include_str!({path:?})),\n"));
        }
    }
    fs::write(out, text + "];\n")
}

/// What the parser finds in a file. Nothing for a file with mistakes; those are reported when it is
/// loaded.
fn prepare(text: &str) -> Vec<u8> {
    let mut lexer = Lexer::new(text);
    lexer.by_ref().for_each(drop);
    let code = blanked(text, &lexer.skipped);
    match Grammar::parse(Rule::whole_file, &code) {
        Ok(pairs) => Tree::of(pairs).to_bytes(),
        Err(_) => Vec::new(),
    }
}

/// Every file of that ending below a folder, by its path there and on disk, sorted.
fn files(folder: &Path, ending: &str) -> io::Result<Vec<(String, PathBuf)>> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut names = Vec::new();
    collect(folder, "", ending, &mut names)?;
    names.sort();
    Ok(names.into_iter().map(|name| (name.clone(), folder.join(name))).collect())
}

fn collect(folder: &Path, prefix: &str, ending: &str, files: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_dir() {
            collect(&entry.path(), &format!("{prefix}{name}/"), ending, files)?;
        } else if name.ends_with(&format!(".{ending}")) {
            files.push(format!("{prefix}{name}"));
        }
    }
    Ok(())
}
