//! The rule that a problem breaks, in the words of its line.

use crate::engine::check::Problem;
use crate::engine::check::kind::{
    DeckKind, ForceKind, Limits, OptionKind, PointsKind, ProblemKind, RelationKind, SlotKind,
    UnitKind,
};
use crate::model::Game;
use crate::number::Number;
use crate::wording::limits_words;
use crate::wording::sentence::place::sentence_at;

/// What the broken line of the data says, followed by its value in this list unless the line
/// already states it: `at most one per 500 points agreed in the army: now 2`.
pub(crate) fn rule(game: &Game, problem: &Problem<'_>) -> Option<String> {
    let sentence = sentence_at(game, problem.defined_at?)?;
    let is_stated =
        |now: &CurrentLimit| now.numbers.iter().all(|number| sentence.numbers.contains(number));
    Some(match now(&problem.kind).filter(|now| !is_stated(now)) {
        Some(now) => format!("{}: now {}", sentence.text, now.words),
        None => sentence.text,
    })
}

/// A limit with its value in this list.
struct CurrentLimit {
    words: String,
    numbers: Vec<Number>,
}

impl CurrentLimit {
    fn number(number: Number) -> Self {
        CurrentLimit { words: number.to_string(), numbers: vec![number] }
    }

    fn whole(number: i64) -> Self {
        CurrentLimit::number(Number::whole(number))
    }

    fn limits(limits: &Limits) -> Self {
        let low = Some(limits.low).filter(|low| *low > 0);
        let numbers = low.into_iter().chain(limits.high).map(Number::whole).collect();
        CurrentLimit { words: limits_words(limits), numbers }
    }
}

fn now(kind: &ProblemKind<'_>) -> Option<CurrentLimit> {
    match kind {
        ProblemKind::Unit(UnitKind::TooMany { most, .. })
        | ProblemKind::Slot(SlotKind::TooMany { most, .. } | SlotKind::GrantUsedUp { most, .. })
        | ProblemKind::Relation(RelationKind::TooManyJoined { most, .. })
        | ProblemKind::Deck(DeckKind::TooManyCopies { most, .. }) => {
            Some(CurrentLimit::whole(*most))
        }
        ProblemKind::Unit(UnitKind::TooDear { most, .. }) => Some(CurrentLimit::number(*most)),
        ProblemKind::Unit(UnitKind::Brings { low, .. }) => Some(CurrentLimit::whole(*low)),
        ProblemKind::Slot(SlotKind::TooFew { count, short, .. }) => {
            Some(CurrentLimit::whole(count.saturating_add(*short)))
        }
        ProblemKind::Unit(UnitKind::Size { limits, .. }) => Some(CurrentLimit::limits(limits)),
        ProblemKind::Option(
            OptionKind::TooManyOfChoice { limits, .. } | OptionKind::TooOften { limits, .. },
        )
        | ProblemKind::Force(ForceKind::TooMany { limits, .. })
        | ProblemKind::Deck(DeckKind::TooMany { limits, .. }) => {
            limits.high.map(CurrentLimit::whole)
        }
        ProblemKind::Option(
            OptionKind::TooFewOfChoice { limits, .. } | OptionKind::TooRarely { limits, .. },
        )
        | ProblemKind::Force(ForceKind::TooFew { limits, .. })
        | ProblemKind::Deck(DeckKind::TooFew { limits, .. }) => {
            Some(CurrentLimit::whole(limits.low))
        }
        ProblemKind::Points(PointsKind::OverGameLimit(broken)) => {
            Some(CurrentLimit::number(broken.over.most))
        }
        _ => None,
    }
}
