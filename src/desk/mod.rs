//! The tournament desk: everything people send in, one verdict for each.
//!
//! `submission` takes apart what was sent, `event` judges it, `output` writes reports and replies.
//! [`TextReader`] reads pasted text of one game, [`read_text`] that of any; [`decode`] turns the
//! bytes of a file into text.

mod decode;
#[cfg(feature = "terminal")]
pub(crate) mod event;
#[cfg(feature = "terminal")]
pub(crate) mod finding;
#[cfg(feature = "terminal")]
pub(crate) mod manifest;
#[cfg(feature = "serve")]
pub(crate) mod online;
#[cfg(feature = "terminal")]
pub(crate) mod output;
pub(crate) mod read;
#[cfg(feature = "serve")]
pub(crate) mod store;
#[cfg(feature = "terminal")]
pub(crate) mod submission;
#[cfg(feature = "terminal")]
pub(crate) mod together;
pub(crate) mod wording;

pub use decode::decode;
pub(crate) use decode::tidy;
#[cfg(feature = "terminal")]
pub(crate) use event::{DeskEntry, DeskVerdict, EventDesk};
#[cfg(feature = "terminal")]
pub(crate) use manifest::{
    LARGEST_MANIFEST, LockedList, Manifest, ManifestChange, ManifestChangeKind, Override,
    PublicKey, SecretKey, Verification, utc,
};
#[cfg(feature = "terminal")]
pub(crate) use output::{Printouts, verdict_words};
pub use read::{
    IdAndTitle, LineKind, Question, QuestionSubject, ReadHints, ReadLine, Reading, TextKind,
    TextReader, TextRemark,
};
#[cfg(feature = "terminal")]
pub(crate) use submission::Inbox;
#[cfg(feature = "terminal")]
pub(crate) use together::TeamVerdict;
pub use wording::{ask, remark};

use crate::workspace::{Data, OpenError};

/// Reads a text of any game, or of the one named. Which game it is, the names in it tell.
pub fn read_text(
    data: &Data,
    system: Option<&str>,
    text: &str,
    hints: &ReadHints,
) -> Result<Reading, OpenError> {
    let text = tidy(text);
    if let Some(system) = system {
        return Ok(TextReader::new(&data.game(system)?.game).read(&text, hints));
    }
    let mut best: Vec<(usize, &str)> = Vec::new();
    for heading in data.systems() {
        let Ok(loaded) = data.game(&heading.id) else { continue };
        let score = TextReader::new(&loaded.game).familiarity(&text);
        best.push((score, heading.id.as_str()));
    }
    best.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    let Some((score, system)) = best.first().copied() else {
        return Ok(Reading::not_a_list(Vec::new()));
    };
    let mut reading = TextReader::new(&data.game(system)?.game).read(&text, hints);
    let tied: Vec<IdAndTitle> = data
        .systems()
        .iter()
        .filter(|heading| best.iter().any(|(other, id)| *other == score && *id == heading.id))
        .map(|heading| IdAndTitle::new(&heading.id, &heading.title))
        .collect();
    if tied.len() > 1 && reading.kind != TextKind::NotAList {
        let question = Question {
            line: None,
            written: String::new(),
            about: QuestionSubject::System,
            candidates: tied,
        };
        reading.questions.insert(0, question);
        reading.kind = TextKind::Questions;
    }
    Ok(reading)
}
