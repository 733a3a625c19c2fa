//! The builder: changes to lists, what may be added to one, how it is completed and mended. Searches that ask `validate`
//! for every answer: no rule of any game and no rule of lists stands here.
//!
//! [`Change`] is what a player asks for by name, [`fresh`] begins a list.

mod address;
mod bench;
mod change;
mod complete;
mod derived;
mod find;
mod force;
mod fresh;
mod key;
mod mend;
mod owned;
mod reference;
mod stated;
mod suggest;
mod take;

pub use bench::Workbench;
pub use change::{Change, HeadChange, Remarks, UnitChange};
pub use complete::{Blamed, Completion, Culprits, Proof, Wish};
pub use find::{Unknown, one_of};
pub use fresh::{Beginning, charts_of, fresh};
pub use key::{Key, keys_of_army};
pub use mend::{Fewest, Mended, Mending};
pub use owned::{Shortage, Stock};
pub use suggest::{OpenOption, OpenUnit, Suggestion};
