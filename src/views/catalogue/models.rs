//! The models of a unit: those on its own lines, and those that only options bring.

use serde::Serialize;

use crate::analysis::Referent;
use crate::model::{Body, EntryId, ModelPrice, ModelRole, StatValue};
use crate::views::catalogue::gear::{conditional, keywords, kind, plain, stats};
use crate::views::catalogue::offer::Offers;
use crate::views::catalogue::unit::weapons;
use crate::views::{ChoiceView, GearView, KeywordView, StatView, TermView, each_option};
use crate::wording::RangeText;

#[derive(Debug, Clone, Serialize)]
pub struct ModelView {
    pub id: String,
    pub name: String,
    pub kind: String,
    /// How many: `5..10`.
    pub count: String,
    /// The same in words: `5–10 models`.
    pub count_words: String,
    /// `12 points each`, `90 points for 6, then 14 points each`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<String>,
    /// Whether its line says that it leads the unit; being first is not enough.
    pub leads: bool,
    /// The options that bring it; none for models of the unit itself.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<String>,
    pub stats: Vec<StatView>,
    pub weapons: Vec<GearView>,
    pub choices: Vec<ChoiceView>,
    pub keywords: Vec<KeywordView>,
    /// The keywords it has under a condition.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub conditional_keywords: Vec<KeywordView>,
    /// What limits and changes it, as written in the data.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<TermView>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// Every line of models, then the models that options bring, each once.
pub(crate) fn models<'g>(
    offers: &Offers<'_, 'g>,
    body: &'g Body,
    choices: &[ChoiceView],
) -> Vec<ModelView> {
    let mut views: Vec<ModelView> = Vec::new();
    let mut known: Vec<EntryId> = Vec::new();
    for line in &body.models {
        let mut view = model(offers, line.model, offers.range(&line.range), line.price.as_ref());
        view.leads = line.role == ModelRole::Leading;
        known.push(line.model);
        views.push(view);
    }
    let own = known.len();
    let mut waiting: Vec<(EntryId, RangeText, String)> = brought(choices);
    waiting.extend(views.iter().flat_map(|view| brought(&view.choices)));
    waiting.reverse();
    while let Some((id, count, option)) = waiting.pop() {
        match known.iter().position(|known_id| *known_id == id) {
            // The unit has this model without the option.
            Some(place) if place < own => {}
            Some(place) => views.get_mut(place).into_iter().for_each(|view| view.also_by(&option)),
            None => {
                let mut view = model(offers, id, count, None);
                view.by.push(option);
                waiting.extend(brought(&view.choices).into_iter().rev());
                known.push(id);
                views.push(view);
            }
        }
    }
    views
}

/// The models that options bring: which, how many, and by which option.
fn brought(choices: &[ChoiceView]) -> Vec<(EntryId, RangeText, String)> {
    let options = each_option(choices).into_iter();
    options
        .flat_map(|option| {
            option.models.iter().map(|(id, count)| (*id, count.clone(), option.name.clone()))
        })
        .collect()
}

impl ModelView {
    fn also_by(&mut self, option: &str) {
        if !self.by.iter().any(|known| known == option) {
            self.by.push(option.to_owned());
        }
    }
}

fn model<'g>(
    offers: &Offers<'_, 'g>,
    id: EntryId,
    count: RangeText,
    price: Option<&'g ModelPrice>,
) -> ModelView {
    let game = offers.game;
    let entry = &game.entries[id];
    let body = &entry.body;
    let inside = offers.about(Referent::Model(id));
    let each = if count.text() == "1" { "" } else { " each" };
    let price = price.map(|price| {
        let words = |price| offers.speak(|speaker| speaker.price(price));
        let first = words(&price.price);
        match (price.first, &price.then) {
            (Some(count), Some(then)) => {
                format!("{first} for {count}, then {} each", words(then))
            }
            (Some(count), None) => format!("{first} for {count}"),
            (None, _) => format!("{first}{each}"),
        }
    });
    let picks = body.stats.iter().any(|stat| matches!(stat.value, StatValue::Pick(..)));
    let own =
        body.prices.first().map(|line| match inside.bare_price(&line.price).filter(|_| !picks) {
            Some(bare) => format!("{bare}{each} without options"),
            None => format!("{}{each}", inside.speak(|speaker| speaker.price(&line.price))),
        });
    ModelView {
        id: entry.id.clone(),
        name: entry.title.clone(),
        kind: kind(game, entry),
        count: count.text(),
        count_words: count.model_words(),
        price: price.or(own),
        leads: false,
        by: Vec::new(),
        stats: stats(game, entry, &body.stats),
        weapons: weapons(game, body),
        choices: inside.of(body, 0),
        keywords: keywords(game, &body.keywords),
        conditional_keywords: conditional(game, body),
        limits: inside.only_terms(body).into_iter().chain(inside.statements(body)).collect(),
        notes: body.notes.iter().map(plain).collect(),
    }
}
