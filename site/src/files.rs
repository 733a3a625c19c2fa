//! The files of the site.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use orbat::Data;
use orbat::internals::render::FONTS;
use orbat::web::respond;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::Result;

/// The page may run its own scripts and the engine, and load its own files.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
     img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; font-src data:; \
     base-uri 'none'; form-action 'none'";

/// Whether a file belongs to the page of `orbat event serve`, which needs a server.
fn is_of_desk(name: &str) -> bool {
    name.starts_with("desk")
}

/// Copies a folder with all below it, but for the pages that need a server.
pub fn copy(from: &Path, to: &Path) -> Result {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if is_of_desk(&entry.file_name().to_string_lossy()) {
            continue;
        }
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else if target.extension().is_some_and(|end| end == "js") && !is_vendored(from) {
            fs::write(target, without_comments(&fs::read_to_string(entry.path())?))?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// Whether a folder holds the work of others, which stays as it is.
fn is_vendored(folder: &Path) -> bool {
    folder.file_name().is_some_and(|name| name == "vendor")
}

/// A script without the lines that only comment: nobody reads them here, and everybody loads them.
fn without_comments(script: &str) -> String {
    let mut is_inside = false;
    let mut kept = String::new();
    for line in script.lines() {
        let words = line.trim_start();
        is_inside |= words.starts_with("/**");
        if !is_inside && !words.starts_with("//") {
            kept.push_str(line);
            kept.push('\n');
        }
        is_inside &= !words.contains("*/");
    }
    kept
}

/// The scripts that lay printouts out, and their fonts, which the engine goes without.
pub fn print_files(root: &Path, out: &Path) -> Result {
    fs::create_dir_all(out.join("print"))?;
    let (name, sheet) = FONTS;
    fs::write(out.join("print").join(name), sheet)?;
    for entry in fs::read_dir(root.join("templates"))? {
        let path = entry?.path();
        if let Some(name) =
            path.file_name().filter(|_| path.extension().is_some_and(|end| end == "js"))
        {
            fs::copy(&path, out.join("print").join(name))?;
        }
    }
    Ok(())
}

/// Tells the page that it has no server.
pub fn page(out: &Path) -> Result {
    let worker = "\n<meta name=\"orbat-worker\" content=\"worker.js\">";
    let app = "\n<link rel=\"manifest\" href=\"manifest.webmanifest\">";
    let fonts = format!("\n<link rel=\"stylesheet\" href=\"print/{}\">", FONTS.0);
    for (name, more) in
        [("index.html", format!("{worker}{app}")), ("print.html", format!("{worker}{fonts}"))]
    {
        let path = out.join(name);
        let text = fs::read_to_string(&path)?;
        let charset = "<meta charset=\"utf-8\">";
        let policy = format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">");
        fs::write(&path, text.replace(charset, &format!("{charset}\n{policy}{more}")))?;
    }
    Ok(())
}

/// A file for each game, and a list of them.
pub fn games(root: &Path, out: &Path) -> Result {
    let data = Data::open(&[]).map_err(|error| error.to_string())?;
    let systems = respond(&data, "systems", "{}", &|_| true);
    let mut systems: Vec<Value> = serde_json::from_str(&systems.body)?;
    fs::create_dir_all(out.join("games"))?;
    for system in &mut systems {
        let id = system["id"].as_str().ok_or("a game without an id")?.to_owned();
        let mut texts = BTreeMap::new();
        collect(&root.join("factions").join(&id), &id, &mut texts)?;
        let name = format!("games/{id}.json");
        fs::write(out.join(&name), serde_json::to_string(&texts)?)?;
        system["file"] = json!(name);
    }
    fs::write(out.join("games.json"), serde_json::to_string(&systems)?)?;
    Ok(())
}

fn collect(folder: &Path, prefix: &str, texts: &mut BTreeMap<String, String>) -> Result {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{prefix}/{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &name, texts)?;
        } else if name.ends_with(".orbat") {
            texts.insert(name, fs::read_to_string(entry.path())?);
        }
    }
    Ok(())
}

/// Writes the service worker last: its version is that of all other files.
pub fn service_worker(out: &Path) -> Result {
    let mut files = BTreeMap::new();
    list(out, "", &mut files)?;
    let mut version = Sha256::new();
    for (name, bytes) in &files {
        version.update(name.as_bytes());
        version.update(bytes);
    }
    let version: String =
        version.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect();
    let (games, own): (Vec<&String>, Vec<&String>) =
        files.keys().partition(|name| name.starts_with("games/"));
    let mut own: Vec<&str> = own.into_iter().map(String::as_str).collect();
    own.push("./");
    let script = include_str!("sw.js")
        .replace("@version@", &version)
        .replace("/*@files@*/[]", &serde_json::to_string(&own)?)
        .replace("/*@games@*/[]", &serde_json::to_string(&games)?);
    Ok(fs::write(out.join("sw.js"), script)?)
}

/// Every file below a folder.
pub fn list(folder: &Path, prefix: &str, files: &mut BTreeMap<String, Vec<u8>>) -> Result {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            list(&entry.path(), &format!("{name}/"), files)?;
        } else {
            files.insert(name, fs::read(entry.path())?);
        }
    }
    Ok(())
}
