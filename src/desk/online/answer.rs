//! Writes a chosen candidate into a text, so that its line then says what was meant.

use crate::desk::read::{IdAndTitle, Question, QuestionSubject};

/// The text with one question answered.
pub(super) fn answered(text: &str, question: &Question, chosen: &IdAndTitle) -> String {
    let head = match question.about {
        QuestionSubject::Faction => Some("Faction"),
        QuestionSubject::Chart => Some("Chart"),
        _ => None,
    };
    if let Some(head) = head {
        return format!("{head}: {}\n{text}", chosen.title);
    }
    let lines = text.split('\n').enumerate().map(|(at, line)| {
        if question.line == Some(at + 1) {
            replaced(line, &question.written, &chosen.title)
        } else {
            line.to_owned()
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Only the first: the words may stand in the line twice.
fn replaced(line: &str, written: &str, title: &str) -> String {
    match line.find(written) {
        Some(_) if !written.is_empty() => line.replacen(written, title, 1),
        _ => title.to_owned(),
    }
}
