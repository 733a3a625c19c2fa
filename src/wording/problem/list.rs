//! Keys and names of a list that the game does not know.

use crate::budget::Exceeded;
use crate::engine::check::kind::{ListKind, Named};
use crate::engine::eval::Evaluator;
use crate::model::{AttributeId, AttributeType, ForceId, Game, NodeKind};
use crate::wording::problem::Worded;
use crate::wording::{choose_from, number_words};

pub(crate) fn words(evaluator: &Evaluator<'_, '_>, kind: &ListKind) -> Worded {
    let game = evaluator.game;
    match kind {
        ListKind::NoFaction { home } => {
            let help = home.map(|home| format!("add `faction: {}`", game.factions[home].id));
            Worded { help, ..Worded::new("the list does not name its faction") }
        }
        ListKind::UnknownName { written, what } => unknown_name(game, written, *what),
        ListKind::UnknownModel { written, is_design, known } => {
            let mut known: Vec<&str> =
                known.iter().map(|model| game.entries[*model].id.as_str()).collect();
            known.dedup();
            Worded::new(match is_design {
                true => format!("there is no design `{written}`"),
                false => format!("this unit has no model `{written}`"),
            })
            .help(format!("its models are {}", known.join(", ")))
        }
        ListKind::UnknownKey { written, on } => {
            let worded = Worded::new(format!("a list has no key `{written}` here"));
            match (on, written.as_str()) {
                (NodeKind::Unit, "joins") => worded.help(
                    "the host says who joins it: `joined: [ID]` there, with the id of this unit",
                ),
                _ => worded,
            }
        }
        ListKind::MisplacedForce { written, force, on } => {
            let force = &game.forces[*force];
            let title = |kind: ForceId| format!("a {}", game.forces[kind].title.to_lowercase());
            let is_nested = |kind: &ForceId| game.forces[*kind].within.is_some();
            let outer = force.within.filter(is_nested).map_or("the army itself".to_owned(), title);
            let place = match on {
                NodeKind::Army => "the army itself".to_owned(),
                NodeKind::Force(Some(kind)) => title(*kind),
                NodeKind::Unit => "a unit".to_owned(),
                _ => "this".to_owned(),
            };
            Worded::new(format!("`{written}` belong in {outer}, not in {place}"))
        }
        ListKind::NoForces { written } => {
            Worded::new(format!("`{written}` needs a list of blocks, each with `units`"))
        }
        ListKind::TooExpensive { exceeded } => too_expensive(*exceeded),
        ListKind::NoScalar { attribute } => {
            Worded::new(format!("`{}` needs a number or a name", game.attributes[*attribute].id))
        }
        ListKind::NoNumber { attribute } => {
            let attribute = &game.attributes[*attribute];
            Worded::new(format!("`{}` is {}", attribute.id, number_words(attribute.limits)))
        }
        ListKind::FractionOf { currency } => {
            let title = currency.map_or("points", |id| game.currencies[id].title.as_str());
            Worded::new(format!("an amount of {title} is a whole number"))
        }
        ListKind::CountOfChoice => Worded::new("say how many of each option, not of the choice"),
        ListKind::TooManyUnits { units, things } => {
            Worded::new(format!("a list holds at most {units} units, and {things} things in all"))
        }
        ListKind::NestedTooDeeply => Worded::new("options nest too deeply here"),
        ListKind::DuplicateId { id } => Worded::new(format!("two units have the id `{id}`")),
        ListKind::OldName { written, now } => {
            Worded::new(format!("`{written}` is now called `{now}`"))
                .help("any change that `orbat` makes to the list writes the new name")
        }
        ListKind::RefersToItself => Worded::new("a unit cannot refer to itself"),
        ListKind::Dangling { written, several } => Worded::new(match several {
            true => format!("several units are called `{written}`"),
            false => format!("no unit of this list has the id `{written}`"),
        })
        .help("give the unit that is meant an `id`"),
    }
}

fn unknown_name(game: &Game, written: &str, what: Named) -> Worded {
    let kind = match what {
        Named::Faction => "faction",
        Named::Event => "event",
        Named::Currency => "currency",
        Named::OptionalRule => "optional rule",
        Named::Card => "card",
        Named::Model => "model",
        Named::Derived => "derived value",
        Named::Slot(chart) => {
            let chart = &game.charts[chart].title;
            return Worded::new(format!("the chart {chart} has no slot `{written}`"));
        }
        Named::OtherDerived(derive) => {
            let derive = &game.derives[derive];
            let title = derive.title.as_deref().unwrap_or(&derive.id);
            let message = format!("{title} is no value of the army: a list states only those");
            return Worded::new(message);
        }
        Named::ValueOf(attribute) => return unknown_value(game, written, attribute),
    };
    Worded::new(format!("{} has no {kind} `{written}`", game.title))
}

fn unknown_value(game: &Game, written: &str, attribute: AttributeId) -> Worded {
    let attribute = &game.attributes[attribute];
    let worded = Worded::new(format!("`{written}` is no value of `{}`", attribute.id));
    match attribute.shape {
        AttributeType::Choice(choices) => {
            let words = game.choices[choices].words.iter().map(|choice| choice.word.as_str());
            worded.help(choose_from(&words.collect::<Vec<_>>()))
        }
        _ => worded,
    }
}

fn too_expensive(exceeded: Exceeded) -> Worded {
    let reason = match exceeded {
        Exceeded::Steps => "the rules take too many steps to work out for this list",
        Exceeded::Memory => "the rules take too much memory to work out for this list",
        Exceeded::Output => "there is more to say about this list than fits",
        Exceeded::Time => "the time ran out",
        Exceeded::Cancelled => "it was cancelled",
    };
    let worded = Worded::new(format!("too expensive to decide: {reason}"));
    match exceeded {
        Exceeded::Time | Exceeded::Cancelled => worded.help("allow more time"),
        _ => worded.help("no army needs that much: report it to the author of the data"),
    }
}
