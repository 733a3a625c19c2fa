//! Parses YAML text into a tree in which every value knows its place. Start at `parse`.
//!
//! Only this module and its submodules see the YAML parser. The tree is built from its events in
//! one pass. A YAML error ends the parsing; everything else is checked by `read`.

mod fault;
pub(crate) mod scalar;

use granit_parser::{Event, Parser, ScalarStyle, StrInput, StructureStyle, Tag};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::diagnostic::{Diagnostic, codes};
use crate::list::yaml::scalar::on_one_line;
use crate::source::{SourceId, Sources, Span};

/// The largest list that is read, in bytes. The longest tournament lists have about ten thousand.
pub(crate) const LARGEST_LIST: usize = 1024 * 1024;

/// How deep a list may nest; real lists stay below ten.
const DEEPEST: usize = 32;

/// How many values a list may contain, counting those of repeated anchors each time.
const MOST_NODES: usize = 100_000;

/// Blocks with up to this many keys are searched one by one; larger ones are hashed.
const FEW_KEYS: usize = 24;

/// A value with its place in the text.
#[derive(Debug, Clone)]
pub(crate) struct Tree {
    /// The span of its first line.
    pub span: Span,
    /// Where all of it ends.
    pub end: usize,
    /// Where it is actually written, if only an alias stands here.
    pub borrowed: Option<usize>,
    pub kind: YamlKind,
}

/// A key, where it stands, and its value.
pub(crate) type Pair = (String, Span, Tree);

impl Tree {
    /// A value that fits on one line.
    pub(crate) fn at(span: Span, kind: YamlKind) -> Self {
        Tree { span, end: span.end(), borrowed: None, kind }
    }

    /// Moves the value to the place of an alias that refers to it.
    fn refer(&mut self, alias: Span) {
        self.borrowed.get_or_insert(self.span.start());
        self.span = alias;
        self.end = alias.end();
        match &mut self.kind {
            YamlKind::Sequence(all) => all.iter_mut().for_each(|item| item.refer(alias)),
            YamlKind::Map(all) => {
                for (_, key, value) in all {
                    *key = alias;
                    value.refer(alias);
                }
            }
            _ => {}
        }
    }

    fn size(&self) -> TreeSize {
        let mut size = TreeSize { nodes: 1, bytes: 0, depth: 0 };
        match &self.kind {
            YamlKind::Text(text) | YamlKind::OtherNumber(text) => size.bytes = text.len(),
            YamlKind::Sequence(all) => all.iter().for_each(|item| size.add(&item.size())),
            YamlKind::Map(all) => {
                for (key, _, value) in all {
                    size.add(&TreeSize { nodes: 1, bytes: key.len(), depth: 0 });
                    size.add(&value.size());
                }
            }
            _ => {}
        }
        size
    }
}

/// The size of a value.
struct TreeSize {
    nodes: usize,
    bytes: usize,
    depth: usize,
}

impl TreeSize {
    fn add(&mut self, inner: &TreeSize) {
        self.nodes += inner.nodes;
        self.bytes += inner.bytes;
        self.depth = self.depth.max(inner.depth + 1);
    }
}

/// What a value is.
#[derive(Debug, Clone)]
pub(crate) enum YamlKind {
    Nothing,
    Bool(bool),
    Int(i64),
    /// A number that is not whole or is too large, as it was written; only valid as a name.
    OtherNumber(String),
    Text(String),
    Sequence(Vec<Tree>),
    Map(Vec<Pair>),
}

