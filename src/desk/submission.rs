//! What people send in: files of every kind, taken apart into single submissions. Nothing here can
//! fail as a whole; what cannot be read is a submission that says why.

use std::io::{Cursor, Read};
use std::path::PathBuf;

use crate::desk::decode;
use crate::desk::read::fold::fold;
use crate::desk::read::words::{HeadWord, head_word};
use crate::list::{LARGEST_LIST, from_link};
use crate::source::{ReadError, each_sent};

/// One list that somebody sent, as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Submission {
    /// Where it came from: the file, and the place inside it.
    pub(crate) origin: String,
    /// Who sent it, as far as the file tells.
    pub(crate) player: Option<String>,
    /// The player's team, as far as the file tells.
    pub(crate) team: Option<String>,
    /// What was sent.
    pub(crate) content: Content,
}

/// What was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Content {
    /// A list in YAML or JSON.
    List(String),
    /// Any other text.
    Text(String),
    /// Nothing that can be read.
    Unreadable(Fault),
}

/// Why a submission cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
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
    /// There are more submissions than any event has.
    TooMany,
}

/// A file that holds several lists may be so large.
const LARGEST_FILE: usize = 16 << 20;
/// What an archive may hold in all, unpacked.
const LARGEST_ARCHIVE: u64 = 64 << 20;
const MOST_SUBMISSIONS: usize = 20_000;

/// Collects submissions.
#[derive(Debug, Default)]
pub(crate) struct Inbox {
    /// In the order of the files.
    pub(crate) submissions: Vec<Submission>,
    columns: Vec<(String, String)>,
}

impl Inbox {
    /// An inbox that finds columns of tables by these names: `player` and the name of its column.
    pub(crate) fn with_columns(columns: Vec<(String, String)>) -> Self {
        Inbox { submissions: Vec::new(), columns }
    }

    /// Adds files, and all files of folders. Links inside folders are not followed.
    pub(crate) fn add_paths(&mut self, paths: &[PathBuf]) {
        each_sent(paths, LARGEST_FILE, &mut |(path, content)| {
            let origin = path.display().to_string();
            match content {
                _ if self.submissions.len() > MOST_SUBMISSIONS => {}
                _ if self.submissions.len() == MOST_SUBMISSIONS => self.bad(origin, Fault::TooMany),
                None => self.bad(origin, Fault::NotAFile),
                Some(Ok(bytes)) => self.add_bytes(&origin, &bytes, 0),
                Some(Err(ReadError::TooLarge(_))) => self.bad(origin, Fault::TooLarge),
                Some(Err(ReadError::Missing)) => self.bad(origin, Fault::Missing),
                Some(Err(ReadError::Unreadable(_))) => self.bad(origin, Fault::Forbidden),
            }
        });
    }

    fn bad(&mut self, origin: String, fault: Fault) {
        let content = Content::Unreadable(fault);
        self.submissions.push(Submission { origin, player: None, team: None, content });
    }

    /// Adds a file by its content; its name tells what it is.
    pub(crate) fn add_bytes(&mut self, origin: &str, bytes: &[u8], depth: usize) {
        let name = origin.to_lowercase();
        let ending = name.rsplit('.').next().unwrap_or_default();
        match ending {
            _ if bytes.is_empty() => self.bad(origin.to_owned(), Fault::Empty),
            "docx" => match document(bytes) {
                Ok(text) => self.add_text(origin, &text),
                Err(fault) => self.bad(origin.to_owned(), fault),
            },
            "zip" if depth < 2 => self.add_archive(origin, bytes, depth),
            "csv" | "tsv" => self.add_table(origin, &decode(bytes)),
            "html" | "htm" => self.add_text(origin, &html_text(&decode(bytes))),
            "eml" => self.add_text(origin, &mail_text(&decode(bytes))),
            "yaml" | "yml" | "json" => self.add_list(origin, decode(bytes)),
            _ => self.add_text(origin, &decode(bytes)),
        }
    }

