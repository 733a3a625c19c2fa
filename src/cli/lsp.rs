//! `orbat lsp`: the language server, on standard input and output.

use clap::Args;
use lsp_server::Connection;

use super::{Failure, Global, Outcome};

/// Run the language server for editors
///
/// Speaks the Language Server Protocol on standard input and output: errors while typing,
/// completion, hover, hints, definitions, references, renaming, symbols, folding, fixes and
/// formatting for .orbat files; errors, completion, hover and fixes for lists. docs/editors.md
/// tells how to set up editors.
#[derive(Args)]
pub(crate) struct LspArguments {
    /// Accepted because many editors pass it
    #[arg(long, hide = true)]
    stdio: bool,
}

pub(crate) fn run(_: &Global, _: &LspArguments) -> Outcome {
    let (connection, threads) = Connection::stdio();
    let served = crate::lsp::serve(&connection);
    drop(connection);
    let joined = threads.join();
    served.map_err(|error| Failure::Usage(error.to_string()))?;
    joined.map_err(|error| Failure::Usage(error.to_string()))
}
