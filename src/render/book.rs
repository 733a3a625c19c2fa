//! The pages of a game's book, as self-contained HTML.

use serde_json::json;

use super::{Pages, TemplateError};
use crate::views::Book;

/// The templates of the pages.
const TEMPLATES: [(&str, &str); 5] = [
    ("parts.html", include_str!("../../templates/book/parts.html")),
    ("index.html", include_str!("../../templates/book/index.html")),
    ("chapter.html", include_str!("../../templates/book/chapter.html")),
    ("keywords.html", include_str!("../../templates/book/keywords.html")),
    ("rules.html", include_str!("../../templates/book/rules.html")),
];

const CSS: &str = include_str!("../../templates/book/book.css");

/// The names and texts of all files of a book.
pub(crate) fn book_pages(book: &Book) -> Result<Vec<(String, String)>, TemplateError> {
    let pages = Pages::new(&TEMPLATES)?;
    // The header of every page needs no chapters.
    let (sections, rules) = (!book.sections.is_empty(), !book.rules.is_empty());
    let head = json!({
        "name": book.name, "currency": book.currency, "sections": sections, "rules": rules,
    });
    let whole = json!({ "book": book, "css": CSS });
    let mut files = Vec::new();
    for name in ["index.html", "keywords.html", "rules.html"] {
        let is_empty = match name {
            "keywords.html" => !sections,
            "rules.html" => !rules,
            _ => false,
        };
        if !is_empty {
            files.push((name.to_owned(), pages.fill(name, &whole)?));
        }
    }
    for chapter in &book.chapters {
        let page = json!({ "book": head, "chapter": chapter, "css": CSS });
        files.push((chapter.file.clone(), pages.fill("chapter.html", &page)?));
    }
    Ok(files)
}
