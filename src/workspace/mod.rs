//! Files: opens data and lists, judges many lists at once, saves changes.
//!
//! Start at [`Data`], which compiles each game once, and [`ListFile`]; [`batch`] judges many lists
//! on all cores. Nothing here prints: errors are values, and `to_string` puts them into words.

pub mod batch;
pub(crate) mod cases;
pub(crate) mod data;
pub(crate) mod error;
pub(crate) mod list;
pub(crate) mod owned;
pub(crate) mod save;
pub(crate) mod templates;
#[cfg(feature = "terminal")]
pub(crate) mod undo;

pub(crate) use cases::Cases;
pub use data::{Data, GameData};
pub use error::OpenError;
pub use list::ListFile;
pub(crate) use list::{ReadList, lists_below, lists_of, read_list};
pub(crate) use owned::open_owned;
pub use save::{SaveError, SaveFault, SaveNotice, Saved};
