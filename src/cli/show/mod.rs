//! One unit as a page of an army book. `find` looks for it; there is a file for each part of the page.

mod choices;
mod find;
mod gear;
mod keywords;
mod models;

use self::choices::draw_choices;
use self::gear::{draw_gear, option_gear};
use self::keywords::{draw_glossary, names};
use self::models::{draw_models, model_count};
use super::output::{FAINT, HEAD, TITLE, print, print_json, styled, width};
use super::table::wrap;
use super::units::models;
use super::{Format, Global, Outcome};
use crate::model::Game;
use crate::report::{self, UnitView};
use crate::validate::Checker;

pub(super) fn run(global: &Global, name: &str, system: Option<&str>, format: Format) -> Outcome {
    let layers = global.layers()?;
    let (game, sources, id) = find::find(&layers, name, system)?;
    let checker = Checker::new(&game);
    let unit = report::unit(&game, &sources, id, checker.least_price(id), &|choose| checker.pool(id, choose));
    if format == Format::Json {
        print_json(&unit);
    } else {
        print(&draw(&unit, &game));
    }
    Ok(())
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
    page.push_str(&format!("\n{}\n", styled(FAINT, &format!("{}:{}", unit.file, unit.line))));
    page
}

fn draw_header(unit: &UnitView, game: &Game) -> String {
    let home =
        unit.faction.as_ref().and_then(|id| game.factions.values().find(|one| one.id == *id)).map(|one| one.title.as_str());
    let home = home.map_or_else(|| game.title.clone(), |faction| format!("{faction}, {}", game.title));
    let currency = game.currencies.values().next().map_or("points", |currency| currency.title.as_str());
    let points = unit.points.map_or_else(String::new, |points| format!(", from {points} {currency}"));
    let unique = if unit.unique { "unique, " } else { "" };
    let categories: Vec<String> = unit.categories.iter().map(|category| category.replace('_', " ")).collect();
    let mut text = wrap(&format!("{}  ", styled(TITLE, &unit.name)), &styled(FAINT, &home), 2, width());
    text.push_str(&paragraph(&format!("{unique}{}; {}{points}", categories.join(", "), models(&unit.size))));
    for (title, value) in &unit.attributes {
        text.push_str(&paragraph(&format!("{title}: {value}")));
    }
    if !unit.keywords.is_empty() {
        text.push_str(&paragraph(&format!("Has: {}", names(&unit.keywords))));
    }
    for group in &unit.groups {
        let name = styled(HEAD, &capital(&group.name));
        let models = group.models.join(", ");
        text.push_str(&format!(
            "\n{}",
            wrap(&format!("{name}  "), &format!("{} of {models}", model_count(&group.count)), 2, width())
        ));
    }
    text
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