    fn add_list(&mut self, origin: &str, text: String) {
        if text.len() > LARGEST_LIST {
            return self.bad(origin.to_owned(), Fault::TooLarge);
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
        self.submissions.push(Submission { origin, player, team, content });
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

    fn add_archive(&mut self, origin: &str, bytes: &[u8], depth: usize) {
        let Ok(mut archive) = zip::ZipArchive::new(Cursor::new(bytes)) else {
            return self.bad(origin.to_owned(), Fault::Damaged);
        };
        let mut room = LARGEST_ARCHIVE;
        for at in 0..archive.len().min(MOST_SUBMISSIONS) {
            let Ok(file) = archive.by_index(at) else {
                self.bad(format!("{origin} ({})", at + 1), Fault::Damaged);
                continue;
            };
            if file.is_dir() {
                continue;
            }
            let name =
                file.name().map_or_else(|_| format!("({})", at + 1), |name| name.into_owned());
            let inner = format!("{origin}/{name}");
            if file.enclosed_name().is_none() {
                self.bad(inner, Fault::Outside);
                continue;
            }
            match unpacked(file, &mut room) {
                Ok(bytes) => self.add_bytes(&inner, &bytes, depth + 1),
                Err(fault) => self.bad(inner, fault),
            }
            if room == 0 {
                break;
            }
        }
    }

    /// Adds the rows of a table. Columns are found by their names.
    fn add_table(&mut self, origin: &str, text: &str) {
        let delimiter = [b',', b';', b'\t'].into_iter().max_by_key(|mark| {
            text.lines().next().unwrap_or_default().bytes().filter(|byte| byte == mark).count()
        });
        let mut reader = csv::ReaderBuilder::new();
        let mut rows =
            reader.delimiter(delimiter.unwrap_or(b',')).flexible(true).from_reader(text.as_bytes());
        let Ok(head) = rows.headers().cloned() else {
            return self.bad(origin.to_owned(), Fault::Damaged);
        };
        let (player, team, list) =
            (self.column(&head, "player"), self.column(&head, "team"), self.column(&head, "list"));
        for (at, row) in rows.records().take(MOST_SUBMISSIONS).enumerate() {
            let origin = format!("{origin} (row {})", at + 2);
            let Ok(row) = row else {
                self.bad(origin, Fault::Damaged);
                continue;
            };
            let cell = |column: Option<usize>| {
                column
                    .and_then(|at| row.get(at))
                    .map(str::trim)
                    .filter(|text| !text.is_empty())
                    .map(str::to_owned)
            };
            // Without a column of that name, the longest cell is the list.
            let longest = || row.iter().max_by_key(|cell| cell.len()).map(str::to_owned);
            let text = if list.is_some() { cell(list) } else { longest() };
            let content = text.map_or(Content::Unreadable(Fault::Empty), |text| content_of(&text));
            self.push(origin, cell(player), cell(team), content);
        }
    }

    fn column(&self, head: &csv::StringRecord, what: &str) -> Option<usize> {
        let given =
            self.columns.iter().find(|(known, _)| known == what).map(|(_, column)| fold(column));
        let names: Vec<String> = match (given, what) {
            (Some(name), _) => vec![name],
            (None, "list") => {
                ["list", "army list", "armylist", "army", "liste", "roster", "link", "text"]
                    .map(str::to_owned)
                    .to_vec()
            }
            (None, _) => Vec::new(),
        };
        head.iter().map(fold).position(|column| {
            let is_word = match what {
                "player" => head_word(&column) == Some(HeadWord::Player) || column == "name",
                "team" => head_word(&column) == Some(HeadWord::Team),
                _ => false,
            };
            names.contains(&column) || (names.is_empty() && is_word)
        })
    }
}

/// A text, or the list in the link that it is.
fn content_of(text: &str) -> Content {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Content::Unreadable(Fault::Empty);
    }
    if let Some(link) =
        trimmed.split_whitespace().find(|word| word.contains("#o1.") || word.starts_with("o1."))
    {
        return from_link(link).map_or(Content::Unreadable(Fault::Link), Content::List);
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
    // What stands before the first player belongs to nobody.
    let ends = starts.iter().skip(1).copied().chain([lines.len()]);
    let parts = starts
        .iter()
        .zip(ends)
        .map(|(start, end)| lines.get(*start..end).unwrap_or_default().join("\n"));
    parts.filter(|part| !part.trim().is_empty()).collect()
}

/// Unpacks a file of an archive, as far as there is room.
fn unpacked(file: impl Read, room: &mut u64) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::new();
    let limit = (*room).min(LARGEST_FILE as u64);
    file.take(limit + 1).read_to_end(&mut bytes).map_err(|_| Fault::Damaged)?;
    let size = bytes.len() as u64;
    *room = room.saturating_sub(size);
    if size > limit { Err(Fault::Bomb) } else { Ok(bytes) }
}

/// The paragraphs of a Word document. External entities are text like any other and lead nowhere.
fn document(bytes: &[u8]) -> Result<String, Fault> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).map_err(|_| Fault::Damaged)?;
    let file = archive.by_name("word/document.xml").map_err(|_| Fault::Damaged)?;
    let xml = decode(&unpacked(file, &mut LARGEST_ARCHIVE.clone())?);
    Ok(tagged_text(&xml, &["w:p", "w:br", "w:tr"], &["w:tab"]))
}

