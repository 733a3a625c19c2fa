//! What the head of a text says, as a list without units.

use crate::desk::read::draft::Draft;
use crate::desk::read::fold::fold;
use crate::desk::read::head::value_text;
use crate::desk::read::index::Meaning;
use crate::desk::read::lexicon::Lexicon;
use crate::desk::read::menu::{Pick, UnitMenu};
use crate::desk::read::reading::{IdAndTitle, Question, QuestionSubject};
use crate::engine::Ruleset;
use crate::list::{Design, Edit, GameKey, GameValue, Holder, List, Points, Scalar, Spanned};
use crate::model::{AttributeId, AttributeType, Game};
use crate::source::{SourceId, Span};

/// A list that says nothing but its game and what the head states.
pub(crate) fn head_list(
    rules: &Ruleset<'_>,
    lexicon: &Lexicon<'_>,
    draft: &Draft,
) -> (List, Vec<Question>) {
    let game = rules.book.game;
    let span = Span::nowhere(SourceId::new(0));
    let mut list = List::of_one(&game.id, "", span);
    list.units.clear();
    let named = |text: &str| Spanned::new(text.to_owned(), span);
    list.name = draft.name.as_deref().map(named);
    list.player = draft.player.as_deref().map(named);
    list.faction = draft.faction.map(|id| named(&game.factions[id].id));
    list.chart = draft.chart.map(|id| named(&game.charts[id].id));
    list.event = draft.event.map(|id| named(&game.events[id].id));
    list.opponent = draft.opponent.map(|id| named(&game.factions[id].id));
    list.optional = draft.optional.iter().map(|id| named(&game.optionals[*id].id)).collect();
    list.points = draft.limit.map(|limit| Points::new([(None, limit)]));
    list.deck = draft
        .deck
        .iter()
        .map(|(card, count)| (named(&game.entries[*card].id), Spanned::new(*count, span)))
        .collect();
    list.designs = draft
        .designs
        .iter()
        .map(|design| Design {
            name: named(&design.name),
            model: named(&design.model),
            picks: design
                .picks
                .iter()
                .map(|(name, value)| (named(name), Spanned::new(*value, span)))
                .collect(),
            options: Vec::new(),
        })
        .collect();
    let mut questions = Vec::new();
    for (attribute, line, segment) in &draft.keys {
        let text = value_text(segment);
        match scalar(game, *attribute, &text, span) {
            Some(value) => list.others.push(key(game, *attribute, value, span)),
            None => questions.push(unknown_key(game, *attribute, *line, &text)),
        }
    }
    design_options(rules, lexicon, draft, &mut list);
    army_options(rules, lexicon, draft, &mut list, &mut questions);
    (list, questions)
}

pub(super) fn key(game: &Game, attribute: AttributeId, value: Scalar, span: Span) -> GameKey {
    let name = Spanned::new(game.attributes[attribute].id.clone(), span);
    GameKey { key: name, value: GameValue::Scalars(vec![value]) }
}

pub(super) fn unknown_key(
    game: &Game,
    attribute: AttributeId,
    line: usize,
    written: &str,
) -> Question {
    let title = game.attributes[attribute].title.clone();
    Question {
        line: Some(line),
        written: written.to_owned(),
        about: QuestionSubject::Key { key: title },
        candidates: Vec::new(),
    }
}

/// A value that an attribute may have.
pub(super) fn scalar(
    game: &Game,
    attribute: AttributeId,
    text: &str,
    span: Span,
) -> Option<Scalar> {
    let name = |text: &str| Scalar::Text(Spanned::new(text.to_owned(), span));
    let folded = fold(text);
    match game.attributes[attribute].shape {
        AttributeType::Int => {
            text.trim().parse().ok().map(|number| Scalar::Int(Spanned::new(number, span)))
        }
        AttributeType::Text => Some(name(text)),
        AttributeType::Category => {
            let categories = game.categories.values();
            let mut found = categories
                .filter(|category| fold(&category.title) == folded || fold(&category.id) == folded);
            found.next().map(|category| name(&category.id))
        }
        AttributeType::Choice(choices) => {
            let mut words = game.choices[choices].names();
            words.find(|word| fold(word) == folded).map(name)
        }
    }
}

fn design_options(rules: &Ruleset<'_>, lexicon: &Lexicon<'_>, draft: &Draft, list: &mut List) {
    for design in &draft.designs {
        let holder = Holder::Design(design.name.clone());
        for (times, name) in &design.options {
            let menu = UnitMenu::of_holder(rules, lexicon, list, &holder);
            if let Meaning::Sure(Pick::Offer(at)) | Meaning::Likely(Pick::Offer(at)) =
                menu.index.meaning(name, &|_| true)
                && let Some(offer) = menu.offers.get(at)
            {
                let edit =
                    Edit::TakeOption { of: holder.clone(), offer: offer.offer(), times: *times };
                *list = edit.applied_to(list).unwrap_or_else(|_| list.clone());
            }
        }
    }
}

/// Options of the army itself.
fn army_options(
    rules: &Ruleset<'_>,
    lexicon: &Lexicon<'_>,
    draft: &Draft,
    list: &mut List,
    questions: &mut Vec<Question>,
) {
    for part in &draft.parts {
        let menu = UnitMenu::of_holder(rules, lexicon, list, &Holder::Army);
        match menu.index.meaning(&part.segment.name, &|pick| pick != Pick::Choice) {
            Meaning::Sure(Pick::Offer(at)) | Meaning::Likely(Pick::Offer(at)) => {
                let Some(offer) = menu.offers.get(at) else { continue };
                let times = part.segment.count.map(|count| count.number);
                let edit = Edit::TakeOption {
                    of: Holder::Army,
                    offer: offer.offer(),
                    times: times.or(Some(1)),
                };
                *list = edit.applied_to(list).unwrap_or_else(|_| list.clone());
            }
            Meaning::Unsure(picks) => {
                let candidates = picks.iter().filter_map(|pick| match pick {
                    Pick::Offer(at) => menu
                        .offers
                        .get(*at)
                        .map(|offer| IdAndTitle::new(&offer.flag(), &offer.title)),
                    _ => None,
                });
                questions.push(Question {
                    line: Some(part.line),
                    written: part.segment.name.clone(),
                    about: QuestionSubject::Key { key: "the army".to_owned() },
                    candidates: candidates.collect(),
                });
            }
            _ => {}
        }
    }
}
