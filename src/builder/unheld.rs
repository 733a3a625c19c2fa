//! Finds units for which no legal list is found. Each is tried in every faction and chart, alone
//! and added to an army that is legal without it.

use rustc_hash::FxHashSet;

use crate::builder::new_list::{charts_of, head, read, with_forces};
use crate::builder::{Builder, CompleteOptions, NewList};
use crate::engine::Ruleset;
use crate::list::{Edit, ForceRef, List, Points, UnitLine};
use crate::model::{EntryId, FactionId, Game};

/// A unit without a legal list, and what the nearest list that was tried still lacked.
pub(crate) struct UnheldUnit {
    pub unit: EntryId,
    pub remaining: Vec<String>,
}

/// The points that lists are tried with, because some games require them.
const POINTS: [Option<i64>; 3] = [None, Some(1500), Some(5000)];

/// Looks for a legal list for each unit. Ends early, without a result, when it may not continue.
pub(crate) fn unheld(
    rules: &Ruleset<'_>,
    should_continue: &(dyn Fn(&str) -> bool + Sync),
) -> Option<Vec<UnheldUnit>> {
    let game = rules.book.game;
    let builder = Builder::new(rules);
    let options = CompleteOptions { spend: false, seed: 0, should_continue };
    let frames = frames(rules, game);
    // One legal army per faction and chart already holds many units.
    let mut held: FxHashSet<EntryId> = FxHashSet::default();
    held.extend(game.each_body().flat_map(|body| &body.brings).map(|brings| brings.unit));
    let mut armies: Vec<List> = Vec::new();
    for frame in &frames {
        if !should_continue(&game.title) {
            return None;
        }
        if let Ok(list) = builder.some_legal(frame, &options) {
            let named = |line: &UnitLine| line.unit.value.clone();
            let names: FxHashSet<String> = list.unit_lines().map(named).collect();
            let units = game.units().filter(|(_, unit)| names.contains(&unit.id));
            held.extend(units.map(|(id, _)| id));
            armies.push(list);
        }
    }
    let mut all = Vec::new();
    for (unit, entry) in game.units().filter(|(id, _)| !held.contains(id)) {
        let mut remaining = Vec::new();
        let mut found = false;
        for list in armies.iter().chain(&frames) {
            if !should_continue(&entry.title) {
                return None;
            }
            let Some(with) = with_unit(&builder, list, unit) else { continue };
            match builder.some_legal(&with, &options) {
                Ok(_) => {
                    found = true;
                    break;
                }
                Err(errors) if remaining.is_empty() || errors.len() < remaining.len() => {
                    remaining = errors;
                }
                Err(_) => {}
            }
        }
        if !found {
            all.push(UnheldUnit { unit, remaining });
        }
    }
    Some(all)
}

/// The list with the unit, in the first force it may stand in.
fn with_unit(builder: &Builder<'_, '_>, list: &List, unit: EntryId) -> Option<List> {
    let to = crate::builder::force::stations(builder.game, list).into_iter().next();
    let line = Box::new(builder.bare_line(list, unit));
    Edit::AddUnit { line, to: to.unwrap_or(ForceRef::Army) }.applied_to(list).ok()
}

/// An empty list of every faction, by every chart.
fn frames(rules: &Ruleset<'_>, game: &Game) -> Vec<List> {
    let mut factions: Vec<Option<FactionId>> = game.factions.ids().map(Some).collect();
    if factions.is_empty() {
        factions.push(None);
    }
    let mut all = Vec::new();
    for faction in factions {
        let mut charts: Vec<_> =
            charts_of(game, faction).into_iter().map(|(id, _)| Some(id)).collect();
        if charts.is_empty() {
            charts.push(None);
        }
        for chart in charts {
            for points in POINTS {
                let points = points.map(Points::from);
                let wanted = NewList { name: None, faction, chart, points, stated: Vec::new() };
                let list = read(&head(game, &wanted));
                all.extend(list.map(|list| with_forces(rules, game, list).0));
            }
        }
    }
    all
}
