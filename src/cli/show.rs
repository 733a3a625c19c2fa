use unicode_width::UnicodeWidthStr;

use super::data::{Layers, not_found};
use super::output::{FAINT, HEAD, TITLE, print, print_json, styled, width};
use super::table::{Table, wrap};
use super::units::models;
use super::{Failure, Format, Global, Outcome};
use crate::model::{EntryId, Game};
use crate::report::{self, ChoiceView, GearView, KeywordView, ModelView, OptionView, StatView, UnitView};
use crate::source::Sources;
use crate::validate::Checker;

pub(super) fn run(global: &Global, name: &str, system: Option<&str>, format: Format) -> Outcome {
    let layers = global.layers()?;
    let systems = match system {
        Some(system) => vec![system.to_owned()],
        None => match layers.systems_mentioning(&name.replace(' ', "_").to_lowercase()) {
            by_id if !by_id.is_empty() => by_id,
            _ => match layers.systems_mentioning(name) {
                by_title if !by_title.is_empty() => by_title,
                // Nowhere: all of them are looked at for a near name.
                _ => layers.systems().into_iter().map(|heading| heading.id).collect(),
            },
        },
    };
    let (game, sources, id) = find(&layers, &systems, name)?;
    let points = Checker::new(&game).least_price(id);
    let unit = report::unit(&game, &sources, id, points);
    if format == Format::Json {
        print_json(&unit);
    } else {
        print(&draw(&unit, &game));
    }
    Ok(())
}

/// Looks for the unit in one game after the other; in several there must be no doubt.
fn find(layers: &Layers, systems: &[String], name: &str) -> Result<(Game, Sources, EntryId), Failure> {
    let mut found = Vec::new();
    let mut known: Vec<String> = Vec::new();
    for system in systems {
        let (game, sources) = layers.load(system)?;
        let wanted = |text: &str| text.eq_ignore_ascii_case(name);
        let hit = game.units().find(|(_, unit)| wanted(&unit.id) || wanted(&unit.title)).map(|(id, _)| id);
        match hit {
            Some(id) => found.push((game, sources, id)),
            // Whoever writes an id means an id.
            None if is_id(name) => known.extend(game.units().map(|(_, unit)| unit.id.clone())),
            None => known.extend(game.units().map(|(_, unit)| unit.title.clone())),
        }
    }
    if found.len() > 1 {
        let ids: Vec<&str> = found.iter().map(|(game, _, _)| game.id.as_str()).collect();
        return Err(Failure::Usage(format!("{} have a unit `{name}`; say which with --system", ids.join(" and "))));
    }
    let missing = || not_found("unit", name, known.iter().map(String::as_str), "`orbat units FACTION` lists them");
    found.pop().ok_or_else(missing)
}

fn is_id(name: &str) -> bool {
    !name.contains(|char: char| char.is_whitespace() || char.is_uppercase())
}

fn draw(unit: &UnitView, game: &Game) -> String {
    let mut page = String::new();
    let home =
        unit.faction.as_ref().and_then(|id| game.factions.values().find(|one| one.id == *id)).map(|one| one.title.as_str());
    let home = home.map_or_else(|| game.title.clone(), |faction| format!("{faction}, {}", game.title));
    let currency = game.currencies.values().next().map_or("points", |currency| currency.title.as_str());
    let points = unit.points.map_or_else(String::new, |points| format!(", from {points} {currency}"));
    page.push_str(&format!("{}  {}\n", styled(TITLE, &unit.name), styled(FAINT, &home)));
    let unique = if unit.unique { "unique, " } else { "" };
    let categories: Vec<String> = unit.categories.iter().map(|category| category.replace('_', " ")).collect();
    page.push_str(&format!("{unique}{}; {}{points}\n", categories.join(", "), models(&unit.size)));
    for (title, value) in &unit.attributes {
        page.push_str(&format!("{title} {value}\n"));
    }
    unit.models.iter().for_each(|model| page.push_str(&draw_model(model)));
    page.push_str(&draw_weapons("Weapons", &unit.weapons));
    page.push_str(&draw_choices("Options", &unit.choices));
    page.push_str(&draw_weapons("By options", &option_gear(unit)));
    if !unit.limits.is_empty() {
        page.push_str(&heading("Terms"));
        unit.limits.iter().for_each(|limit| page.push_str(&format!("  {limit}\n")));
    }
    unit.notes.iter().for_each(|note| page.push_str(&format!("\n{}", wrap("  ", note, 2, width()))));
    page.push_str(&draw_keywords(unit));
    page.push_str(&format!("\n{}\n", styled(FAINT, &format!("{}:{}", unit.file, unit.line))));
    page
}

