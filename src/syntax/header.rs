use super::split;
use super::words::word_at;
use crate::source::Sources;

/// The first words of an item: enough to know whether its file must be loaded.
#[derive(Debug, PartialEq, Eq)]
pub struct Heading<'a> {
    /// `system`, `faction` or `event`; empty for loose declarations.
    pub word: &'a str,
    pub id: &'a str,
    /// As written between its quotes.
    pub title: &'a str,
    /// The system it belongs to: its own id for a system.
    pub system: &'a str,
}

/// The headings of a file, read by the splitter alone: a fraction of the time a parse takes.
pub fn headings(text: &str) -> Vec<Heading<'_>> {
    // Only the cutting is wanted, so whose text it is does not matter.
    let cut = split::split(Sources::default().add("", ""), text);
    let heading = |item: &split::CutItem| {
        let Some(header) = &item.header else { return Heading { word: "", id: "", title: "", system: "" } };
        let line = text.get(header.range.clone()).unwrap_or("");
        let word = word_at(line, 0);
        let id = first_word(line.get(word.len()..).unwrap_or(""));
        // The title may hold anything, so what follows it is looked for behind its closing quote.
        let behind = line.rsplit(['"', '”']).next().unwrap_or("");
        let mut words = behind.split(|char: char| !(char.is_ascii_alphanumeric() || char == '_')).filter(|word| !word.is_empty());
        let of = words.find(|word| matches!(*word, "of" | "for")).and_then(|_| words.next());
        Heading { word, id, title: line.split(['"', '“', '”']).nth(1).unwrap_or(""), system: of.unwrap_or(id) }
    };
    cut.items.iter().map(heading).collect()
}

fn first_word(text: &str) -> &str {
    let skipped = text.len() - text.trim_start().len();
    word_at(text, skipped)
}
