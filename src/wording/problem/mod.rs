//! What is wrong with a list, in words: one file per family of problems. Start at [`problem`].

pub(crate) mod deck;
pub(crate) mod event;
pub(crate) mod list;
pub(crate) mod option;
pub(crate) mod relation;
pub(crate) mod rule;
pub(crate) mod slot;
pub(crate) mod unit;

use crate::diagnostic::{as_question, codes};
use crate::engine::assess::{key, remove_covering};
use crate::engine::check::kind::{
    BrokenLimit, BrokenRule, Demands, DerivedKind, FormulaKind, OverLimit, PointsKind, ProblemKind,
    Subject, TieOutcome, ValueKind,
};
use crate::engine::check::{Cause, CauseKind, Problem};
use crate::engine::eval::{Evaluator, Number};
use crate::engine::{ProblemKey, Ruleset};
use crate::list::List;
use crate::wording::{limits_words, slot_title};

/// The words for a problem.
#[derive(Debug, Default)]
pub(crate) struct ProblemWords {
    pub message: String,
    /// The label at the marked place.
    pub label: String,
    pub help: Option<String>,
}

impl ProblemWords {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        ProblemWords { message: message.into(), ..ProblemWords::default() }
    }

    pub(crate) fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// The words for a problem of the list under evaluation.
pub(crate) fn problem<'g>(evaluator: &Evaluator<'_, 'g>, problem: &Problem<'g>) -> ProblemWords {
    let mut worded = match &problem.kind {
        ProblemKind::List(kind) => list::words(evaluator, kind),
        ProblemKind::Points(kind) => points(evaluator, kind),
        ProblemKind::Unit(kind) => unit::words(evaluator, kind),
        ProblemKind::Option(kind) => option::words(evaluator, kind),
        ProblemKind::Pick(kind) => option::pick(evaluator, kind),
        ProblemKind::Slot(kind) => slot::words(evaluator, *kind),
        ProblemKind::Chart(kind) => slot::chart(evaluator, kind),
        ProblemKind::Force(kind) => slot::force(evaluator, kind),
        ProblemKind::Relation(kind) => relation::words(evaluator, *kind),
        ProblemKind::Derived(kind) => derived(evaluator, kind),
        ProblemKind::Deck(kind) => deck::words(evaluator, kind),
        ProblemKind::Rule(rule) => broken(evaluator, rule),
        ProblemKind::Formula(kind) => formula(evaluator, *kind),
        ProblemKind::Value(kind) => value(evaluator, *kind),
        ProblemKind::Event(kind) => event::words(evaluator, kind),
    };
    if let Some(name) = &problem.suggestion {
        worded.label = as_question(name);
        // Next to a suggestion, a list of all names is not needed.
        worded.help = worded.help.filter(|_| problem.code() != &codes::UNIT_UNKNOWN);
    }
    worded
}

/// The messages of all errors of a list that are not in `known`.
pub fn error_messages(rules: &Ruleset<'_>, list: &List, known: &[ProblemKey]) -> Vec<String> {
    let session = rules.session(list);
    let mut known = known.to_vec();
    let is_new =
        |error: &&Problem<'_>| error.is_error() && !remove_covering(&mut known, key(error));
    let errors = session.problems().iter().filter(is_new);
    errors.map(|error| problem(session.evaluator(), error).message).collect()
}

pub(crate) fn cause(evaluator: &Evaluator<'_, '_>, cause: &Cause<'_>) -> String {
    let game = evaluator.game;
    match &cause.kind {
        CauseKind::SameId => "the other one".to_owned(),
        CauseKind::BoundChanged => "the bound was changed here".to_owned(),
        CauseKind::ValueChanged => "changed here".to_owned(),
        CauseKind::SizeChanged => "the number was changed here".to_owned(),
        CauseKind::LimitChanged => "the limit was changed here".to_owned(),
        CauseKind::OpenSlot { title, force, count, wanted } => {
            let of = force.map(|place| evaluator.subject_title(Subject::Force(place)));
            let of = of.map(|force| format!(" of {force}")).unwrap_or_default();
            match (count, wanted) {
                (0, 1) => format!("{title}{of} is empty"),
                _ => format!("{title}{of}: {count} of {wanted} places filled"),
            }
        }
        CauseKind::UnlockedBy { unit, by } => {
            let by: Vec<String> = by.iter().map(|unit| evaluator.unit_title(*unit)).collect();
            format!("{} unlocked by {}", evaluator.unit_title(*unit), by.join(", "))
        }
        CauseKind::Traded { chart, give, get } => {
            let of = |(count, slot): (i64, usize)| {
                format!("{count} {}", slot::slot(game, *chart, slot).to_lowercase())
            };
            format!("{} traded for {}", of(*give), of(*get))
        }
        CauseKind::GrantUsed { chart, slot, most, used } => {
            let slot = slot_title(game, *chart, slot);
            format!("by this line {slot} takes {most} of them, and it has {used}")
        }
    }
}

