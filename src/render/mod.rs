//! Fills templates (Tera): printouts of lists, and pages for a terminal.
//!
//! Knows the views, but no game. A [`Renderer`] holds the templates for an [`OutputFormat`] and
//! fills them with a [`PrintJob`]; `terminal` does the same for the pages of `orbat show`. A
//! template sees only the data it is given, and other templates by name.

#[cfg(feature = "terminal")]
pub(crate) mod book;
pub(crate) mod drawing;
pub(crate) mod format;
pub(crate) mod page;
#[cfg(feature = "terminal")]
mod pages;
pub(crate) mod qr;
pub(crate) mod renderer;
#[cfg(feature = "terminal")]
pub(crate) mod table;
#[cfg(feature = "terminal")]
pub(crate) mod terminal;

pub(crate) use format::printable;
pub use format::{OutputFormat, table_cell};
pub use page::{CardSize, Look, Page, PaperSize};
#[cfg(feature = "terminal")]
pub(crate) use pages::Pages;
pub use renderer::{FONTS, Renderer, TemplateError, templates};

use serde::Serialize;

use crate::views::Paper;

/// A part of a printout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Sheet {
    /// The units with their points and options.
    Roster,
    /// A card for each unit.
    Cards,
    /// The rules the army uses.
    Reference,
    /// One page for a tournament: units, room for results, and the list as a QR code.
    Tournament,
    /// A page to play from, on a phone. It stands alone.
    Play,
}

/// Everything that is printed together, and all that templates receive.
#[derive(Debug, Clone, Serialize)]
pub struct PrintJob {
    /// What to print: one paper for each list.
    pub papers: Vec<Paper>,
    /// Which sheets, in order.
    pub sheets: Vec<Sheet>,
    /// Whether to print the short roster.
    pub short: bool,
    /// How much ink it takes.
    pub look: Look,
    /// The size of paper and cards.
    pub page: Page,
}

impl PrintJob {
    /// All sheets of these papers, with poker cards on A4.
    pub fn new(papers: Vec<Paper>) -> Self {
        let sheets = vec![Sheet::Roster, Sheet::Cards, Sheet::Reference];
        let page = Page::new(PaperSize::A4, CardSize::Poker, false);
        PrintJob { papers, sheets, short: false, look: Look::Colour, page }
    }
}
