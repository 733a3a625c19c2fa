//! The program `orbat`: one file per command, no rules in any of them.
//!
//! Exit codes are part of the interface: 0 all is well, 1 the data or list has errors, 2 it could
//! not be read or the command line is wrong, 130 somebody pressed Ctrl-C.

mod ask;
mod browser;
mod check;
mod complete;
mod completions;
mod data;
mod data_check;
mod data_stats;
mod data_test;
mod diff;
mod edit;
mod examples;
mod explain;
mod factions;
mod fix;
mod interrupt;
mod list_file;
mod man;
mod new;
mod output;
mod owned;
mod print;
mod print_server;
mod progress;
mod schema;
mod show;
mod stock;
mod suggest;
mod systems;
mod template;
mod units;
mod verdict;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::builder::LookupError;
use crate::render::table;
use crate::workspace::{OpenError, SaveError};

/// Builds, checks and prints army lists for tabletop wargames whose rules are data.
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
    /// Adds the .orbat files of a folder; definitions of the same name replace the embedded ones.
    /// May be repeated
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
    /// How to print: for people or for programs
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

#[derive(Subcommand)]
enum Command {
    /// Checks army lists: legal or not, and why
    Check {
        /// Lists (.yaml), folders of lists, or `-` for standard input
        #[arg(required = true, value_name = "LIST")]
        lists: Vec<PathBuf>,
        /// How to print
        #[arg(long, value_enum, default_value_t = check::ReportFormat::Human)]
        format: check::ReportFormat,
    },
    /// Prints rosters, cards and reference sheets
    Print(print::PrintArguments),
    /// Lists and copies the templates of printouts
    #[command(subcommand)]
    Template(template::TemplateCommand),
    /// Begins a list: game, faction, chart and points; what is not given is asked for
    #[command(after_help = examples::NEW)]
    New(new::NewArguments),
    /// Adds a unit to a list
    #[command(after_help = examples::ADD)]
    Add(edit::AddArguments),
    /// Removes a unit from a list
    #[command(after_help = examples::REMOVE)]
    Remove(edit::RemoveArguments),
    /// Changes a unit of a list, or the head of the list
    #[command(after_help = examples::SET)]
    Set(edit::SetArguments),
    /// Shows what may be added to a list now, or to one of its units
    #[command(after_help = examples::SUGGEST)]
    Suggest(suggest::SuggestArguments),
    /// Fills a list to a legal one, keeping all that is there
    #[command(after_help = examples::COMPLETE)]
    Complete(complete::CompleteArguments),
    /// Finds the smallest changes that make a list legal
    #[command(after_help = examples::FIX)]
    Fix(fix::FixArguments),
    /// The models you have
    #[command(subcommand)]
    Owned(owned::OwnedCommand),
    /// Lists the games
    Systems {
        #[command(flatten)]
        printing: Printing,
    },
    /// Lists the factions of a game
    Factions {
        /// The game's id, such as the first column of `orbat systems`
        system: String,
        #[command(flatten)]
        printing: Printing,
    },
    /// Lists the units of a faction
    Units {
        /// The faction's id or title; a game's id lists the units that game has without a faction
        faction: String,
        /// The game, if several have a faction of that name
        #[arg(long)]
        system: Option<String>,
        #[command(flatten)]
        printing: Printing,
    },
    /// Shows one unit: characteristics, weapons, options, keywords; or a faction: its charts and
    /// options
    Show {
        /// The id or name of a unit, a faction or a chart
        name: String,
        /// The game, if several have something of that name
        #[arg(long)]
        system: Option<String>,
        #[command(flatten)]
        printing: Printing,
    },
    /// Explains a diagnostic code with a wrong and a right example
    Explain {
        /// The code, such as data.unknown_keyword; none lists them all
        code: Option<String>,
        #[command(flatten)]
        printing: Printing,
    },
    /// Prints the JSON Schema of lists, verdicts or collections
    #[command(subcommand)]
    Schema(schema::SchemaCommand),
    /// For authors of data
    #[command(subcommand)]
    Data(DataCommand),
    /// Prints the script with which a shell completes commands and names
    #[command(after_help = examples::COMPLETIONS)]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Writes the manual pages: orbat.1 and one for each command
    Man {
        /// The folder to write them to; it is created if it does not exist
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}

#[derive(Subcommand)]
enum DataCommand {
    /// Checks data files: all files, all errors
    Check {
        /// Folders or files to check; the embedded data if none is given
        paths: Vec<PathBuf>,
        #[command(flatten)]
        printing: Printing,
    },
    /// Judges lists that stand beside the data and say what is expected of them
    ///
    /// A comment `#~ CODE RULE` under a line says that the line must raise the code and cite the
    /// rule (which may be left out); `#~ points 815` says what the army must cost. A list without
    /// such comments must be legal, without warnings. A data file `cup.orbat` beside lists
    /// `cup.early.yaml` is for these alone.
    Test {
        /// Folders of data and lists; the current folder if none is given
        #[arg(value_name = "DIR")]
        folders: Vec<PathBuf>,
        #[command(flatten)]
        printing: Printing,
    },
    /// Counts units, options, keywords and rules, and names the rules that no list breaks
    Stats {
        /// Folders of data and lists; the embedded data if none is given
        #[arg(value_name = "DIR")]
        folders: Vec<PathBuf>,
        #[command(flatten)]
        printing: Printing,
    },
}

/// Why a command ended early.
enum Failure {
    /// Errors in the data: they have been printed. Exit code 1.
    Data,
    /// A file cannot be read: it has been printed. Exit code 2.
    Unreadable,
    /// What was asked for is not there or cannot be read. Exit code 2.
    Usage(String),
    /// A file cannot be used. Exit code 1 if that is for errors in data, else 2.
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
    fn from(LookupError(why): LookupError) -> Self {
        Failure::Usage(why)
    }
}

type Outcome = Result<(), Failure>;

pub fn run() -> ExitCode {
    if completions::answer() {
        return ExitCode::SUCCESS;
    }
    let Arguments { global, command } = Arguments::parse();
    let outcome = match command {
        Command::Check { lists, format } => check::run(&global, &lists, format),
        Command::Print(arguments) => print::run(&global, &arguments),
        Command::Template(command) => template::run(&command),
        Command::New(arguments) => new::run(&global, &arguments),
        Command::Add(arguments) => edit::add(&global, &arguments),
        Command::Remove(arguments) => edit::remove(&global, &arguments),
        Command::Set(arguments) => edit::set(&global, &arguments),
        Command::Suggest(arguments) => suggest::run(&global, &arguments),
        Command::Complete(arguments) => complete::run(&global, &arguments),
        Command::Fix(arguments) => fix::run(&global, &arguments),
        Command::Owned(command) => owned::run(&global, &command),
        Command::Systems { printing } => systems::run(&global, printing.format),
        Command::Factions { system, printing } => factions::run(&global, &system, printing.format),
        Command::Units { faction, system, printing } => {
            units::run(&global, &faction, system.as_deref(), printing.format)
        }
        Command::Show { name, system, printing } => {
            show::run(&global, &name, system.as_deref(), printing.format)
        }
        Command::Explain { code, printing } => explain::run(code.as_deref(), printing.format),
        Command::Schema(command) => schema::run(&global, &command),
        Command::Data(DataCommand::Check { paths, printing }) => {
            data_check::run(&global, &paths, printing.format)
        }
        Command::Data(DataCommand::Test { folders, printing }) => {
            data_test::run(&global, &folders, printing.format)
        }
        Command::Data(DataCommand::Stats { folders, printing }) => {
            data_stats::run(&global, &folders, printing.format)
        }
        Command::Completions { shell } => completions::run(shell),
        Command::Man { folder } => man::run(&folder),
    };
    ExitCode::from(outcome.map_or_else(exit_code, |()| 0))
}

/// Says what has not been said yet.
fn exit_code(failure: Failure) -> u8 {
    match failure {
        Failure::Data => 1,
        Failure::Unreadable => 2,
        Failure::Usage(message) => {
            output::complain(&message);
            2
        }
        Failure::Open(OpenError::Data { diagnostics, sources }) => {
            output::print_diagnostics(&diagnostics, &sources, true);
            if diagnostics.iter().any(|one| one.code.is_unreadable()) { 2 } else { 1 }
        }
        Failure::Open(OpenError::Owned { diagnostics, sources }) => {
            output::print_diagnostics(&diagnostics, &sources, true);
            2
        }
        Failure::Open(OpenError::List { report, sources }) => {
            output::print(&verdict::draw(&report, &sources));
            2
        }
        Failure::Open(error) => {
            output::complain(&error.to_string());
            2
        }
    }
}
