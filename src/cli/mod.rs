//! The program `orbat`. Each command has a file with its arguments and its `run`; `commands!` below
//! lists them all. Commands print and ask, they know no rules.
//!
//! Exit codes are part of the interface: 0 success, 1 errors in the data or list, 2 files that
//! cannot be read or written or a wrong command line, 130 stopped by Ctrl-C or another signal.

mod ask;
mod browser;
mod changed_lines;
mod check;
mod complete;
mod completions;
mod data;
mod data_check;
mod data_diff;
mod data_doc;
mod data_fmt;
mod data_new;
mod data_stats;
mod data_test;
mod diff;
mod edit;
mod event;
#[cfg(feature = "serve")]
mod event_serve;
mod explain;
mod faction;
mod factions;
mod fix;
mod interrupt;
mod list_file;
mod lsp;
mod man;
mod new;
pub(crate) mod output;
mod owned;
mod parse;
mod price;
mod print;
mod progress;
mod read;
mod schema;
#[cfg(feature = "serve")]
mod serve;
mod show;
mod stock;
mod suggest;
mod systems;
mod template;
mod undo;
mod units;
mod verdict;
mod verify;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::budget::Budget;
use crate::builder::LookupError;
use crate::render::table;
use crate::workspace::{OpenError, SaveError};

/// Build, check and print army lists for tabletop wargames
#[derive(Parser)]
#[command(name = "orbat", version, arg_required_else_help = true, propagate_version = true)]
struct Arguments {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Command,
}

#[derive(Args)]
struct Global {
    /// Add the .orbat files of a folder; they replace built-in definitions of the same name. May be
    /// repeated
    #[arg(long, value_name = "DIR", global = true)]
    data: Vec<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Human,
    Json,
}

#[derive(Args)]
struct Printing {
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

/// Declares subcommands: each line is a command, its arguments and the function that runs it. The
/// docs of the arguments are its `--help`.
macro_rules! commands {
    ($commands:ident { $($(#[$on:meta])* $name:ident($arguments:ty) => $run:path,)* }) => {
        #[derive(Subcommand)]
        enum $commands {
            $($(#[$on])* $name($arguments),)*
        }

        impl $commands {
            fn run(&self, global: &Global) -> Outcome {
                match self {
                    $($(#[$on])* $commands::$name(arguments) => $run(global, arguments),)*
                }
            }
        }
    };
}

commands! { Command {
    Check(check::CheckArguments) => check::run,
    Diff(diff::DiffArguments) => diff::run,
    Verify(verify::VerifyArguments) => verify::run,
    Read(read::ReadArguments) => read::run,
    Event(event::EventArguments) => event::run,
    Print(print::PrintArguments) => print::run,
    Template(template::TemplateArguments) => template::run,
    New(new::NewArguments) => new::run,
    Add(edit::AddArguments) => edit::add,
    Remove(edit::RemoveArguments) => edit::remove,
    Set(Box<edit::SetArguments>) => edit::set,
    Undo(undo::UndoArguments) => undo::run,
    #[cfg(feature = "serve")]
    Serve(serve::ServeArguments) => serve::run,
    Suggest(suggest::SuggestArguments) => suggest::run,
    Complete(complete::CompleteArguments) => complete::run,
    Fix(fix::FixArguments) => fix::run,
    Owned(owned::OwnedArguments) => owned::run,
    Systems(systems::SystemsArguments) => systems::run,
    Factions(factions::FactionsArguments) => factions::run,
    Units(units::UnitsArguments) => units::run,
    Show(show::ShowArguments) => show::run,
    Explain(explain::ExplainArguments) => explain::run,
    Schema(schema::SchemaArguments) => schema::run,
    Data(DataArguments) => run_data,
    Lsp(lsp::LspArguments) => lsp::run,
    Completions(completions::CompletionsArguments) => completions::run,
    Man(man::ManArguments) => man::run,
} }

commands! { DataCommand {
    Check(data_check::DataCheckArguments) => data_check::run,
    Fmt(data_fmt::DataFmtArguments) => data_fmt::run,
    Test(data_test::DataTestArguments) => data_test::run,
    Stats(data_stats::DataStatsArguments) => data_stats::run,
    Doc(data_doc::DataDocArguments) => data_doc::run,
    New(data_new::DataNewArguments) => data_new::run,
    Diff(data_diff::DataDiffArguments) => data_diff::run,
} }

/// Write, check, format, test, count, compare and publish data
#[derive(Args)]
struct DataArguments {
    #[command(subcommand)]
    command: DataCommand,
}

fn run_data(global: &Global, arguments: &DataArguments) -> Outcome {
    arguments.command.run(global)
}

/// Why a command ended early.
enum Failure {
    /// Errors in the data or list, already printed. Exit code 1.
    Data,
    /// A file that cannot be read, already reported. Exit code 2.
    Unreadable,
    /// What was asked for does not exist or cannot be done. Exit code 2.
    Usage(String),
    /// A signal ended the command before it wrote anything. Exit code 130.
    Interrupted,
    /// A file that cannot be used. Exit code 1 for errors in data, otherwise 2.
    Open(OpenError),
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Self {
        Failure::Open(error)
    }
}

impl From<SaveError> for Failure {
    fn from(error: SaveError) -> Self {
        Failure::Usage(error.to_string())
    }
}

impl From<LookupError> for Failure {
    fn from(error: LookupError) -> Self {
        Failure::Usage(error.to_string())
    }
}

type Outcome = Result<(), Failure>;

/// Ends a command about a game whose values could not all be worked out.
fn refuse_gaps(budget: &Budget) -> Outcome {
    match budget.exceeded() {
        None => Ok(()),
        Some(_) => Err(Failure::Usage(
            "values are missing: the data takes too many steps to work out".to_owned(),
        )),
    }
}

/// Runs the program with the arguments of the process.
pub fn run() -> ExitCode {
    if completions::answer() {
        return ExitCode::SUCCESS;
    }
    if let Some(code) = browser::keep() {
        return ExitCode::from(code);
    }
    let code = match Arguments::try_parse() {
        Ok(Arguments { global, command }) => command.run(&global).map_or_else(exit_code, |()| 0),
        Err(answer) => {
            output::print_answer(&answer);
            u8::try_from(answer.exit_code()).unwrap_or(2)
        }
    };
    match output::finish() {
        Ok(()) => ExitCode::from(code),
        Err(error) => {
            output::complain(&format!("standard output cannot be written: {error}"));
            ExitCode::from(2)
        }
    }
}

/// Prints the failure unless that has been done, and gives its exit code.
fn exit_code(failure: Failure) -> u8 {
    match failure {
        Failure::Data => 1,
        Failure::Unreadable => 2,
        Failure::Usage(message) => {
            output::complain(&message);
            2
        }
        Failure::Interrupted => {
            output::complain("stopped; nothing was written");
            130
        }
        Failure::Open(OpenError::Data { diagnostics, sources }) => {
            output::print_diagnostics(&diagnostics, &sources, true);
            if diagnostics.iter().any(|diagnostic| diagnostic.code.is_unreadable()) { 2 } else { 1 }
        }
        Failure::Open(OpenError::Owned { diagnostics, sources }) => {
            output::print_diagnostics(&diagnostics, &sources, true);
            2
        }
        Failure::Open(OpenError::List { report, sources }) => {
            output::print(&verdict::draw(&report, &sources, verdict::Show::default()));
            2
        }
        Failure::Open(error) => {
            output::complain(&error.to_string());
            2
        }
    }
}
