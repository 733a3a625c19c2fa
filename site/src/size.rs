//! How much a visitor has to load: the site is not written if it is more than we promise.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

use crate::Result;
use crate::files::list;

/// The engine without any game, compressed. The aim is 1 300 000; what the engine learned last took
/// it beyond that, and this keeps it from growing further.
const MOST_ENGINE: usize = 1_330_000;

/// The scripts that are loaded before anything is tapped, with those that run beside the page:
/// without the library, the languages that are not spoken, sheets that are loaded when they are
/// opened, and printouts, which are pages of their own.
const MOST_SCRIPTS: usize = 40_000;

/// The compressed sizes of the engine and of the scripts below a folder.
fn sizes(out: &Path) -> Result<[usize; 2]> {
    let mut files = BTreeMap::new();
    list(out, "", &mut files)?;
    let mut sizes = [0, 0];
    for (name, bytes) in &files {
        let at = match name.as_str() {
            name if name.ends_with(".wasm") => 0,
            "text/en.js" => 1,
            name if name.ends_with(".js") && !is_elsewhere(name) => 1,
            _ => continue,
        };
        sizes[at] += compressed(bytes)?;
    }
    Ok(sizes)
}

/// Fails if there is more than we promise.
pub fn check(out: &Path) -> Result {
    let [engine, scripts] = sizes(out)?;
    for (what, size, most) in [("engine", engine, MOST_ENGINE), ("scripts", scripts, MOST_SCRIPTS)]
    {
        println!("{what}: {size} bytes compressed, at most {most}");
        if size > most {
            return Err(format!("{what}: {size} bytes compressed are more than {most}").into());
        }
    }
    Ok(())
}

/// Whether a script is not ours, or not loaded from the start.
fn is_elsewhere(name: &str) -> bool {
    let later = ["collection.js", "import.js", "playground.js", "print.js"];
    let elsewhere = ["vendor/", "engine/", "print/", "text/"];
    later.contains(&name) || elsewhere.iter().any(|path| name.starts_with(path))
}

fn compressed(bytes: &[u8]) -> Result<usize> {
    let mut all = Vec::new();
    brotli::CompressorReader::new(bytes, 4096, 11, 22).read_to_end(&mut all)?;
    Ok(all.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::copy;

    #[test]
    fn scripts_are_small() {
        let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web");
        let out = std::env::temp_dir().join(format!("orbat-scripts-{}", std::process::id()));
        copy(&web, &out).unwrap();
        let [_, scripts] = sizes(&out).unwrap();
        std::fs::remove_dir_all(&out).unwrap();
        assert!(scripts > 10_000, "{scripts} bytes: the scripts were not found");
        assert!(scripts <= MOST_SCRIPTS, "{scripts} bytes");
    }
}
