//! Units: how many models they have, how often they are taken, and by whom.

use crate::engine::check::kind::{BelongsTo, Sized, UnitKind};
use crate::engine::eval::{Env, Evaluator};
use crate::model::{FactionId, Game};
use crate::wording::problem::{Worded, who};
use crate::wording::{limits_words, many, too_many};

pub(crate) fn words<'g>(evaluator: &Evaluator<'_, 'g>, kind: &UnitKind<'g>) -> Worded {
    let (army, game) = (&evaluator.army, evaluator.game);
    match *kind {
        UnitKind::Unknown { ref written } => {
            let faction = army.faction.map_or("FACTION", |id| game.factions[id].id.as_str());
            Worded::new(format!("{} has no unit `{written}`", game.title))
                .help(format!("`orbat units {faction}` lists them"))
        }
        UnitKind::Size { unit, of, count, ref limits } => {
            let count = match of {
                Sized::Unit => many(count, "model"),
                Sized::Line(model) => format!("{count} × {}", game.entries[model].title),
                Sized::Group(group) => {
                    format!("{} in its {}", many(count, "model"), group.replace('_', " "))
                }
            };
            let (title, limits) = (evaluator.unit_title(unit), limits_words(limits));
            Worded::new(format!("{title} has {count}, its entry takes {limits}"))
        }
        UnitKind::NoLeader { unit } => {
            Worded::new(format!("{} has no model that may lead it", evaluator.unit_title(unit)))
        }
        UnitKind::Unique { entry, count } => {
            let title = &game.entries[entry].title;
            Worded::new(format!("{title} is taken {count} times and is unique"))
                .label(too_many(count - 1))
        }
        UnitKind::TooMany { within, entry, count, most } => {
            let (within, title) = (evaluator.subject_title(within), &game.entries[entry].title);
            let limit = match most {
                0 => "none is allowed".to_owned(),
                _ => format!("{most} at most"),
            };
            Worded::new(format!("{within} has {count} × {title}, {limit}"))
        }
        UnitKind::TooDear { force, cost, most } => {
            let force = who(evaluator, force);
            Worded::new(format!("{force} costs {cost}, {most} at most"))
        }
        UnitKind::Banned { unit, by } => {
            let mut env = Env::at(army.unit(unit).node);
            let message = match &by.0.say {
                Some(say) => evaluator.text(say, &mut env),
                None => {
                    format!(
                        "{} may not be taken by {}",
                        evaluator.unit_title(unit),
                        taker(evaluator)
                    )
                }
            };
            let help = by.0.help.as_ref().map(|help| evaluator.text(help, &mut env));
            Worded { help, ..Worded::new(message) }
        }
        UnitKind::Hidden { unit } => {
            Worded::new(format!("{} may not be taken in this army", evaluator.unit_title(unit)))
        }
        UnitKind::Foreign { unit, of } => {
            let owner = match of {
                BelongsTo::Factions(all) => factions(game, all),
                BelongsTo::Faction(faction) => game.factions[faction].title.clone(),
                BelongsTo::Event(event) => game.events[event].title.clone(),
            };
            let (title, army) = (evaluator.unit_title(unit), taker(evaluator));
            Worded::new(format!("{title} belongs to {owner}, not to {army}"))
        }
        UnitKind::NotBrought { entry, count, brought } => {
            let title = &game.entries[entry].title;
            Worded::new(format!("{title} only comes with others: {count} taken, {brought} brought"))
        }
        UnitKind::Brings { bringer, entry, low, count } => {
            let entry = &game.entries[entry];
            let (bringer, needs) = (evaluator.subject_title(bringer), many(low, &entry.title));
            Worded::new(format!("{bringer} comes with {needs}, the list has {count}")).help(
                format!("add `- unit: {}`: it leaves a choice, so it is to be written", entry.id),
            )
        }
    }
}

/// Whose army it is.
fn taker<'g>(evaluator: &Evaluator<'_, 'g>) -> &'g str {
    let faction = evaluator.army.faction;
    faction.map_or(&evaluator.game.title, |faction| &evaluator.game.factions[faction].title)
}

pub(crate) fn factions(game: &Game, all: &[FactionId]) -> String {
    let names: Vec<&str> =
        all.iter().map(|faction| game.factions[*faction].title.as_str()).collect();
    names.join(", ")
}
