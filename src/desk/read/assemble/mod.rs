//! Makes the list of what was read: the head, the units in their forces, who joins whom; then
//! compares what it costs and what it is with what the text states.

mod head;
mod partners;
mod place;

pub(crate) use head::head_list;

use self::head::{key, scalar, unknown_key};
use self::partners::pair;
use self::place::{place, settle_chart, settle_points};
use crate::desk::read::confirm::confirm;
use crate::desk::read::draft::{Draft, Role};
use crate::desk::read::head::value_text;
use crate::desk::read::lexicon::Lexicon;
use crate::desk::read::reading::{IdAndTitle, Question, QuestionSubject, TextRemark, amount};
use crate::desk::read::unit::{Doubt, ReadUnit, UnitReader};
use crate::engine::Ruleset;
use crate::list::{Ignored, List, Spanned};
use crate::number::Number;

/// A list made of a text.
pub(crate) struct Assembled {
    pub list: List,
    /// What it costs.
    pub cost: Number,
    pub questions: Vec<Question>,
    pub remarks: Vec<TextRemark>,
    /// What was understood on which line.
    pub understood: Vec<(usize, String)>,
    /// Lines whose parts remain open.
    pub unclear: Vec<usize>,
}

/// Makes the list.
pub(crate) fn assemble<'g>(rules: &Ruleset<'g>, lexicon: &Lexicon<'g>, draft: &Draft) -> Assembled {
    let game = rules.book.game;
    let (mut list, mut questions) = head_list(rules, lexicon, draft);
    let worker = UnitReader { rules, lexicon, base: &list };
    let worked: Vec<Option<ReadUnit>> = draft.units.iter().map(|unit| worker.work(unit)).collect();
    let mut understood = Vec::new();
    let mut unclear = Vec::new();
    let span = list.span;
    let mut lines: Vec<(usize, crate::list::UnitLine)> = Vec::new();
    for (at, (unit, worked)) in draft.units.iter().zip(&worked).enumerate() {
        let Some(worked) = worked else { continue };
        let title = game.entries[worked.entry].title.clone();
        questions.extend(worked.doubts.iter().map(|doubt| asked(doubt, &title)));
        unclear.extend(worked.doubts.iter().filter_map(open_line));
        understood.extend(worked.understood.iter().cloned());
        let mut line = worked.line.clone();
        line.line = Ignored(list.ids.0.give());
        line.name = unit.name.as_ref().map(|name| Spanned::new(name.clone(), span));
        for part in &unit.parts {
            if let Role::Key(attribute) = part.role {
                let text = value_text(&part.segment);
                match scalar(game, attribute, &text, span) {
                    Some(value) => {
                        line.others.push(key(game, attribute, value, span));
                        understood.push((part.line, text));
                    }
                    None => questions.push(unknown_key(game, attribute, part.line, &text)),
                }
            }
        }
        lines.push((at, line));
    }
    pair(lexicon, draft, &worked, &mut lines, &mut questions);
    place(rules, draft, &mut list, lines, &mut questions);
    settle_chart(rules, draft, &mut list, &mut questions);
    let mut remarks = Vec::new();
    settle_points(rules, draft, &worked, &mut list, &mut questions, &mut remarks);
    if confirm(rules, draft, &worked, &mut list, &mut questions) {
        unclear.clear();
        remarks.clear();
    }
    let cost = rules.assess(&list).points;
    Assembled { list, cost, questions, remarks, understood, unclear }
}

fn open_line(doubt: &Doubt) -> Option<usize> {
    match doubt {
        Doubt::Part { line, .. } => Some(*line),
        _ => None,
    }
}

fn asked(doubt: &Doubt, unit: &str) -> Question {
    let named = |candidates: &[(String, String)]| {
        candidates.iter().map(|(id, title)| IdAndTitle::new(id, title)).collect()
    };
    let unit = unit.to_owned();
    match doubt {
        Doubt::Part { line, written, candidates } => Question {
            line: Some(*line),
            written: written.clone(),
            about: QuestionSubject::Part { unit },
            candidates: named(candidates),
        },
        Doubt::Number { line, written, candidates } => Question {
            line: Some(*line),
            written: written.clone(),
            about: QuestionSubject::Number { unit },
            candidates: named(candidates),
        },
        Doubt::Reading { line, written, candidates } => Question {
            line: Some(*line),
            written: written.clone(),
            about: QuestionSubject::Part { unit },
            candidates: named(candidates),
        },
        Doubt::Price { line, written, stated, cost } => Question {
            line: Some(*line),
            written: written.clone(),
            about: QuestionSubject::Price { unit, stated: amount(*stated), cost: amount(*cost) },
            candidates: Vec::new(),
        },
    }
}
