//! From what is known of a list to paper: Tera templates for pages, and for text that people paste.
//!
//! Knows views and no game. [`Renderer`] holds templates made ready; [`Renderer::print`] fills them
//! with a [`PrintJob`]. A template reads nothing but what it is given and other templates by name.

pub(crate) mod escape;
pub(crate) mod page;
pub(crate) mod renderer;
#[cfg(feature = "terminal")]
pub(crate) mod table;
#[cfg(feature = "terminal")]
pub(crate) mod terminal;

pub use crate::render::renderer::{Renderer, TemplateError, templates};
pub use page::{CardSize, Page, PaperSize};

use serde::Serialize;

use crate::views::Paper;

/// What a printout is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutputFormat {
    Html,
    Text,
    Markdown,
    Bbcode,
    Discord,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Sheet {
    Roster,
    Cards,
    Reference,
}

/// Everything that is printed together; templates are given just this.
#[derive(Debug, Clone, Serialize)]
pub struct PrintJob {
    pub papers: Vec<Paper>,
    pub sheets: Vec<Sheet>,
    /// The short form of the roster.
    pub short: bool,
    pub page: Page,
}
