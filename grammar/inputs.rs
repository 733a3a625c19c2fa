//! The file of packed games, and what it was made of. Read by `build.rs`, written by a test.

use std::path::Path;
use std::{fs, io};

/// The file, as seen from the root.
pub(crate) const PACKED: &str = "factions/games.packed";

/// A number that changes with the texts of the games (FNV-1a). What else packed games depend on, a
/// test compares.
pub(crate) fn mark(root: &Path) -> io::Result<u64> {
    let mut all = Vec::new();
    collect(&root.join("factions"), "factions", &mut all)?;
    all.sort();
    let mut mark = 0xcbf2_9ce4_8422_2325_u64;
    for (name, path) in all.iter().filter(|(name, _)| name != PACKED) {
        let bytes = fs::read(path)?;
        // Line ends depend on the machine.
        let bytes = bytes.into_iter().filter(|byte| *byte != b'\r');
        for byte in name.bytes().chain([0]).chain(bytes).chain([0]) {
            mark = (mark ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    Ok(mark)
}

fn collect(
    folder: &Path,
    prefix: &str,
    files: &mut Vec<(String, std::path::PathBuf)>,
) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        let name = format!("{prefix}/{name}");
        if path.is_dir() { collect(&path, &name, files)? } else { files.push((name, path)) }
    }
    Ok(())
}

/// The games in a file of packed games, each with the file of its system; none if it was made of
/// something else.
pub(crate) fn games(mut bytes: &[u8], mark: u64) -> Option<Vec<(String, Vec<u8>)>> {
    if *bytes.split_off(..8)? != mark.to_le_bytes() {
        return None;
    }
    let mut part = || {
        let length = u32::from_le_bytes(bytes.split_off(..4)?.try_into().ok()?);
        bytes.split_off(..length as usize)
    };
    let mut games = Vec::new();
    while let (Some(file), Some(game)) = (part(), part()) {
        games.push((String::from_utf8(file.to_vec()).ok()?, game.to_vec()));
    }
    Some(games)
}
