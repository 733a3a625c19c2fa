//! The rule that a problem breaks, in the words of its line.

use crate::engine::check::Problem;
use crate::engine::check::kind::{
    DeckKind, ForceKind, Kind, Limits, OptionKind, PointsKind, RelationKind, SlotKind, UnitKind,
};
use crate::model::Game;
use crate::wording::limits_words;
use crate::wording::sentence::place::sentence_at;

/// What the line of the data says that a problem breaks, and what it comes to in this list:
/// `at most one per 500 points agreed in the army: now 2`.
pub(crate) fn rule(game: &Game, problem: &Problem<'_>) -> Option<String> {
    let sentence = sentence_at(game, problem.defined_at?)?;
    let now = now(&problem.kind).filter(|now| !says(&sentence, now));
    Some(match now {
        Some(now) => format!("{sentence}: now {now}"),
        None => sentence,
    })
}

/// The limit as it is in this list.
fn now(kind: &Kind<'_>) -> Option<String> {
    let most = |limits: &Limits| limits.high.map(|high| high.to_string());
    match kind {
        Kind::Unit(UnitKind::TooMany { most, .. })
        | Kind::Slot(SlotKind::TooMany { most, .. } | SlotKind::GrantUsedUp { most, .. })
        | Kind::Relation(RelationKind::TooManyJoined { most, .. })
        | Kind::Deck(DeckKind::TooManyCopies { most, .. }) => Some(most.to_string()),
        Kind::Unit(UnitKind::TooDear { most, .. }) => Some(most.to_string()),
        Kind::Unit(UnitKind::Brings { low, .. }) => Some(low.to_string()),
        Kind::Slot(SlotKind::TooFew { count, short, .. }) => {
            Some(count.saturating_add(*short).to_string())
        }
        Kind::Unit(UnitKind::Size { limits, .. }) => Some(limits_words(limits)),
        Kind::Option(
            OptionKind::TooManyOfChoice { limits, .. } | OptionKind::TooOften { limits, .. },
        )
        | Kind::Force(ForceKind::TooMany { limits, .. })
        | Kind::Deck(DeckKind::TooMany { limits, .. }) => most(limits),
        Kind::Option(
            OptionKind::TooFewOfChoice { limits, .. } | OptionKind::TooRarely { limits, .. },
        )
        | Kind::Force(ForceKind::TooFew { limits, .. })
        | Kind::Deck(DeckKind::TooFew { limits, .. }) => Some(limits.low.to_string()),
        Kind::Points(PointsKind::OverGameLimit(broken)) => Some(broken.over.most.to_string()),
        _ => None,
    }
}

/// Whether a sentence has all numbers of some words.
fn says(sentence: &str, words: &str) -> bool {
    let numbers = |text: &str| -> Vec<String> {
        let parts = text.split(|char: char| !(char.is_ascii_digit() || "./".contains(char)));
        parts.filter(|part| !part.is_empty()).map(str::to_owned).collect()
    };
    let said = numbers(sentence);
    let said_once = sentence.contains("once") || sentence.contains("unique");
    numbers(words).iter().all(|number| said.contains(number) || number == "1" && said_once)
}
