//! Diagnostics as data.
//!
//! Start at [`Diagnostic`]: a code, labels in one or several files, notes and help. It is
//! independent of any output: `terminal` draws it with miette, `crop` crops the drawing to the
//! width of the terminal, `screen` makes the text safe to show, `json` serialises it. The codes are
//! in [`codes`]; each is a page `docs/codes/<code>.md` with its long explanation and a wrong and a
//! right example.

pub mod codes;
pub(crate) mod collect;
#[cfg(feature = "terminal")]
pub(crate) mod crop;
pub(crate) mod json;
#[cfg(feature = "terminal")]
pub(crate) mod screen;
pub(crate) mod suggest;
#[cfg(feature = "terminal")]
pub(crate) mod terminal;

pub(crate) use codes::Family;
pub use codes::{Code, explain};
pub(crate) use collect::Diagnostics;
pub(crate) use json::to_json;
pub(crate) use suggest::as_question;
pub(crate) use suggest::did_you_mean;
#[cfg(feature = "terminal")]
pub use terminal::draw;
#[cfg(feature = "terminal")]
pub(crate) use terminal::draw_titled;

use std::borrow::Cow;

use serde::Serialize;

use crate::source::Span;

/// How serious a diagnostic is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Something is wrong and must be changed.
    Error,
    /// Something is probably wrong.
    Warning,
    /// Worth knowing; nothing is wrong.
    Note,
}

/// A place and a text about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The text under it.
    pub text: String,
}

/// A replacement that removes a mistake. Editors offer it as a fix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replacement {
    /// What is replaced.
    pub span: Span,
    /// The new text.
    pub text: String,
}

/// One thing to tell the user, with the places it is about.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The kind of mistake.
    pub code: &'static Code,
    /// What is wrong, in one sentence.
    pub message: String,
    /// Where it is wrong.
    pub at: Label,
    /// Other places that matter, perhaps in other files.
    pub related: Vec<Label>,
    /// Background information.
    pub notes: Vec<String>,
    /// What to do about it.
    pub help: Option<String>,
    /// The name to write instead.
    pub suggestion: Option<String>,
    /// A fix that is certain enough to be offered.
    pub replacement: Option<Replacement>,
}

impl Diagnostic {
    /// A diagnostic without labels, notes or help.
    pub fn new(code: &'static Code, span: Span, message: impl Into<String>) -> Self {
        let at = Label { span, text: String::new() };
        Diagnostic {
            code,
            message: message.into(),
            at,
            related: Vec::new(),
            notes: Vec::new(),
            help: None,
            suggestion: None,
            replacement: None,
        }
    }

    /// Sets the text under the marked place.
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.at.text = text.into();
        self
    }

    /// Marks another place.
    pub fn related(mut self, span: Span, text: impl Into<String>) -> Self {
        self.related.push(Label { span, text: text.into() });
        self
    }

    /// Adds background information.
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Sets the help: what to do about it.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// Sets the replacement that removes the mistake.
    pub fn replace(mut self, span: Span, text: impl Into<String>) -> Self {
        self.replacement = Some(Replacement { span, text: text.into() });
        self
    }

    /// Suggests the known name that is most similar to the one typed.
    pub fn suggest<'a>(mut self, typed: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        self.suggestion = did_you_mean(typed, known).map(str::to_owned);
        self
    }

    /// The text under the marked place: the suggestion, or else the label.
    pub(crate) fn place_text(&self) -> Cow<'_, str> {
        match &self.suggestion {
            Some(name) => Cow::Owned(as_question(name)),
            None => Cow::Borrowed(&self.at.text),
        }
    }
}
