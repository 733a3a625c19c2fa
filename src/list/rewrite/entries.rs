//! Sets, adds and removes keys of a map and items of a sequence, in blocks and in brackets, without
//! touching the text in between.

use std::ops::Range;

use crate::list::rewrite::splice::{NewItem, RewriteResult, Splices, Unsupported};
use crate::list::yaml::{Pair, Tree, YamlKind};

/// The new value of a key, or none to remove it. A new key goes after the first key of `after` that
/// exists.
pub(crate) struct KeyChange<'a> {
    pub key: &'a str,
    pub value: Option<String>,
    pub after: &'a [&'a str],
}

/// Entries to add, each after an existing entry or at the end.
pub(crate) type NewEntry = Vec<(Option<usize>, NewItem)>;

/// Whether a key is not written here but merged in by an alias.
fn is_merged((_, key, value): &Pair) -> bool {
    value.borrowed.is_some() && key.start() == value.span.start()
}

impl Splices<'_> {
    pub(crate) fn set_key(
        &mut self,
        map: &Tree,
        key: &str,
        value: Option<String>,
        after: &[&str],
    ) -> RewriteResult {
        self.set_keys(map, &[KeyChange { key, value, after }])
    }

    pub(crate) fn set_keys(&mut self, map: &Tree, sets: &[KeyChange<'_>]) -> RewriteResult {
        let YamlKind::Map(pairs) = &map.kind else { return Err(Unsupported(map.span.start())) };
        // A merged key can be overridden here, but not removed.
        let own: Vec<&Pair> = pairs.iter().filter(|pair| !is_merged(pair)).collect();
        let mut gone = Vec::new();
        let mut new = Vec::new();
        for set in sets {
            match (own.iter().position(|pair| pair.0 == set.key), &set.value) {
                (Some(at), Some(value)) => {
                    self.replace_value(own.get(at).ok_or(Unsupported(map.span.start()))?, value)?
                }
                (Some(at), None) => gone.push(at),
                (None, Some(value)) => {
                    let behind =
                        set.after.iter().find_map(|key| own.iter().position(|pair| pair.0 == *key));
                    new.push((
                        behind,
                        NewItem::new(
                            vec![format!("{}: {value}", set.key)],
                            format!("{}: {value}", set.key),
                        ),
                    ));
                }
                (None, None) => {
                    if let Some(merged) = pairs.iter().find(|pair| pair.0 == set.key) {
                        return Err(Unsupported(merged.1.start()));
                    }
                }
            }
        }
        let entries = own
            .iter()
            .map(|pair| Ok(pair.1.start()..pair.2.end.max(self.colon(pair.1.end())? + 1)));
        let entries: Vec<Range<usize>> = entries.collect::<RewriteResult<_>>()?;
        self.change_entries(map, &entries, &gone, new)
    }

    fn replace_value(&mut self, pair: &Pair, value: &str) -> RewriteResult {
        let (_, key, old) = pair;
        let colon = self.colon(key.end())?;
        let same_line = self.line_start(old.span.start()) == self.line_start(key.start());
        let is_block_text = self.next_line(old.end) == old.end && old.end > old.span.start();
        if same_line && old.span.start() > colon && !is_block_text {
            self.put(old.span.start()..old.end, value);
            return Ok(());
        }
        // Replace everything below the key, but keep a comment right after it.
        let behind = self.behind_spaces(colon + 1);
        if self.ends_line(behind) && self.line_start(old.span.start()) > behind {
            self.put(colon + 1..colon + 1, format!(" {value}"));
            self.remove_all_but_comments(
                self.next_line(behind)..self.next_line(old.end),
                &old.kind,
            );
        } else {
            let end = if is_block_text {
                self.text_of(0..old.end)?.trim_end_matches(['\n', '\r']).len()
            } else {
                old.end
            };
            self.put(colon + 1..end.max(colon + 1), format!(" {value}"));
        }
        Ok(())
    }

    /// Removes the lines of a value; comments among them stay.
    fn remove_all_but_comments(&mut self, lines: Range<usize>, kind: &YamlKind) {
        let mut at = lines.start;
        let text = self.text_of(lines).unwrap_or_default();
        for line in text.split_inclusive('\n') {
            let is_comment =
                line.trim_start().starts_with('#') && !matches!(kind, YamlKind::Text(_));
            if !is_comment {
                self.put(at..at + line.len(), "");
            }
            at += line.len();
        }
    }

    /// Removes items of a sequence and adds others. With `above`, comments directly above an item
    /// go with it.
    pub(crate) fn change_items(
        &mut self,
        sequence: &Tree,
        gone: &[(usize, bool)],
        new: NewEntry,
    ) -> RewriteResult {
        let YamlKind::Sequence(all) = &sequence.kind else {
            return Err(Unsupported(sequence.span.start()));
        };
        let in_flow = self.is_flow(sequence);
        let entries = all.iter().enumerate().map(|(at, item)| {
            let start =
                if in_flow { self.with_properties(item.span.start()) } else { self.dash(item)? };
            let above = gone.iter().any(|(place, above)| *place == at && *above) && !in_flow;
            Ok(if above { self.above(start) } else { start }..item.end)
        });
        let entries: Vec<Range<usize>> = entries.collect::<RewriteResult<_>>()?;
        let gone: Vec<usize> = gone.iter().map(|(at, _)| *at).collect();
        self.change_entries(sequence, &entries, &gone, new)
    }

    /// Where an item of a block begins, with the comments directly above it, and where its last
    /// line ends.
    pub(crate) fn item_lines(&self, item: &Tree) -> RewriteResult<(Range<usize>, usize)> {
        let dash = self.dash(item)?;
        Ok((self.line_start(self.above(dash))..self.next_line(item.end), self.column(dash)))
    }

    /// The start of the comments that stand directly above and are indented alike.
    fn above(&self, dash: usize) -> usize {
        let column = self.column(dash);
        let mut start = dash;
        let mut line = self.line_start(dash);
        while line > 0 {
            let before = self.line_start(line - 1);
            let text = self.text_of(before..line).unwrap_or_default();
            let words = text.trim_start_matches(' ');
            if !words.starts_with('#') || text.len() - words.len() != column {
                break;
            }
            (start, line) = (before + column, before);
        }
        start
    }

    /// The start of an anchor or tag before a value.
    pub(crate) fn with_properties(&self, mut start: usize) -> usize {
        while let Ok(before) = self.text_of(self.line_start(start)..start) {
            let words = before.trim_end_matches([' ', '\t']);
            let word = words.rsplit([' ', '\t', ',', '[', '{']).next().unwrap_or_default();
            if !word.starts_with(['&', '!']) {
                break;
            }
            start = start - before.len() + words.len() - word.len();
        }
        start
    }

    /// The dash before an item of a block. Only spaces, comments or an anchor may stand between
    /// them.
    fn dash(&self, item: &Tree) -> RewriteResult<usize> {
        let unsupported = || Unsupported(item.span.start());
        let mut start = self.line_start(item.span.start());
        let mut line = self.text_of(start..item.span.start())?;
        loop {
            let code = if line.trim_start().starts_with('#') {
                ""
            } else {
                line.split(" #").next().unwrap_or_default()
            };
            let words = code.trim_end();
            let mut at = words.len();
            for word in words.rsplit([' ', '\t']) {
                at -= word.len();
                match word {
                    "-" => return Ok(start + at),
                    word if word.is_empty() || word.starts_with(['&', '!']) => {
                        at = at.saturating_sub(1)
                    }
                    _ => return Err(unsupported()),
                }
            }
            let before = start.checked_sub(1).ok_or_else(unsupported)?;
            start = self.line_start(before);
            line = self.text_of(start..before)?;
        }
    }

    fn change_entries(
        &mut self,
        holder: &Tree,
        all: &[Range<usize>],
        gone: &[usize],
        new: NewEntry,
    ) -> RewriteResult {
        if self.is_flow(holder) {
            self.remove_in_flow(all, gone)?;
            return self.add_in_flow(holder, all, gone, new);
        }
        self.remove_lines(all, gone)?;
        let unsupported = Unsupported(holder.span.start());
        let column = self.column(all.first().ok_or(unsupported)?.start);
        for (behind, item) in new {
            let behind =
                behind.and_then(|at| all.get(at)).or(all.iter().max_by_key(|entry| entry.end));
            let at = self.next_line(behind.ok_or(Unsupported(holder.span.start()))?.end);
            // Comments indented further belong to what is inside the entry.
            let at = self.behind_comments(at, column + 1);
            self.put_lines(at, &item.lines_at(column));
        }
        Ok(())
    }

    fn remove_lines(&mut self, all: &[Range<usize>], gone: &[usize]) -> RewriteResult {
        for (at, entry) in all.iter().enumerate().filter(|(at, _)| gone.contains(at)) {
            if self.begins_line(entry.start) {
                self.put(self.line_start(entry.start)..self.next_line(entry.end), "");
                continue;
            }
            // The first key of an item follows its dash, so the next key moves up there.
            let stays = all
                .iter()
                .enumerate()
                .skip(at)
                .find(|(at, _)| !gone.contains(at))
                .map(|(_, entry)| entry.start);
            let stays = stays.ok_or(Unsupported(entry.start))?;
            let last = all
                .iter()
                .take_while(|entry| entry.start < stays)
                .last()
                .map_or(entry.end, |last| last.end);
            self.put(entry.start..self.behind_spaces(self.next_line(last)), "");
            let rest: Vec<usize> = gone
                .iter()
                .copied()
                .filter(|at| all.get(*at).is_some_and(|entry| entry.start > stays))
                .collect();
            return self.remove_lines(all, &rest);
        }
        Ok(())
    }

    /// The comma after an entry in brackets.
    fn comma(&self, end: usize) -> Option<usize> {
        let mut at = end;
        for line in self.rest(end).split_inclusive('\n') {
            let words = line.trim_start();
            let lead = line.len() - words.len();
            match words.chars().next() {
                Some(',') => return Some(at + lead),
                Some('#') | None => at += line.len(),
                Some(_) => return None,
            }
        }
        None
    }

    fn remove_in_flow(&mut self, all: &[Range<usize>], gone: &[usize]) -> RewriteResult {
        let kept = all
            .iter()
            .enumerate()
            .filter(|(at, _)| !gone.contains(at))
            .map(|(at, _)| at)
            .next_back();
        for (at, entry) in all.iter().enumerate().filter(|(at, _)| gone.contains(at)) {
            let comma = self.comma(entry.end);
            let end = comma.map_or(entry.end, |comma| self.behind_spaces(comma + 1));
            if self.begins_line(entry.start) && self.ends_line(end) {
                self.put(self.line_start(entry.start)..self.next_line(end), "");
            } else {
                self.put(entry.start..end, "");
            }
            // The last entry that stays no longer needs its comma.
            if comma.is_none() && kept.is_some_and(|kept| kept < at) {
                let last = kept.and_then(|kept| all.get(kept)).ok_or(Unsupported(entry.start))?;
                let comma = self.comma(last.end).ok_or(Unsupported(entry.start))?;
                self.put(comma..self.behind_spaces(comma + 1), "");
            }
        }
        Ok(())
    }

    fn add_in_flow(
        &mut self,
        holder: &Tree,
        all: &[Range<usize>],
        gone: &[usize],
        new: NewEntry,
    ) -> RewriteResult {
        let last = all.iter().enumerate().rfind(|(at, _)| !gone.contains(at));
        let mut texts = Vec::new();
        for (behind, item) in new {
            let text = item.flow.ok_or(Unsupported(holder.span.start()))?;
            match behind
                .filter(|at| !gone.contains(at) && last.is_some_and(|(last, _)| last != *at))
                .and_then(|at| all.get(at))
            {
                Some(entry) => self.put(entry.end..entry.end, format!(", {text}")),
                None => texts.push(text),
            }
        }
        let Some((_, last)) = last else {
            let start = all.first().map_or(holder.span.start() + 1, |entry| entry.start);
            self.put(start..start, texts.join(", "));
            return Ok(());
        };
        // If the last entry has a line of its own, so do new ones.
        let comma = self
            .comma(last.end)
            .filter(|comma| self.line_start(*comma) == self.line_start(last.end));
        let behind = comma.map_or(last.end, |comma| comma + 1);
        if self.begins_line(last.start) && self.ends_line(behind) && !texts.is_empty() {
            if comma.is_none() {
                self.put(last.end..last.end, ",");
            }
            let column = self.column(last.start);
            let many = texts.len();
            let line = |(at, text): (usize, String)| {
                format!("{:column$}{text}{}", "", if at + 1 < many { "," } else { "" })
            };
            let lines: Vec<String> = texts.into_iter().enumerate().map(line).collect();
            self.put_lines(self.next_line(behind), &lines);
        } else {
            self.put(
                last.end..last.end,
                texts.iter().map(|text| format!(", {text}")).collect::<String>(),
            );
        }
        Ok(())
    }

    /// Adds items to the sequence under a key and removes others. Adds the key if it is missing.
    pub(crate) fn change_list(
        &mut self,
        map: &Tree,
        key: &str,
        gone: &[(usize, bool)],
        items: NewEntry,
        after: &[&str],
    ) -> RewriteResult {
        if items.is_empty() && gone.is_empty() {
            return Ok(());
        }
        let YamlKind::Map(pairs) = &map.kind else { return Err(Unsupported(map.span.start())) };
        let unsupported = || Unsupported(map.span.start());
        let flow = || {
            items
                .iter()
                .map(|(_, item)| item.flow.clone())
                .collect::<Option<Vec<_>>>()
                .ok_or_else(unsupported)
        };
        let below = |column: usize| {
            items.iter().flat_map(|(_, item)| item.lines_at(column)).collect::<Vec<_>>()
        };
        let Some(pair) = pairs.iter().find(|pair| pair.0 == key) else {
            if self.is_flow(map) {
                return self.set_key(map, key, Some(format!("[{}]", flow()?.join(", "))), after);
            }
            let behind = after.iter().find_map(|key| pairs.iter().find(|pair| pair.0 == *key));
            let behind =
                behind.or(pairs.iter().max_by_key(|pair| pair.2.end)).ok_or_else(unsupported)?;
            let column = self.column(
                pairs.iter().find(|pair| !is_merged(pair)).ok_or_else(unsupported)?.1.start(),
            );
            let lines = std::iter::once(format!("{:column$}{key}:", ""))
                .chain(below(column + 2))
                .collect::<Vec<_>>();
            let at = self.next_line(behind.2.end.max(behind.1.end()));
            self.put_lines(self.behind_comments(at, column + 1), &lines);
            return Ok(());
        };
        let (_, name, old) = pair;
        let is_empty = matches!(&old.kind, YamlKind::Sequence(all) if all.is_empty())
            || matches!(old.kind, YamlKind::Nothing);
        match &old.kind {
            _ if is_empty && self.is_flow(map) => {
                self.replace_value(pair, &format!("[{}]", flow()?.join(", ")))?
            }
            _ if is_empty => {
                let colon = self.colon(name.end())?;
                let column = self.column(name.start()) + 2;
                let mut behind = colon + 1;
                if old.end > behind && self.line_start(old.span.start()) == self.line_start(colon) {
                    self.put(behind..old.end, "");
                    behind = old.end;
                }
                self.put_lines(
                    self.behind_comments(self.next_line(behind), column),
                    &below(column),
                );
            }
            YamlKind::Sequence(_) => self.change_items(old, gone, items)?,
            _ => return Err(Unsupported(old.span.start())),
        }
        Ok(())
    }

    /// The end of the comments below a key: new lines go after them.
    fn behind_comments(&self, mut at: usize, column: usize) -> usize {
        while let Some(line) = self.rest(at).split_inclusive('\n').next() {
            let words = line.trim_start_matches(' ');
            if line.len() - words.len() < column || !words.starts_with('#') {
                break;
            }
            at += line.len();
        }
        at
    }
}
