//! What an event does not allow, in words.

use super::ProblemWords;
use crate::engine::check::kind::{AskedKey, EventKind};
use crate::engine::eval::Evaluator;
use crate::wording::faction_titles;

pub(crate) fn words(evaluator: &Evaluator<'_, '_>, kind: &EventKind) -> ProblemWords {
    let game = evaluator.game;
    match *kind {
        EventKind::Faction { event, faction } => {
            let event = &game.events[event];
            let title = &game.factions[faction].title;
            let worded = ProblemWords::new(format!("{} is played without {title}", event.title));
            match &event.factions {
                Some(allowed) => {
                    let names = faction_titles(game, &allowed.of).join(", ");
                    worded.help(format!("it is played with {names}"))
                }
                None => worded,
            }
        }
        EventKind::Optional { event, rule } => {
            let (event, rule) = (&game.events[event].title, &game.optionals[rule].title);
            ProblemWords::new(format!("{event} is played without the rule {rule}"))
                .help("remove it from `optional:`")
        }
        EventKind::NotAsked { what, ref stated, ref asked } => {
            let (key, thing) = match what {
                AskedKey::System => ("system", "game"),
                AskedKey::Faction => ("faction", "faction"),
                AskedKey::Chart => ("chart", "chart"),
                AskedKey::Points => ("points", "points"),
            };
            let says = match stated {
                Some(stated) => format!("the list says {stated}"),
                None => "the list says nothing of it".to_owned(),
            };
            ProblemWords::new(format!("{thing}: {asked} was asked for, {says}"))
                .help(format!("write `{key}: {asked}`"))
        }
    }
}
