//! Texts: escapes undone, braces filled with parameters or expressions.

use super::Resolver;
use super::scope::Scope;
use crate::diagnostic::codes;
use crate::model::{Keyword, Text, TextPart};
use crate::source::Span;
use crate::syntax::{ast, parse_interpolation};

/// One piece of a text: plain with its escapes undone, or the inside of braces with its place.
enum TextPiece<'t> {
    Plain(String),
    Braces(&'t str, Span),
    /// A `{` without its `}`.
    Unclosed(Span),
}

fn pieces(text: ast::Text<'_>) -> Vec<TextPiece<'_>> {
    // Fast path: most texts have neither escapes nor braces.
    if !text.raw.is_empty() && !text.raw.contains(['\\', '{']) {
        return vec![TextPiece::Plain(text.raw.to_owned())];
    }
    let mut pieces = Vec::new();
    let mut plain = String::new();
    let mut chars = text.raw.char_indices();
    while let Some((at, char)) = chars.next() {
        match char {
            '\\' => plain.extend(chars.next().map(|(_, escaped)| escaped)),
            '{' => {
                let start = text.span.start() + at + 1;
                if !plain.is_empty() {
                    pieces.push(TextPiece::Plain(std::mem::take(&mut plain)));
                }
                let Some((inside, _)) =
                    text.raw.get(at + 1..).and_then(|rest| rest.split_once('}'))
                else {
                    pieces.push(TextPiece::Unclosed(Span::new(text.span.source, start - 1, start)));
                    continue;
                };
                pieces.push(TextPiece::Braces(
                    inside,
                    Span::new(text.span.source, start, start + inside.len()),
                ));
                // Skip the inside of the braces, and the closing brace.
                let end = at + 1 + inside.len();
                while chars.next().is_some_and(|(at, _)| at < end) {}
            }
            _ => plain.push(char),
        }
    }
    if !plain.is_empty() {
        pieces.push(TextPiece::Plain(plain));
    }
    pieces
}

/// A text without values, its escapes undone.
pub(crate) fn plain(text: ast::Text<'_>) -> String {
    let piece = |piece: TextPiece<'_>| match piece {
        TextPiece::Plain(text) => text,
        TextPiece::Braces(inside, _) => format!("{{{inside}}}"),
        TextPiece::Unclosed(_) => "{".to_owned(),
    };
    pieces(text).into_iter().map(piece).collect()
}

/// The title, or the readable id if there is none.
pub(crate) fn title_of(id: &str, title: Option<ast::Text<'_>>) -> String {
    title.map_or_else(|| readable(id), plain)
}

fn readable(id: &str) -> String {
    let mut words = id.replace('_', " ");
    if let Some(first) = words.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    words
}

impl<'t> Resolver<'t> {
    /// The title or text of a keyword: in braces stand its parameters and other keywords.
    pub(crate) fn keyword_text(
        &mut self,
        text: ast::Text<'t>,
        parameters: &[ast::Parameter<'t>],
        may_link: bool,
    ) -> Text {
        let mut parts = Vec::new();
        for piece in pieces(text) {
            match piece {
                TextPiece::Plain(text) => parts.push(TextPart::Plain(text)),
                TextPiece::Unclosed(span) => self.unclosed_value(span),
                TextPiece::Braces(inside, span) => {
                    let name = inside.trim();
                    let position =
                        parameters.iter().position(|parameter| parameter.name.text == name);
                    match (position, self.names.keywords.get(name)) {
                        (Some(index), _) => parts.push(TextPart::Parameter(index)),
                        // `link_keywords` fills in the title.
                        (None, Some((id, _))) if may_link => {
                            parts.push(TextPart::Link(*id, String::new()))
                        }
                        (None, _) => {
                            let message = format!(
                                "the keyword has no parameter `{name}`, and none is called so"
                            );
                            let known = parameters.iter().map(|parameter| parameter.name.text);
                            let keywords = self.names.keywords.keys().copied();
                            let known: Vec<&str> = known.chain(keywords).collect();
                            self.report(
                                codes::UNKNOWN_NAME
                                    .at(span, message)
                                    .suggest(inside, known)
                                    .help("write `\\{` for a literal brace"),
                            );
                        }
                    }
                }
            }
        }
        Text { parts }
    }

    /// Fills in the titles of keywords in the texts that link them.
    pub(crate) fn link_keywords(&mut self) {
        let shown: Vec<String> = self.game.keywords.values().map(Keyword::shown).collect();
        for id in self.game.keywords.ids() {
            for part in &mut self.game.keywords.get_mut(id).text.parts {
                if let TextPart::Link(linked, title) = part {
                    *title = shown.get(linked.index()).cloned().unwrap_or_default();
                }
            }
        }
    }

    fn unclosed_value(&mut self, span: Span) {
        self.report(
            codes::UNEXPECTED
                .at(span, "this `{` in a text is never closed")
                .help("write `\\{` for a literal brace"),
        );
    }

    /// A text whose braces hold expressions.
    pub(crate) fn text(&mut self, scope: &mut Scope<'t>, text: ast::Text<'t>) -> Text {
        let (source, renamed) = (self.sources.get(text.span.source).text(), self.renamed);
        let mut parts = Vec::new();
        for piece in pieces(text) {
            match piece {
                TextPiece::Plain(text) => parts.push(TextPart::Plain(text)),
                TextPiece::Unclosed(span) => self.unclosed_value(span),
                TextPiece::Braces(_, span) => {
                    let mut problems = Vec::new();
                    if let Some(expr) = parse_interpolation(source, span, &mut problems, renamed) {
                        parts.push(TextPart::Value(self.expr(scope, &expr, None)));
                    }
                    problems.into_iter().for_each(|problem| self.report(problem));
                }
            }
        }
        Text { parts }
    }
}
