//! What expressions mean in an army: facts, characteristics, costs, and the changes that alter
//! them.
//!
//! Start at [`Evaluator`]. Facts are worked out when first asked for, and cached.

pub(crate) mod body_query;
pub(crate) mod change;
pub(crate) mod characteristic;
pub(crate) mod cost;
pub(crate) mod evaluator;
pub(crate) mod expression;
pub(crate) mod fact;
pub(crate) mod failed;
pub(crate) mod keyword;
pub(crate) mod set;
pub(crate) mod stat;
pub(crate) mod tie;
pub(crate) mod value;

pub(crate) use body_query::*;
pub(crate) use change::*;
pub(crate) use characteristic::*;
pub(crate) use cost::OffStep;
pub(crate) use evaluator::*;
pub(crate) use expression::ranked;
pub(crate) use failed::*;
pub(crate) use set::*;
pub(crate) use stat::{raised, within};
pub(crate) use tie::{Tie, TieChoice, TieMember};
pub(crate) use value::*;

pub(crate) use crate::number::Number;
