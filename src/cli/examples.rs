//! What stands below the help of the commands that build lists: texts of `docs/help`, for examples speak of games. A test runs
//! every command in them, one after another.

pub(super) const NEW: &str = include_str!("../../docs/help/new.txt").trim_ascii_end();
pub(super) const ADD: &str = include_str!("../../docs/help/add.txt").trim_ascii_end();
pub(super) const REMOVE: &str = include_str!("../../docs/help/remove.txt").trim_ascii_end();
pub(super) const SET: &str = include_str!("../../docs/help/set.txt").trim_ascii_end();
pub(super) const SUGGEST: &str = include_str!("../../docs/help/suggest.txt").trim_ascii_end();
pub(super) const COMPLETE: &str = include_str!("../../docs/help/complete.txt").trim_ascii_end();
pub(super) const FIX: &str = include_str!("../../docs/help/fix.txt").trim_ascii_end();
pub(super) const OWNED_CHECK: &str = include_str!("../../docs/help/owned_check.txt").trim_ascii_end();
