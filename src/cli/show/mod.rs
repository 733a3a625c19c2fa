//! One unit as a page of an army book; or a faction, or a chart. `find` looks for what is meant;
//! there is a file for each part of the pages.

mod army;
mod chart;
mod choices;
mod find;
mod gear;
mod keywords;
mod models;
mod options;
mod unknown;

use self::choices::draw_choices;
use self::find::UnitRef;
use self::gear::{draw_gear, option_gear};
use self::keywords::{draw_glossary, names};
use self::models::{draw_models, model_count};
use super::output::{FAINT, HEAD, TITLE, print, print_json, styled, width};
use super::table::wrap;
use super::units::{models, units_of};
use super::{Format, Global, Outcome};
use crate::engine::Checker;
use crate::model::{FactionId, Game};
use crate::source::Sources;
use crate::views as report;
use crate::views::catalogue::unit::UnitView;

pub(crate) fn run(global: &Global, name: &str, system: Option<&str>, format: Format) -> Outcome {
    let layers = global.data()?;
    let (game, sources, meant) = find::find(&layers, name, system)?;
    match meant {
        UnitRef::Unit(id) => {
            let checker = Checker::new(&game);
            let points = checker.least_price(id);
            let unit = checker
                .foretell(id, |foretold| report::unit(&game, &sources, id, points, foretold));
            show(&unit, format, || draw(&unit, &game));
        }
        UnitRef::Faction(id) => show_army(&game, &sources, Some(id), format),
        UnitRef::Game => show_army(&game, &sources, None, format),
        UnitRef::Chart(id) => {
            let checker = Checker::new(&game);
            let chart = checker
                .foretell_army(None, |foretold| report::chart(&game, &sources, id, foretold));
            show(&chart, format, || chart::draw_page(&chart, &game));
        }
    }
    Ok(())
}

fn show_army(game: &Game, sources: &Sources, faction: Option<FactionId>, format: Format) {
    let checker = Checker::new(game);
    let units = units_of(&checker, game, faction);
    let headings: Vec<_> =
        units.iter().map(|unit| game.entries[*unit].categories.first().copied()).collect();
    let army = checker.foretell_army(faction, |foretold| {
        report::army(game, sources, faction, &headings, foretold)
    });
    show(&army, format, || army::draw_page(&army, game));
}

fn show<T: serde::Serialize>(view: &T, format: Format, draw: impl FnOnce() -> String) {
    if format == Format::Json {
        print_json(view);
    } else {
        print(&draw());
    }
}

fn draw(unit: &UnitView, game: &Game) -> String {
    let mut page = draw_header(unit, game);
    page.push_str(&draw_models(&unit.models));
    page.push_str(&draw_gear("Weapons", &unit.weapons));
    page.push_str(&draw_choices("Options", &unit.choices));
    page.push_str(&draw_gear("By options", &option_gear(unit)));
    page.push_str(&draw_texts("Terms", &unit.limits));
    page.push_str(&draw_texts("Notes", &unit.notes));
    page.push_str(&draw_glossary(unit));
    page.push_str(&draw_source(&unit.file, unit.line));
    page
}

fn draw_header(unit: &UnitView, game: &Game) -> String {
    let currency =
        game.currencies.values().next().map_or("points", |currency| currency.title.as_str());
    let points =
        unit.points.map_or_else(String::new, |points| format!(", from {points} {currency}"));
    let unique = if unit.unique { "unique, " } else { "" };
    let categories: Vec<String> =
        unit.categories.iter().map(|category| category.replace('_', " ")).collect();
    let mut text = draw_title(&unit.name, &unit.id, &home(game, unit.faction.as_deref()));
    text.push_str(&paragraph(&format!(
        "{unique}{}; {}{points}",
        categories.join(", "),
        models(&unit.size)
    )));
    if !unit.belongs_to.is_empty() {
        text.push_str(&paragraph(&format!("Belongs to {}", unit.belongs_to.join(", "))));
    }
    for (title, value) in &unit.attributes {
        text.push_str(&paragraph(&format!("{title}: {value}")));
    }
    for chosen in &unit.chosen {
        text.push_str(&paragraph(&format!(
            "{}: a list may say {}",
            chosen.name,
            army::key(chosen)
        )));
    }
    if !unit.keywords.is_empty() {
        text.push_str(&paragraph(&format!("Has: {}", names(&unit.keywords))));
    }
    for group in &unit.groups {
        let name = styled(HEAD, &capital(&group.name));
        let models = group.models.join(", ");
        text.push_str(&format!(
            "\n{}",
            wrap(
                &format!("{name}  "),
                &format!("{} of {models}", model_count(&group.count)),
                2,
                width()
            )
        ));
    }
    text
}

/// The first line of a page: what it is, how a list names it, and where it belongs.
fn draw_title(name: &str, id: &str, home: &str) -> String {
    wrap(&format!("{}  ", with_id(&styled(TITLE, name), id)), &styled(FAINT, home), 2, width())
}

/// The last line of a page: where it stands in the data.
fn draw_source(file: &str, line: usize) -> String {
    format!("\n{}\n", styled(FAINT, &format!("{file}:{line}")))
}

/// The titles of a faction and its game.
fn home(game: &Game, faction: Option<&str>) -> String {
    let faction = faction.and_then(|id| game.factions.values().find(|one| one.id == id));
    faction
        .map_or_else(|| game.title.clone(), |faction| format!("{}, {}", faction.title, game.title))
}

/// A name with the id that stands for it in lists.
fn with_id(name: &str, id: &str) -> String {
    format!("{name} {}", styled(FAINT, &format!("[{id}]")))
}

/// A text of the header: it begins at the edge, and its further lines do not.
fn paragraph(text: &str) -> String {
    wrap("", text, 2, width())
}

fn heading(title: &str) -> String {
    format!("\n{}\n", styled(HEAD, title))
}

fn draw_texts(title: &str, texts: &[String]) -> String {
    if texts.is_empty() {
        return String::new();
    }
    let lines = texts.iter().map(|text| wrap("  ", text, 4, width()));
    std::iter::once(heading(title)).chain(lines).collect()
}

fn capital(name: &str) -> String {
    let mut rest = name.chars();
    rest.next().map(|first| first.to_uppercase().chain(rest).collect()).unwrap_or_default()
}
