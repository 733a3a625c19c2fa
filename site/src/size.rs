//! How much a visitor has to load: the site is not written if it is more than we promise.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

use crate::Result;
use crate::files::list;

/// The engine without any game, compressed.
const MOST_ENGINE: usize = 1_300_000;

/// The scripts that a visitor's browser runs, compressed: without the library, the languages that are
/// not spoken, and the scripts that lay out paper, which come with a printout.
const MOST_SCRIPTS: usize = 40_000;

pub fn check(out: &Path) -> Result {
    let mut files = BTreeMap::new();
    list(out, "", &mut files)?;
    let mut sizes = [("engine", 0, MOST_ENGINE), ("scripts", 0, MOST_SCRIPTS)];
    for (name, bytes) in &files {
        let at = match name.as_str() {
            name if name.ends_with(".wasm") => 0,
            "text/en.js" => 1,
            name if name.ends_with(".js") && !is_elsewhere(name) => 1,
            _ => continue,
        };
        sizes[at].1 += compressed(bytes)?;
    }
    for (what, size, most) in sizes {
        println!("{what}: {size} bytes compressed, at most {most}");
        if size > most {
            return Err(format!("{what}: {size} bytes compressed are more than {most}").into());
        }
    }
    Ok(())
}

/// Whether a script is not ours, or not run by everybody who builds a list.
fn is_elsewhere(name: &str) -> bool {
    ["vendor/", "engine/", "print/", "text/"].iter().any(|folder| name.starts_with(folder))
}

fn compressed(bytes: &[u8]) -> Result<usize> {
    let mut all = Vec::new();
    brotli::CompressorReader::new(bytes, 4096, 11, 22).read_to_end(&mut all)?;
    Ok(all.len())
}
