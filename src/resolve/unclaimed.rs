//! Checks files that belong to no system: those that cannot be read, define nothing, or name a
//! system that does not exist.

use rustc_hash::FxHashSet;

use super::library::{File, FileHeading, FileProblem, MOST_BYTES, MOST_FILES};
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::source::{LARGEST_FILE, ReadError, SourceId, Sources, Span};
use crate::syntax;
use crate::syntax::ast::{Head, Item};

/// Reports the problems of a file that belongs to no system and is not used by one.
pub(crate) fn check(
    file: &File,
    known: &[String],
    used: &FxHashSet<(usize, &str)>,
    sources: &mut Sources,
    diagnostics: &mut Diagnostics,
) {
    let text = match &file.text {
        Ok(text) => text,
        Err(problem) => {
            let text = if let FileProblem::NotUtf8(_, text) = problem { text.as_str() } else { "" };
            let id = sources.add(file.display.clone(), text);
            diagnostics.push(file_problem(problem, id));
            return;
        }
    };
    let headings = &file.headings;
    let of_known = |system: &str| known.iter().any(|id| id == system);
    let belongs = headings.iter().any(|heading| heading.is_item() && of_known(&heading.system));
    // Problems in a file of a known system, or in a part, are reported with the system that has or
    // uses it.
    let used_elsewhere = used.contains(&(file.layer, file.path.as_str()));
    let said = |heading: &FileHeading| {
        if heading.is_item() { of_known(&heading.system) } else { used_elsewhere }
    };
    if !headings.is_empty() && headings.iter().all(said) {
        return;
    }
    let id = sources.add(file.display.clone(), text.as_ref());
    let start = Span::new(id, 0, 0);
    let parsed = syntax::parse(id, text);
    if headings.is_empty() && parsed.problems.is_empty() {
        let diagnostic = codes::EMPTY.at(start, "this file defines nothing");
        diagnostics.push(diagnostic.help(
            "a file begins with `system`, `faction` or `event`; remove it if it is not needed",
        ));
    }
    let has_problems = !parsed.problems.is_empty();
    if !belongs && !used_elsewhere {
        parsed.problems.into_iter().for_each(|problem| diagnostics.push(problem));
    }
    for item in &parsed.items {
        match item {
            Item::Faction(Head { of: Some(of), .. }, _)
            | Item::Event(Head { of: Some(of), .. }, _)
                if !of_known(of.text) =>
            {
                let message = format!("there is no system `{}`", of.text);
                let diagnostic = codes::UNKNOWN_SYSTEM.at(of.span, message);
                diagnostics.push(diagnostic.suggest(of.text, known.iter().map(String::as_str)));
            }
            Item::Part(statements) if !has_problems && !used_elsewhere => {
                let first = statements
                    .first()
                    .filter(|_| headings.len() > 1)
                    .map_or(start, |first| Span::new(id, first.span.start(), first.span.start()));
                let diagnostic = codes::UNUSED_PART
                    .at(first, "these declarations belong to no system or faction");
                diagnostics
                    .push(diagnostic.help("put them into one, or add a `use` of this file to one"));
            }
            _ => {}
        }
    }
}

fn file_problem(problem: &FileProblem, id: SourceId) -> Diagnostic {
    let start = Span::new(id, 0, 0);
    match problem {
        FileProblem::NotUtf8(at, _) => {
            let diagnostic = codes::NOT_UTF8
                .at(Span::new(id, *at, *at), "this file is not UTF-8 text from here on");
            diagnostic.help("save it as UTF-8")
        }
        FileProblem::Read(ReadError::TooLarge(size)) => {
            let message = format!("this file has {size} bytes; the limit is {LARGEST_FILE}");
            codes::TOO_LARGE.at(start, message)
        }
        FileProblem::TooMuch => {
            let message = format!(
                "the data folder has more than {MOST_FILES} files or {} MB; from here on nothing is read",
                MOST_BYTES / 1024 / 1024
            );
            let diagnostic = codes::TOO_MUCH.at(start, message);
            diagnostic.help("name the folder that holds the data, not one around it")
        }
        FileProblem::Read(ReadError::Missing) => {
            codes::UNREADABLE.at(start, "this file no longer exists")
        }
        FileProblem::Read(ReadError::Unreadable(reason)) => {
            codes::UNREADABLE.at(start, format!("this file cannot be read: {reason}"))
        }
    }
}
