//! From the tree of the parser to the ast. One file per family of constructs, like the ast itself.
//!
//! The grammar guarantees which parts a pair has; a part that is missing all the same gives `None`
//! and the statement is left out, never a panic. Names and texts are taken from the original source
//! by their place, because the parser may have been given a copy in which faulty statements are
//! blanked out.

pub(crate) mod chart;
pub(crate) mod declaration;
pub(crate) mod entry;
pub(crate) mod expression;
pub(crate) mod paper;
pub(crate) mod rule;
pub(crate) mod statement;

use std::cell::RefCell;

use super::ast::{Head, Name, Number, Price, Range, Text};
use super::grammar::Rule;
use super::tree::Pair;
use super::words::names_nothing;
use crate::diagnostic::{Diagnostic, codes};
use crate::source::{SourceId, Span};

pub(crate) struct Builder<'a> {
    source: SourceId,
    /// The whole source.
    text: &'a str,
    /// Where in the source the parsed piece begins.
    base: usize,
    depth: usize,
    /// In a cell, because names are checked wherever they are read.
    problems: RefCell<Vec<Diagnostic>>,
}

/// The one wording for what is nested too deeply, in braces or in expressions.
pub(crate) fn too_deep(span: Span) -> Diagnostic {
    let message = format!("nested more than {} deep", super::DEEPEST);
    Diagnostic::new(&codes::TOO_DEEP, span, message).label("this is the level that is too much")
}

/// A word of the language stands where a name belongs.
pub(crate) fn reserved_word(word: &str, span: Span) -> Diagnostic {
    let message = format!("`{word}` is a word of the language and names nothing");
    Diagnostic::new(&codes::RESERVED_WORD, span, message)
        .help(format!("choose another name, for example `{word}_1`"))
}

type P<'p> = Pair<'p>;

impl<'a> Builder<'a> {
    pub(crate) fn new(source: SourceId, text: &'a str, base: usize) -> Self {
        Builder { source, text, base, depth: 0, problems: RefCell::default() }
    }

    /// Runs one level deeper, unless that is too deep to be meant.
    fn deeper<T>(&mut self, span: Span, inside: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth >= super::DEEPEST {
            self.report(too_deep(span));
            return None;
        }
        self.depth += 1;
        let result = super::with_stack(|| inside(self));
        self.depth -= 1;
        result
    }

    /// Ends an expression that strings together more than anyone writes: it would be nested as
    /// deep.
    fn bounded(&self, length: usize, span: Span) -> Option<()> {
        if length > super::LONGEST {
            let message = format!("more than {} parts in one expression", super::LONGEST);
            self.report(Diagnostic::new(&codes::TOO_DEEP, span, message));
            return None;
        }
        Some(())
    }

    fn span(&self, pair: &P<'_>) -> Span {
        let range = pair.range();
        Span::new(self.source, self.base + range.start, self.base + range.end)
    }

    /// What a pair stands for, as written.
    fn written(&self, pair: &P<'_>) -> &'a str {
        self.original(self.span(pair))
    }

    fn original(&self, span: Span) -> &'a str {
        self.text.get(span.start()..span.end()).unwrap_or("")
    }

    pub(crate) fn problems(self) -> Vec<Diagnostic> {
        self.problems.into_inner()
    }

    fn report(&self, problem: Diagnostic) {
        self.problems.borrow_mut().push(problem);
    }

    /// Sets what may be said once; a second time is reported.
    fn once<T>(&self, slot: &mut Option<T>, value: T, at: Span) {
        if slot.is_some() {
            let message = "this has been said before; one of the two is too many";
            self.report(Diagnostic::new(&codes::REPEATED, at, message));
        }
        *slot = Some(value);
    }

