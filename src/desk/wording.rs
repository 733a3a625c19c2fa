//! The sentences of the desk.

use crate::desk::read::{Question, QuestionSubject, TextRemark};
#[cfg(feature = "terminal")]
use crate::desk::submission::SubmissionError;
#[cfg(feature = "terminal")]
use crate::model::Across;

/// A question in words. The candidates are shown beside it.
pub fn ask(question: &Question) -> String {
    let written = &question.written;
    let what = match &question.about {
        QuestionSubject::System => "which game is this list for?".to_owned(),
        QuestionSubject::Faction => "which faction is this army?".to_owned(),
        QuestionSubject::Chart => "which chart does the army use?".to_owned(),
        QuestionSubject::Unit => format!("which unit is “{written}”?"),
        QuestionSubject::Part { unit } => format!("what is “{written}” of {unit}?"),
        QuestionSubject::Number { unit } => format!("how many {unit} are meant by “{written}”?"),
        QuestionSubject::Price { unit, stated, cost } => {
            format!(
                "the text says {stated} for {unit}, but as read it costs {cost}: what is different?"
            )
        }
        QuestionSubject::Total { stated, cost } => format!(
            "the text adds up to {stated}, but as read the army costs {cost}: what is different?"
        ),
        QuestionSubject::AnotherList => format!(
            "does another list begin at “{written}”? Lists are read one by one, so please send them apart"
        ),
        QuestionSubject::Force => format!("does “{written}” begin a new force?"),
        QuestionSubject::Partner { unit } => format!("which unit is “{written}”, named by {unit}?"),
        QuestionSubject::Key { key } => format!("what is “{written}” for {key}?"),
        QuestionSubject::Fingerprint => {
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
pub(crate) fn fault(fault: SubmissionError) -> &'static str {
    match fault {
        SubmissionError::Missing => "there is no such file",
        SubmissionError::Empty => "it is empty",
        SubmissionError::TooLarge => "it is larger than any list",
        SubmissionError::NotAFile => "it is not a regular file",
        SubmissionError::Forbidden => "the system does not let it be read",
        SubmissionError::Damaged => "the file is damaged",
        SubmissionError::Bomb => "it unpacks to more than any list needs",
        SubmissionError::Outside => "its name leads out of the archive, so it was not opened",
        SubmissionError::Link => "the link is damaged; ask for it again",
        SubmissionError::Foreign => {
            "the desk does not read this kind of file; ask for text, a document or a link"
        }
        SubmissionError::Nested => "archives inside archives inside archives are not opened",
        SubmissionError::Password => "it is locked with a password",
        SubmissionError::TooMany => {
            "there are more submissions than any event has; the rest is left out"
        }
    }
}

#[cfg(feature = "terminal")]
pub(crate) fn other_game(system: &str, title: &str) -> String {
    format!("the list is for `{system}`, the event plays {title}")
}

/// A list that the event asks for and nobody sent.
#[cfg(feature = "terminal")]
pub(crate) fn part_missing(title: &str) -> String {
    format!("the list for {title} has not been sent")
}

/// A team with too many or too few players.
#[cfg(feature = "terminal")]
pub(crate) fn team_size(count: i64, low: i64, high: Option<i64>) -> String {
    let players = crate::wording::many(count, "player");
    match high {
        Some(high) if high == low => format!("the team has {players}, teams of {low} play"),
        Some(high) => format!("the team has {players}, teams of {low} to {high} play"),
        None => format!("the team has {players}, teams of at least {low} play"),
    }
}

/// Something that is there too often in the lists of a player or team.
#[cfg(feature = "terminal")]
pub(crate) fn shared(
    title: &str,
    is_faction: bool,
    across: Across,
    who: &str,
    count: i64,
    most: i64,
) -> String {
    let times = |number: i64| match number {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        _ => format!("{number} times"),
    };
    let (verb, of) = (
        if is_faction { "is played" } else { "is taken" },
        match across {
            Across::Player => format!("in the lists of {who}"),
            Across::Team => format!("in the team {who}"),
        },
    );
    let may = if most == 0 { "never".to_owned() } else { format!("at most {}", times(most)) };
    format!("{title} {verb} {} {of}, {may} is allowed", times(count))
}

/// How that is mended.
#[cfg(feature = "terminal")]
pub(crate) fn mend_shared(title: &str, is_faction: bool, excess: i64, names: &[&str]) -> String {
    let names = crate::wording::either(names);
    match (is_faction, excess) {
        (true, 1) => format!("{names} plays another faction"),
        (true, excess) => format!("{excess} of {names} play another faction"),
        (false, 1) => format!("{names} gives up {title} once"),
        (false, excess) => format!("{names} give up {title} {excess} times"),
    }
}
