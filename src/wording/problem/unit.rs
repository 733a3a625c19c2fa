//! Problems with units: how many models they have, how often they are taken, and in which armies.

use crate::engine::army::UnitIndex;
use crate::engine::check::kind::{BelongsTo, SizedPart, UnitKind};
use crate::engine::eval::{Env, Evaluator};
use crate::model::{FactionId, Game};
use crate::wording::problem::{ProblemWords, who};
use crate::wording::{limits_words, many, too_many};

pub(crate) fn words<'g>(evaluator: &Evaluator<'_, 'g>, kind: &UnitKind<'g>) -> ProblemWords {
    let (army, game) = (&evaluator.army, evaluator.game);
    match *kind {
        UnitKind::Unknown { ref written } => {
            let faction = army.faction.map_or("FACTION", |id| game.factions[id].id.as_str());
            ProblemWords::new(format!("{} has no unit `{written}`", game.title))
                .help(format!("`orbat units {faction}` lists them"))
        }
        UnitKind::Size { unit, of, count, ref limits } => {
            let must = count < limits.low || limits.high == Some(limits.low);
            let may = if must { "must" } else { "may" };
            let count = match of {
                SizedPart::Unit => many(count, "model"),
                SizedPart::Line(model) => format!("{count} × {}", game.entries[model].title),
                SizedPart::Group(group) => {
                    format!("{} in its {}", many(count, "model"), group.replace('_', " "))
                }
            };
            let (title, limits) = (evaluator.unit_title(unit), limits_words(limits));
            ProblemWords::new(format!("{title} has {count}, but {may} have {limits}"))
        }
        UnitKind::NoLeader { unit } => ProblemWords::new(format!(
            "{} has no model that may lead it",
            evaluator.unit_title(unit)
        )),
        UnitKind::Unique { entry, count } => {
            let title = &game.entries[entry].title;
            ProblemWords::new(format!("{title} is taken {count} times and is unique"))
                .label(too_many(count - 1))
        }
        UnitKind::TooMany { within, entry, count, most } => {
            let (within, title) = (evaluator.subject_title(within), &game.entries[entry].title);
            let limit = match most {
                0 => "none is allowed".to_owned(),
                _ => format!("{most} at most"),
            };
            ProblemWords::new(format!("{within} has {count} × {title}, {limit}"))
        }
        UnitKind::TooDear { force, cost, most } => {
            let force = who(evaluator, force);
            ProblemWords::new(format!("{force} costs {cost}, {most} at most"))
        }
        UnitKind::Banned { unit, by } => {
            let mut env = Env::at(army.unit(unit).node);
            let message = match &by.0.say {
                Some(say) => evaluator.text(say, &mut env),
                None => {
                    format!(
                        "{} may not be taken by {}",
                        evaluator.unit_title(unit),
                        taker(evaluator, unit)
                    )
                }
            };
            let help = by.0.help.as_ref().map(|help| evaluator.text(help, &mut env));
            ProblemWords { help, ..ProblemWords::new(message) }
        }
        UnitKind::Hidden { unit } => ProblemWords::new(format!(
            "{} may not be taken in this army",
            evaluator.unit_title(unit)
        )),
        UnitKind::Foreign { unit, of } => {
            let owner = match of {
                BelongsTo::Factions(all) => factions(game, all),
                BelongsTo::Faction(faction) => game.factions[faction].title.clone(),
                BelongsTo::Event(event) => game.events[event].title.clone(),
            };
            let (title, army) = (evaluator.unit_title(unit), taker(evaluator, unit));
            ProblemWords::new(format!("{title} belongs to {owner}, not to {army}"))
        }
        UnitKind::NotBrought { entry, count, brought } => {
            let title = &game.entries[entry].title;
            ProblemWords::new(format!(
                "{title} only comes with other units: {count} taken, {brought} brought"
            ))
        }
        UnitKind::Brings { bringer, entry, low, count } => {
            let entry = &game.entries[entry];
            let (bringer, title) = (evaluator.subject_title(bringer), &entry.title);
            let needs = if low == 1 { title.clone() } else { format!("{low} × {title}") };
            let has = if count == 0 { "none".to_owned() } else { count.to_string() };
            ProblemWords::new(format!("{bringer} comes with {needs}, but the list has {has}")).help(
                format!("add `- unit: {}`: it leaves a choice, so the list must name it", entry.id),
            )
        }
    }
}

/// The title of the faction of a unit's army or force, or else of the game.
fn taker<'g>(evaluator: &Evaluator<'_, 'g>, unit: UnitIndex) -> &'g str {
    let army = &evaluator.army;
    let faction = army.faction_at(army.unit(unit).force);
    faction.map_or(&evaluator.game.title, |faction| &evaluator.game.factions[faction].title)
}

pub(crate) fn factions(game: &Game, all: &[FactionId]) -> String {
    let names: Vec<&str> =
        all.iter().map(|faction| game.factions[*faction].title.as_str()).collect();
    names.join(", ")
}