/// Parses a text. Each YAML error becomes a diagnostic.
pub(crate) fn parse(sources: &Sources, source: SourceId) -> (Option<Tree>, Vec<Diagnostic>) {
    let text = sources.get(source).text();
    let whole = Span::new(source, 0, 0);
    if text.len() > LARGEST_LIST {
        let message = format!(
            "a list of {} MB is too large; {} MB are read",
            text.len() >> 20,
            LARGEST_LIST >> 20
        );
        return (None, vec![Diagnostic::new(&codes::LIST_TOO_LARGE, whole, message)]);
    }
    let options = granit_parser::options! { emit_comments: false };
    let mut reader = Reader {
        text,
        source,
        parser: Parser::new_from_str_with_options(text, options),
        anchors: FxHashMap::default(),
        nodes: 0,
        bytes: 0,
        duplicate: None,
    };
    let read = reader.document();
    // After a duplicate key the first is kept, so that the rest is checked too.
    match (read, reader.duplicate) {
        (Ok(tree), duplicate) => (Some(tree), duplicate.into_iter().collect()),
        (Err(_), Some(duplicate)) => (None, vec![duplicate]),
        (Err(fault), None) => (None, vec![*fault]),
    }
}

type YamlError = Box<Diagnostic>;
type YamlSpan = granit_parser::Span;

struct Reader<'t> {
    text: &'t str,
    source: SourceId,
    parser: Parser<'t, StrInput<'t>>,
    /// The value of each anchor, once it has been read completely.
    anchors: FxHashMap<usize, Tree>,
    nodes: usize,
    bytes: usize,
    /// The first key that occurs twice in one block.
    duplicate: Option<Diagnostic>,
}

impl<'t> Reader<'t> {
    fn next(&mut self) -> Result<(Event<'t>, YamlSpan), YamlError> {
        match self.parser.next() {
            Some(Ok(found)) => Ok(found),
            Some(Err(error)) => Err(Box::new(fault::syntax(&error, self.source, self.text))),
            None => Ok((Event::StreamEnd, YamlSpan::default())),
        }
    }

    /// Reads the single value of the file.
    fn document(&mut self) -> Result<Tree, YamlError> {
        let tree = loop {
            match self.next()? {
                (Event::StreamStart | Event::DocumentStart(..), _) => {}
                (Event::DocumentEnd | Event::StreamEnd, place) => {
                    break Tree::at(self.span(&place), YamlKind::Nothing);
                }
                (event, place) => break self.node(event, &place, 0)?,
            }
        };
        let mut closed = false;
        loop {
            match self.next() {
                Ok((Event::StreamEnd, _)) => return Ok(tree),
                Ok((Event::DocumentEnd, place)) => closed = !place.is_empty(),
                Ok((Event::StreamStart | Event::DocumentStart(..), _)) => {}
                Ok((_, place)) => {
                    return Err(Box::new(fault::second_list(self.first_char(&place))));
                }
                // Anything after `...` is not part of the list.
                Err(_) if closed => return Ok(tree),
                Err(fault) => return Err(fault),
            }
        }
    }

    fn node(
        &mut self,
        event: Event<'t>,
        place: &YamlSpan,
        depth: usize,
    ) -> Result<Tree, YamlError> {
        let span = self.span(place);
        let (kind, end, anchor) = match event {
            Event::Scalar(value, style, anchor, tag) => {
                self.count(&TreeSize { nodes: 1, bytes: value.len(), depth }, place)?;
                let kind = self.scalar(&value, style, tag.as_deref(), place)?;
                (kind, self.end_of_scalar(place, span), anchor)
            }
            Event::SequenceStart(style, anchor, _) => {
                self.count(&TreeSize { nodes: 1, bytes: 0, depth: depth + 1 }, place)?;
                let (kind, end) = self.sequence(style, depth + 1)?;
                (kind, end, anchor)
            }
            Event::MappingStart(style, anchor, _) => {
                self.count(&TreeSize { nodes: 1, bytes: 0, depth: depth + 1 }, place)?;
                let (kind, end) = self.map(style, depth + 1)?;
                (kind, end, anchor)
            }
            Event::Alias(anchor) => return self.alias(anchor, place, depth),
            // The parser has no other events where a value stands.
            _ => (YamlKind::Nothing, span.end(), 0),
        };
        let tree = Tree { span, end: end.max(span.start()), borrowed: None, kind };
        if anchor != 0 {
            self.count(&tree.size(), place)?;
            self.anchors.insert(anchor, tree.clone());
        }
        Ok(tree)
    }

