//! Options, choices, and the picks of designs.

use crate::engine::army::Shortage;
use crate::engine::check::kind::{Limits, OptionKind, PickKind};
use crate::engine::eval::Evaluator;
use crate::model::{EntryId, Game, Picks, Steps};
use crate::wording::problem::Worded;
use crate::wording::{all_of, at_most, choose_from, limits_words, many, too_many};

/// More names than this are not listed.
const MOST_NAMES: usize = 12;

pub(crate) fn words(evaluator: &Evaluator<'_, '_>, kind: &OptionKind<'_>) -> Worded {
    let game = evaluator.game;
    let title = |subject| evaluator.subject_title(subject);
    match *kind {
        OptionKind::Unknown { ref written, of_model, ref known } => {
            let help = match (of_model, known.as_slice()) {
                (Some(model), _) => format!(
                    "it is an option of the model: write it under `models:`, `- {{model: {}, \
                     options: [{written}]}}`",
                    game.entries[model].id
                ),
                (None, []) => "nothing can be chosen here".to_owned(),
                (None, [..]) if known.len() <= MOST_NAMES => choose_from(known),
                (None, [..]) => "`orbat show` lists what a unit may take".to_owned(),
            };
            Worded::new(format!("there is no option `{written}` here")).help(help)
        }
        OptionKind::NotInChoice { ref written, choose } => {
            Worded::new(format!("{} has no option `{written}`", game.chooses[choose].title))
        }
        OptionKind::ChoiceAlone { ref written, ref known } => {
            let known: Vec<&str> =
                known.iter().map(|entry| game.entries[*entry].id.as_str()).collect();
            let help = (!known.is_empty()).then(|| choose_from(&known));
            Worded { help, ..Worded::new(format!("`{written}` is a choice: say what is taken")) }
        }
        OptionKind::Unique { entry, count } => {
            let title = &game.entries[entry].title;
            Worded::new(format!("{title} is taken {count} times and is unique"))
                .label(too_many(count - 1))
        }
        OptionKind::TooManyOfChoice { owner, choose, count, ref limits } => Worded::new(format!(
            "{} takes {count} of {}, {}",
            title(owner),
            game.chooses[choose].title,
            at_most(limits)
        )),
        OptionKind::TooFewOfChoice { owner, choose, count, ref limits } => {
            let (owner, choose) = (title(owner), &game.chooses[choose]);
            let must = if count < limits.low { "must take" } else { "takes" };
            let worded = Worded::new(format!(
                "{owner} takes {count} of {}, it {must} {}",
                choose.title,
                limits_words(limits)
            ));
            // A default that could be taken would have been.
            let refused = choose.default.filter(|_| count == 0);
            let members = choose.members.iter().map(|member| member.entry);
            let known: Vec<&str> = members
                .filter(|entry| Some(*entry) != refused)
                .map(|entry| game.entries[entry].id.as_str())
                .collect();
            let worded =
                Worded { help: (!known.is_empty()).then(|| choose_from(&known)), ..worded };
            match refused {
                Some(default) => {
                    let default = &game.entries[default].title;
                    worded.label(format!("the default, {default}, may not be taken here"))
                }
                None => worded,
            }
        }
        OptionKind::TooOften { owner, option, count, ref limits } => Worded::new(format!(
            "{} takes {} {count} times, {}",
            title(owner),
            title(option),
            at_most(limits)
        )),
        OptionKind::TooRarely { owner, option, count, ref limits } => {
            let times = if count == 1 { "once".to_owned() } else { format!("{count} times") };
            Worded::new(format!(
                "{} takes {} {times}, it is taken {} times",
                title(owner),
                title(option),
                limits_words(limits)
            ))
        }
        OptionKind::NotAvailable { owner, option } => {
            Worded::new(format!("{} is not open to {} here", title(option), title(owner)))
        }
        OptionKind::NoTarget { owner, option, excess } => Worded::new(format!(
            "{} has too few models for {}: {excess} too many",
            title(owner),
            title(option)
        )),
        OptionKind::NothingToReplace { owner, option, ref shortage } => {
            nothing_to_replace(game, &title(owner), &title(option), shortage)
        }
        OptionKind::LeaderReplaced { leader, option } => Worded::new(format!(
            "{} leads the unit and takes none of its options: {} has nobody to go to",
            title(leader),
            title(option)
        )),
    }
}

