//! Slots, unlocks, charts and forces.

use crate::engine::check::kind::{ChartFault, ChartKind, ForceKind, SlotKind, SlotPlace, Subject};
use crate::engine::eval::Evaluator;
use crate::model::{ChartId, Game};
use crate::wording::problem::Worded;
use crate::wording::{either, limits_words, many, slot_title, too_many};

pub(crate) fn words(evaluator: &Evaluator<'_, '_>, kind: SlotKind<'_>) -> Worded {
    let game = evaluator.game;
    match kind {
        SlotKind::TooFew { place, count, short } => {
            let (units, needed) = (units_in(evaluator, place, count), count + short);
            let chart = &game.charts[place.chart].title;
            Worded::new(format!("{units}, the {chart} chart needs {needed}"))
                .label(format!("{short} more needed"))
        }
        SlotKind::TooMany { place, count, most, traded, extra } => {
            let units = units_in(evaluator, place, count);
            let chart = &game.charts[place.chart].title;
            let after = if traded { " after trading" } else { "" };
            Worded::new(format!("{units}, the {chart} chart takes {most}{after}"))
                .label(too_many(extra))
        }
        SlotKind::GrantUsedUp { unit, chart, slot, most } => {
            let (title, slot) = (evaluator.unit_title(unit), slot_title(game, chart, slot));
            Worded::new(format!(
                "{title} has no place in {slot}: {most} of its kind may stand there"
            ))
            .label("one too many")
        }
        SlotKind::GrantWithoutRoom { unit, chart, slot } => {
            let (title, slot) = (evaluator.unit_title(unit), slot_title(game, chart, slot));
            let chart = &game.charts[chart].title;
            Worded::new(format!(
                "{title} has no place in {slot}: the {chart} chart has no room there"
            ))
            .label("one too many")
        }
        SlotKind::Refused { unit, slot } => {
            let (title, slot) = (evaluator.unit_title(unit), slot.replace('_', " "));
            Worded::new(format!("the slot {slot} does not take {title}"))
        }
        SlotKind::OffersTaken { unit } => {
            let title = evaluator.unit_title(unit);
            Worded::new(format!("the places that others open are taken: none is left for {title}"))
        }
        SlotKind::NoneTakes { unit, chart } => {
            let (title, chart) = (evaluator.unit_title(unit), &game.charts[chart].title);
            Worded::new(format!("no slot of the {chart} chart takes {title}"))
        }
        SlotKind::InNoForce { unit, force } => {
            let (title, force) = (evaluator.unit_title(unit), &game.forces[force]);
            Worded::new(format!("{title} stands in no {}", force.title.to_lowercase()))
                .help(format!("put it under `{}`", force.key()))
        }
        SlotKind::Unpaid { unit, others, chart, unlock, missing } => {
            let Some(unlock) = game.charts[chart].unlocks.get(unlock) else {
                return Worded::default();
            };
            let by: Vec<String> =
                unlock.by.iter().map(|by| slot(game, chart, *by).to_lowercase()).collect();
            let (more, verb, each) = match others {
                0 => (String::new(), "needs", ""),
                _ => (format!(" and {others} more"), "need", " each"),
            };
            let (title, units, by) =
                (evaluator.unit_title(unit), many(unlock.count, "unit"), either(&by));
            Worded::new(format!(
                "{title}{more} {verb} {units}{each} of {by} to unlock: {missing} missing"
            ))
            .label("not unlocked")
        }
    }
}

/// `3 units in Support of Alpha`: the force is named where each has slots of its own.
fn units_in(evaluator: &Evaluator<'_, '_>, place: SlotPlace, count: i64) -> String {
    let SlotPlace { chart, force, slot: at } = place;
    let of = force.map(|force| format!(" of {}", evaluator.subject_title(Subject::Force(force))));
    let (units, slot) = (many(count, "unit"), slot(evaluator.game, chart, at));
    format!("{units} in {slot}{}", of.unwrap_or_default())
}

pub(crate) fn slot(game: &Game, chart: ChartId, slot: usize) -> &str {
    game.charts[chart].slots.get(slot).map_or("", |slot| &slot.title)
}

pub(crate) fn chart(evaluator: &Evaluator<'_, '_>, kind: &ChartKind) -> Worded {
    let game = evaluator.game;
    let names = |charts: &[ChartId]| {
        let names: Vec<&str> = charts.iter().map(|chart| game.charts[*chart].id.as_str()).collect();
        names.join(", ")
    };
    match kind {
        ChartKind::Unusable { why, known } => {
            let title = |chart: &ChartId| &game.charts[*chart].title;
            Worded::new(match why {
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
            Worded::new(format!("{who} does not say which chart it uses"))
                .help(format!("add `chart:` with one of {}", names(known)))
        }
        ChartKind::Other { force } => {
            let title = evaluator.subject_title(*force);
            Worded::new(format!("{title} uses another chart than the first"))
        }
    }
}

pub(crate) fn force(evaluator: &Evaluator<'_, '_>, kind: &ForceKind) -> Worded {
    let title = |subject| evaluator.subject_title(subject);
    match *kind {
        ForceKind::TooFew { force, within, count, ref limits }
        | ForceKind::TooMany { force, within, count, ref limits } => {
            let force = &evaluator.game.forces[force];
            let (has, limit) = (many(count, &force.title.to_lowercase()), limits_words(limits));
            let outer = match within {
                Subject::Army => "the army".to_owned(),
                within => title(within),
            };
            let worded = Worded::new(format!("{outer} has {has}, it takes {limit}"));
            match kind {
                ForceKind::TooFew { .. } => {
                    worded.help(format!("add a block under `{}`", force.key()))
                }
                _ => worded,
            }
        }
        ForceKind::NotFull { force, other } => {
            let (force, other) = (title(force), title(other));
            Worded::new(format!("{force} and {other} both have empty slots, and only one may"))
                .help(format!("fill every slot of {force}, or of {other}"))
        }
    }
}