    fn scalar(
        &self,
        value: &str,
        style: ScalarStyle,
        tag: Option<&Tag>,
        place: &YamlSpan,
    ) -> Result<YamlKind, YamlError> {
        let kind = match tag.map(|tag| tag.core_suffix()) {
            None if style == ScalarStyle::Plain => scalar::plain(value),
            Some(Some("bool" | "float" | "int" | "null")) => {
                scalar::plain(value).filter(|kind| !matches!(kind, YamlKind::Text(_)))
            }
            _ => Some(YamlKind::Text(value.to_owned())),
        };
        let kind = kind.ok_or_else(|| fault::no_number(self.first_char(place)))?;
        Ok(match kind {
            YamlKind::OtherNumber(_) => YamlKind::OtherNumber(self.source_text(place).to_owned()),
            kind => kind,
        })
    }

    fn sequence(
        &mut self,
        style: StructureStyle,
        depth: usize,
    ) -> Result<(YamlKind, usize), YamlError> {
        let (mut all, mut end) = (Vec::new(), 0);
        loop {
            match self.next()? {
                (Event::SequenceEnd, place) => {
                    return Ok((YamlKind::Sequence(all), self.end_of_block(style, &place, end)));
                }
                (event, place) => {
                    let item = self.node(event, &place, depth)?;
                    end = end.max(item.end);
                    all.push(item);
                }
            }
        }
    }

    fn map(&mut self, style: StructureStyle, depth: usize) -> Result<(YamlKind, usize), YamlError> {
        let mut keys = Keys::default();
        let (mut merged, mut end) = (Vec::new(), 0);
        loop {
            let (event, place) = self.next()?;
            if matches!(event, Event::MappingEnd) {
                // Written keys come before merged ones, and win.
                merged.into_iter().for_each(|pair| drop(keys.add(pair)));
                return Ok((YamlKind::Map(keys.pairs), self.end_of_block(style, &place, end)));
            }
            let merges = is_merge(&event);
            let key = if merges { None } else { Some(self.key(event, &place)?) };
            let (event, at) = self.next()?;
            let value = self.node(event, &at, depth)?;
            end = end.max(value.end);
            let Some((key, span)) = key else {
                merged.extend(blocks(value).ok_or_else(|| fault::no_block(self.first_char(&at)))?);
                continue;
            };
            end = end.max(span.end());
            if let Err((key, ..)) = keys.add((key, span, value)) {
                let at = self.first_char(&place);
                self.duplicate.get_or_insert_with(|| fault::duplicate(&key, at));
            }
        }
    }

    fn key(&mut self, event: Event<'t>, place: &YamlSpan) -> Result<(String, Span), YamlError> {
        let span = self.span(place);
        let found = match event {
            Event::Scalar(value, style, anchor, tag) => {
                self.count(&TreeSize { nodes: 1, bytes: value.len(), depth: 0 }, place)?;
                let nothing =
                    tag.is_none() && style == ScalarStyle::Plain && scalar::is_null(&value);
                if anchor != 0 {
                    let kind = self.scalar(&value, style, tag.as_deref(), place)?;
                    self.anchors.insert(anchor, Tree::at(span, kind));
                }
                (!nothing).then(|| on_one_line(value.into_owned()))
            }
            Event::Alias(anchor) => match self.alias(anchor, place, 0)? {
                Tree { kind: YamlKind::Text(text), .. } => Some(on_one_line(text)),
                _ => None,
            },
            _ => None,
        };
        match found {
            Some(key) => Ok((key, span)),
            None => Err(Box::new(fault::no_key(self.first_char(place)))),
        }
    }

