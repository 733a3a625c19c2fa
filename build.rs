//! Embeds the explanations of the diagnostic codes, the templates, and the data folder together
//! with what the parser finds in it. Reads the words of the language off the grammar, and what each
//! means off its reference.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use grammar::{Grammar, Rule};
use lexer::{Lexer, blanked};
use pest::Parser;
use tree::Tree;

#[path = "src/syntax/grammar.rs"]
mod grammar;
#[path = "grammar/inputs.rs"]
mod inputs;
#[allow(dead_code, reason = "only the comments are looked for here")]
#[path = "src/syntax/lexer.rs"]
mod lexer;
#[path = "grammar/reference.rs"]
mod reference;
#[allow(dead_code, reason = "trees are only written here")]
#[path = "src/syntax/tree.rs"]
mod tree;
#[path = "grammar/words.rs"]
mod words;

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=grammar");
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?);
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    let tables = words::tables(&fs::read_to_string(root.join("grammar/orbat.pest"))?);
    fs::write(out.join("words.rs"), tables.map_err(io::Error::other)?)?;
    println!("cargo::rerun-if-changed=docs/language.md");
    let reference = fs::read_to_string(root.join("docs/language.md"))?;
    fs::write(out.join("reference.rs"), reference::table(&reference))?;
    let mut factions = String::from("static FACTIONS: &[EmbeddedFile] = &[\n");
    let has_games = env::var_os("CARGO_FEATURE_GAMES").is_some();
    let games = if has_games { files(&root.join("factions"), "orbat")? } else { Vec::new() };
    let inputs = inputs::mark(&root)?;
    let all_packed = if has_games { packed(&root, inputs)? } else { Vec::new() };
    for (number, (file, path)) in games.iter().enumerate() {
        let tree = out.join(format!("{number}.tree"));
        let prepared = prepare(&fs::read_to_string(path)?);
        fs::write(&tree, prepared.tree)?;
        let game = out.join(format!("{number}.game"));
        let is_it = |packed: &&(String, Vec<u8>)| packed.0 == *file;
        fs::write(&game, all_packed.iter().find(is_it).map_or(&[][..], |(_, bytes)| bytes))?;
        factions.push_str(&format!(
            "    EmbeddedFile {{ path: {file:?}, text: include_str!({path:?}), tree: \
             include_bytes!({tree:?}), headers: &{:?}, uses: &{:?}, pictures: &{:?}, game: \
             include_bytes!({game:?}) }},\n",
            prepared.headers, prepared.uses, prepared.pictures
        ));
    }
    factions.push_str("];\nstatic PICTURES: &[(&str, &[u8])] = &[\n");
    for ending in if has_games { &["png", "svg", "webp"][..] } else { &[] } {
        for (file, path) in files(&root.join("factions"), ending)? {
            factions.push_str(&format!("    ({file:?}, include_bytes!({path:?})),\n"));
        }
    }
    factions.push_str("];\n");
    factions.push_str(&format!("#[cfg(test)]\npub(crate) const INPUTS: u64 = {inputs};\n"));
    fs::write(out.join("embedded.rs"), factions)?;
    fs::write(out.join("codes.rs"), codes(&root.join("docs/codes"))?)?;
    let endings = ["css", "html", "js", "post", "txt"];
    // The static site loads the fonts as a file of their own, so its engine goes without.
    let is_site = env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm");
    let sheet = if is_site { String::new() } else { fonts(&root.join("templates/fonts"))? };
    fs::write(out.join("fonts.css"), sheet)?;
    embed(&out.join("templates.rs"), "TEMPLATES", &root.join("templates"), &endings)?;
    let terminal = root.join("templates/terminal");
    embed(&out.join("terminal_templates.rs"), "TERMINAL_TEMPLATES", &terminal, &["txt"])?;
    assets(&out.join("assets.rs"), &root)
}

/// The games that were packed, by the file of their system. None if their texts have changed since:
/// then they are resolved whenever they are needed, which takes longer.
fn packed(root: &Path, inputs: u64) -> io::Result<Vec<(String, Vec<u8>)>> {
    let path = root.join(inputs::PACKED);
    println!("cargo::rerun-if-changed={}", path.display());
    let read = if path.exists() { fs::read(&path)? } else { Vec::new() };
    let games = inputs::games(&read, inputs);
    if games.is_none() {
        println!(
            "cargo::warning=the games have changed since they were packed, so starting takes longer: \
             ORBAT_BLESS=1 cargo test --lib games_are_packed_whole"
        );
    }
    Ok(games.unwrap_or_default())
}

/// Writes a table of the files of the page, by their paths, and the scripts of printouts.
fn assets(out: &Path, root: &Path) -> io::Result<()> {
    let mut text = String::from("static ASSETS: &[(&str, &[u8])] = &[\n");
    for (file, path) in files(&root.join("templates"), "js")? {
        let name = format!("print/{file}");
        text.push_str(&format!("    ({name:?}, include_bytes!({path:?})),\n"));
    }
    let folder = &root.join("web");
    for ending in ["css", "html", "js", "LICENSE", "png", "svg", "webmanifest"] {
        for (file, path) in files(folder, ending)? {
            text.push_str(&format!("    ({file:?}, include_bytes!({path:?})),\n"));
        }
    }
    fs::write(out, text + "];\n")
}

