//! The reference sheet: what this army uses, and the pages of the game.

use serde::Serialize;

use crate::model::{Sheet, SheetPart};
use crate::views::KeywordView;

#[derive(Debug, Clone, Default, Serialize)]
pub struct Reference {
    pub sheets: Vec<SheetView>,
    /// Keywords by section, each once.
    pub keywords: Vec<KeywordPart>,
    /// What the words in tables mean, such as types of weapons.
    pub words: Vec<WordPart>,
}

#[derive(Debug, Clone, Serialize)]
pub struct SheetView {
    pub title: String,
    pub parts: Vec<SheetPartView>,
}

/// A step has a title and a text; a table has a head and rows.
#[derive(Debug, Clone, Default, Serialize)]
pub struct SheetPartView {
    pub title: Option<String>,
    pub text: Option<String>,
    pub head: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

#[derive(Debug, Clone, Serialize)]
pub struct KeywordPart {
    /// The section; none for keywords without one.
    pub title: Option<String>,
    pub keywords: Vec<KeywordView>,
}

#[derive(Debug, Clone, Serialize)]
pub struct WordPart {
    /// Where they are used: `Weapon: Type`.
    pub title: String,
    pub words: Vec<WordText>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WordText {
    pub word: String,
    pub text: String,
}

pub(crate) fn sheet_view(sheet: &Sheet) -> SheetView {
    let part = |part: &SheetPart| match part {
        SheetPart::Step { title, text } => SheetPartView {
            title: Some(title.clone()),
            text: text.clone(),
            ..SheetPartView::default()
        },
        SheetPart::Table { head, rows } => {
            SheetPartView { head: head.clone(), rows: rows.clone(), ..SheetPartView::default() }
        }
    };
    SheetView { title: sheet.title.clone(), parts: sheet.parts.iter().map(part).collect() }
}
