//! Changes to a text with the tree of its values: keys and items are set, added and taken out, in blocks and in brackets.

use std::ops::Range;

use crate::roster::yaml::{Kind, Tree};

/// A text and what is to change in it.
pub(super) struct Splices<'t> {
    text: &'t str,
    all: Vec<(Range<usize>, String)>,
    newline: &'static str,
}

/// The text is written in a way that cannot be changed here, such as with anchors.
#[derive(Debug)]
pub(super) struct Odd;

type Done = Result<(), Odd>;

impl<'t> Splices<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Splices { text, all: Vec::new(), newline: if text.contains("\r\n") { "\r\n" } else { "\n" } }
    }

    /// The text with all changes. Two that overlap cannot both be made.
    pub(super) fn done(mut self) -> Result<String, Odd> {
        // The sort is stable: insertions at one place stay in their order.
        self.all.sort_by_key(|(range, _)| (range.start, range.end));
        let mut text = String::with_capacity(self.text.len() + 256);
        let mut from = 0;
        for (range, new) in &self.all {
            text += self.text.get(from..range.start).ok_or(Odd)?;
            text += new;
            from = range.end;
        }
        text += self.text.get(from..).ok_or(Odd)?;
        Ok(text)
    }

    fn put(&mut self, range: Range<usize>, text: String) {
        self.all.push((range, text));
    }

    fn line_start(&self, at: usize) -> usize {
        self.text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1)
    }

    /// The start of the line behind what ends there.
    fn next_line(&self, end: usize) -> usize {
        if end > 0 && self.text.as_bytes().get(end - 1) == Some(&b'\n') {
            return end;
        }
        self.text.get(end..).and_then(|rest| rest.find('\n')).map_or(self.text.len(), |at| end + at + 1)
    }

    fn column(&self, at: usize) -> usize {
        let start = self.line_start(at);
        self.text.get(start..at).map_or(0, |before| before.trim_start_matches('\u{FEFF}').chars().count())
    }

    fn is_flow(&self, tree: &Tree) -> bool {
        matches!(self.text.as_bytes().get(tree.span.start()), Some(b'[' | b'{'))
            && matches!(tree.kind, Kind::Map(_) | Kind::Sequence(_))
    }

    /// Puts whole lines where a line begins.
    fn put_lines(&mut self, at: usize, column: usize, lines: &[String]) {
        let mut new = String::new();
        let unfinished = at == self.text.len() && at > 0 && !self.text.ends_with('\n');
        if unfinished {
            new += self.newline;
        }
        for line in lines {
            new += &format!("{:column$}{line}{}", "", self.newline);
        }
        if unfinished {
            new.truncate(new.trim_end().len());
        }
        self.put(at..at, new);
    }

    /// Writes another value for a key of a block, adds the key, or takes it out. `after` is the key it should follow if new.
    pub(super) fn set_key(&mut self, map: &Tree, key: &str, value: Option<&str>, after: &[&str]) -> Done {
        let Kind::Map(pairs) = &map.kind else { return Err(Odd) };
        let known = pairs.iter().position(|(name, ..)| name == key);
        match (known, value) {
            (Some(at), Some(value)) => self.replace_value(pairs.get(at).ok_or(Odd)?, value),
            (Some(at), None) => self.remove_pair(map, pairs, at),
            (None, Some(value)) => {
                let behind = after.iter().find_map(|key| pairs.iter().position(|(name, ..)| name == key));
                self.add_pair(map, pairs, behind, key, value)
            }
            (None, None) => Ok(()),
        }
    }

    fn replace_value(&mut self, (_, key, old): &(String, crate::source::Span, Tree), value: &str) -> Done {
        let colon = self.colon(key.end())?;
        let same_line = self.line_start(old.span.start()) == self.line_start(key.start());
        let is_block_text = old.end > 0 && self.text.as_bytes().get(old.end - 1) == Some(&b'\n');
        if same_line && old.span.start() > colon && !is_block_text {
            self.put(old.span.start()..old.end, value.to_owned());
        } else {
            let end = if is_block_text { old.end - self.newline.len() } else { old.end };
            self.put(colon + 1..end.max(colon + 1), format!(" {value}"));
        }
        Ok(())
    }

    /// The colon behind a key.
    fn colon(&self, end: usize) -> Result<usize, Odd> {
        let rest = self.text.get(end..).ok_or(Odd)?;
        let spaces = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        rest.get(spaces..).filter(|rest| rest.starts_with(':')).map(|_| end + spaces).ok_or(Odd)
    }

    fn remove_pair(&mut self, map: &Tree, pairs: &[(String, crate::source::Span, Tree)], at: usize) -> Done {
        let (_, key, old) = pairs.get(at).ok_or(Odd)?;
        let next = pairs.get(at + 1).map(|(_, key, _)| key.start());
        let end = old.end.max(self.colon(key.end())? + 1);
        if self.is_flow(map) {
            let before = at.checked_sub(1).and_then(|at| pairs.get(at)).map(|(_, _, value)| value.end);
            self.put(
                match (next, before) {
                    (Some(next), _) => key.start()..next,
                    (None, before) => before.unwrap_or(key.start())..end,
                },
                String::new(),
            );
            return Ok(());
        }
        // The first key of an item stands behind its dash, and the next one takes its place.
        let start = self.line_start(key.start());
        let own_line = self.text.get(start..key.start()).is_some_and(|before| before.trim().is_empty());
        match (own_line, next) {
            (true, _) => self.put(start..self.next_line(end), String::new()),
            (false, Some(next)) => self.put(key.start()..next, String::new()),
            (false, None) => return Err(Odd),
        }
        Ok(())
    }

    fn add_pair(
        &mut self,
        map: &Tree,
        pairs: &[(String, crate::source::Span, Tree)],
        behind: Option<usize>,
        key: &str,
        value: &str,
    ) -> Done {
        let behind = behind.or(pairs.len().checked_sub(1)).and_then(|at| pairs.get(at));
        if self.is_flow(map) {
            match behind {
                Some((_, _, value_before)) => self.put(value_before.end..value_before.end, format!(", {key}: {value}")),
                None => self.put(map.span.start() + 1..map.span.start() + 1, format!("{key}: {value}")),
            }
            return Ok(());
        }
        let (_, first, _) = pairs.first().ok_or(Odd)?;
        let (_, key_before, before) = behind.ok_or(Odd)?;
        let at = self.next_line(before.end.max(key_before.end()));
        self.put_lines(at, self.column(first.start()), &[format!("{key}: {value}")]);
        Ok(())
    }

    /// Makes a block of a unit that is only a name.
    pub(super) fn unfold(&mut self, item: &Tree, in_flow: bool, pairs: &[(String, String)]) {
        let range = item.span.start()..item.end;
        if in_flow {
            self.put(range, super::render::flow(pairs));
            return;
        }
        let column = self.column(item.span.start());
        let lines: Vec<String> = pairs.iter().map(|(key, value)| format!("{key}: {value}")).collect();
        let text = lines.join(&format!("{}{:column$}", self.newline, ""));
        self.put(range, text);
    }

    /// Adds items to the sequence behind a key, each a block of lines; the key too if it is missing.
    pub(super) fn add_items(&mut self, map: &Tree, key: &str, items: &[Item], after: &[&str]) -> Done {
        if items.is_empty() {
            return Ok(());
        }
        let Kind::Map(pairs) = &map.kind else { return Err(Odd) };
        let flow = |items: &[Item]| items.iter().map(|item| item.flow.clone()).collect::<Vec<_>>().join(", ");
        let blocks = |items: &[Item]| items.iter().flat_map(|item| item.block.clone()).collect::<Vec<_>>();
        let Some((_, at, old)) = pairs.iter().find(|(name, ..)| name == key) else {
            if self.is_flow(map) {
                return self.set_key(map, key, Some(&format!("[{}]", flow(items))), after);
            }
            let behind = after.iter().find_map(|key| pairs.iter().find(|(name, ..)| name == key)).or(pairs.last());
            let (_, key_before, before) = behind.ok_or(Odd)?;
            let column = self.column(pairs.first().ok_or(Odd)?.1.start());
            let lines = std::iter::once(format!("{key}:")).chain(blocks(items).into_iter().map(|line| format!("  {line}")));
            self.put_lines(self.next_line(before.end.max(key_before.end())), column, &lines.collect::<Vec<_>>());
            return Ok(());
        };
        match &old.kind {
            Kind::Sequence(all) if self.is_flow(old) => match all.last() {
                Some(last) => self.put(last.end..last.end, format!(", {}", flow(items))),
                None if self.is_flow(map) => self.put(old.span.start() + 1..old.span.start() + 1, flow(items)),
                None => {
                    self.put(self.colon(at.end())? + 1..old.end, String::new());
                    self.put_lines(self.next_line(old.end), self.column(at.start()) + 2, &blocks(items));
                }
            },
            Kind::Sequence(all) => {
                let last = all.last().ok_or(Odd)?;
                let column = self.column(self.dash(all.first().ok_or(Odd)?)?);
                self.put_lines(self.next_line(last.end), column, &blocks(items));
            }
            Kind::Nothing if self.is_flow(map) => {
                self.replace_value(&(String::new(), *at, old.clone()), &format!("[{}]", flow(items)))?
            }
            Kind::Nothing => {
                let column = self.column(at.start()) + 2;
                self.put_lines(self.behind_comments(self.next_line(at.end()), column), column, &blocks(items));
            }
            _ => return Err(Odd),
        }
        Ok(())
    }

    /// Comments that belong below a key: what is added stands behind them.
    fn behind_comments(&self, mut at: usize, column: usize) -> usize {
        while let Some(line) = self.text.get(at..).and_then(|rest| rest.split_inclusive('\n').next()) {
            let words = line.trim_start_matches(' ');
            if line.len() - words.len() < column || !words.starts_with('#') {
                break;
            }
            at += line.len();
        }
        at
    }

    /// The dash before an item of a block.
    fn dash(&self, item: &Tree) -> Result<usize, Odd> {
        let before = self.text.get(..item.span.start()).ok_or(Odd)?.trim_end();
        before.strip_suffix('-').map(str::len).ok_or(Odd)
    }

    /// Takes an item out of a sequence.
    pub(super) fn remove_item(&mut self, sequence: &Tree, at: usize) -> Done {
        let Kind::Sequence(all) = &sequence.kind else { return Err(Odd) };
        let item = all.get(at).ok_or(Odd)?;
        if self.is_flow(sequence) {
            let next = all.get(at + 1).map(|next| next.span.start());
            let before = at.checked_sub(1).and_then(|at| all.get(at)).map(|before| before.end);
            self.put(
                match (next, before) {
                    (Some(next), _) => item.span.start()..next,
                    (None, before) => before.unwrap_or(item.span.start())..item.end,
                },
                String::new(),
            );
            return Ok(());
        }
        let dash = self.dash(item)?;
        let start = self.line_start(dash);
        if !self.text.get(start..dash).is_some_and(|before| before.trim().is_empty()) {
            return Err(Odd);
        }
        self.put(start..self.next_line(item.end), String::new());
        Ok(())
    }

    pub(super) fn is_in_flow(&self, tree: &Tree) -> bool {
        self.is_flow(tree)
    }
}

/// An item to add, as lines of a block and inside brackets.
pub(super) struct Item {
    pub block: Vec<String>,
    pub flow: String,
}
