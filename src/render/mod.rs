//! From what is known of a list to paper: Tera templates for pages, and for text that people paste.
//!
//! Knows views and no game. [`Press`] holds templates made ready; [`Press::print`] fills them with a [`Job`]. A template reads
//! nothing but what it is given and other templates by name.

mod escape;
mod page;
mod press;

pub use page::{CardSize, Page, PaperSize};
pub use press::{Press, TemplateError, templates};

use serde::Serialize;

use crate::report::Paper;

/// What a printout is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
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
pub struct Job {
    pub papers: Vec<Paper>,
    pub sheets: Vec<Sheet>,
    /// The short form of the roster.
    pub short: bool,
    pub page: Page,
}
