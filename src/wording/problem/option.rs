//! Problems with options, choices, and the picks of designs.

use crate::engine::army::WeaponShortage;
use crate::engine::check::kind::{Limits, OptionKind, PickKind};
use crate::engine::eval::{Env, Evaluator};
use crate::model::{Body, ChangeKind, Effect, EntryId, Game, Picks, Steps};
use crate::wording::problem::{ProblemWords, who};
use crate::wording::{all_of, at_most, choose_from, limits_words, many, too_many};

/// More names than this are not listed.
const MOST_NAMES: usize = 12;

pub(crate) fn words<'g>(evaluator: &Evaluator<'_, 'g>, kind: &OptionKind<'g>) -> ProblemWords {
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
            ProblemWords::new(format!("there is no option `{written}` here")).help(help)
        }
        OptionKind::NotInChoice { ref written, choose } => {
            ProblemWords::new(format!("{} has no option `{written}`", game.chooses[choose].title))
        }
        OptionKind::ChoiceAlone { ref written, ref known } => {
            let known: Vec<&str> =
                known.iter().map(|entry| game.entries[*entry].id.as_str()).collect();
            let help = (!known.is_empty()).then(|| choose_from(&known));
            ProblemWords {
                help,
                ..ProblemWords::new(format!("`{written}` is a choice: say what is taken"))
            }
        }
        OptionKind::Unique { entry, count } => {
            let title = &game.entries[entry].title;
            ProblemWords::new(format!("{title} is taken {count} times and is unique"))
                .label(too_many(count - 1))
        }
        OptionKind::TooManyOfChoice { owner, choose, count, ref limits } => {
            ProblemWords::new(format!(
                "{} takes {count} of {}, {}",
                title(owner),
                game.chooses[choose].title,
                at_most(limits)
            ))
        }
        OptionKind::TooFewOfChoice { owner, choose, count, ref limits } => {
            let (owner, choose) = (title(owner), &game.chooses[choose]);
            let must = if count < limits.low { "must" } else { "may" };
            let worded = ProblemWords::new(format!(
                "{owner} takes {count} of {}, but {must} take {}",
                choose.title,
                limits_words(limits)
            ));
            // If the default could be taken, it would have been.
            let refused = choose.default.filter(|_| count == 0);
            let members = choose.members.iter().map(|member| member.entry);
            let known: Vec<&str> = members
                .filter(|entry| {
                    Some(*entry) != refused && !is_always_hidden(&game.entries[*entry].body)
                })
                .map(|entry| game.entries[entry].id.as_str())
                .collect();
            let worded =
                ProblemWords { help: (!known.is_empty()).then(|| choose_from(&known)), ..worded };
            match refused {
                Some(default) => {
                    let default = &game.entries[default].title;
                    worded.label(format!("the default, {default}, may not be taken here"))
                }
                None => worded,
            }
        }
        OptionKind::TooOften { owner, option, count, ref limits } => ProblemWords::new(format!(
            "{} takes {} {count} times, {}",
            title(owner),
            title(option),
            at_most(limits)
        )),
        OptionKind::TooRarely { owner, option, count, ref limits } => {
            let times = if count == 1 { "once".to_owned() } else { format!("{count} times") };
            ProblemWords::new(format!(
                "{} takes {} {times}, but must take it {} times",
                title(owner),
                title(option),
                limits_words(limits)
            ))
        }
        OptionKind::Banned { owner, part, by } => {
            let mut env = Env::at(part);
            let message = match &by.0.say {
                Some(say) => evaluator.text(say, &mut env),
                None => {
                    let part = title(evaluator.subject(part));
                    format!("{} may not take {part}", who(evaluator, owner))
                }
            };
            let help = by.0.help.as_ref().map(|help| evaluator.text(help, &mut env));
            ProblemWords { help, ..ProblemWords::new(message) }
        }
        OptionKind::NotAvailable { owner, option } => ProblemWords::new(format!(
            "{} may not take {} here",
            who(evaluator, owner),
            title(option)
        )),
        OptionKind::NoTarget { owner, option, excess } => {
            let times = if excess == 1 { String::new() } else { format!("{excess} × ") };
            ProblemWords::new(format!(
                "{} has no model left for {times}{}",
                title(owner),
                title(option)
            ))
            .label(too_many(excess))
        }
        OptionKind::NothingToReplace { owner, option, ref shortage } => {
            nothing_to_replace(game, &title(owner), &title(option), shortage)
        }
        OptionKind::LeaderReplaced { leader, option } => ProblemWords::new(format!(
            "{} leads the unit and takes none of its options: {} has nobody to go to",
            title(leader),
            title(option)
        )),
    }
}

