//! The language server as an editor meets it: the program is started and spoken to.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may fail loudly"
)]

#[path = "lsp/completion.rs"]
mod completion;
#[path = "lsp/cures.rs"]
mod cures;
#[path = "lsp/diagnostics.rs"]
mod diagnostics;
#[path = "lsp/editor.rs"]
mod editor;
#[path = "lsp/layout.rs"]
mod layout;
#[path = "lsp/lists.rs"]
mod lists;
#[path = "lsp/names.rs"]
mod names;
#[path = "lsp/robust.rs"]
mod robust;
#[path = "lsp/speed.rs"]
mod speed;
mod support;
