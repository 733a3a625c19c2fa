//! What `orbat check` was asked to compare lists with: an event, or a game, faction, chart and
//! points.

use std::mem::ManuallyDrop;

use super::CheckArguments;
use crate::builder::resolve_name;
use crate::cli::event::open_event;
use crate::cli::{Failure, Global};
use crate::engine::check::Asked;
use crate::model::Game;
use crate::number::Number;
use crate::workspace::Data;

/// The data, and what lists must be besides legal.
pub(super) struct AskedLists {
    pub(super) data: ManuallyDrop<Data>,
    pub(super) asked: Option<Asked>,
    /// The id of the event that they are judged by.
    pub(super) event: Option<String>,
}

pub(super) fn open(global: &Global, arguments: &CheckArguments) -> Result<AskedLists, Failure> {
    let CheckArguments { event, system, points, chart, faction, .. } = arguments;
    let is_any = event.is_some()
        || system.is_some()
        || points.is_some()
        || chart.is_some()
        || faction.is_some();
    if !is_any {
        return Ok(AskedLists { data: global.data()?, asked: None, event: None });
    }
    let (data, of_event, event) = match event {
        Some(event) => {
            let found = open_event(global, event, system.as_deref())?;
            (ManuallyDrop::new(found.data), Some(found.system), Some(found.event))
        }
        None => (global.data()?, None, None),
    };
    let system = match (of_event, system) {
        (Some(system), _) => Some(system),
        (None, Some(name)) => Some(game_named(&data, name)?),
        (None, None) => None,
    };
    let asked = Asked {
        faction: named(&data, system.as_deref(), "faction", faction.as_deref(), |game| {
            game.factions
                .values()
                .map(|faction| (faction.id.clone(), faction.title.clone()))
                .collect()
        })?,
        chart: named(&data, system.as_deref(), "chart", chart.as_deref(), |game| {
            game.charts.values().map(|chart| (chart.id.clone(), chart.title.clone())).collect()
        })?,
        points: points.map(Number::whole),
        system,
    };
    Ok(AskedLists { data, asked: Some(asked), event })
}

fn game_named(data: &Data, name: &str) -> Result<String, Failure> {
    let known: Vec<(String, String)> =
        data.systems().iter().map(|system| (system.id.clone(), system.title.clone())).collect();
    Ok(resolve_name("game", name, &known)?.to_owned())
}

/// The id of a `what`, of the game if that is known, else of any game that has these names.
fn named(
    data: &Data,
    system: Option<&str>,
    what: &str,
    name: Option<&str>,
    names: impl Fn(&Game) -> Vec<(String, String)>,
) -> Result<Option<String>, Failure> {
    let Some(name) = name else { return Ok(None) };
    let mut known: Vec<(String, String)> = Vec::new();
    let systems = data.systems().iter().map(|heading| heading.id.as_str());
    for id in systems.filter(|id| system.is_none_or(|system| system == *id)) {
        known.extend(names(&data.game(id)?.game));
    }
    known.sort();
    known.dedup_by(|after, before| after.0 == before.0);
    Ok(Some(resolve_name(what, name, &known)?.to_owned()))
}
