//! Checks whether a list is what was asked for: the game, faction, chart and points agreed on.

use crate::engine::Ruleset;
use crate::engine::check::kind::{AskedKey, EventKind};
use crate::engine::check::problem::Problem;
use crate::engine::eval::Evaluator;
use crate::number::Number;
use crate::source::Span;

/// What was asked for, by ids.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Asked {
    /// The game.
    pub system: Option<String>,
    /// The faction.
    pub faction: Option<String>,
    /// The chart.
    pub chart: Option<String>,
    /// The points, in the first currency.
    pub points: Option<Number>,
}

impl Ruleset<'_> {
    /// The same rules, for lists that must also match what was asked for.
    #[must_use]
    pub fn asking(&self, asked: &Asked) -> Self {
        Ruleset {
            book: self.book.clone(),
            contents: self.contents.clone(),
            budget: self.budget.clone(),
            asked: Some(asked.clone()),
        }
    }
}

impl<'g> Evaluator<'_, 'g> {
    pub(crate) fn check_asked(&self, problems: &mut Vec<Problem<'g>>) {
        let Some(asked) = self.asked else { return };
        let (army, list) = (&self.army, self.army.list);
        let mut compare = |what, stated: Option<String>, asked: Option<&str>, at: Span| {
            let Some(asked) = asked.filter(|asked| stated.as_deref() != Some(*asked)) else {
                return;
            };
            let kind = EventKind::NotAsked { what, stated, asked: asked.to_owned() };
            problems.push(Problem::new(kind, at));
        };
        let system = Some(self.game.id.clone());
        if asked.system.is_some() && asked.system != system {
            // The other ids mean nothing in a different game.
            return compare(AskedKey::System, system, asked.system.as_deref(), list.system.span);
        }
        // An unknown name has already been reported.
        if army.faction.is_some() || list.faction.is_none() {
            let stated = army.faction.map(|id| self.game.factions[id].id.clone());
            compare(AskedKey::Faction, stated, asked.faction.as_deref(), army.span());
        }
        if army.chart.is_some() || list.chart.is_none() {
            let stated = army.chart.map(|id| self.game.charts[id].id.clone());
            compare(AskedKey::Chart, stated, asked.chart.as_deref(), army.chart_span());
        }
        let limit = army.limit();
        let at = limit.map_or_else(|| army.span(), |limit| limit.span);
        let stated = limit.map(|limit| limit.most.to_string());
        let points = asked.points.map(|points| points.to_string());
        compare(AskedKey::Points, stated, points.as_deref(), at);
    }
}
