//! What people send in: files of every kind, taken apart into single submissions. Nothing here can
//! fail as a whole; what cannot be read is a submission that says why.
//!
//! Start at [`Inbox`]. `archive` unpacks, `table` reads rows, `document` pages and documents,
//! `mail` mails with what is attached to them.

mod archive;
mod document;
mod mail;
mod table;

use std::io::Cursor;
use std::path::PathBuf;

use crate::desk::decode;
use crate::desk::read::fold::fold;
use crate::desk::read::words::{HeadWord, head_word};
use crate::list::{LARGEST_LIST, from_link};
use crate::source::{ReadError, each_sent};
use document::{document, html_text};

/// One list that somebody sent, as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Submission {
    /// Where it came from: the file, and the place inside it.
    pub(crate) origin: String,
    /// Who sent it, as far as the file tells.
    pub(crate) player: Option<String>,
    /// The player's team, as far as the file tells.
    pub(crate) team: Option<String>,
    /// Who sent the mail. Counts as the player where the list itself names none.
    pub(crate) sender: Option<String>,
    /// What was sent.
    pub(crate) content: Content,
    /// It is one of several lists in a text, whose first line may name the player.
    pub(crate) is_part: bool,
}

impl Submission {
    /// The lists of a text that begins another one on each of these lines.
    pub(crate) fn parted(&self, begins: &[usize]) -> Vec<Submission> {
        let Some(text) = self.content.text() else { return vec![self.clone()] };
        let lines: Vec<&str> = text.split('\n').collect();
        let starts = std::iter::once(0).chain(begins.iter().map(|line| line.saturating_sub(1)));
        let starts: Vec<usize> = starts.collect();
        let ends = starts.iter().skip(1).copied().chain([lines.len()]);
        let parts = starts.iter().zip(ends).filter_map(|(start, end)| lines.get(*start..end));
        let part = |(at, lines): (usize, &[&str])| Submission {
            origin: format!("{} ({})", self.origin, at + 1),
            content: Content::Text(lines.join("\n")),
            is_part: true,
            ..self.clone()
        };
        parts.enumerate().map(part).collect()
    }
}

/// What was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Content {
    /// A list in YAML or JSON.
    List(String),
    /// Any other text.
    Text(String),
    /// Nothing that can be read.
    Unreadable(SubmissionError),
}

impl Content {
    /// What can be read of it.
    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Content::List(text) | Content::Text(text) => Some(text),
            Content::Unreadable(_) => None,
        }
    }
}

/// Why a submission cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SubmissionError {
    /// There is no such file.
    Missing,
    /// The file is empty.
    Empty,
    /// It is larger than any list.
    TooLarge,
    /// It is no regular file: a pipe, a device, a link that leads nowhere.
    NotAFile,
    /// The system does not let it be read.
    Forbidden,
    /// An archive or document that is damaged.
    Damaged,
    /// An archive unpacks to far more than lists need.
    Bomb,
    /// A name that leads out of its archive.
    Outside,
    /// A link to a list that is damaged.
    Link,
    /// A picture, a PDF or another kind of file that holds no text.
    Foreign,
    /// An archive inside archives.
    Nested,
    /// It is locked with a password.
    Password,
    /// There are more submissions than any event has.
    TooMany,
}

/// A file that holds several lists may be so large.
const LARGEST_FILE: usize = 16 << 20;
/// What an archive may hold in all, unpacked.
const LARGEST_ARCHIVE: u64 = 64 << 20;
const MOST_SUBMISSIONS: usize = 20_000;
/// What one file among others may hold, so that it does not crowd them out.
const MOST_OF_FILE: usize = 1_000;
/// How deep archives and mails may stand inside each other.
const DEEPEST_ARCHIVE: usize = 2;
/// What files begin with that hold no text: PDF, PNG, JPEG, GIF, documents of old programs, RAR,
/// 7z.
const FOREIGN: [&[u8]; 7] = [
    b"%PDF-",
    b"\x89PNG",
    b"\xff\xd8\xff",
    b"GIF8",
    b"\xd0\xcf\x11\xe0",
    b"Rar!",
    b"7z\xbc\xaf\x27\x1c",
];

