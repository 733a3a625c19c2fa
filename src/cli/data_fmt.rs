//! `orbat data fmt`: the canonical layout of data files.

use std::io::{Read, stdin};
use std::path::{Path, PathBuf};

use clap::Args;

use super::output::{print, print_diagnostics, print_document, shown, tell};
use super::{Failure, Global, Outcome};
use crate::source::{LARGEST_FILE, SourceProvider, Sources};
use crate::syntax;
use crate::wording::many;
use crate::workspace::data::open_folder;
use crate::workspace::save;

/// Format data files
///
/// Sets indentation, spaces and blank lines. Comments, line breaks and the meaning of a file stay
/// as they are. Two or more spaces inside a line begin a column; columns of neighbouring lines are
/// aligned.
#[derive(Args)]
#[command(after_help = include_str!("../../docs/help/data_fmt.txt"))]
pub(crate) struct DataFmtArguments {
    /// Folders or files to format, or `-` for standard input
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
    /// Write nothing; name the files that are not formatted and exit with 1 if there are any
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(_: &Global, arguments: &DataFmtArguments) -> Outcome {
    if arguments.paths.iter().any(|path| path == Path::new("-")) {
        return format_input(arguments);
    }
    let (mut seen, mut changed, mut unreadable) = (0, 0, false);
    for path in &arguments.paths {
        let disk = open_folder(path)?;
        let files = disk.paths().map_err(|error| failed(&shown(path), &error))?;
        for file in files {
            let shown = disk.display(&file);
            let bytes = disk.read(&file).map_err(|error| failed(&shown, &error))?;
            seen += 1;
            let Some((old, new)) = formatted(&shown, bytes) else {
                unreadable = true;
                continue;
            };
            if old == new {
                continue;
            }
            changed += 1;
            if !arguments.check {
                tell(&save::replace(Path::new(&shown), &old, &new)?);
            }
            print(&format!("{shown}\n"));
        }
    }
    if seen == 0 {
        return Err(Failure::Usage("there are no .orbat files to format".to_owned()));
    }
    print(&summary(arguments.check, seen, changed));
    match (unreadable, arguments.check && changed > 0) {
        (false, false) => Ok(()),
        _ => Err(Failure::Data),
    }
}

fn summary(check: bool, seen: usize, changed: usize) -> String {
    match (check, changed) {
        (_, 0) => format!("{}: all formatted\n", many(seen, "file")),
        (true, _) => format!("{}: {changed} not formatted\n", many(seen, "file")),
        (false, _) => format!("{}: {changed} formatted\n", many(seen, "file")),
    }
}

/// Formats standard input to standard output.
fn format_input(arguments: &DataFmtArguments) -> Outcome {
    if arguments.paths.len() > 1 {
        return Err(Failure::Usage("`-` cannot be combined with other paths".to_owned()));
    }
    let mut bytes = Vec::new();
    // One byte more than is allowed shows that there is too much, without reading all of it.
    let most = u64::try_from(LARGEST_FILE).unwrap_or(u64::MAX).saturating_add(1);
    let read = stdin().take(most).read_to_end(&mut bytes);
    read.map_err(|error| Failure::Usage(format!("standard input cannot be read: {error}")))?;
    if bytes.len() > LARGEST_FILE {
        return Err(Failure::Usage("standard input is too large".to_owned()));
    }
    let (old, new) = formatted("standard input", bytes).ok_or(Failure::Data)?;
    if arguments.check {
        return if old == new { Ok(()) } else { Err(Failure::Data) };
    }
    print_document(&new);
    Ok(())
}

/// A text before and after formatting; prints why it cannot be formatted.
fn formatted(shown: &str, bytes: Vec<u8>) -> Option<(String, String)> {
    let mut sources = Sources::default();
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => {
            super::output::complain(&format!("`{shown}` is not UTF-8"));
            return None;
        }
    };
    match syntax::format::format(&text) {
        Ok(new) => Some((text, new)),
        Err(_) => {
            let source = sources.add(shown.to_owned(), &text);
            let problems = syntax::parse(source, &text).problems;
            print_diagnostics(&problems, &sources, true);
            None
        }
    }
}

fn failed(shown: &str, error: &crate::source::ReadError) -> Failure {
    Failure::Usage(format!("`{shown}` cannot be read: {error}"))
}
