//! Templates (Tera) and what fills them: printouts of lists, and pages for a terminal.
//!
//! Knows views and wording, no game. A [`Renderer`] holds the templates for an [`OutputFormat`] and
//! fills them with a [`PrintJob`]; `terminal` does the same for the pages of `orbat show`. A
//! template reads nothing but what it is given, and other templates by name.

pub(crate) mod format;
pub(crate) mod page;
pub(crate) mod renderer;
#[cfg(feature = "terminal")]
pub(crate) mod table;
#[cfg(feature = "terminal")]
pub(crate) mod terminal;

pub use format::OutputFormat;
pub use page::{CardSize, Page, PaperSize};
pub use renderer::{Renderer, TemplateError, templates};

use serde::Serialize;

use crate::views::Paper;

/// A part of a printout.
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

impl PrintJob {
    /// All sheets of some papers, with poker cards on A4.
    pub fn new(papers: Vec<Paper>) -> Self {
        let sheets = vec![Sheet::Roster, Sheet::Cards, Sheet::Reference];
        let page = Page::new(PaperSize::A4, CardSize::Poker, false);
        PrintJob { papers, sheets, short: false, page }
    }
}