    /// A copy of the value that an anchor marks.
    fn alias(&mut self, anchor: usize, place: &YamlSpan, depth: usize) -> Result<Tree, YamlError> {
        let Some(tree) = self.anchors.get(&anchor) else {
            return Err(Box::new(fault::open_anchor(self.first_char(place))));
        };
        let mut size = tree.size();
        size.depth += depth;
        let mut tree = tree.clone();
        self.count(&size, place)?;
        tree.refer(self.span(place));
        Ok(tree)
    }

    fn count(&mut self, size: &TreeSize, place: &YamlSpan) -> Result<(), YamlError> {
        self.nodes += size.nodes;
        self.bytes += size.bytes;
        let fits =
            self.nodes <= MOST_NODES && self.bytes <= 2 * LARGEST_LIST && size.depth <= DEEPEST;
        if fits { Ok(()) } else { Err(Box::new(fault::too_much(self.first_char(place)))) }
    }

    /// The span of a value. For a block this is only its first line, because underlining a whole
    /// army shows nothing.
    fn span(&self, place: &YamlSpan) -> Span {
        let (start, end) = self.bytes_of(place);
        let written = self.text.get(start..end).unwrap_or("");
        let line = written.lines().next().unwrap_or("").trim_end();
        Span::new(self.source, start, start + line.len())
    }

    fn source_text(&self, place: &YamlSpan) -> &'t str {
        let span = self.span(place);
        self.text.get(span.start()..span.end()).unwrap_or("")
    }

    fn first_char(&self, place: &YamlSpan) -> Span {
        fault::char_at(self.source, self.text, self.bytes_of(place).0)
    }

    fn bytes_of(&self, place: &YamlSpan) -> (usize, usize) {
        let start = floor(self.text, place.start.byte_offset().unwrap_or(0));
        (start, floor(self.text, place.end.byte_offset().unwrap_or(0)).max(start))
    }

    /// The end of a text of several lines, without the spaces on the line below it, which the
    /// parser includes.
    fn end_of_scalar(&self, place: &YamlSpan, span: Span) -> usize {
        let (start, end) = self.bytes_of(place);
        let written = self.text.get(start..end).unwrap_or_default().trim_end_matches(' ');
        if written.ends_with('\n') { start + written.len() } else { end.max(span.end()) }
    }

    /// The end of a block is that of its last value; brackets have an end of their own.
    fn end_of_block(&self, style: StructureStyle, place: &YamlSpan, last: usize) -> usize {
        if style == StructureStyle::Flow { self.bytes_of(place).1 } else { last }
    }
}

/// The pairs of a block, by their keys.
#[derive(Default)]
struct Keys {
    pairs: Vec<Pair>,
    many: FxHashSet<String>,
}

impl Keys {
    /// Adds a pair, or gives it back if its key is already there.
    fn add(&mut self, pair: Pair) -> Result<(), Pair> {
        let known = if self.pairs.len() < FEW_KEYS {
            self.pairs.iter().any(|(key, ..)| *key == pair.0)
        } else {
            if self.many.is_empty() {
                self.many.extend(self.pairs.iter().map(|(key, ..)| key.clone()));
            }
            !self.many.insert(pair.0.clone())
        };
        if known {
            return Err(pair);
        }
        self.pairs.push(pair);
        Ok(())
    }
}

fn is_merge(event: &Event<'_>) -> bool {
    matches!(event, Event::Scalar(value, ScalarStyle::Plain, _, None) if value == "<<")
}

/// The pairs of the block, or blocks, that `<<` takes over.
fn blocks(value: Tree) -> Option<Vec<Pair>> {
    match value.kind {
        YamlKind::Nothing => Some(Vec::new()),
        YamlKind::Map(pairs) => Some(pairs),
        YamlKind::Sequence(all) => {
            let mut pairs = Vec::new();
            for item in all {
                let YamlKind::Map(inner) = item.kind else { return None };
                pairs.extend(inner);
            }
            Some(pairs)
        }
        _ => None,
    }
}

/// The nearest start of a character at or before a byte.
fn floor(text: &str, byte: usize) -> usize {
    (0..=byte.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}