/// The text of a page.
fn html_text(html: &str) -> String {
    tagged_text(
        html,
        &["p", "br", "div", "li", "tr", "h1", "h2", "h3", "h4", "ul", "pre"],
        &["td", "th"],
    )
}

/// The text between tags. Some tags begin a new line, others a new column.
fn tagged_text(source: &str, lines: &[&str], columns: &[&str]) -> String {
    let mut text = String::with_capacity(source.len() / 2);
    let mut skipped: Option<&str> = None;
    for (at, piece) in source.split('<').enumerate() {
        let (tag, rest) =
            if at == 0 { ("", piece) } else { piece.split_once('>').unwrap_or((piece, "")) };
        let is_end = tag.starts_with('/');
        let name = tag
            .trim_start_matches('/')
            .split(|char: char| char.is_whitespace() || char == '/')
            .next()
            .unwrap_or_default();
        let name = name.to_ascii_lowercase();
        if let Some(hidden) = skipped {
            if is_end && name == hidden {
                skipped = None;
            } else {
                continue;
            }
        } else if let Some(hidden) =
            ["script", "style", "head"].into_iter().find(|hidden| *hidden == name && !is_end)
        {
            skipped = Some(hidden);
            continue;
        }
        let is_line = lines.contains(&name.as_str())
            && (is_end || ["br", "w:br", "li"].contains(&name.as_str()));
        if is_line && !text.ends_with('\n') {
            text.push('\n');
        }
        if columns.contains(&name.as_str()) && is_end {
            text.push_str(" | ");
        }
        if name == "li" && !is_end {
            text.push_str("- ");
        }
        text.push_str(&entities(rest));
    }
    text
}

fn entities(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    let named = [
        ("&nbsp;", " "),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&apos;", "'"),
        ("&#39;", "'"),
        ("&bull;", "•"),
        ("&amp;", "&"),
    ];
    named.into_iter().fold(text.to_owned(), |text, (entity, char)| text.replace(entity, char))
}

/// The body of a mail, with its sender as the player.
fn mail_text(mail: &str) -> String {
    let (head, body) = mail.split_once("\n\n").unwrap_or((mail, ""));
    let field = |name: &str| {
        let mut lines = head.lines().filter_map(|line| line.split_once(':'));
        lines
            .find(|(key, _)| key.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.trim().to_owned())
    };
    let from = field("From")
        .map(|from| from.split('<').next().unwrap_or_default().trim().trim_matches('"').to_owned());
    let boundary = field("Content-Type")
        .and_then(|kind| Some(kind.split_once("boundary=")?.1.trim_matches('"').to_owned()));
    let boundary = boundary.or_else(|| {
        let line = head.lines().find(|line| line.trim_start().starts_with("boundary="))?;
        Some(line.split_once('=')?.1.trim().trim_matches('"').to_owned())
    });
    let parts: Vec<&str> = match &boundary {
        Some(boundary) => body.split(&format!("--{boundary}")).collect(),
        None => vec![mail],
    };
    let of_kind =
        |kind: &str| parts.iter().find(|part| part.to_ascii_lowercase().contains(kind)).copied();
    let part = of_kind("text/plain").or_else(|| of_kind("text/html")).unwrap_or(mail);
    let (part_head, content) = part.trim_start().split_once("\n\n").unwrap_or(("", part));
    let is_quoted = part_head.to_ascii_lowercase().contains("quoted-printable");
    let content = if is_quoted { quoted_printable(content) } else { content.to_owned() };
    let is_html = part_head.to_ascii_lowercase().contains("text/html");
    let content = if is_html { html_text(&content) } else { content };
    // What was quoted of another mail is not this one's.
    let own: Vec<&str> = content.lines().filter(|line| !line.starts_with('>')).collect();
    let from = from
        .filter(|from| !from.is_empty())
        .map_or_else(String::new, |from| format!("Player: {from}\n"));
    from + &own.join("\n")
}

fn quoted_printable(text: &str) -> String {
    let joined = text.replace("=\n", "");
    let mut bytes = Vec::with_capacity(joined.len());
    let mut rest = joined.as_bytes();
    while let [first, tail @ ..] = rest {
        let hex = (*first == b'=').then(|| tail.get(..2)).flatten();
        let code = hex
            .and_then(|hex| std::str::from_utf8(hex).ok())
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match code {
            Some(code) => {
                bytes.push(code);
                rest = tail.get(2..).unwrap_or_default();
            }
            None => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    decode(&bytes)
}
