//! From the tree of the parser to the ast. One file per family of constructs, as in the ast itself.
//!
//! Start at [`Builder::statement`]. A construct takes its parts by rule, with [`Builder::need`],
//! [`Builder::opt`] and [`Builder::each`].
//!
//! The grammar guarantees which parts a pair has; should one be missing all the same, the result is
//! `None` and the statement is left out, never a panic. Names and texts are taken from the original
//! source by position, because the parser may have been given a copy in which faulty statements are
//! blanked out.

pub(crate) mod chart;
pub(crate) mod declaration;
pub(crate) mod entry;
pub(crate) mod event;
pub(crate) mod expression;
pub(crate) mod option;
pub(crate) mod paper;
pub(crate) mod rule;
pub(crate) mod statement;

use rustc_hash::FxHashMap;

use super::ast::{
    Amount, DeclaredNames, Expr, ExprKind, Head, Name, Number, OldName, Price, Range, Steps, Text,
};
use super::grammar::Rule;
use super::tree::Pair;
use super::words::names_nothing;
use crate::diagnostic::{Diagnostic, codes};
use crate::source::{SourceId, Span};

/// Builds the ast of one piece of a source.
pub(crate) struct Builder<'a> {
    source: SourceId,
    /// The whole source.
    text: &'a str,
    /// Where in the source the parsed piece begins.
    base: usize,
    depth: usize,
    pub problems: Vec<Diagnostic>,
    pub names: DeclaredNames<'a>,
    /// The old names in use, each with its current name.
    renamed: Option<&'a OldNames<'a>>,
}

/// Old names, each with its current name.
pub(crate) type OldNames<'a> = FxHashMap<&'a str, &'a str>;

/// How one construct is built from its pair.
type Build<'a, T> = fn(&mut Builder<'a>, Pair<'_>) -> Option<T>;

/// Reports what is nested too deeply, in braces or in expressions.
pub(crate) fn too_deep(span: Span) -> Diagnostic {
    let message = format!("nested more than {} levels deep", super::DEEPEST);
    codes::TOO_DEEP.at(span, message).label("this level is too deep")
}

/// Reports a word of the language in place of a name.
pub(crate) fn reserved_word(word: &str, span: Span) -> Diagnostic {
    let message = format!("`{word}` is a word of the language and cannot be a name");
    codes::RESERVED_WORD
        .at(span, message)
        .help(format!("choose another name, for example `{word}_1`"))
        .replace(span, format!("{word}_1"))
}

impl<'a> Builder<'a> {
    pub(crate) fn new(
        source: SourceId,
        text: &'a str,
        base: usize,
        renamed: Option<&'a OldNames<'a>>,
    ) -> Self {
        let (problems, names) = (Vec::new(), DeclaredNames::default());
        Builder { source, text, base, depth: 0, problems, names, renamed }
    }

    /// Runs one level deeper; reports nesting that is too deep.
    fn deeper<T>(&mut self, span: Span, inside: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth >= super::DEEPEST {
            self.problems.push(too_deep(span));
            return None;
        }
        self.depth += 1;
        let result = super::with_stack(|| inside(self));
        self.depth -= 1;
        result
    }

    /// Refuses an expression that chains more operators than anyone writes: its tree would be as
    /// deep as it is long.
    fn bounded(&mut self, length: usize, span: Span) -> Option<()> {
        if length > super::LONGEST {
            let message = format!("more than {} parts in one expression", super::LONGEST);
            self.problems.push(codes::TOO_DEEP.at(span, message));
            return None;
        }
        Some(())
    }

    /// Builds the part with this rule, which the grammar guarantees.
    fn need<T>(&mut self, pair: Pair<'_>, rule: Rule, build: Build<'a, T>) -> Option<T> {
        build(self, pair.part(rule)?)
    }

    /// Builds the part with this rule if there is one. The outer `None` means that it could not be
    /// built.
    fn opt<T>(&mut self, pair: Pair<'_>, rule: Rule, build: Build<'a, T>) -> Option<Option<T>> {
        match pair.part(rule) {
            Some(part) => build(self, part).map(Some),
            None => Some(None),
        }
    }

    /// Builds all parts with this rule; `None` if one of them could not be built.
    fn each<T>(&mut self, pair: Pair<'_>, rule: Rule, build: Build<'a, T>) -> Option<Vec<T>> {
        pair.parts_of(rule).map(|part| build(self, part)).collect()
    }

    fn span(&self, pair: Pair<'_>) -> Span {
        let range = pair.range();
        Span::new(self.source, self.base + range.start, self.base + range.end)
    }