/// A constant for every page `docs/codes/<name>.md`, and a table of them:
///
/// ```text
/// # slot.too_many
///
/// Error: a slot has more units than it may.
/// ```
fn codes(folder: &Path) -> io::Result<String> {
    let (mut constants, mut all) = (String::new(), String::new());
    for (file, path) in files(folder, "md")? {
        let text = fs::read_to_string(&path)?;
        let head = || {
            let mut lines = text.lines();
            let name = lines.next()?.strip_prefix("# ")?;
            let (severity, title) = lines.nth(1)?.strip_suffix('.')?.split_once(": ")?;
            let (family, short) = name.split_once('.').filter(|_| file == format!("{name}.md"))?;
            Some((name, severity, title, family, short))
        };
        let (name, severity, title, family, short) =
            head().ok_or_else(|| io::Error::other(format!("{file}: no heading of a code")))?;
        let about_data = matches!(family, "source" | "syntax" | "data");
        let constant = if about_data { short.to_owned() } else { name.replace('.', "_") };
        let constant = constant.to_uppercase();
        let family = family[..1].to_uppercase() + &family[1..];
        constants.push_str(&format!(
            "/// {title}\npub static {constant}: Code = Code {{\n    name: {name:?},\n    \
             family: Family::{family},\n    severity: Severity::{severity},\n    title: {title:?},\n    \
             explanation: include_str!({path:?}),\n}};\n"
        ));
        all.push_str(&format!("    &{constant},\n"));
    }
    Ok(format!("{constants}/// Every code there is.\npub static ALL: &[&Code] = &[\n{all}];\n"))
}

/// A style sheet that holds the fonts themselves. A file is called `family-width-weight.woff2`.
fn fonts(folder: &Path) -> io::Result<String> {
    let mut sheet = String::new();
    for (file, path) in files(folder, "woff2")? {
        let name = file.strip_suffix(".woff2").unwrap_or(&file);
        let mut parts = name.rsplit('-');
        let (Some(weight), Some(width)) = (parts.next(), parts.next()) else {
            return Err(io::Error::other(format!("{file}: no width and weight in its name")));
        };
        let bytes = base64(&fs::read(path)?);
        sheet.push_str(&format!(
            "@font-face {{ font-family: \"Orbat Sans\"; font-stretch: {width}%; font-weight: {weight}; \
             src: url(data:font/woff2;base64,{bytes}) format(\"woff2\"); }}\n"
        ));
    }
    Ok(sheet)
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let byte = |at: usize| u32::from(three.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for digit in 0..4 {
            let value = (bits >> (18 - 6 * digit)) & 63;
            let sign = DIGITS.get(value as usize).filter(|_| digit <= three.len());
            text.push(sign.map_or('=', |sign| char::from(*sign)));
        }
    }
    text
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

/// What is found in a file.
#[derive(Default)]
struct Prepared {
    tree: Vec<u8>,
    headers: Vec<String>,
    uses: Vec<String>,
    pictures: Vec<String>,
}

/// What the parser finds in a file. Nothing for a file with mistakes; those are reported when it is
/// loaded. The same goes for one with characters that may steer a terminal.
fn prepare(text: &str) -> Prepared {
    let mut lexer = Lexer::new(text);
    lexer.by_ref().for_each(drop);
    let code = blanked(text, &lexer.skipped);
    let steers = |char: char| char.is_control() && !matches!(char, '\t' | '\n' | '\r');
    let Ok(pairs) = Grammar::parse(Rule::whole_file, &code) else { return Prepared::default() };
    if text.contains(steers) {
        return Prepared::default();
    }
    let mut prepared = Prepared::default();
    for part in pairs.clone().flat_map(|file| file.into_inner()) {
        let header = match part.as_rule() {
            Rule::whole_item => part.into_inner().next().map_or("", |header| header.as_str()),
            Rule::declaration => "",
            _ => continue,
        };
        // Declarations outside of items are one part, however many they are.
        if !header.is_empty() || prepared.headers.last().is_none_or(|last| !last.is_empty()) {
            prepared.headers.push(header.to_owned());
        }
    }
    for pair in pairs.clone().flatten() {
        let texts = match pair.as_rule() {
            Rule::use_ => &mut prepared.uses,
            Rule::emblem | Rule::portrait => &mut prepared.pictures,
            _ => continue,
        };
        let text = pair.into_inner().find(|part| part.as_rule() == Rule::string);
        let text = text.map_or("", |text| text.as_str());
        texts.push(text.trim_matches(['"', '“', '”']).to_owned());
    }
    prepared.tree = Tree::of(pairs).to_bytes();
    prepared
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
