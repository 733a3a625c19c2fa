use super::heading;
use crate::cli::output::{TITLE, styled, width};
use crate::cli::table::wrap;
use crate::views::catalogue::unit::UnitView;
use crate::views::{ChoiceView, GearView, KeywordView, each_option};

pub(crate) fn names(keywords: &[KeywordView]) -> String {
    keywords.iter().map(|keyword| keyword.name.clone()).collect::<Vec<_>>().join(", ")
}

/// The text of every keyword the unit, its models, weapons and options have or may come to have,
/// each once.
pub(crate) fn draw_glossary(unit: &UnitView) -> String {
    let mut all: Vec<&KeywordView> =
        unit.keywords.iter().chain(&unit.conditional_keywords).collect();
    for model in &unit.models {
        all.extend(model.keywords.iter().chain(&model.conditional_keywords));
        all.extend(of_gear(&model.weapons));
        all.extend(of_choices(&model.choices));
    }
    all.extend(of_gear(&unit.weapons));
    all.extend(of_choices(&unit.choices));
    all.sort_by(|a, b| (&a.name, &a.text).cmp(&(&b.name, &b.text)));
    all.dedup();
    if all.is_empty() {
        return String::new();
    }
    let text = |keyword: &KeywordView| {
        wrap(&format!("  {}  ", styled(TITLE, &keyword.name)), &keyword.text, 4, width())
    };
    std::iter::once(heading("Keywords")).chain(all.into_iter().map(text)).collect()
}

fn of_gear(gear: &[GearView]) -> impl Iterator<Item = &KeywordView> {
    gear.iter()
        .flat_map(|one| one.keywords.iter().chain(one.modes.iter().flat_map(|mode| &mode.keywords)))
}

fn of_choices(choices: &[ChoiceView]) -> impl Iterator<Item = &KeywordView> {
    let options = each_option(choices).into_iter();
    options.flat_map(|option| {
        option.keywords.iter().chain(&option.conditional_keywords).chain(of_gear(&option.gear))
    })
}
