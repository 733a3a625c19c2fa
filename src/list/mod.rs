//! Army lists as they are written: reads YAML into a [`List`] with the place of every value,
//! changes it, and writes it back without touching anything else in the text.
//!
//! Start at [`load_list`], [`Edit`] and [`rewrite`]. Nothing here knows about games or judges a
//! list.

pub(crate) mod content;
pub(crate) mod edit;
pub(crate) mod line;
pub(crate) mod link;
pub(crate) mod points;
pub(crate) mod read;
pub(crate) mod rewrite;
pub(crate) mod yaml;

pub use content::{
    Design, ForceLine, GameKey, GameValue, List, ModelLine, Models, OptionPick, Scalar, Spanned,
    UnitLine,
};
pub(crate) use content::{MOST_UNITS, Name, OldName, SpannedNumber, choice_and_option};
pub use edit::{
    Edit, EditError, ForceKey, ForceRef, HeadKey, Holder, NamePlace, NewForce, Offer, OptionPath,
    UnitKey,
};
pub use line::LineId;
pub(crate) use line::{Ignored, LineIds};
pub use link::{LinkError, from_link, to_link};
pub(crate) use link::{encode_base64url, from_base64url};
pub use points::Points;
pub(crate) use points::StatedAmount;
pub use read::owned::load_owned;
pub(crate) use read::owned::{Owned, OwnedCount};
pub(crate) use read::{FORCE_KEYS, FORMAT};
pub use read::{LIST_KEYS, UNIT_KEYS, load_list};
pub(crate) use rewrite::whole::list_text;
pub use rewrite::{CannotRewrite, rewrite};
pub(crate) use yaml::LARGEST_LIST;
