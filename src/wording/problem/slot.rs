//! Problems with slots, unlocks, charts and forces.

use crate::engine::check::kind::{
    ChartFault, ChartKind, FactionFault, ForceKind, SlotKind, SlotPlace, Subject,
};
use crate::engine::eval::Evaluator;
use crate::model::{ChartId, FactionId, Game};
use crate::wording::problem::ProblemWords;
use crate::wording::{a, either, limits_words, many, slot_title, too_many};

pub(crate) fn words(evaluator: &Evaluator<'_, '_>, kind: SlotKind<'_>) -> ProblemWords {
    let game = evaluator.game;
    match kind {
        SlotKind::TooFew { place, count, short } => {
            let (units, needed) = (units_in(evaluator, place, count), count + short);
            let chart = &game.charts[place.chart].title;
            ProblemWords::new(format!("{units}, but the {chart} chart needs {needed}"))
                .label(format!("{short} more needed"))
        }
        SlotKind::TooMany { place, count, most, traded, extra } => {
            let units = units_in(evaluator, place, count);
            let chart = &game.charts[place.chart].title;
            let after = if traded { " after trading" } else { "" };
            ProblemWords::new(format!("{units}, but the {chart} chart takes {most}{after}"))
                .label(too_many(extra))
        }
        SlotKind::GrantUsedUp { unit, chart, slot, most } => {
            let (title, slot) = (evaluator.unit_title(unit), slot_title(game, chart, slot));
            ProblemWords::new(format!(
                "{title} has no place in {slot}: {most} of its kind may stand there"
            ))
            .label("one too many")
        }
        SlotKind::GrantWithoutRoom { unit, chart, slot } => {
            let (title, slot) = (evaluator.unit_title(unit), slot_title(game, chart, slot));
            let chart = &game.charts[chart].title;
            ProblemWords::new(format!(
                "{title} has no place in {slot}: the {chart} chart has no room there"
            ))
            .label("one too many")
        }
        SlotKind::Refused { unit, slot } => {
            let (title, slot) = (evaluator.unit_title(unit), slot.replace('_', " "));
            ProblemWords::new(format!("the slot {slot} does not take {title}"))
        }
        SlotKind::OffersTaken { unit, open } => {
            let title = evaluator.unit_title(unit);
            ProblemWords::new(match open {
                0 => format!("no unit in the list opens a place for {title}"),
                1 => format!("the one place that other units open is taken: none for {title}"),
                _ => format!("all {open} places that other units open are taken: none for {title}"),
            })
        }
        SlotKind::NoneTakes { unit, chart } => {
            let (title, chart) = (evaluator.unit_title(unit), &game.charts[chart].title);
            ProblemWords::new(format!("no slot of the {chart} chart takes {title}"))
        }
        SlotKind::InNoForce { unit, force } => {
            let (title, force) = (evaluator.unit_title(unit), &game.forces[force]);
            ProblemWords::new(format!("{title} must stand in {}", a(&force.title.to_lowercase())))
                .help(format!("put it under `{}`", force.key()))
        }
        SlotKind::Unpaid { unit, others, chart, unlock, missing } => {
            let Some(unlock) = game.charts[chart].unlocks.get(unlock) else {
                return ProblemWords::default();
            };
            let by: Vec<String> =
                unlock.by.iter().map(|by| slot(game, chart, *by).to_lowercase()).collect();
            let (more, verb, each, it) = match others {
                0 => (String::new(), "needs", "", "it"),
                _ => (format!(" and {others} more"), "need", " each", "them"),
            };
            let (title, units, by) =
                (evaluator.unit_title(unit), many(unlock.count, "unit"), either(&by));
            ProblemWords::new(format!(
                "{title}{more} {verb} {units}{each} of {by} to unlock {it}: {missing} missing"
            ))
            .label("not unlocked")
        }
    }
}

/// `3 units in Support of Alpha`: the force is named if each force has its own slots.
fn units_in(evaluator: &Evaluator<'_, '_>, place: SlotPlace, count: i64) -> String {
    let SlotPlace { chart, force, slot: at } = place;
    let of = force.map(|force| format!(" of {}", evaluator.subject_title(Subject::Force(force))));
    let (units, slot) = (many(count, "unit"), slot(evaluator.game, chart, at));
    format!("{units} in {slot}{}", of.unwrap_or_default())
}

