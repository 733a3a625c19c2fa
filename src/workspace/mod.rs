//! What every adapter does with files: opens data and lists, judges many lists at once, saves.
//!
//! Start at [`Data`], which compiles each game once, and [`ListFile`]; [`batch`] works on many lists
//! on all cores. Nothing here prints: errors are values, and an adapter finds the words or asks for
//! ours with `to_string`.

pub mod batch;
pub mod cases;
pub mod data;
pub mod error;
pub mod list;
pub mod owned;
pub mod save;
pub mod templates;

pub use batch::{BatchList, judge_all};
pub use cases::Cases;
pub use data::{Data, GameData};
pub use error::OpenError;
pub use list::{ListFile, ReadList, lists_below, lists_of, read_list};
pub use owned::open_owned;
pub use save::SaveError;
