//! Choices with controls for a page: every option carries the edits that its control makes.

use serde::Serialize;

use crate::builder::Builder;
use crate::builder::tried::{Control, TriedChoice, TriedOption};
use crate::engine::Ruleset;
use crate::list::{Edit, Holder, List};
use crate::model::{EntryId, EntryKind, Game};
use crate::source::Sources;
use crate::views::{Amount, Cost, OptionView, each_option, others, points, told};
use crate::web::issue::sentence;

/// A choice of a unit, of the army or of a design.
#[derive(Debug, Serialize)]
pub(crate) struct Choice {
    /// Its title; none for an option that stands alone.
    pub title: Option<String>,
    /// The model or option that it belongs to, if not to the holder itself.
    pub of: Option<String>,
    pub control: &'static str,
    pub taken: i64,
    pub min: i64,
    pub max: Option<i64>,
    /// Takes nothing of it.
    pub none: Option<Vec<Edit>>,
    pub options: Vec<Choosable>,
}

/// An option with its control.
#[derive(Debug, Serialize)]
pub(crate) struct Choosable {
    pub option: String,
    pub title: String,
    pub taken: i64,
    /// The most times it may be taken, where its own line says so.
    pub max: Option<i64>,
    pub points: Option<Amount>,
    pub other_costs: Vec<Cost>,
    /// What it does.
    pub effect: String,
    pub fits: bool,
    pub why: Vec<String>,
    pub more: Option<Vec<Edit>>,
    pub less: Option<Vec<Edit>>,
}

/// The choices of a holder. `about` describes the options.
pub(crate) fn choices(
    rules: &Ruleset<'_>,
    list: &List,
    of: &Holder,
    about: &[&OptionView],
) -> Vec<Choice> {
    let game = rules.book.game;
    let tried = Builder::new(rules).tried_choices(list, of);
    tried.into_iter().map(|choice| view(game, choice, about)).collect()
}

fn view(game: &Game, choice: TriedChoice, about: &[&OptionView]) -> Choice {
    let first = choice.options.first().map(|option| &option.state.offered);
    let of = first.and_then(|first| {
        let outer = first.model.as_ref().or(first.within.last())?;
        let mut entries = game.entries.values();
        let entry = entries.find(|entry| entry.id == *outer);
        Some(entry.map_or_else(|| outer.clone(), |entry| entry.title.clone()))
    });
    Choice {
        title: choice.state.choose.map(|(_, title)| title),
        of,
        control: match choice.control {
            Control::One => "one",
            Control::Any => "any",
            Control::Count => "count",
        },
        taken: choice.state.taken,
        min: choice.state.limits.low,
        max: choice.state.limits.high,
        none: choice.none,
        options: choice.options.into_iter().map(|option| choosable(game, option, about)).collect(),
    }
}

fn choosable(game: &Game, tried: TriedOption, about: &[&OptionView]) -> Choosable {
    let state = tried.state;
    let about = about.iter().find(|view| view.id == state.offered.option);
    Choosable {
        max: state.times.and_then(|times| times.high),
        points: points(Some(&tried.costs)),
        other_costs: told(&others(game, Some(&tried.costs))),
        effect: about.map(|view| effect(view)).unwrap_or_default(),
        fits: tried.why.is_empty(),
        why: tried.why.iter().map(|why| sentence(why)).collect(),
        more: tried.more,
        less: tried.less,
        option: state.offered.option,
        title: state.offered.title,
        taken: state.taken,
    }
}

/// What an option does, in a line: profiles of weapons, what it changes and what it replaces.
fn effect(view: &OptionView) -> String {
    let mut parts: Vec<String> = Vec::new();
    for gear in &view.gear {
        let stats: Vec<String> =
            gear.stats.iter().map(|stat| format!("{} {}", stat.name, stat.value)).collect();
        parts.extend((!stats.is_empty()).then(|| stats.join(" ")));
    }
    if let Some((old, _)) = view.replaces.as_ref().filter(|(old, _)| !old.is_empty()) {
        parts.push(format!("for {}", old.join(", ")));
    }
    parts.extend(view.changes.iter().cloned());
    parts.extend(view.keywords.iter().map(|keyword| keyword.name.clone()));
    parts.extend(view.notes.iter().cloned());
    parts.dedup();
    parts.join(" · ")
}

/// What is known about the options of a unit.
pub(crate) fn unit_options(
    rules: &Ruleset<'_>,
    sources: &Sources,
    entry: EntryId,
) -> Vec<OptionView> {
    let page = crate::views::unit(rules, sources, entry);
    let models = page.models.iter().flat_map(|model| each_option(&model.choices));
    each_option(&page.choices).into_iter().chain(models).cloned().collect()
}

/// The entry of a model, by its id.
pub(crate) fn model_entry(game: &Game, id: &str) -> Option<EntryId> {
    let mut entries = game.entries.iter();
    let is_model = |kind: &EntryKind| matches!(kind, EntryKind::Profile(_));
    entries.find(|(_, entry)| entry.id == id && is_model(&entry.kind)).map(|(id, _)| id)
}