/// How often it would be replaced, how much of it there is, and what else replaces it.
fn nothing_to_replace(game: &Game, owner: &str, option: &str, shortage: &Shortage) -> Worded {
    let title = |id: &EntryId| game.entries[*id].title.as_str();
    let replaced: Vec<&str> = shortage.replaced.iter().map(title).collect();
    let replaced = all_of(&replaced);
    let there = match (shortage.there, shortage.by_model) {
        (0, _) => {
            return Worded::new(format!(
                "{option} replaces {replaced}, but no model of {owner} that may take it carries \
                 that"
            ));
        }
        (1, true) => format!("1 model of {owner} carries it"),
        (there, true) => format!("{there} models of {owner} carry it"),
        (there, false) => format!("{owner} has {there} for it"),
    };
    let wanted = match (shortage.wanted, shortage.by_model) {
        (wanted, true) => format!("on {}", many(wanted, "model")),
        (1, false) => "once".to_owned(),
        (wanted, false) => format!("{wanted} times"),
    };
    let others = shortage.others.iter();
    let others = others.map(|(entry, times)| format!("{} replaces {times}", title(entry)));
    let others = match others.collect::<Vec<_>>() {
        others if others.is_empty() => String::new(),
        others => format!(", and {}", all_of(&others)),
    };
    Worded::new(format!("{option} replaces {replaced} {wanted}, but {there}{others}"))
}

pub(crate) fn pick(evaluator: &Evaluator<'_, '_>, kind: &PickKind<'_>) -> Worded {
    let (army, game) = (&evaluator.army, evaluator.game);
    match kind {
        PickKind::Unsaid { unit, stat, model } => {
            let (title, model) = (evaluator.unit_title(*unit), &game.entries[*model].title);
            let size = army.unit(*unit).size;
            Worded::new(format!("{title} leaves {stat} of {model} to you: say it in a design"))
                .help(format!(
                    "add `designs:` with a `model` and its `picks`, and take `models: [{{design: \
                     ID, count: {size}}}]`"
                ))
        }
        PickKind::OutOfRange { stat, picked, picks } => {
            let range = picks_words(picks);
            Worded::new(format!("{stat} is {picked}, its range is {range}"))
        }
        PickKind::Fixed { stat, model } => {
            Worded::new(format!("{stat} of {} is fixed", game.entries[*model].title))
        }
        PickKind::NoSuchStat { written, model } => {
            Worded::new(format!("{} has no {written}", game.entries[*model].title))
        }
        PickKind::NotPicked { design, stat } => {
            let design = army.list.designs.get(*design).map_or("", |design| &design.name.value);
            Worded::new(format!("the design {design} does not pick {stat}"))
        }
        PickKind::Unused { design } => {
            let design = army.list.designs.get(*design).map_or("", |design| &design.name.value);
            Worded::new(format!("no unit uses the design {design}"))
                .help("name it under `models`, or remove it")
        }
        PickKind::BreaksRule { design, rule } => {
            let design = army.list.designs.get(*design).map_or("", |design| &design.name.value);
            let rule = rule.0.title.clone().unwrap_or_else(|| rule.0.id.replace('_', " "));
            Worded::new(format!("the design {design} breaks a rule: {rule}"))
        }
    }
}

/// `2 to 10`, `3 or 5`
pub(crate) fn picks_words(picks: &Picks) -> String {
    match (&picks.steps, picks.low, picks.high) {
        (Steps::Every, Some(low), Some(high)) => format!("{low} to {high}"),
        (Steps::Every, Some(low), None) => format!("at least {low}"),
        (Steps::Every, None, Some(high)) => format!("at most {high}"),
        (steps, low, high) => limits_words(&Limits::new(low.unwrap_or(0), high, steps)),
    }
}
