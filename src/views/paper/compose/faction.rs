//! The cards of a whole faction, without a list: each unit at its smallest, with its choices.

use crate::engine::Ruleset;
use crate::model::{EntryId, FactionId};
use crate::source::Sources;
use crate::views::catalogue::choice_words::choice_words;
use crate::views::catalogue::unit::UnitView;
use crate::views::paper::compose::gear::beyond_tables;
use crate::views::preview::list_of_unit;
use crate::views::{Card, ChoiceView, GearView, TitledText, each_option, takes, told, unit};

/// The greatest number of models with boxes.
const MOST_MODELS: i64 = 30;

/// The card of a unit without a list.
pub fn unit_card(
    rules: &Ruleset<'_>,
    sources: &Sources,
    faction: Option<FactionId>,
    id: EntryId,
) -> Option<Card> {
    let list = list_of_unit(rules.book.game, id, faction);
    let evaluator = rules.evaluator(&list);
    let view = unit(rules, sources, id);
    let of_models = view.models.iter().flat_map(|model| each_option(&model.choices));
    let options = each_option(&view.choices).into_iter().chain(of_models);
    let offered: Vec<EntryId> =
        options.flat_map(|option| &option.gear).map(|gear| gear.entry).collect();
    let mut card = evaluator.card(evaluator.army.unit_indices().next()?, &offered);
    card.points = view.points;
    card.other_costs = told(&view.other_costs);
    card.from = !view.choices.is_empty() || view.size.min != view.size.max;
    offer(&mut card, &view);
    Some(card)
}

/// Adds the choices that a list could make to a card.
fn offer(card: &mut Card, view: &UnitView) {
    let (min, max) = (view.size.min.unwrap_or(1), view.size.max);
    if max != Some(min) {
        card.size = match view.size.only.is_empty() {
            true => format!("{} models", takes(min, max)),
            false => view.size.words.clone(),
        };
    }
    let further = max.unwrap_or(min).min(MOST_MODELS) - min;
    if let Some(row) = card.boxes.iter_mut().max_by_key(|row| row.models) {
        row.models += further.max(0);
    }
    let of_models = view.models.iter().flat_map(|model| &model.choices);
    let choices: Vec<&ChoiceView> = view.choices.iter().chain(of_models).collect();
    for choice in choices {
        let (title, value) = choice_words(choice);
        card.choices.push(TitledText { title, value });
        for option in each_option(std::slice::from_ref(choice)) {
            for keyword in
                option.keywords.iter().chain(option.gear.iter().flat_map(GearView::all_keywords))
            {
                if !card.keywords.contains(keyword) {
                    card.keywords.push(keyword.clone());
                }
            }
        }
    }
    card.keywords = beyond_tables(std::mem::take(&mut card.keywords), &card.gear);
}