    /// The text of a pair in the original source.
    fn source_text(&self, pair: Pair<'_>) -> &'a str {
        self.slice(self.span(pair))
    }

    fn slice(&self, span: Span) -> &'a str {
        self.text.get(span.start()..span.end()).unwrap_or("")
    }

    /// Sets an option that may be given only once; a second time is reported.
    fn once<T>(&mut self, slot: &mut Option<T>, value: T, at: Span) {
        if slot.is_some() {
            let message = "this was already given; remove one of the two";
            self.problems.push(codes::REPEATED.at(at, message));
        }
        *slot = Some(value);
    }

    fn name(&mut self, pair: Pair<'_>) -> Name<'a> {
        let span = self.span(pair);
        let text = self.current(self.slice(span), span);
        if pair.rule() == Rule::plain_id && names_nothing(text) {
            self.problems.push(reserved_word(text, span));
        }
        Name { text, span }
    }

    /// Replaces an old name by the current one.
    fn current(&mut self, written: &'a str, span: Span) -> &'a str {
        let Some(now) = self.renamed.and_then(|renamed| renamed.get(written)) else {
            return written;
        };
        let message = format!("`{written}` is now called `{now}`");
        let mut diagnostic = codes::OLD_NAME.at(span, message);
        diagnostic.suggestion = Some((*now).to_owned());
        self.problems.push(diagnostic);
        now
    }

    /// All names directly in a pair.
    fn names(&mut self, pair: Pair<'_>) -> Vec<Name<'a>> {
        let mut names = Vec::new();
        for part in pair.parts() {
            if matches!(
                part.rule(),
                Rule::id | Rule::plain_id | Rule::name | Rule::kind_word | Rule::ledger
            ) {
                names.push(self.name(part));
            }
        }
        names
    }

    /// The names of a list inside a pair; empty if there is no such list.
    fn names_of(&mut self, pair: Pair<'_>, list: Rule) -> Vec<Name<'a>> {
        pair.part(list).map(|list| self.names(list)).unwrap_or_default()
    }

    /// The first id in a pair.
    fn id(&mut self, pair: Pair<'_>) -> Option<Name<'a>> {
        let id = pair.parts().find(|part| matches!(part.rule(), Rule::id | Rule::plain_id))?;
        Some(self.name(id))
    }

    /// The first id in a pair, where it is declared and may be followed by former names.
    fn declared_id(&mut self, pair: Pair<'_>) -> Option<Name<'a>> {
        let id = self.id(pair)?;
        Some(self.declared(id, pair))
    }

    /// A declared name, with its former names recorded.
    fn declared(&mut self, name: Name<'a>, pair: Pair<'_>) -> Name<'a> {
        if name.text.len() > super::LONGEST_NAME {
            let message = format!("this name has {} characters", name.text.len());
            let at = Span::new(self.source, name.span.start(), name.span.start() + 1);
            let problem = codes::BAD_NAME.at(at, message);
            self.problems
                .push(problem.help(format!("the longest may have {}", super::LONGEST_NAME)));
        }
        self.note_declared(name, pair);
        self.old_names(name, pair);
        name
    }

    fn old_names(&mut self, name: Name<'a>, pair: Pair<'_>) {
        for part in pair.part(Rule::was).into_iter().flat_map(|was| was.parts()) {
            if matches!(part.rule(), Rule::name | Rule::plain_id) {
                let span = self.span(part);
                let old = Name { text: self.slice(span), span };
                self.names.old.push(OldName { old, now: name });
            }
        }
    }

    /// The first text in a pair: nearly always its title.
    fn title(&mut self, pair: Pair<'_>) -> Option<Text<'a>> {
        pair.part(Rule::string).map(|string| self.string(string))
    }

    fn tags(&mut self, pair: Pair<'_>) -> Vec<Name<'a>> {
        pair.part(Rule::tags).map(|tags| self.names_of(tags, Rule::ids)).unwrap_or_default()
    }

    fn cites(&mut self, pair: Pair<'_>) -> Vec<Name<'a>> {
        pair.parts_of(Rule::cite).flat_map(|cite| self.names(cite)).collect()
    }

    /// A text without its quotes, which are one byte (`"`) or three (`“`) on either side.
    /// One that is too long is left out.
    fn string(&mut self, pair: Pair<'_>) -> Text<'a> {
        let span = self.span(pair);
        let quote = if self.slice(span).starts_with('"') { 1 } else { '“'.len_utf8() };
        let start = span.start() + quote;
        let span = Span::new(self.source, start, span.end().saturating_sub(quote));
        let raw = self.slice(span);
        if raw.len() <= super::LONGEST_TEXT {
            return Text { raw, span };
        }
        let at = Span::new(self.source, start - quote, start);
        let message = format!("this text has {} bytes", raw.len());
        let problem = codes::TEXT_TOO_LONG.at(at, message);
        self.problems.push(problem.help(format!("the longest may have {}", super::LONGEST_TEXT)));
        Text { raw: "", span: Span::new(self.source, start, start) }
    }

    /// Numbers are bounded so that no sum of them can overflow.
    fn number(&mut self, pair: Pair<'_>) -> Number {
        const LARGEST: i64 = 1_000_000_000;
        let span = self.span(pair);
        let digits = self.slice(span);
        let value = match digits.trim_start_matches('+').parse::<i64>() {
            Ok(value) if value.abs() <= LARGEST => value,
            _ => {
                let message = format!("the number {digits} is too large");
                self.problems.push(
                    codes::NUMBER_TOO_LARGE
                        .at(span, message)
                        .help(format!("the largest is {LARGEST}")),
                );
                LARGEST
            }
        };
        Number { value, span }
    }

    /// The header of a system, faction or event.
    pub(crate) fn head(&mut self, header: Pair<'_>) -> Option<(Rule, Head<'a>)> {
        let mut ids = self.names(header).into_iter();
        let id = ids.next()?;
        let head = Head {
            id: self.declared(id, header),
            title: self.title(header)?,
            of: ids.next(),
            tags: self.tags(header),
            version: header.part(Rule::version).and_then(|version| self.title(version)),
            cites: self.cites(header),
        };
        Some((header.rule(), head))
    }

    /// `2..4`, and the range of an option, where a bare number is not allowed: it would hide a
    /// forgotten `+` before a price.
    fn range(&mut self, pair: Pair<'_>) -> Option<Range<'a>> {
        let (mut low, mut high, mut dots) = (None, None, false);
        let steps = self.steps(pair, Rule::numbers, Rule::number);
        for part in pair.parts() {
            match part.rule() {
                Rule::step_by | Rule::numbers => {}
                Rule::dots => dots = true,
                _ if dots => high = Some(self.bound(part)?),
                _ => low = Some(self.bound(part)?),
            }
        }
        Some(Range { low, high, exact: !dots, steps, span: self.span(pair) })
    }

    /// `by 5`, or the numbers of a set.
    fn steps(&mut self, pair: Pair<'_>, of_set: Rule, of_element: Rule) -> Steps {
        if let Some(by) = pair.part(Rule::step_by).and_then(|step| step.part(Rule::number)) {
            return Steps::By(self.number(by));
        }
        match pair.part(of_set) {
            Some(set) => {
                Steps::Only(set.parts_of(of_element).map(|number| self.number(number)).collect())
            }
            None => Steps::Every,
        }
    }

    fn price(&mut self, pair: Pair<'_>) -> Option<Price<'a>> {
        self.signed_price(pair, false)
    }

    /// `+8`, `-(2 * size)`, `+3, swc -1`: the sign applies to every amount without its own.
    fn change_price(&mut self, pair: Pair<'_>) -> Option<Price<'a>> {
        self.signed_price(pair.part(Rule::price)?, pair.has(Rule::minus))
    }

    fn signed_price(&mut self, pair: Pair<'_>, negative: bool) -> Option<Price<'a>> {
        let mut amounts = Vec::new();
        for part in pair.parts() {
            let (currency, amount) = match part.rule() {
                Rule::amount => (None, part),
                Rule::named_amount => (Some(self.id(part)?), part.part(Rule::amount)?),
                _ => continue,
            };
            let negative = part.has(Rule::minus) || (negative && !part.has(Rule::plus));
            amounts.push(Amount { currency, value: self.bound(amount)?, negative });
        }
        Some(Price { amounts, span: self.span(pair) })
    }

    /// `0.5`, `1/2`
    fn fraction(&mut self, pair: Pair<'_>) -> Option<Expr<'a>> {
        let span = self.span(pair);
        let text = self.slice(span);
        let Some(number) = crate::number::Number::parse(text) else {
            let message = format!("`{text}` is not a number that can be counted with");
            self.problems.push(codes::NUMBER_TOO_LARGE.at(span, message));
            return None;
        };
        Some(Expr { kind: ExprKind::Fraction(number), span })
    }
}
