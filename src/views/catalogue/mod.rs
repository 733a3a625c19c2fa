//! Pages of the army book: what a game, a faction and a unit offer. Start at `unit` and `army`;
//! `lookup` finds pages by name.

pub(crate) mod army;
pub(crate) mod change;
pub(crate) mod chart;
pub(crate) mod choice_words;
pub(crate) mod chosen;
pub(crate) mod condition;
pub(crate) mod event;
pub(crate) mod gear;
pub(crate) mod lookup;
pub(crate) mod loose;
pub(crate) mod models;
pub(crate) mod offer;
pub(crate) mod page;
pub(crate) mod rule;
pub(crate) mod term;
pub(crate) mod thing;
pub(crate) mod unit;
pub(crate) mod units;
pub(crate) mod with_source;
