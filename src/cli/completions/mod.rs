//! `orbat completions`: scripts that let a shell complete commands, files and the names in the
//! data. The scripts call the program itself, so what they offer is never out of date.

mod line;
mod names;

use std::ffi::OsStr;
use std::path::Path;

use clap::{Args, CommandFactory};
use clap_complete::engine::{
    ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter,
};
use clap_complete::env::Shells;
use clap_complete::{CompleteEnv, Shell};

use self::line::CommandLine;
use super::{Arguments, Failure, Global, Outcome, output};
use crate::source::is_hidden;

/// The scripts set it to the name of their shell. Not clap's `COMPLETE`, which other programs use
/// too.
const VARIABLE: &str = "ORBAT_COMPLETE";

/// Print a shell completion script
#[derive(Args)]
#[command(after_help = include_str!("../../../docs/help/completions.txt").trim_ascii_end())]
pub(crate) struct CompletionsArguments {
    /// The shell to complete in
    shell: Shell,
}

/// Prints the script of a shell.
pub(crate) fn run(_: &Global, arguments: &CompletionsArguments) -> Outcome {
    let shell = arguments.shell;
    let shells = Shells::builtins();
    let mut script = Vec::new();
    shells
        .completer(&shell.to_string())
        .and_then(|shell| {
            shell.write_registration(VARIABLE, "orbat", "orbat", "orbat", &mut script).ok()
        })
        .ok_or_else(|| Failure::Usage(format!("there is no script for {shell}")))?;
    output::print_document(&String::from_utf8_lossy(&script));
    Ok(())
}

/// Answers a shell that asks for candidates; `false` if none does. A question that is not
/// understood gets no answer: anything printed would end up on the command line.
pub(crate) fn answer() -> bool {
    CompleteEnv::with_factory(|| with_candidates(Arguments::command()))
        .var(VARIABLE)
        .try_complete(std::env::args_os(), std::env::current_dir().ok().as_deref())
        .unwrap_or(true)
}

/// Adds completers to the arguments of a command and its subcommands.
fn with_candidates(command: clap::Command) -> clap::Command {
    let name = command.get_name().to_owned();
    command
        .mut_args(|argument| match completer(&name, argument.get_id().as_str()) {
            Some(completer) => argument.add(completer),
            None => argument,
        })
        .mut_subcommands(with_candidates)
}

/// The completer of an argument, by the name of its command and its own.
fn completer(command: &str, argument: &str) -> Option<ArgValueCompleter> {
    Some(match (command, argument) {
        (_, "list" | "lists" | "owned" | "file") => files(&["yaml", "yml"]),
        ("check", "paths") => files(&["orbat"]),
        (_, "data" | "folder" | "folders" | "template") => {
            ArgValueCompleter::new(PathCompleter::dir())
        }
        (_, "system") => names(names::systems),
        (_, "faction") | ("print", "units") => names(names::factions),
        (_, "chart") => names(names::charts),
        ("show", "name") => names(names::pages),
        ("add", "unit") => names(names::units),
        (_, "unit" | "join" | "ride") => names(names::listed_units),
        (_, "options") => names(names::options),
        (_, "drop") => names(names::taken_options),
        (_, "slot") => names(names::slots),
        (_, "design") => names(names::designs),
        ("explain", "name") => names(names::topics),
        ("copy", "names") => names(names::templates),
        _ => return None,
    })
}

/// Files with these extensions, and folders.
fn files(endings: &'static [&'static str]) -> ArgValueCompleter {
    let is_wanted = |path: &Path| {
        let ending = path.extension().and_then(OsStr::to_str);
        ending.is_some_and(|ending| endings.contains(&ending)) && path.is_file()
    };
    ArgValueCompleter::new(PathCompleter::any().filter(is_wanted))
}

/// Names that depend on the rest of the command line.
struct NameCompleter(fn(&CommandLine, &str) -> Vec<CompletionCandidate>);

fn names(find: fn(&CommandLine, &str) -> Vec<CompletionCandidate>) -> ArgValueCompleter {
    ArgValueCompleter::new(NameCompleter(find))
}

impl ValueCompleter for NameCompleter {
    fn complete(&self, current: &OsStr) -> Vec<CompletionCandidate> {
        let Some(current) = current.to_str() else { return Vec::new() };
        let mut candidates = self.0(&CommandLine::read(), current);
        // What a terminal would obey is not offered: the shell writes it there.
        let is_wanted = |name: &str| name.starts_with(current) && !name.contains(is_hidden);
        candidates.retain(|candidate| candidate.get_value().to_str().is_some_and(is_wanted));
        candidates
    }
}
