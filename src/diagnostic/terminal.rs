//! Diagnostics drawn for a terminal, with miette.

use std::borrow::Cow;
use std::fmt;

use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteSpanContents, SourceCode,
    SourceSpan, SpanContents,
};

use super::crop::cropped;
use super::screen::marked;
use super::{Diagnostic, Label, Severity};
use crate::source::{Sources, Span, is_hidden};

/// How many lines apart two labels may be to share one picture.
const NEAR: usize = 4;

/// Draws a diagnostic with the lines it is about. `fancy`: with colours, for a terminal.
pub fn draw(diagnostic: &Diagnostic, sources: &Sources, fancy: bool, width: usize) -> String {
    draw_titled(diagnostic, diagnostic.code.name, diagnostic.code.severity, sources, fancy, width)
}

/// Draws a diagnostic under another title than its code and with another severity.
pub(crate) fn draw_titled(
    diagnostic: &Diagnostic,
    title: &str,
    severity: Severity,
    sources: &Sources,
    fancy: bool,
    width: usize,
) -> String {
    let labels = std::iter::once(&diagnostic.at).chain(&diagnostic.related);
    if labels.map(|label| sources.longest_line(label.span)).max() > Some(LONGEST_LINE) {
        return in_words(diagnostic, title, sources);
    }
    let theme = if fancy { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme).with_width(width).with_links(false);
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = handler.render_report(&mut text, &Drawn::main(diagnostic, title, severity, sources));
    marked(&cropped(&text, width))
}

/// Replaces characters that a terminal would obey or not show. Every byte keeps its place.
fn visible(text: &str) -> Cow<'_, str> {
    let unseen = |char: char| is_hidden(char) && !matches!(char, '\n' | '\t' | '\r');
    if !text.contains(unseen) {
        return Cow::Borrowed(text);
    }
    let mut clean = String::with_capacity(text.len());
    for char in text.chars() {
        match unseen(char) {
            // The replacement character takes three bytes.
            true if char.len_utf8() == 3 => clean.push(char::REPLACEMENT_CHARACTER),
            true => clean.extend(std::iter::repeat_n('?', char.len_utf8())),
            false => clean.push(char),
        }
    }
    Cow::Owned(clean)
}

/// Lines longer than this are not drawn: no terminal shows them, and drawing them is slow.
const LONGEST_LINE: usize = 2_000;

/// The diagnostic as text, without a picture.
fn in_words(diagnostic: &Diagnostic, title: &str, sources: &Sources) -> String {
    let place = sources.place(diagnostic.at.span);
    let path = sources.get(diagnostic.at.span.source).path();
    let mut text = format!(
        "{title}\n\n  x {}\n    {path}:{}:{}\n",
        diagnostic.message, place.line, place.column
    );
    for line in diagnostic.notes.iter().chain(&diagnostic.help) {
        text.push_str(&format!("  help: {line}\n"));
    }
    text
}

/// One miette report: the diagnostic, or the labels it has in another file.
#[derive(Debug)]
struct Drawn<'a> {
    diagnostic: &'a Diagnostic,
    title: &'a str,
    severity: Severity,
    message: String,
    main: bool,
    file: File<'a>,
    labels: Vec<(Span, Cow<'a, str>)>,
    others: Vec<Drawn<'a>>,
}

impl<'a> Drawn<'a> {
    fn main(
        diagnostic: &'a Diagnostic,
        title: &'a str,
        severity: Severity,
        sources: &'a Sources,
    ) -> Self {
        // Distant labels in the same file get a picture of their own, so that the first picture
        // shows the mistake itself.
        let line = |span: Span| sources.place(span).line;
        let near = |label: &&Label| {
            label.span.source == diagnostic.at.span.source
                && line(label.span).abs_diff(line(diagnostic.at.span)) <= NEAR
        };
        let (here, elsewhere): (Vec<_>, Vec<_>) = diagnostic.related.iter().partition(near);
        let labels = std::iter::once((diagnostic.at.span, diagnostic.place_text()))
            .chain(here.into_iter().map(|label| (label.span, Cow::Borrowed(label.text.as_str()))))
            .collect();
        let others = elsewhere.into_iter().map(|label| Drawn {
            diagnostic,
            title,
            severity,
            message: visible(&label.text).into_owned(),
            main: false,
            file: File::new(sources, label.span),
            labels: vec![(label.span, Cow::Borrowed(label.text.as_str()))],
            others: Vec::new(),
        });
        let others = others.collect();
        let message = visible(&diagnostic.message).into_owned();
        Drawn {
            diagnostic,
            title,
            severity,
            message,
            main: true,
            file: File::new(sources, diagnostic.at.span),
            labels,
            others,
        }
    }
}

impl fmt::Display for Drawn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Drawn<'_> {}

impl miette::Diagnostic for Drawn<'_> {
    fn code<'b>(&'b self) -> Option<Box<dyn fmt::Display + 'b>> {
        self.main.then(|| Box::new(visible(self.title)) as Box<dyn fmt::Display>)
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.severity {
            _ if !self.main => miette::Severity::Advice,
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
            Severity::Note => miette::Severity::Advice,
        })
    }

    fn help<'b>(&'b self) -> Option<Box<dyn fmt::Display + 'b>> {
        let lines: Vec<&str> = self
            .diagnostic
            .notes
            .iter()
            .map(String::as_str)
            .chain(self.diagnostic.help.as_deref())
            .collect();
        (self.main && !lines.is_empty())
            .then(|| Box::new(visible(&lines.join("\n")).into_owned()) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.file)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().map(|(span, text)| {
            let text = (self.main && !text.is_empty()).then(|| visible(text).into_owned());
            LabeledSpan::new(text, span.start(), span.end() - span.start())
        })))
    }

    fn related<'b>(&'b self) -> Option<Box<dyn Iterator<Item = &'b dyn miette::Diagnostic> + 'b>> {
        (!self.others.is_empty()).then(|| {
            let others = self.others.iter().map(|other| other as &dyn miette::Diagnostic);
            Box::new(others) as Box<dyn Iterator<Item = &dyn miette::Diagnostic>>
        })
    }
}

/// A source under the path shown to people.
#[derive(Debug)]
struct File<'a> {
    path: &'a str,
    text: Cow<'a, str>,
}

impl<'a> File<'a> {
    fn new(sources: &'a Sources, span: Span) -> Self {
        let source = sources.get(span.source);
        File { path: source.path(), text: visible(source.text()) }
    }
}

impl SourceCode for File<'_> {
    fn read_span<'b>(
        &'b self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'b> + 'b>, miette::MietteError> {
        let inner = self.text.read_span(span, before, after)?;
        Ok(Box::new(MietteSpanContents::new_named(
            visible(self.path).replace(['\n', '\r'], "?"),
            inner.data(),
            *inner.span(),
            inner.line(),
            inner.column(),
            inner.line_count(),
        )))
    }
}
