//! Places in a source.

use serde::Serialize;

/// The id of a loaded source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceId(u32);

impl SourceId {
    /// The list, which is read before it is known which data it needs.
    pub const LIST: SourceId = SourceId(u32::MAX);

    pub(crate) fn new(index: usize) -> Self {
        SourceId(u32::try_from(index).unwrap_or(u32::MAX))
    }

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A range of bytes in one source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The source it lies in.
    pub source: SourceId,
    start: u32,
    end: u32,
}

impl Span {
    /// The bytes from `start` to `end`.
    pub fn new(source: SourceId, start: usize, end: usize) -> Self {
        // Files are far below 4 GiB (`LARGEST_FILE`), so the bound is never met.
        let narrow = |byte: usize| u32::try_from(byte).unwrap_or(u32::MAX);
        Span { source, start: narrow(start), end: narrow(end.max(start)) }
    }

    /// The span of something that is in no text, such as an addition to a list.
    pub fn nowhere(source: SourceId) -> Self {
        Span { source, start: u32::MAX, end: u32::MAX }
    }

    /// Whether the span is in no text.
    pub fn is_nowhere(self) -> bool {
        self.start == u32::MAX
    }

    /// The first byte.
    pub fn start(self) -> usize {
        self.start as usize
    }

    /// The byte after the last.
    pub fn end(self) -> usize {
        self.end as usize
    }

    /// Whether the other span lies inside this one.
    pub fn contains(self, other: Span) -> bool {
        self.source == other.source && self.start <= other.start && other.end <= self.end
    }

    /// From the start of this span to the end of the other.
    pub fn to(self, other: Span) -> Span {
        Span { source: self.source, start: self.start, end: other.end.max(self.start) }
    }
}

/// A line and a column, both from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct LineColumn {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
}
