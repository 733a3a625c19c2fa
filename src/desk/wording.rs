//! The sentences of the desk.

use crate::desk::read::{About, Question, TextRemark};

/// A question in words: what is asked. The candidates are shown by whoever asks.
pub fn ask(question: &Question) -> String {
    let written = &question.written;
    let what = match &question.about {
        About::System => "which game is this list for?".to_owned(),
        About::Faction => "which faction is this army?".to_owned(),
        About::Chart => "which chart does the army use?".to_owned(),
        About::Unit => format!("which unit is “{written}”?"),
        About::Part { unit } => format!("what is “{written}” of {unit}?"),
        About::Number { unit } => format!("how many {unit} are meant by “{written}”?"),
        About::Price { unit, stated, cost } => {
            format!(
                "the text says {stated} for {unit}, but as read it costs {cost}: what is different?"
            )
        }
        About::Force => format!("does “{written}” begin a new force?"),
        About::Partner { unit } => format!("which unit is “{written}”, named by {unit}?"),
        About::Key { key } => format!("what is “{written}” for {key}?"),
        About::Fingerprint => {
            format!(
                "the text states the fingerprint {written}, but as read the army has another: what is different?"
            )
        }
    };
    match question.line {
        Some(line) => format!("Line {line}: {what}"),
        None => {
            let mut letters = what.chars();
            letters
                .next()
                .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
        }
    }
}

/// A remark in words.
pub fn remark(remark: &TextRemark) -> String {
    match remark {
        TextRemark::Total { line, stated, cost } => {
            format!("Line {line}: the text adds up to {stated}, the army as read costs {cost}.")
        }
    }
}
