//! What stands below the help of the commands that build lists: texts of `docs/help`, for examples
//! speak of games. A test runs every command in them, one after another.

pub(crate) const NEW: &str = include_str!("../../docs/help/new.txt").trim_ascii_end();
pub(crate) const ADD: &str = include_str!("../../docs/help/add.txt").trim_ascii_end();
pub(crate) const REMOVE: &str = include_str!("../../docs/help/remove.txt").trim_ascii_end();
pub(crate) const SET: &str = include_str!("../../docs/help/set.txt").trim_ascii_end();
pub(crate) const SUGGEST: &str = include_str!("../../docs/help/suggest.txt").trim_ascii_end();
pub(crate) const COMPLETE: &str = include_str!("../../docs/help/complete.txt").trim_ascii_end();
pub(crate) const FIX: &str = include_str!("../../docs/help/fix.txt").trim_ascii_end();
pub(crate) const OWNED_CHECK: &str =
    include_str!("../../docs/help/owned_check.txt").trim_ascii_end();
pub(crate) const COMPLETIONS: &str =
    include_str!("../../docs/help/completions.txt").trim_ascii_end();
