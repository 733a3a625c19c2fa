//! The sentences of the desk.

use crate::desk::read::{About, Question, TextRemark};
#[cfg(feature = "terminal")]
use crate::desk::submission::Fault;

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

/// The verdict on what is no list.
#[cfg(feature = "terminal")]
pub(crate) const NOT_A_LIST: &str = "this is not a list: nothing in it names a unit of the game";

/// Why a submission cannot be read, in words.
#[cfg(feature = "terminal")]
pub(crate) fn fault(fault: Fault) -> &'static str {
    match fault {
        Fault::Missing => "there is no such file",
        Fault::Empty => "it is empty",
        Fault::TooLarge => "it is larger than any list",
        Fault::NotAFile => "it is not a regular file",
        Fault::Forbidden => "the system does not let it be read",
        Fault::Damaged => "the file is damaged",
        Fault::Bomb => "it unpacks to more than any list needs",
        Fault::Outside => "its name leads out of the archive, so it was not opened",
        Fault::Link => "the link is damaged; ask for it again",
        Fault::TooMany => "there are more submissions than any event has; the rest is left out",
    }
}

#[cfg(feature = "terminal")]
pub(crate) fn other_game(system: &str, title: &str) -> String {
    format!("the list is for `{system}`, the event plays {title}")
}

#[cfg(feature = "terminal")]
pub(crate) fn sent_twice(number: usize) -> String {
    format!("sent twice: number {number} is the same army of the same player")
}

#[cfg(feature = "terminal")]
pub(crate) fn same_player(number: usize) -> String {
    format!("the same player sent another list: number {number}")
}

#[cfg(feature = "terminal")]
pub(crate) fn same_army(number: usize, player: &str) -> String {
    format!("the same army as number {number} of {player}")
}
