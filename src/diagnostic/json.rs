//! Diagnostics as JSON.

use std::borrow::Cow;

use serde::Serialize;

use super::{Diagnostic, Severity};
use crate::source::{LineColumn, Sources, Span};

#[derive(Serialize)]
struct JsonSpan<'a> {
    file: &'a str,
    #[serde(flatten)]
    place: LineColumn,
    end: LineColumn,
    #[serde(skip_serializing_if = "str::is_empty")]
    text: Cow<'a, str>,
}

#[derive(Serialize)]
struct JsonDiagnostic<'a> {
    code: &'a str,
    severity: Severity,
    message: &'a str,
    at: JsonSpan<'a>,
    related: Vec<JsonSpan<'a>>,
    notes: &'a [String],
    help: Option<&'a str>,
}

/// An array with one object per diagnostic.
pub(crate) fn to_json(diagnostics: &[Diagnostic], sources: &Sources) -> serde_json::Value {
    let views: Vec<JsonDiagnostic<'_>> =
        diagnostics.iter().map(|diagnostic| view(diagnostic, sources)).collect();
    serde_json::to_value(views).unwrap_or_default()
}

fn view<'a>(diagnostic: &'a Diagnostic, sources: &'a Sources) -> JsonDiagnostic<'a> {
    JsonDiagnostic {
        code: diagnostic.code.name,
        severity: diagnostic.code.severity,
        message: &diagnostic.message,
        at: at(diagnostic.at.span, diagnostic.place_text(), sources),
        related: diagnostic
            .related
            .iter()
            .map(|label| at(label.span, Cow::Borrowed(&label.text), sources))
            .collect(),
        notes: &diagnostic.notes,
        help: diagnostic.help.as_deref(),
    }
}

fn at<'a>(span: Span, text: Cow<'a, str>, sources: &'a Sources) -> JsonSpan<'a> {
    let source = sources.get(span.source);
    JsonSpan {
        file: source.path(),
        place: source.place(span.start()),
        end: source.place(span.end()),
        text,
    }
}