/// An option replaces more weapons than there are. Says how many, and what else replaces them:
/// `Mortar replaces Rifle on 3 models, but 4 models of Guards carry it, of which Flamer takes 2`.
fn nothing_to_replace(
    game: &Game,
    owner: &str,
    option: &str,
    shortage: &WeaponShortage,
) -> ProblemWords {
    let title = |id: &EntryId| game.entries[*id].title.as_str();
    let replaced: Vec<&str> = shortage.replaced.iter().map(title).collect();
    let (wanted, there) = (shortage.wanted, shortage.there);
    let of_others = match shortage.others.as_slice() {
        [] => String::new(),
        [(only, _)] if there == 1 => format!(", which {} takes", title(only)),
        others => {
            let others = others.iter();
            let others: Vec<String> =
                others.map(|(entry, times)| format!("{} takes {times}", title(entry))).collect();
            format!(", of which {}", all_of(&others))
        }
    };
    ProblemWords::new(match replaced.as_slice() {
        replaced if there == 0 => {
            let it = if replaced.len() == 1 { "it" } else { "them" };
            let replaced = all_of(replaced);
            format!(
                "{option} replaces {replaced}, but no model of {owner} that may take it \
                 carries {it}"
            )
        }
        [weapon] if !shortage.by_model => {
            format!("{option} replaces {wanted} × {weapon}, but {owner} has {there}{of_others}")
        }
        replaced => {
            let it = if replaced.len() == 1 { "it" } else { "them" };
            let carry = if there == 1 { "carries" } else { "carry" };
            let (wanted, there) = (many(wanted, "model"), many(there, "model"));
            let replaced = all_of(replaced);
            format!(
                "{option} replaces {replaced} on {wanted}, but {there} of {owner} {carry} \
                 {it}{of_others}"
            )
        }
    })
}

pub(crate) fn pick(evaluator: &Evaluator<'_, '_>, kind: &PickKind<'_>) -> ProblemWords {
    let (army, game) = (&evaluator.army, evaluator.game);
    match kind {
        PickKind::Unsaid { unit, stat, model } => {
            let (title, model) = (evaluator.unit_title(*unit), &game.entries[*model].title);
            let size = army.unit(*unit).size;
            ProblemWords::new(format!(
                "{title} leaves {stat} of {model} to you: choose it in a design"
            ))
            .help(format!(
                "add `designs:` with a `model` and its `picks`, and take `models: [{{design: \
                     ID, count: {size}}}]`"
            ))
        }
        PickKind::OutOfRange { stat, picked, picks } => {
            let range = picks_words(picks);
            ProblemWords::new(format!("{stat} is {picked}, but must be {range}"))
        }
        PickKind::Fixed { stat, model } => {
            ProblemWords::new(format!("{stat} of {} is fixed", game.entries[*model].title))
        }
        PickKind::NoSuchStat { written, model } => {
            ProblemWords::new(format!("{} has no {written}", game.entries[*model].title))
        }
        PickKind::NotPicked { design, stat } => {
            let design = army.list.designs.get(*design).map_or("", |design| &design.name.value);
            ProblemWords::new(format!("the design {design} does not pick {stat}"))
        }
        PickKind::Unused { design } => {
            let design = army.list.designs.get(*design).map_or("", |design| &design.name.value);
            ProblemWords::new(format!("no unit uses the design {design}"))
                .help("name it under `models`, or remove it")
        }
        PickKind::BreaksRule { design, rule } => {
            let design = army.list.designs.get(*design).map_or("", |design| &design.name.value);
            let rule = rule.0.title.clone().unwrap_or_else(|| rule.0.id.replace('_', " "));
            ProblemWords::new(format!("the design {design} breaks a rule: {rule}"))
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

/// Whether a body says `hide` under no condition.
fn is_always_hidden(body: &Body) -> bool {
    body.effects.iter().any(|effect| {
        matches!(effect, Effect::Change(change) if matches!(change.kind, ChangeKind::Hide))
    })
}
