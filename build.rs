//! Embeds the explanations of the diagnostic codes, the templates, and the data folder together with
//! what the parser finds in it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use pest::{Parser, Token};

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/orbat.pest"]
struct Grammar;

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=grammar");
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?);
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    let mut factions = String::from("static FACTIONS: &[(&str, &str, &[u8])] = &[\n");
    for (number, (file, path)) in files(&root.join("factions"), "orbat")?.iter().enumerate() {
        let tree = out.join(format!("{number}.tree"));
        fs::write(&tree, prepare(&fs::read_to_string(path)?))?;
        writeln!(factions, "    ({file:?}, include_str!({path:?}), include_bytes!({tree:?})),")
            .map_err(io::Error::other)?;
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
            writeln!(text, "    ({file:?}, include_str!({path:?})),").map_err(io::Error::other)?;
        }
    }
    fs::write(out, text + "];\n")
}

/// The rules found in a file, as `src/syntax/tree.rs` reads them: rule, start, end and the node
/// after it. Nothing for a file with mistakes; those are told when it is loaded.
fn prepare(text: &str) -> Vec<u8> {
    let code = without_comments(text);
    let Ok(found) = Grammar::parse(Rule::whole_file, &code) else { return Vec::new() };
    let mut nodes: Vec<(u16, usize, usize, usize)> = Vec::new();
    let mut open = Vec::new();
    for token in found.tokens() {
        match token {
            Token::Start { rule: Rule::EOI, .. } | Token::End { rule: Rule::EOI, .. } => {}
            Token::Start { rule, pos } => {
                open.push(nodes.len());
                nodes.push((rule as u16, pos.pos(), 0, 0));
            }
            Token::End { pos, .. } => {
                let after = nodes.len();
                if let Some(node) = open.pop().and_then(|at| nodes.get_mut(at)) {
                    (node.2, node.3) = (pos.pos(), after);
                }
            }
        }
    }
    let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes();
    let bytes = |(rule, start, end, after): (u16, usize, usize, usize)| {
        [&rule.to_le_bytes()[..], &number(start), &number(end), &number(after)].concat()
    };
    nodes.into_iter().flat_map(bytes).collect()
}

/// The text with its comments blanked out, so that everything keeps its place. Texts end on their
/// line.
fn without_comments(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let (kept, comment) = line.split_at(code_end(line));
        code.push_str(kept);
        code.extend(comment.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
    }
    code
}

/// Where a line's code ends: before `//` outside of texts.
fn code_end(line: &str) -> usize {
    let mut closing = None;
    let mut escaped = false;
    for (at, char) in line.char_indices() {
        match (closing, char) {
            (Some(_), _) if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(end), _) if char == end => closing = None,
            (None, '"') => closing = Some('"'),
            (None, '“') => closing = Some('”'),
            (None, '/') if line[at..].starts_with("//") => return at,
            _ => {}
        }
    }
    line.len()
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