/// Collects submissions.
#[derive(Debug, Default)]
pub(crate) struct Inbox {
    /// In the order of the files.
    pub(crate) submissions: Vec<Submission>,
    columns: Vec<(String, String)>,
    /// Up to how many submissions the file that is added now may fill the inbox; none for all that
    /// an event may have.
    limit: Option<usize>,
    /// That it holds more has been said.
    is_full: bool,
}

impl Inbox {
    /// An inbox that finds columns of tables by these names: `player` and the name of its column.
    pub(crate) fn with_columns(columns: Vec<(String, String)>) -> Self {
        Inbox { columns, ..Inbox::default() }
    }

    /// Adds files, and all files of folders. Links inside folders are not followed.
    pub(crate) fn add_paths(&mut self, paths: &[PathBuf]) {
        each_sent(paths, LARGEST_FILE, &mut |(path, content)| {
            let origin = path.display().to_string();
            match content {
                _ if self.submissions.len() > MOST_SUBMISSIONS => {}
                _ if self.submissions.len() == MOST_SUBMISSIONS => {
                    self.bad(origin, SubmissionError::TooMany)
                }
                None => self.bad(origin, SubmissionError::NotAFile),
                Some(Ok(bytes)) if paths.contains(&path) => self.add_bytes(&origin, &bytes, 0),
                Some(Ok(bytes)) => self.add_among_others(&origin, &bytes, 0),
                Some(Err(ReadError::TooLarge(_))) => self.bad(origin, SubmissionError::TooLarge),
                Some(Err(ReadError::Missing)) => self.bad(origin, SubmissionError::Missing),
                Some(Err(ReadError::Unreadable(_))) => self.bad(origin, SubmissionError::Forbidden),
            }
        });
    }

    /// Adds one of several files.
    fn add_among_others(&mut self, origin: &str, bytes: &[u8], depth: usize) {
        let (limit, is_full) = (self.limit, self.is_full);
        let own = self.submissions.len().saturating_add(MOST_OF_FILE);
        self.limit = Some(limit.map_or(own, |limit| limit.min(own)));
        self.is_full = false;
        self.add_bytes(origin, bytes, depth);
        (self.limit, self.is_full) = (limit, is_full);
    }

    /// Whether the file that is added now has filled what it may.
    fn has_no_room(&self) -> bool {
        self.submissions.len() >= self.limit.unwrap_or(MOST_SUBMISSIONS)
    }

    fn bad(&mut self, origin: String, fault: SubmissionError) {
        let content = Content::Unreadable(fault);
        self.push(origin, None, None, content);
    }

