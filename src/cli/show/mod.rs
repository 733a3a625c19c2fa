//! `orbat show`: the page of a unit, a faction, a chart or a game.

mod find;
mod unknown;

use serde_json::{Value, json};

use self::find::UnitRef;
use super::output::{print, print_json, width};
use super::units::units_of;
use super::{Failure, Format, Global, Outcome};
use crate::engine::Checker;
use crate::model::{FactionId, Game};
use crate::render::terminal::terminal_page;
use crate::source::Sources;
use crate::views as report;

pub(crate) fn run(global: &Global, name: &str, system: Option<&str>, format: Format) -> Outcome {
    let layers = global.data()?;
    let (game, sources, meant) = find::find(&layers, name, system)?;
    let checker = Checker::new(&game);
    match meant {
        UnitRef::Unit(id) => {
            let points = checker.least_price(id);
            let unit = checker
                .foretell(id, |foretold| report::unit(&game, &sources, id, points, foretold));
            let currency = game.currencies.values().next().map(|currency| &currency.title);
            show("unit", &unit, format, || {
                json!({
                    "unit": unit,
                    "home": home(&game, unit.faction.as_deref()),
                    "currency": currency.map_or("points", String::as_str),
                    "by_options": unit.option_gear(),
                    "keywords": unit.glossary(),
                    "army_only": unit.army_only(),
                })
            })
        }
        UnitRef::Faction(id) => show_army(&checker, &game, &sources, Some(id), format),
        UnitRef::Game => show_army(&checker, &game, &sources, None, format),
        UnitRef::Chart(id) => {
            let chart = checker
                .foretell_army(None, |foretold| report::chart(&game, &sources, id, foretold));
            show(
                "chart",
                &chart,
                format,
                || json!({"chart": chart, "home": home(&game, chart.faction.as_deref())}),
            )
        }
    }
}

fn show_army<'g>(
    checker: &Checker<'g>,
    game: &'g Game,
    sources: &Sources,
    faction: Option<FactionId>,
    format: Format,
) -> Outcome {
    let units = units_of(checker, game, faction);
    let headings: Vec<_> =
        units.iter().map(|unit| game.entries[*unit].categories.first().copied()).collect();
    let army = checker.foretell_army(faction, |foretold| {
        report::army(game, sources, faction, &headings, foretold)
    });
    let home = if faction.is_some() { game.title.as_str() } else { "a game" };
    show("army", &army, format, || json!({"army": army, "home": home}))
}

fn show<T: serde::Serialize>(
    template: &str,
    view: &T,
    format: Format,
    page: impl FnOnce() -> Value,
) -> Outcome {
    if format == Format::Json {
        print_json(view);
    } else {
        let page = terminal_page(template, page(), width());
        print(&page.map_err(|error| Failure::Usage(error.to_string()))?);
    }
    Ok(())
}

/// The titles of a faction and its game.
fn home(game: &Game, faction: Option<&str>) -> String {
    let faction = game.factions.values().find(|one| Some(one.id.as_str()) == faction);
    match faction {
        Some(faction) => format!("{}, {}", faction.title, game.title),
        None => game.title.clone(),
    }
}
