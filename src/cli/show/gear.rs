use unicode_width::UnicodeWidthStr;

use super::heading;
use super::keywords::names;
use crate::cli::output::{FAINT, styled, width};
use crate::cli::table::{Table, wrap};
use crate::views::catalogue::unit::UnitView;
use crate::views::{GearView, KeywordView, StatView, each_option};

/// What is longer than this, or a sentence, stands under its row and not in a column.
const LONGEST_CELL: usize = 20;

/// Things of one kind share a table; modes stand under their weapon.
pub(crate) fn draw_gear(title: &str, all: &[GearView]) -> String {
    if all.is_empty() {
        return String::new();
    }
    let mut kinds: Vec<&str> = Vec::new();
    for one in all {
        if !kinds.contains(&one.kind.as_str()) {
            kinds.push(&one.kind);
        }
    }
    let mut text = heading(title);
    for kind in kinds {
        let alike: Vec<&GearView> = all.iter().filter(|one| one.kind == kind).collect();
        text.push_str(&draw_kind(kind, &alike));
    }
    text
}

/// A weapon, or a mode of one, as a row.
struct Line<'w> {
    name: String,
    stats: &'w [StatView],
    keywords: &'w [KeywordView],
    notes: &'w [String],
}

impl Line<'_> {
    fn value(&self, column: &str) -> Option<&str> {
        self.stats.iter().find(|stat| stat.name == column).map(|stat| stat.value.as_str())
    }

    /// What is too long for a column: the texts of these characteristics, then notes.
    fn texts(&self, long: &[&str]) -> Vec<String> {
        let named = long.len() > 1;
        let texts = long
            .iter()
            .filter_map(|column| Some((column, self.value(column).filter(|value| *value != "-")?)));
        let texts = texts.map(
            |(column, value)| if named { format!("{column}: {value}") } else { value.to_owned() },
        );
        texts.chain(self.notes.iter().cloned()).collect()
    }
}

fn draw_kind(kind: &str, alike: &[&GearView]) -> String {
    let lines = lines(alike);
    let is_text = |value: &str| value.width() > LONGEST_CELL || value.ends_with(['.', '!', '?']);
    let is_long = |column: &&str| lines.iter().filter_map(|line| line.value(column)).any(is_text);
    let is_shown = |column: &&str| {
        lines.iter().any(|line| line.value(column).is_some_and(|value| value != "-"))
    };
    let all = alike.first().map(|one| one.columns.as_slice()).unwrap_or_default();
    let (long, columns): (Vec<&str>, Vec<&str>) =
        all.iter().map(String::as_str).filter(is_shown).partition(is_long);
    if columns.is_empty() {
        return paragraphs(kind, &lines, &long);
    }
    let mut table = Table::default();
    let names_of_columns =
        std::iter::once(kind).chain(columns.iter().copied()).map(|name| styled(FAINT, name));
    table.row(names_of_columns.chain([String::new()]));
    for line in &lines {
        let values = columns.iter().map(|column| line.value(column).unwrap_or_default().to_owned());
        table.row(std::iter::once(line.name.clone()).chain(values).chain([names(line.keywords)]));
        line.texts(&long).into_iter().for_each(|text| table.below(text));
    }
    if table.width_before_last() <= width() {
        table.draw_within(2, width())
    } else {
        stacked(kind, &lines, &columns, &long)
    }
}

/// Things that have nothing but texts.
fn paragraphs(kind: &str, lines: &[Line<'_>], long: &[&str]) -> String {
    let mut text = format!("  {}\n", styled(FAINT, kind));
    for line in lines {
        let keywords = Some(names(line.keywords)).filter(|names| !names.is_empty());
        let parts: Vec<String> = keywords.into_iter().chain(line.texts(long)).collect();
        text.push_str(&wrap(&format!("  {}  ", line.name), &parts.join("; "), 6, width()));
    }
    text
}

/// A table where the terminal is too narrow for it: every row a paragraph.
fn stacked(kind: &str, lines: &[Line<'_>], columns: &[&str], long: &[&str]) -> String {
    let mut text = format!("  {}\n", styled(FAINT, kind));
    for line in lines {
        text.push_str(&format!("  {}\n", line.name));
        let stated = |column: &&str| {
            Some(format!("{column} {}", line.value(column).filter(|value| *value != "-")?))
        };
        let values = columns.iter().filter_map(stated);
        let values = values.collect::<Vec<_>>().join(", ");
        for below in [values, names(line.keywords)]
            .into_iter()
            .filter(|below| !below.is_empty())
            .chain(line.texts(long))
        {
            text.push_str(&wrap("      ", &below, 6, width()));
        }
    }
    text
}

/// Each weapon once with its number, and its modes under it.
fn lines<'w>(alike: &[&'w GearView]) -> Vec<Line<'w>> {
    let mut lines: Vec<Line<'w>> = Vec::new();
    for (place, weapon) in alike.iter().enumerate() {
        let same = |other: &&&GearView| other.id == weapon.id && other.group == weapon.group;
        if alike.iter().take(place).any(|other| same(&other)) {
            continue;
        }
        let count = alike.iter().filter(same).count();
        let count = if count > 1 { format!("{count} × ") } else { String::new() };
        let group = weapon.group.as_ref().map_or_else(String::new, |group| format!("{group}: "));
        let name = format!("{group}{count}{}", weapon.name);
        lines.push(Line {
            name,
            stats: &weapon.stats,
            keywords: &weapon.keywords,
            notes: &weapon.notes,
        });
        for mode in &weapon.modes {
            let name = format!("  {}", mode.name);
            lines.push(Line {
                name,
                stats: &mode.stats,
                keywords: &mode.keywords,
                notes: &mode.notes,
            });
        }
    }
    lines
}

/// What options give that the unit does not have anyway, each once. The attack group stands with
/// the option.
pub(crate) fn option_gear(unit: &UnitView) -> Vec<GearView> {
    let mut all: Vec<GearView> = Vec::new();
    let of_models = unit.models.iter().flat_map(|model| each_option(&model.choices));
    for gear in
        each_option(&unit.choices).into_iter().chain(of_models).flat_map(|option| &option.gear)
    {
        let carried =
            unit.weapons.iter().chain(unit.models.iter().flat_map(|model| &model.weapons));
        if !carried.chain(&all).any(|other| other.id == gear.id) {
            all.push(GearView { group: None, ..gear.clone() });
        }
    }
    all
}
