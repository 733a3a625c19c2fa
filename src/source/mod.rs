//! Where text comes from and how places in it are named.
//!
//! Knows nothing of the language. A [`Span`] is a range of bytes in one source; a
//! [`SourceProvider`] is the only way the library reads input, so the program, the tests and a
//! browser share everything behind it. Start at [`Sources`], which owns the texts of one
//! compilation.

pub(crate) mod hidden;
pub(crate) mod named;
pub(crate) mod provider;
#[cfg(feature = "terminal")]
mod sent;
pub(crate) mod span;

use std::sync::Arc;

pub(crate) use hidden::is_hidden;
pub(crate) use named::{FolderListing, NamedFiles};
#[cfg(test)]
pub(crate) use provider::INPUTS;
pub use provider::{Disk, Embedded, EmbeddedFile, Memory, ReadError, SourceProvider};
#[cfg(feature = "terminal")]
pub(crate) use sent::each_sent;
pub use span::{LineColumn, SourceId, Span};

/// The largest file that is read, in bytes. Army books are a thousand times smaller.
pub const LARGEST_FILE: usize = 16 * 1024 * 1024;

/// One text with the table of its lines.
#[derive(Debug, Clone, Default)]
pub struct Source {
    path: String,
    text: String,
    line_starts: Vec<usize>,
}

impl Source {
    fn new(path: String, text: String) -> Self {
        let line_starts =
            std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Source { path, text, line_starts }
    }

    /// The path shown to people.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Line and column of a byte, both counted from 1; the column counts characters.
    pub fn place(&self, byte: usize) -> LineColumn {
        let line = self.line_starts.partition_point(|&start| start <= byte);
        let start =
            line.checked_sub(1).and_then(|index| self.line_starts.get(index)).copied().unwrap_or(0);
        let column = self
            .text
            .get(start..byte)
            .map_or(1, |before| before.trim_start_matches('\u{FEFF}').chars().count() + 1);
        LineColumn { line, column }
    }
}

/// All texts of one compilation, in the order they were read, and the list that is judged with
/// them. Cheap to clone, because the texts are shared.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    sources: Arc<Vec<Source>>,
    list: Arc<Source>,
}

impl Sources {
    /// Adds a text and returns its id.
    pub fn add(&mut self, path: impl Into<String>, text: impl Into<String>) -> SourceId {
        let id = SourceId::new(self.sources.len());
        Arc::make_mut(&mut self.sources).push(Source::new(path.into(), text.into()));
        id
    }

    /// Only a list, under the id [`SourceId::LIST`], which it keeps whatever data is added.
    pub fn of_list(path: impl Into<String>, text: impl Into<String>) -> Self {
        Sources { sources: Arc::default(), list: Arc::new(Source::new(path.into(), text.into())) }
    }

    /// These texts, together with the list of `other`.
    pub fn with_list_of(&self, other: &Sources) -> Self {
        Sources { sources: self.sources.clone(), list: other.list.clone() }
    }

    /// The text with this id.
    ///
    /// # Panics
    /// Never for an id this set of sources gave out, and there is no other way to get one.
    pub fn get(&self, id: SourceId) -> &Source {
        if id == SourceId::LIST {
            return &self.list;
        }
        #[expect(clippy::indexing_slicing, reason = "ids are only made by `add`")]
        &self.sources[id.index()]
    }

    /// The texts of the compilation, without the list.
    pub fn iter(&self) -> impl Iterator<Item = (SourceId, &Source)> {
        self.sources.iter().enumerate().map(|(index, source)| (SourceId::new(index), source))
    }

    /// The text of a span.
    pub fn text(&self, span: Span) -> &str {
        self.get(span.source).text().get(span.start()..span.end()).unwrap_or("")
    }

    /// The line and column where a span begins.
    pub fn place(&self, span: Span) -> LineColumn {
        self.get(span.source).place(span.start())
    }

    /// The length in bytes of the longest line among those a span touches and their neighbours.
    pub fn longest_line(&self, span: Span) -> usize {
        let source = self.get(span.source);
        let line = |byte| source.line_starts.partition_point(|&start| start <= byte);
        let (first, last) = (line(span.start()).saturating_sub(2), line(span.end()) + 1);
        let ends = source.line_starts.iter().skip(1).copied().chain([source.text.len()]);
        let lengths =
            source.line_starts.iter().zip(ends).map(|(start, end)| end.saturating_sub(*start));
        lengths.skip(first).take(last - first).max().unwrap_or(0)
    }

    /// `path:line`, the form in which messages name another place.
    pub fn describe(&self, span: Span) -> String {
        format!("{}:{}", self.get(span.source).path(), self.place(span).line)
    }
}