    fn name(&self, pair: &P<'_>) -> Name<'a> {
        let span = self.span(pair);
        let text = self.original(span);
        if pair.as_rule() == Rule::plain_id && names_nothing(text) {
            self.report(reserved_word(text, span));
        }
        Name { text, span }
    }

    fn names(&self, pair: P<'_>) -> Vec<Name<'a>> {
        let is_name = |rule| {
            matches!(rule, Rule::id | Rule::plain_id | Rule::name | Rule::kind_word | Rule::ledger)
        };
        pair.into_inner()
            .filter(|part| is_name(part.as_rule()))
            .map(|part| self.name(&part))
            .collect()
    }

    /// A text without its quotes, which are one byte (`"`) or three (`“`) on either side.
    fn text(&self, pair: &P<'_>) -> Text<'a> {
        let span = self.span(pair);
        let quote = if self.original(span).starts_with('"') { 1 } else { '“'.len_utf8() };
        let span = Span::new(self.source, span.start() + quote, span.end().saturating_sub(quote));
        Text { raw: self.original(span), span }
    }

    fn number(&mut self, pair: &P<'_>) -> Number {
        let span = self.span(pair);
        Number { value: self.integer(self.original(span), span), span }
    }

    /// Numbers are bounded so that no sum of them can overflow.
    fn integer(&mut self, written: &str, span: Span) -> i64 {
        const LARGEST: i64 = 1_000_000_000;
        match written.trim_start_matches('+').parse::<i64>() {
            Ok(value) if value.abs() <= LARGEST => value,
            _ => {
                let message = format!("{written} is too large a number");
                self.report(
                    Diagnostic::new(&codes::NUMBER_TOO_LARGE, span, message)
                        .help("the largest is 1000000000"),
                );
                LARGEST
            }
        }
    }

    pub(crate) fn head(&self, header: P<'_>) -> Option<(Rule, Head<'a>)> {
        let rule = header.as_rule();
        let (mut ids, mut title, mut tags, mut cites) = (Vec::new(), None, Vec::new(), Vec::new());
        for part in header.into_inner() {
            match part.as_rule() {
                Rule::id | Rule::plain_id => ids.push(self.name(&part)),
                Rule::string => title = Some(self.text(&part)),
                Rule::tags => tags = self.tags(part),
                Rule::cite => cites = self.names(part),
                _ => {}
            }
        }
        let mut ids = ids.into_iter();
        Some((rule, Head { id: ids.next()?, title: title?, of: ids.next(), tags, cites }))
    }

    fn tags(&self, pair: P<'_>) -> Vec<Name<'a>> {
        pair.into_inner()
            .find(|part| part.as_rule() == Rule::ids)
            .map(|ids| self.names(ids))
            .unwrap_or_default()
    }

    fn range(&mut self, pair: P<'_>) -> Option<Range<'a>> {
        let span = self.span(&pair);
        let (mut low, mut high, mut dots) = (None, None, false);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::dots => dots = true,
                _ if dots => high = Some(self.bound(part)?),
                _ => low = Some(self.bound(part)?),
            }
        }
        Some(Range { low, high, exact: !dots, span })
    }

    fn price(&mut self, pair: P<'_>) -> Option<Price<'a>> {
        let span = self.span(&pair);
        let (mut first, mut others, mut currency) = (None, Vec::new(), None);
        for part in pair.into_inner() {
            match (part.as_rule(), currency.take()) {
                (Rule::id | Rule::plain_id, _) => currency = Some(self.name(&part)),
                (Rule::amount, None) => first = Some(self.bound(part)?),
                (Rule::amount, Some(name)) => others.push((name, self.bound(part)?)),
                _ => {}
            }
        }
        Some(Price { amount: first?, others, negative: false, span })
    }

    /// `+8`, `-(2 * size)`
    fn change_price(&mut self, pair: P<'_>) -> Option<Price<'a>> {
        let negative = self.written(&pair).starts_with('-');
        let price = pair.into_inner().find(|part| part.as_rule() == Rule::price)?;
        self.price(price).map(|price| Price { negative, ..price })
    }
}
