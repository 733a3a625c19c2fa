//! An army: a list bound to a game, stored as a flat sequence of nodes.
//!
//! Start at [`bind`]. Nothing here checks legality: an [`Army`] may well be illegal.

pub(crate) mod bind;
pub(crate) mod book;
pub(crate) mod force;
pub(crate) mod free;
pub(crate) mod menu;
pub(crate) mod nodes;

pub(crate) use bind::bind;
pub(crate) use bind::corrections::{Automatic, Corrections, FreeUnit, OptionHolder};
pub(crate) use book::{Book, SharedMenus};
pub(crate) use force::{ForceKinds, forces_in_order, forces_of};
pub(crate) use menu::{Guard, Menu, Offer, OfferedChoice, Recipients, model_lines, pool, visits};
pub(crate) use nodes::{
    Army, Chosen, ForceNode, HandoutFailure, ModelNode, Node, NodeId, NodeIs, OptionNode,
    StatedLimit, Unit, UnitIndex, WeaponShortage,
};
