//! Army lists: from YAML to a [`List`] with the place of every value, and from there, with a game, to an [`Army`].
//!
//! Start at [`load_list`] and [`bind`]. Nothing here judges a list: an `Army` may be as illegal as can be.

mod army;
mod bind;
mod book;
mod canonical;
mod edit;
mod list;
mod menu;
mod read;
mod rewrite;
mod yaml;

pub use army::{Army, Chosen, ForceNode, ModelNode, Node, NodeId, NodeIs, OptionNode, Unit, UnitIndex};
pub use bind::{MOST_UNITS, Oracle, bind, force_of_key};
pub use book::{Book, LooseMenus};
pub use edit::{Edit, UnitPlace, places, sort, unit_mut, units_mut};
pub use list::{Amount, Design, ForceLine, List, Located, ModelLine, Models, Name, Other, OtherValue, Scalar, Taken, UnitLine};
pub use menu::{Guard, Menu, Offer, Place, Point, model_lines, pool, visits};
pub use read::{FORCE_KEYS, FORMAT, LIST_KEYS, Owned, OwnedCount, UNIT_KEYS, load_list, load_owned};
pub use rewrite::{CannotRewrite, rewrite};
pub use yaml::LARGEST_LIST;