    /// Adds a file. What it begins with and its name tell what it is.
    pub(crate) fn add_bytes(&mut self, origin: &str, bytes: &[u8], depth: usize) {
        if bytes.is_empty() {
            return self.bad(origin.to_owned(), SubmissionError::Empty);
        }
        if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06") {
            return self.add_packed(origin, bytes, depth);
        }
        if FOREIGN.iter().any(|begin| bytes.starts_with(begin)) {
            return self.bad(origin.to_owned(), SubmissionError::Foreign);
        }
        match ending(origin).as_str() {
            "zip" | "docx" | "xlsx" => self.bad(origin.to_owned(), SubmissionError::Damaged),
            "csv" | "tsv" => self.add_csv(origin, &decode(bytes)),
            "html" | "htm" => self.add_text(origin, &html_text(&decode(bytes))),
            "eml" => self.add_mail(origin, bytes, depth),
            "yaml" | "yml" | "json" => self.add_list(origin, decode(bytes)),
            _ => self.add_text(origin, &decode(bytes)),
        }
    }

    /// Adds a file whose bytes are an archive: a document, a workbook, or files.
    fn add_packed(&mut self, origin: &str, bytes: &[u8], depth: usize) {
        let Ok(mut archive) = zip::ZipArchive::new(Cursor::new(bytes)) else {
            return self.bad(origin.to_owned(), SubmissionError::Damaged);
        };
        if archive.index_for_name("word/document.xml").is_some() {
            match document(&mut archive) {
                Ok(text) => self.add_text(origin, &text),
                Err(fault) => self.bad(origin.to_owned(), fault),
            }
        } else if archive.index_for_name("xl/workbook.xml").is_some() {
            self.add_workbook(origin, bytes, &mut archive);
        } else if depth < DEEPEST_ARCHIVE {
            self.add_archive(origin, &mut archive, depth);
        } else {
            self.bad(origin.to_owned(), SubmissionError::Nested);
        }
    }

    fn add_list(&mut self, origin: &str, text: String) {
        if text.len() > LARGEST_LIST {
            return self.bad(origin.to_owned(), SubmissionError::TooLarge);
        }
        self.push(origin.to_owned(), None, None, Content::List(text));
    }

    fn push(
        &mut self,
        origin: String,
        player: Option<String>,
        team: Option<String>,
        content: Content,
    ) {
        if self.has_no_room() {
            if self.is_full {
                return;
            }
            self.is_full = true;
            let content = Content::Unreadable(SubmissionError::TooMany);
            let (player, team, sender) = (None, None, None);
            self.submissions.push(Submission {
                origin,
                player,
                team,
                sender,
                content,
                is_part: false,
            });
            return;
        }
        self.submissions.push(Submission {
            origin,
            player,
            team,
            sender: None,
            content,
            is_part: false,
        });
    }

    /// Adds the lists of a text: one, or one for each player it names.
    fn add_text(&mut self, origin: &str, text: &str) {
        let parts = split(text);
        let several = parts.len() > 1;
        for (at, part) in parts.iter().enumerate() {
            let origin = if several { format!("{origin} ({})", at + 1) } else { origin.to_owned() };
            let content = content_of(part);
            self.push(origin, None, None, content);
        }
    }
}

/// The ending of a name, in small letters.
fn ending(name: &str) -> String {
    name.rsplit('.').next().unwrap_or_default().to_lowercase()
}

/// A text, or the list in the link that it is.
pub(crate) fn content_of(text: &str) -> Content {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Content::Unreadable(SubmissionError::Empty);
    }
    if let Some(link) =
        trimmed.split_whitespace().find(|word| word.contains("#o1.") || word.starts_with("o1."))
    {
        return from_link(link).map_or(Content::Unreadable(SubmissionError::Link), Content::List);
    }
    if trimmed.starts_with("orbat:") || trimmed.contains("\norbat: 1") || trimmed.starts_with('{') {
        return Content::List(text.to_owned());
    }
    Content::Text(text.to_owned())
}

/// Cuts a text at every line that names a player, if there are several.
fn split(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let names_player = |line: &str| {
        let plain = line.trim_start_matches(|char: char| !char.is_alphanumeric());
        plain.split_once(':').is_some_and(|(key, value)| {
            head_word(&fold(key)) == Some(HeadWord::Player) && !value.trim().is_empty()
        })
    };
    let mut starts: Vec<usize> = (0..lines.len())
        .filter(|at| lines.get(*at).is_some_and(|line| names_player(line)))
        .collect();
    if starts.len() < 2 {
        let ends = (0..lines.len())
            .filter(|at| lines.get(*at).is_some_and(|line| line.contains("orbat1-")));
        let ends: Vec<usize> = ends.collect();
        starts = ends.iter().map(|end| end + 1).filter(|next| *next < lines.len()).collect();
        if starts.len() < 2 && ends.len() < 2 {
            return vec![text.to_owned()];
        }
        starts.insert(0, 0);
    }
    // A heading before the first player belongs to nobody, but a list may stand there.
    let before = starts.first().and_then(|first| lines.get(..*first)).unwrap_or_default();
    let has_number = |line: &&&str| line.contains(|char: char| char.is_ascii_digit());
    if before.iter().filter(has_number).count() > 1 {
        starts.insert(0, 0);
    }
    let ends = starts.iter().skip(1).copied().chain([lines.len()]);
    let parts = starts
        .iter()
        .zip(ends)
        .map(|(start, end)| lines.get(*start..end).unwrap_or_default().join("\n"));
    parts.filter(|part| !part.trim().is_empty()).collect()
}
