//! What a page asks the rule engine: things that can be told of a unit or an army before there is a
//! list.

use crate::model::{ChartId, ChooseId, EntryId, Expr, ForEach, Terms};

/// Whom the names in a formula speak of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whose {
    /// The unit of the page; the army, on the page of an army.
    Page,
    /// A model of the unit.
    Model(EntryId),
    /// Something that may be taken.
    Option,
}

/// A loose block that visits the unit, now or in some lists.
pub struct Visit<'g> {
    pub each: &'g ForEach,
    /// It is in force while this chart is used.
    pub chart: Option<ChartId>,
    /// What only a list can tell of its conditions.
    pub open: Vec<&'g Expr>,
}

pub trait Foretold<'g> {
    /// What the pool of a choice holds, with the terms where it is offered on any.
    fn pool(&self, choose: ChooseId) -> Vec<(EntryId, Option<&'g Terms>)>;

    /// What a formula comes to, if no list can change that.
    fn number(&self, formula: &'g Expr, whose: Whose) -> Option<String>;

    /// What a formula comes to while nothing is chosen.
    fn bare_number(&self, formula: &'g Expr, whose: Whose) -> Option<String>;

    /// The loose blocks that visit the unit, but those whose condition it never meets.
    fn visits(&self) -> Vec<Visit<'g>>;

    /// The units of its own side that meet the condition of a `may join` or `may ride` in such a
    /// block; none if there are too many to try.
    fn hosts(&self, visit: &Visit<'g>, condition: &'g Expr) -> Option<Vec<EntryId>>;
}