fn heading(title: &str) -> String {
    format!("\n{}\n", styled(HEAD, title))
}

fn draw_model(model: &ModelView) -> String {
    let terms = match (&model.price, model.count.as_str()) {
        (Some(price), "1") => price.clone(),
        (Some(price), count) => format!("{count}, {price}"),
        (None, count) => count.to_owned(),
    };
    let mut text = format!("\n{}  {}\n", styled(HEAD, &model.name), styled(FAINT, &terms));
    text.push_str(&draw_stats(&model.stats));
    if !model.keywords.is_empty() {
        text.push_str(&wrap("  ", &names(&model.keywords), 2, width()));
    }
    text.push_str(&draw_weapons(&format!("{}: weapons", model.name), &model.weapons));
    text.push_str(&draw_choices(&format!("{}: options", model.name), &model.choices));
    text
}

/// A stat line as a table of two rows, broken where the terminal ends.
fn draw_stats(stats: &[StatView]) -> String {
    let mut text = String::new();
    let mut rest = stats;
    while !rest.is_empty() {
        let mut used = 2;
        let fits = rest.iter().take_while(|stat| {
            used += stat.name.width().max(stat.value.width()) + 2;
            used <= width()
        });
        let (line, after) = rest.split_at_checked(fits.count().max(1)).unwrap_or((rest, &[]));
        let mut table = Table::default();
        table.row(line.iter().map(|stat| styled(FAINT, &stat.name)));
        table.row(line.iter().map(|stat| stat.value.clone()));
        text.push_str(&table.draw(2));
        rest = after;
    }
    text
}

fn names(keywords: &[KeywordView]) -> String {
    keywords.iter().map(|keyword| keyword.name.clone()).collect::<Vec<_>>().join(", ")
}

/// Weapons of one kind share a table; modes stand under their weapon.
fn draw_weapons(title: &str, weapons: &[GearView]) -> String {
    if weapons.is_empty() {
        return String::new();
    }
    let mut text = heading(title);
    let mut kinds: Vec<&str> = Vec::new();
    for weapon in weapons {
        if !kinds.contains(&weapon.kind.as_str()) {
            kinds.push(&weapon.kind);
        }
    }
    for kind in kinds {
        let weapons: Vec<&GearView> = weapons.iter().filter(|weapon| weapon.kind == kind).collect();
        let columns = columns(&weapons);
        let mut table = Table::default();
        table.row(std::iter::once(styled(FAINT, kind)).chain(columns.iter().map(|name| styled(FAINT, name))));
        let mut drawn: Vec<(&str, &Option<String>)> = Vec::new();
        for weapon in &weapons {
            if drawn.contains(&(&weapon.id, &weapon.group)) {
                continue;
            }
            drawn.push((&weapon.id, &weapon.group));
            let same = weapons.iter().filter(|other| other.id == weapon.id && other.group == weapon.group).count();
            let count = if same > 1 { format!("{same} × ") } else { String::new() };
            let group = weapon.group.as_ref().map_or_else(String::new, |group| format!("{group}: "));
            table.row(row(&format!("{group}{count}{}", weapon.name), &columns, &weapon.stats, &weapon.keywords));
            for mode in &weapon.modes {
                table.row(row(&format!("  {}", mode.name), &columns, &mode.stats, &mode.keywords));
            }
        }
        text.push_str(&table.draw(2));
    }
    text
}

/// Characteristics some weapon has, in printing order. A long text is no column.
fn columns<'w>(weapons: &[&'w GearView]) -> Vec<&'w str> {
    let shown = |name: &str| {
        let stats = weapons.iter().flat_map(|weapon| weapon.stats.iter().chain(weapon.modes.iter().flat_map(|mode| &mode.stats)));
        stats.filter(|stat| stat.name == name).any(|stat| stat.value.width() <= 16)
    };
    let all = weapons.first().map(|weapon| weapon.columns.as_slice()).unwrap_or_default();
    all.iter().map(String::as_str).filter(|name| shown(name)).collect()
}

fn row(name: &str, columns: &[&str], stats: &[StatView], keywords: &[KeywordView]) -> Vec<String> {
    let value = |column: &&str| stats.iter().find(|stat| stat.name == *column).map(|stat| stat.value.clone()).unwrap_or_default();
    let mut cells = vec![name.to_owned()];
    cells.extend(columns.iter().map(value));
    cells.push(names(keywords));
    cells
}

fn draw_choices(title: &str, choices: &[ChoiceView]) -> String {
    if choices.is_empty() {
        return String::new();
    }
    let mut text = heading(title);
    choices.iter().for_each(|choice| text.push_str(&draw_choice(choice, 2)));
    text
}

