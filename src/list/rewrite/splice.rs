//! A text and its pending changes: ranges, and what replaces them. Start at `Splices`.

use std::ops::Range;

use crate::list::yaml::{Tree, YamlKind};

/// A text and its pending changes.
pub(crate) struct Splices<'t> {
    /// Always ends with a line end.
    text: &'t str,
    all: Vec<(Range<usize>, String)>,
    newline: &'static str,
}

/// The position of something that is written in a way that cannot be changed here.
#[derive(Debug)]
pub(crate) struct Unsupported(pub usize);

/// The result of a change to the text.
pub(crate) type RewriteResult<T = ()> = Result<T, Unsupported>;

/// An item to add, as lines of a block that stand at a column, and inside brackets.
pub(crate) struct NewItem {
    pub block: Vec<String>,
    pub column: usize,
    pub flow: Option<String>,
}

impl NewItem {
    pub(crate) fn new(block: Vec<String>, flow: String) -> Self {
        NewItem { block, column: 0, flow: Some(flow) }
    }

    /// The lines of the item moved to another column. Text to the left of the item stays where it
    /// is.
    pub(crate) fn lines_at(&self, column: usize) -> Vec<String> {
        let further = column.saturating_sub(self.column);
        let nearer = self.column.saturating_sub(column);
        let moved = |line: &String| {
            let spaces = line.len() - line.trim_start_matches(' ').len();
            match line.trim().is_empty() {
                true => line.clone(),
                false => {
                    format!("{:further$}{}", "", line.get(nearer.min(spaces)..).unwrap_or_default())
                }
            }
        };
        self.block.iter().map(moved).collect()
    }
}

impl<'t> Splices<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Splices { text, all: Vec::new(), newline: newline_of(text) }
    }

    /// The ranges that change.
    pub(crate) fn ranges(&self) -> impl Iterator<Item = Range<usize>> {
        self.all.iter().map(|(range, _)| range.clone())
    }

    /// The text with all changes.
    pub(crate) fn done(&self) -> RewriteResult<String> {
        applied(self.text, 0..self.text.len(), &self.all)
    }

    pub(crate) fn put(&mut self, range: Range<usize>, text: impl Into<String>) {
        let text = text.into();
        if !range.is_empty() || !text.is_empty() {
            self.all.push((range, text));
        }
    }

    /// A piece of the text with the changes that `work` makes in it.
    pub(crate) fn piece(
        &mut self,
        range: Range<usize>,
        work: impl FnOnce(&mut Self) -> RewriteResult,
    ) -> RewriteResult<String> {
        let held = std::mem::take(&mut self.all);
        let outcome = work(self);
        let inside = std::mem::replace(&mut self.all, held);
        outcome.and_then(|()| applied(self.text, range, &inside))
    }

    pub(crate) fn text_of(&self, range: Range<usize>) -> RewriteResult<&'t str> {
        let start = range.start;
        self.text.get(range).ok_or(Unsupported(start))
    }

    pub(crate) fn rest(&self, at: usize) -> &'t str {
        self.text.get(at..).unwrap_or_default()
    }

    pub(crate) fn line_start(&self, at: usize) -> usize {
        self.text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1)
    }

    /// The start of the line after something that ends at `end`.
    pub(crate) fn next_line(&self, end: usize) -> usize {
        if end > 0 && self.text.as_bytes().get(end - 1) == Some(&b'\n') {
            return end;
        }
        self.rest(end).find('\n').map_or(self.text.len(), |at| end + at + 1)
    }

    /// Whether nothing precedes this position on its line.
    pub(crate) fn begins_line(&self, at: usize) -> bool {
        self.text
            .get(self.line_start(at)..at)
            .is_some_and(|before| before.trim_start_matches('\u{FEFF}').trim().is_empty())
    }

    pub(crate) fn column(&self, at: usize) -> usize {
        let start = self.line_start(at);
        self.text
            .get(start..at)
            .map_or(0, |before| before.trim_start_matches('\u{FEFF}').chars().count())
    }

    /// Whether a block or list stands in braces or brackets.
    pub(crate) fn is_flow(&self, tree: &Tree) -> bool {
        matches!(self.text.as_bytes().get(tree.span.start()), Some(b'[' | b'{'))
            && matches!(tree.kind, YamlKind::Map(_) | YamlKind::Sequence(_))
    }

    /// Whether any lines of the block under a key are comments, for whose sake the key stays.
    pub(crate) fn has_comments(&self, map: &Tree, key: &str) -> bool {
        let YamlKind::Map(pairs) = &map.kind else { return false };
        let pair = pairs.iter().find(|(name, _, value)| name == key && !self.is_flow(value));
        let text =
            pair.and_then(|(_, at, value)| self.text.get(at.end()..value.end)).unwrap_or_default();
        text.lines().any(|line| line.trim_start().starts_with('#'))
    }

    /// Inserts whole lines at the start of a line.
    pub(crate) fn put_lines(&mut self, at: usize, lines: &[String]) {
        let new: String = lines.iter().map(|line| format!("{line}{}", self.newline)).collect();
        self.put(at..at, new);
    }

    /// Turns a unit that is only a name into a block.
    pub(crate) fn unfold(&mut self, item: &Tree, in_flow: bool, pairs: &[(String, String)]) {
        let range = item.span.start()..item.end;
        if in_flow {
            self.put(range, crate::list::rewrite::render::flow(pairs));
            return;
        }
        // An anchor stays after the dash, with the block below it.
        let start = self.with_properties(item.span.start());
        let column = self.column(start);
        let next = format!("{}{:column$}", self.newline, "");
        let lines: Vec<String> =
            pairs.iter().map(|(key, value)| format!("{key}: {value}")).collect();
        let anchor = self.text_of(start..item.span.start()).unwrap_or_default().trim_end();
        let first = if anchor.is_empty() { String::new() } else { format!("{anchor}{next}") };
        self.put(start..item.end, first + &lines.join(&next));
    }

    /// The position of the colon after a key.
    pub(crate) fn colon(&self, end: usize) -> RewriteResult<usize> {
        let rest = self.rest(end);
        let spaces = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        rest.get(spaces..)
            .filter(|rest| rest.starts_with(':'))
            .map(|_| end + spaces)
            .ok_or(Unsupported(end))
    }

    /// The position after any spaces.
    pub(crate) fn behind_spaces(&self, at: usize) -> usize {
        let rest = self.rest(at);
        at + rest.len() - rest.trim_start_matches([' ', '\t']).len()
    }

    /// Whether only spaces or a comment are left on the line.
    pub(crate) fn ends_line(&self, at: usize) -> bool {
        let rest = self.rest(self.behind_spaces(at));
        rest.is_empty() || rest.starts_with(['#', '\n', '\r'])
    }
}

/// The line ending of a text.
pub(crate) fn newline_of(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

/// Applies changes to a piece of a text. Overlapping changes cannot both be made.
fn applied(
    text: &str,
    within: Range<usize>,
    all: &[(Range<usize>, String)],
) -> RewriteResult<String> {
    let mut all: Vec<&(Range<usize>, String)> = all.iter().collect();
    // The sort is stable, so insertions at one position stay in order.
    all.sort_by_key(|(range, _)| (range.start, range.end));
    let mut new = String::with_capacity(within.len() + 256);
    let mut from = within.start;
    for (range, put) in all {
        new += text.get(from..range.start).ok_or(Unsupported(range.start))?;
        new += put;
        from = range.end;
    }
    new += text.get(from..within.end).ok_or(Unsupported(from))?;
    Ok(new)
}