pub(crate) fn slot(game: &Game, chart: ChartId, slot: usize) -> &str {
    game.charts[chart].slots.get(slot).map_or("", |slot| &slot.title)
}

pub(crate) fn chart(evaluator: &Evaluator<'_, '_>, kind: &ChartKind) -> ProblemWords {
    let game = evaluator.game;
    let names = |charts: &[ChartId]| {
        let names: Vec<&str> = charts.iter().map(|chart| game.charts[*chart].id.as_str()).collect();
        names.join(", ")
    };
    match kind {
        ChartKind::Unusable { why, known } => {
            let title = |chart: &ChartId| &game.charts[*chart].title;
            ProblemWords::new(match why {
                ChartFault::Unknown { written } => {
                    format!("{} has no chart `{written}`", game.title)
                }
                ChartFault::OfFaction { chart, faction } => {
                    let faction = &game.factions[*faction].title;
                    format!("the chart {} belongs to {faction}", title(chart))
                }
                ChartFault::NotPlayedAt { chart, event } => {
                    let event = &game.events[*event].title;
                    format!("{event} does not play the chart {}", title(chart))
                }
                ChartFault::OfOtherForce { chart, force } => {
                    let force = force.map_or_else(
                        || "the army itself".to_owned(),
                        |force| format!("this {}", game.forces[force].title.to_lowercase()),
                    );
                    format!("the chart {} is not for {force}", title(chart))
                }
            })
            .help(format!("charts to choose from: {}", names(known)))
        }
        ChartKind::Unstated { force, known } => {
            let who = force.map_or_else(
                || "the list".to_owned(),
                |force| format!("this {}", game.forces[force].title.to_lowercase()),
            );
            ProblemWords::new(format!("{who} does not say which chart it uses"))
                .help(format!("add `chart:` with one of {}", names(known)))
        }
        ChartKind::Other { force } => {
            let title = evaluator.subject_title(*force);
            ProblemWords::new(format!("{title} uses another chart than the first"))
        }
    }
}

pub(crate) fn force(evaluator: &Evaluator<'_, '_>, kind: &ForceKind) -> ProblemWords {
    let title = |subject| evaluator.subject_title(subject);
    match *kind {
        ForceKind::TooFew { force, within, count, ref limits }
        | ForceKind::TooMany { force, within, count, ref limits } => {
            let force = &evaluator.game.forces[force];
            let limit = limits_words(limits);
            let title_of_kind = force.title.to_lowercase();
            let has = many(count, &title_of_kind);
            let outer = match within {
                Subject::Army => "the army".to_owned(),
                within => title(within),
            };
            let worded = ProblemWords::new(format!("{outer} has {has}, but takes {limit}"));
            match kind {
                ForceKind::TooFew { .. } => {
                    worded.help(format!("add a block under `{}`", force.key()))
                }
                _ => worded,
            }
        }
        ForceKind::Faction { force, why, ref known } => {
            faction(evaluator, &title(force), why, known)
        }
        ForceKind::NotFull { force, other } => {
            let (force, other) = (title(force), title(other));
            ProblemWords::new(format!(
                "{force} and {other} both have empty slots, and only one may"
            ))
            .help(format!("fill every slot of {force}, or of {other}"))
        }
    }
}

fn faction(
    evaluator: &Evaluator<'_, '_>,
    force: &str,
    why: FactionFault,
    known: &[FactionId],
) -> ProblemWords {
    let game = evaluator.game;
    let worded = ProblemWords::new(match why {
        FactionFault::Unstated => format!("{force} does not name its faction"),
        FactionFault::Same => format!("{force} must be of another faction than the army"),
        FactionFault::NotAllied(faction) => {
            format!("{force} may not be of {}", game.factions[faction].title)
        }
        FactionFault::NoneOfItsOwn => format!("{force} has no faction of its own"),
    });
    let ids: Vec<&str> = known.iter().map(|id| game.factions[*id].id.as_str()).collect();
    match (why, ids.as_slice()) {
        (FactionFault::NoneOfItsOwn, _) => worded.help("remove `faction:` here"),
        (_, []) => worded.help("no faction of this game may be: remove it"),
        (FactionFault::Unstated, [only]) => worded.help(format!("add `faction: {only}`")),
        (FactionFault::Unstated, _) => {
            worded.help(format!("add `faction:` with one of {}", ids.join(", ")))
        }
        (_, _) => worded.help(format!("factions to choose from: {}", ids.join(", "))),
    }
}