fn draw_choice(choice: &ChoiceView, indent: usize) -> String {
    let target = choice.target.as_ref().map_or_else(String::new, |target| format!(", for {target}"));
    let lead = " ".repeat(indent);
    // An option that stands alone needs no heading of its own.
    if let ([option], []) = (choice.options.as_slice(), choice.choices.as_slice())
        && option.id == choice.id
    {
        return draw_option(option, false, indent);
    }
    let mut text = format!("{lead}{} {}\n", choice.name, styled(FAINT, &format!("({}{target})", choice.range)));
    for option in &choice.options {
        let default = choice.default.as_ref() == Some(&option.name);
        text.push_str(&draw_option(option, default, indent + 2));
    }
    choice.choices.iter().for_each(|inner| text.push_str(&draw_choice(inner, indent + 2)));
    text
}

fn draw_option(option: &OptionView, default: bool, indent: usize) -> String {
    let mut parts = Vec::new();
    parts.extend(default.then(|| "unless another is chosen".to_owned()));
    if let Some(price) = &option.price {
        let sign = if price.starts_with('-') { "" } else { "+" };
        let each = if option.per_model { " per model" } else { "" };
        parts.push(format!("{sign}{price}{each}"));
    }
    parts.extend(option.times.as_ref().map(|times| format!("{times} times")));
    parts.extend(option.unique.then(|| "unique".to_owned()));
    parts.extend(option.target.as_ref().map(|target| format!("for {target}")));
    parts.extend(option.replaces.as_ref().map(|(old, new)| format!("{} instead of {}", new.join(", "), old.join(", "))));
    if option.replaces.is_none() {
        parts.extend(option.gear.iter().map(|gear| gear.name.clone()).filter(|name| *name != option.name));
    }
    parts.extend(option.changes.iter().cloned());
    if !option.keywords.is_empty() {
        parts.push(names(&option.keywords));
    }
    parts.extend(option.notes.iter().cloned());
    let lead = format!("{}{}  ", " ".repeat(indent), option.name);
    let mut text = wrap(&lead, &parts.join("; "), indent + 4, width());
    option.choices.iter().for_each(|inner| text.push_str(&draw_choice(inner, indent + 2)));
    text
}

/// The text of every keyword the unit, its models, weapons and options have, each once.
fn draw_keywords(unit: &UnitView) -> String {
    let mut all: Vec<&KeywordView> = Vec::new();
    let models = unit
        .models
        .iter()
        .flat_map(|model| model.keywords.iter().chain(gear_keywords(&model.weapons)).chain(choice_keywords(&model.choices)));
    let keywords = unit.keywords.iter().chain(models).chain(gear_keywords(&unit.weapons)).chain(choice_keywords(&unit.choices));
    for keyword in keywords {
        if !all.contains(&keyword) {
            all.push(keyword);
        }
    }
    if all.is_empty() {
        return String::new();
    }
    all.sort_by(|a, b| a.name.cmp(&b.name));
    let mut text = heading("Keywords");
    for keyword in all {
        text.push_str(&wrap(&format!("  {}  ", styled(TITLE, &keyword.name)), &keyword.text, 4, width()));
    }
    text
}

/// What options give that the unit does not have anyway, each once.
fn option_gear(unit: &UnitView) -> Vec<GearView> {
    let of_models = unit.models.iter().flat_map(|model| &model.choices);
    let mut all: Vec<GearView> = Vec::new();
    let mut waiting: Vec<&ChoiceView> = unit.choices.iter().chain(of_models).rev().collect();
    while let Some(choice) = waiting.pop() {
        for gear in choice.options.iter().flat_map(|option| &option.gear) {
            let carried = unit.weapons.iter().chain(unit.models.iter().flat_map(|model| &model.weapons));
            if !carried.chain(&all).any(|other| other.id == gear.id) {
                all.push(gear.clone());
            }
        }
        waiting.extend(choice.options.iter().flat_map(|option| &option.choices).chain(&choice.choices).rev());
    }
    all
}

fn gear_keywords(gear: &[GearView]) -> impl Iterator<Item = &KeywordView> {
    gear.iter().flat_map(|one| one.keywords.iter().chain(one.modes.iter().flat_map(|mode| &mode.keywords)))
}

fn choice_keywords(choices: &[ChoiceView]) -> Vec<&KeywordView> {
    let mut all = Vec::new();
    for choice in choices {
        for option in &choice.options {
            all.extend(&option.keywords);
            all.extend(gear_keywords(&option.gear));
            all.extend(choice_keywords(&option.choices));
        }
        all.extend(choice_keywords(&choice.choices));
    }
    all
}
