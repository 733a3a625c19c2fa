//! The builder: begins, changes, completes and repairs lists, and suggests what may be added.
//!
//! Every search asks the engine whether a list is legal; this module knows no rule of any game.
//! [`ListEditor`] makes the changes that a player asks for by name, [`new_list`] begins a list.
//! [`Builder`] runs the searches: `suggest`, `complete` and `repair`. `candidates` generates the
//! edits that they try, `candidate` applies and assesses them.

pub(crate) mod address;
pub(crate) mod alike;
pub(crate) mod candidate;
pub(crate) mod candidates;
pub(crate) mod change;
pub(crate) mod complete;
pub(crate) mod derived;
pub(crate) mod find;
pub(crate) mod fit;
pub(crate) mod force;
pub(crate) mod judge;
pub(crate) mod key;
pub(crate) mod new_list;
pub(crate) mod owned;
pub(crate) mod points;
pub(crate) mod repair;
pub(crate) mod stated;
pub(crate) mod step;
pub(crate) mod suggest;
pub(crate) mod tried;
#[cfg(feature = "terminal")]
pub(crate) mod unheld;

pub use crate::wording::{LookupError, Remark};
pub use candidate::Builder;
pub use candidates::single_edits;
pub use change::{DesignChange, HeadChange, ListEditor, Remarks, UnitChange};
pub use complete::conflict::Conflict;
pub use complete::conflict::ConflictPart;
pub use complete::{CompleteOptions, Completion, Proof};
pub(crate) use find::resolve_name;
pub use fit::SuggestUpdate;
pub(crate) use judge::undecided;
pub use judge::{draft_paper, judge, paper};
pub(crate) use key::{ArmyKey, keys_of_army};
pub use new_list::{NewList, charts_of, new_list};
pub use owned::Shortage;
pub use owned::Stock;
pub use repair::{Minimality, PartialRepair, Repair, Repairs};
pub use suggest::{Alternative, OpenOption, OpenUnit, Suggestion};
