//! Army lists as they are written: reading YAML into a [`List`] with the place of every value,
//! changing it, and writing it back without touching what was not meant.
//!
//! Start at [`load_list`], [`Edit`] and [`rewrite`]. Nothing here knows a game or judges a list.

pub(crate) mod canonical;
pub(crate) mod content;
pub(crate) mod edit;
pub(crate) mod line;
pub(crate) mod read;
pub(crate) mod rewrite;
pub(crate) mod yaml;

pub use content::{
    Amount, Design, ForceLine, GameKey, GameValue, List, MOST_UNITS, ModelLine, Models, Name,
    OptionPick, Scalar, Spanned, UnitLine,
};
pub use edit::{Edit, EditError, ForceRef, HeadKey, Holder, NamePlace, Offer, OptionPath, UnitKey};
pub use line::{Ignored, LineId, LineIds};
pub use read::owned::{Owned, OwnedCount, load_owned};
pub use read::{FORCE_KEYS, FORMAT, LIST_KEYS, UNIT_KEYS, load_list};
pub use rewrite::{CannotRewrite, rewrite};
pub use yaml::LARGEST_LIST;