fn points<'g>(evaluator: &Evaluator<'_, 'g>, kind: &PointsKind<'g>) -> ProblemWords {
    let game = evaluator.game;
    match kind {
        PointsKind::Missing(demands) => points_missing(evaluator, demands),
        PointsKind::OverLimit(over) => ProblemWords::new(over_limit(evaluator, over, "agreed")),
        PointsKind::OverGameLimit(broken) => {
            let BrokenLimit { over, limit, env } = broken.as_ref();
            let text = |text| evaluator.text(text, &mut env.clone());
            let message = match &limit.say {
                Some(say) => text(say),
                None => over_limit(evaluator, over, "allowed"),
            };
            ProblemWords { help: limit.help.as_ref().map(text), ..ProblemWords::new(message) }
        }
        PointsKind::OffStep { of, currency, amount } => {
            let (of, currency) = (who(evaluator, *of), &game.currencies[*currency]);
            let step = currency.step.unwrap_or(Number::whole(1));
            let message = format!("{of}: {amount} {} is not a multiple of {step}", currency.title);
            ProblemWords::new(message)
                .help("the data does not provide for this: report it to its author")
        }
        PointsKind::OutsideEvent { event, limits, stated } => ProblemWords::new(format!(
            "{} is played at {}, but the list says {stated}",
            game.events[*event].title,
            limits_words(limits)
        )),
    }
}

fn over_limit(evaluator: &Evaluator<'_, '_>, over: &OverLimit, by: &str) -> String {
    let (who, currency) = (who(evaluator, over.of), &evaluator.game.currencies[over.currency]);
    let more = over.cost.subtract(over.most).map(|more| more.to_string()).unwrap_or_default();
    let cost = over.cost;
    format!("{who} costs {cost} {}, {more} more than the {} {by}", currency.title, over.most)
}

fn points_missing(evaluator: &Evaluator<'_, '_>, demands: &Demands) -> ProblemWords {
    let message = match *demands {
        Demands::Game => "the list does not state its points".to_owned(),
        Demands::Event { event, ref limits } => format!(
            "{} is played at {}, and the list does not state its points",
            evaluator.game.events[event].title,
            limits_words(limits)
        ),
        Demands::Price(of) => format!(
            "the price of {} depends on the agreed points, and the list does not state them",
            who(evaluator, of)
        ),
    };
    ProblemWords::new(message).help("add `points: N` with the points you agreed on")
}

fn formula(evaluator: &Evaluator<'_, '_>, kind: FormulaKind) -> ProblemWords {
    let who = who(evaluator, kind.of);
    ProblemWords::new(match kind.divides_by_zero {
        true => format!("a value of {who} cannot be worked out: its rule divides by zero"),
        false => format!("a value of {who} cannot be worked out: it is too large"),
    })
    .help("the data does not provide for this: report it to its author")
}

fn value(evaluator: &Evaluator<'_, '_>, kind: ValueKind<'_>) -> ProblemWords {
    let ValueKind { of, title, value, limits } = kind;
    let who = who(evaluator, of);
    let may_be = match limits {
        (Some(low), Some(high)) => format!("between {low} and {high}"),
        (Some(low), None) => format!("at least {low}"),
        (None, high) => format!("at most {}", high.unwrap_or_default()),
    };
    ProblemWords::new(format!("{title} of {who} comes to {value}, but must be {may_be}"))
}

/// The subject of a problem, as it reads in the middle of a sentence.
pub(crate) fn who(evaluator: &Evaluator<'_, '_>, subject: Subject) -> String {
    match subject {
        Subject::Army => "the army".to_owned(),
        subject => evaluator.subject_title(subject),
    }
}

fn derived<'g>(evaluator: &Evaluator<'_, 'g>, kind: &DerivedKind<'g>) -> ProblemWords {
    match kind {
        DerivedKind::Disagrees { derive, value, stated } => {
            let derive = &evaluator.game.derives[*derive];
            let title = derive.title.as_deref().unwrap_or(&derive.id);
            let value = evaluator.words(value);
            ProblemWords::new(format!("{title}: {value} by the rules, but the list says {stated}"))
        }
        DerivedKind::Tie { derive, taken, outcome } => {
            let derive = &evaluator.game.derives[*derive];
            let title = derive.title.as_deref().unwrap_or(&derive.id);
            let taken = evaluator.words(taken);
            let then = match outcome {
                TieOutcome::First => "you may choose another",
                TieOutcome::Chosen => "because the list is legal that way; you may choose another",
                TieOutcome::NoneLegal => "but the list is not legal with any of them",
            };
            let comma = if *outcome == TieOutcome::Chosen { "" } else { "," };
            ProblemWords::new(format!("several tie for {title}: {taken} is taken{comma} {then}"))
                .help(format!(
                    "give the one you want an id and write `derived: {{{}: ID}}`",
                    derive.id
                ))
        }
    }
}

fn broken<'g>(evaluator: &Evaluator<'_, 'g>, broken: &BrokenRule<'g>) -> ProblemWords {
    let BrokenRule { rule, requirement, env, subject } = broken;
    let message = match (&requirement.say, *subject) {
        (Some(say), _) => evaluator.text(say, &mut env.clone()),
        (None, subject) => {
            let who = who(evaluator, subject);
            let title = rule.title.clone().unwrap_or_else(|| rule.id.replace('_', " "));
            format!("{who} breaks a rule: {title}")
        }
    };
    let help = requirement.help.as_ref().map(|help| evaluator.text(help, &mut env.clone()));
    ProblemWords { help, ..ProblemWords::new(message) }
}
