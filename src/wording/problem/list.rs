//! Problems with the list as a whole: unknown keys and names, points, and lists that are too
//! expensive to decide.

use crate::budget::Exceeded;
use crate::engine::check::kind::{ListKind, NameKind};
use crate::engine::eval::Evaluator;
use crate::model::{AttributeId, AttributeType, ForceId, Game, NodeKind};
use crate::wording::problem::ProblemWords;
use crate::wording::{a, all_of, choose_from, number_words};

pub(crate) fn words(evaluator: &Evaluator<'_, '_>, kind: &ListKind) -> ProblemWords {
    let game = evaluator.game;
    match kind {
        ListKind::NoFaction { of_units } => {
            let help =
                of_units.map(|of_units| format!("add `faction: {}`", game.factions[of_units].id));
            ProblemWords { help, ..ProblemWords::new("the list does not name its faction") }
        }
        ListKind::UnknownName { written, what } => unknown_name(game, written, *what),
        ListKind::UnknownModel { written, is_design, known } => {
            let mut known: Vec<&str> =
                known.iter().map(|model| game.entries[*model].id.as_str()).collect();
            known.dedup();
            ProblemWords::new(match is_design {
                true => format!("there is no design `{written}`"),
                false => format!("this unit has no model `{written}`"),
            })
            .help(format!("its models are {}", known.join(", ")))
        }
        ListKind::UnknownKey { written, on } => {
            let worded = ProblemWords::new(format!("a list has no key `{written}` here"));
            match (on, written.as_str()) {
                (NodeKind::Unit, "joins") => worded.help(
                    "the host says who joins it: `joined: [ID]` there, with the id of this unit",
                ),
                _ => worded,
            }
        }
        ListKind::MisplacedForce { written, force, on } => {
            let force = &game.forces[*force];
            let title = |kind: ForceId| a(&game.forces[kind].title.to_lowercase());
            let is_nested = |kind: &ForceId| game.forces[*kind].within.is_some();
            let outer = force.within.filter(is_nested).map_or("the army itself".to_owned(), title);
            let place = match on {
                NodeKind::Army => "the army itself".to_owned(),
                NodeKind::Force(Some(kind)) => title(*kind),
                NodeKind::Unit => "a unit".to_owned(),
                _ => "this".to_owned(),
            };
            ProblemWords::new(format!("`{written}` belong in {outer}, not in {place}"))
        }
        ListKind::NoForces { written } => {
            ProblemWords::new(format!("`{written}` needs a list of blocks, each with `units`"))
        }
        ListKind::TooExpensive { exceeded } => {
            let worded = too_expensive(*exceeded);
            match undecided(evaluator) {
                Some(help) if *exceeded == Exceeded::Steps => worded.help(help),
                _ => worded,
            }
        }
        ListKind::NoScalar { attribute } => ProblemWords::new(format!(
            "`{}` needs a number or a name",
            game.attributes[*attribute].id
        )),
        ListKind::NoNumber { attribute } => {
            let attribute = &game.attributes[*attribute];
            ProblemWords::new(format!("`{}` is {}", attribute.id, number_words(attribute.limits)))
        }
        ListKind::FractionOf { currency } => {
            let title = currency.map_or("points", |id| game.currencies[id].title.as_str());
            ProblemWords::new(format!("an amount of {title} is a whole number"))
        }
        ListKind::CountOfChoice => {
            ProblemWords::new("say how many of each option, not of the choice")
        }
        ListKind::TooManyUnits { units, things } => ProblemWords::new(format!(
            "a list holds at most {units} units, and {things} things in all"
        )),
        ListKind::NestedTooDeeply => ProblemWords::new("options nest too deeply here"),
        ListKind::DuplicateId { id } => ProblemWords::new(format!("two units have the id `{id}`")),
        ListKind::OldName { written, now } => {
            ProblemWords::new(format!("`{written}` is now called `{now}`"))
                .help("any change that `orbat` makes to the list writes the new name")
        }
        ListKind::RefersToItself => ProblemWords::new("a unit cannot refer to itself")
            .help("give the unit that is meant an `id`"),
        ListKind::Dangling { written, several } => ProblemWords::new(match several {
            true => format!("several units are called `{written}`"),
            false => format!("no unit of this list has the id `{written}`"),
        })
        .help("give the unit that is meant an `id`"),
    }
}

fn unknown_name(game: &Game, written: &str, what: NameKind) -> ProblemWords {
    let kind = match what {
        NameKind::Faction => "faction",
        NameKind::Event => "event",
        NameKind::Currency => "currency",
        NameKind::OptionalRule => "optional rule",
        NameKind::Card => "card",
        NameKind::Model => "model",
        NameKind::Derived => "derived value",
        NameKind::Slot(chart) => {
            let chart = &game.charts[chart].title;
            return ProblemWords::new(format!("the chart {chart} has no slot `{written}`"));
        }
        NameKind::OtherDerived(derive) => {
            let derive = &game.derives[derive];
            let title = derive.title.as_deref().unwrap_or(&derive.id);
            let message = format!("{title} is no value of the army: a list states only those");
            return ProblemWords::new(message);
        }
        NameKind::ValueOf(attribute) => return unknown_value(game, written, attribute),
    };
    ProblemWords::new(format!("{} has no {kind} `{written}`", game.title))
}

fn unknown_value(game: &Game, written: &str, attribute: AttributeId) -> ProblemWords {
    let attribute = &game.attributes[attribute];
    let worded = ProblemWords::new(format!("`{written}` is no value of `{}`", attribute.id));
    match attribute.shape {
        AttributeType::Choice(choices) => {
            let words = game.choices[choices].words.iter().map(|choice| choice.word.as_str());
            worded.help(choose_from(&words.collect::<Vec<_>>()))
        }
        _ => worded,
    }
}

/// A hint to name one of the tied units, which leaves less to try.
fn undecided(evaluator: &Evaluator<'_, '_>) -> Option<String> {
    let mut titles: Vec<String> = Vec::new();
    for tie in evaluator.ties.borrow().iter() {
        let derive = &evaluator.game.derives[tie.derive];
        let words = format!("{} (`derived: {{{}: ID}}`)", derive.label(), derive.id);
        if !titles.contains(&words) {
            titles.push(words);
        }
    }
    let named = all_of(&titles);
    (!titles.is_empty()).then(|| format!("several tie: say in the list which you take as {named}"))
}

fn too_expensive(exceeded: Exceeded) -> ProblemWords {
    let reason = match exceeded {
        Exceeded::Steps => "the rules take too many steps to work out for this list",
        Exceeded::Memory => "the rules take too much memory to work out for this list",
        Exceeded::Output => "there is more to say about this list than fits",
        Exceeded::Time => "the time ran out",
        Exceeded::Cancelled => "it was cancelled",
    };
    let worded = ProblemWords::new(format!("too expensive to decide: {reason}"));
    match exceeded {
        Exceeded::Time | Exceeded::Cancelled => worded.help("allow more time"),
        _ => worded.help("no army needs that much: report it to the author of the data"),
    }
}
