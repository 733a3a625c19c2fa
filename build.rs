//! Embeds the data folder and the explanations of the diagnostic codes as tables of path and text.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?;
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    embed(Path::new(&root), "factions", "orbat", "FACTIONS", &Path::new(&out).join("embedded.rs"))?;
    embed(Path::new(&root), "docs/codes", "md", "EXPLANATIONS", &Path::new(&out).join("explanations.rs"))
}

/// Writes `static NAME: &[(&str, &str)]` with every file of that ending below the folder, sorted.
fn embed(root: &Path, folder: &str, ending: &str, name: &str, out: &Path) -> io::Result<()> {
    println!("cargo::rerun-if-changed={folder}");
    let mut files = Vec::new();
    collect(&root.join(folder), "", ending, &mut files)?;
    files.sort();
    let mut code = format!("static {name}: &[(&str, &str)] = &[\n");
    for file in files {
        let path = root.join(folder).join(&file);
        writeln!(code, "    ({file:?}, include_str!({path:?})),").map_err(io::Error::other)?;
    }
    code.push_str("];\n");
    fs::write(out, code)
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
