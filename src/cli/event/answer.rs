//! `orbat event answer`: keeps what was answered in the file of the event.

use std::path::{Path, PathBuf};

use clap::Args;

use super::open_event;
use crate::builder::{LookupError, resolve_name};
use crate::cli::output::{print, shown, tell};
use crate::cli::{Failure, Global, Outcome};
use crate::model::{EntryKind, Game};
use crate::source::{LARGEST_FILE, NamedFiles, SourceProvider};
use crate::syntax::format::format as formatted;
use crate::syntax::place::inside_of_item;
use crate::workspace::save;

/// Keep the answer to a question in the event, for every later list
#[derive(Args)]
#[command(after_help = include_str!("../../../docs/help/event-answer.txt").trim_ascii_end())]
pub(in crate::cli) struct EventAnswerArguments {
    /// The file of the event (.orbat)
    #[arg(value_name = "EVENT")]
    event: PathBuf,
    /// What was asked about, as players write it
    #[arg(value_name = "WORDS")]
    words: String,
    /// What they mean: a unit, or with `--of` something of it; `nothing` if it does not matter
    #[arg(value_name = "ANSWER")]
    answer: String,
    /// The unit at which the words stand
    #[arg(long, value_name = "UNIT")]
    of: Option<String>,
}

pub(super) fn run(global: &Global, arguments: &EventAnswerArguments) -> Outcome {
    let EventAnswerArguments { event: path, words, answer, of } = arguments;
    if words.trim().is_empty() || words.contains(['\n', '\r']) {
        return Err(Failure::Usage("give the words of one line that were asked about".to_owned()));
    }
    if !path.is_file() {
        return Err(Failure::Usage(format!("`{}` is no file", shown(path))));
    }
    let found = open_event(global, path, None)?;
    let game = &found.data.game(&found.system)?.game;
    let of = of.as_deref().map(|name| unit(game, name)).transpose()?;
    let meant = match (answer.as_str(), &of) {
        ("nothing", _) => "nothing".to_owned(),
        (name, None) => unit(game, name)?,
        (name, Some(_)) => part(game, name)?,
    };
    let of = of.map(|unit| format!(" of {unit}")).unwrap_or_default();
    let answer = AnswerLine { about: format!("answer {}{of} is ", quoted(words.trim())), meant };
    let old = read(path)?;
    let new = with_line(&old, &found.event, &answer).ok_or_else(|| {
        Failure::Usage(format!("the event in `{}` cannot be changed: mend it first", shown(path)))
    })?;
    if new == old {
        print("It is in the event already.\n");
        return Ok(());
    }
    tell(&save::replace(path, &old, &new)?);
    print(&format!("{}: {}{}\n", shown(path), answer.about, answer.meant));
    Ok(())
}

/// A line of the event: the words that were asked about, and what they mean.
struct AnswerLine {
    about: String,
    meant: String,
}

fn read(path: &Path) -> Result<String, Failure> {
    let files = NamedFiles::new(vec![path.to_owned()], LARGEST_FILE);
    let cannot = || Failure::Usage(format!("`{}` cannot be read", shown(path)));
    let bytes = files.read(&path.to_string_lossy()).map_err(|_| cannot())?;
    String::from_utf8(bytes).map_err(|_| cannot())
}

fn unit(game: &Game, name: &str) -> Result<String, LookupError> {
    let known: Vec<(String, String)> =
        game.units().map(|(_, unit)| (unit.id.clone(), unit.title.clone())).collect();
    Ok(resolve_name("unit", name, &known)?.to_owned())
}

/// An option or model. One of a choice may be named with it, as `orbat read` does.
fn part(game: &Game, name: &str) -> Result<String, LookupError> {
    if let Some((choose, option)) = name.split_once('.')
        && game.chooses.values().any(|known| known.id == choose)
    {
        return Ok(format!("{choose}.{}", part(game, option)?));
    }
    let parts = game.entries.values().filter(|entry| entry.kind != EntryKind::Unit);
    let mut known: Vec<(String, String)> =
        parts.map(|entry| (entry.id.clone(), entry.title.clone())).collect();
    known.sort();
    known.dedup_by(|after, before| after.0 == before.0);
    Ok(resolve_name("option", name, &known)?.to_owned())
}

/// A text as the language writes it.
fn quoted(words: &str) -> String {
    let escaped = words.replace('\\', "\\\\").replace('"', "\\\"");
    let escaped = escaped.replace('{', "\\{").replace('}', "\\}");
    format!("\"{escaped}\"")
}

/// The file with a further line at the end of the event; an earlier answer about the same words is
/// replaced. None if it cannot be told where the event ends, or the result would not be read.
fn with_line(text: &str, event: &str, answer: &AnswerLine) -> Option<String> {
    let AnswerLine { about, meant } = answer;
    let (open, close) = inside_of_item(text, "event", event)?;
    let body = text.get(open..close)?;
    let known = body.lines().find(|known| known.trim_start().starts_with(about));
    let new = match known {
        Some(known) => {
            let at = open + body.find(known)?;
            let indent = known.len() - known.trim_start().len();
            // A comment behind it stays.
            let rest = known.get(indent + about.len()..)?;
            let end = rest.find(|char: char| char.is_whitespace()).unwrap_or(rest.len());
            let kept = rest.get(end..)?;
            let indent = known.get(..indent)?;
            [text.get(..at)?, indent, about, meant, kept, text.get(at + known.len()..)?].concat()
        }
        None => {
            let before = text.get(..close)?.trim_end();
            [before, "\n  ", about, meant, "\n", text.get(close..)?].concat()
        }
    };
    formatted(&new).ok()
}
