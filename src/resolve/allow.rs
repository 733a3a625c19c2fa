//! `// orbat: allow(code) reason`: a comment that silences a warning about the line it stands on,
//! or about the line below if it stands alone.

use std::ops::Range;

use crate::diagnostic::{Code, Diagnostic, Severity, as_question, codes, did_you_mean};
use crate::source::{SourceId, Sources, Span};
use crate::syntax::lexer::Lexer;

/// One comment that allows warnings.
struct Allow<'t> {
    source: SourceId,
    comment: Range<usize>,
    /// The line the comment applies to, as a byte range.
    line: Range<usize>,
    /// The codes as written; `None` for a name that is not a code.
    codes: Vec<(&'t str, Option<&'static Code>)>,
    reason: &'t str,
}

/// Removes the warnings that comments allow, and warns about comments that have no effect. `whole`
/// tells which files have all their warnings here; in other files, a comment may concern another
/// game.
pub(crate) fn apply(
    sources: &Sources,
    whole: &dyn Fn(SourceId) -> bool,
    warnings: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let mut allows: Vec<(Allow<'_>, Vec<bool>)> = Vec::new();
    for (id, source) in sources.iter() {
        let found = of(id, source.text());
        allows.extend(found.into_iter().map(|allow| {
            let idle = vec![true; allow.codes.len()];
            (allow, idle)
        }));
    }
    let mut left = Vec::new();
    for warning in warnings {
        let mut silenced = false;
        let span = warning.at.span;
        let may_be = warning.code.severity != Severity::Error;
        for (allow, idle) in allows.iter_mut().filter(|_| may_be) {
            let here = allow.source == span.source && allow.line.contains(&span.start());
            for ((_, code), idle) in allow.codes.iter().zip(idle) {
                if here && *code == Some(warning.code) {
                    (silenced, *idle) = (true, false);
                }
            }
        }
        if !silenced {
            left.push(warning);
        }
    }
    for (allow, idle) in &allows {
        left.extend(allow.useless(idle, whole(allow.source)));
    }
    left
}

/// Whether a warning that is found after all others should be shown, because no comment allows it.
pub(crate) fn is_told(sources: &Sources, warning: &Diagnostic) -> bool {
    let span = warning.at.span;
    let all = of(span.source, sources.get(span.source).text());
    let allows =
        |allow: &Allow<'_>| allow.codes.iter().any(|(_, code)| *code == Some(warning.code));
    !all.iter().any(|allow| allow.line.contains(&span.start()) && allows(allow))
}

impl Allow<'_> {
    /// Why this comment is useless, if it is.
    fn useless(&self, idle: &[bool], whole: bool) -> Option<Diagnostic> {
        let span = Span::new(self.source, self.comment.start, self.comment.end);
        let told = |message: String| codes::ALLOW.at(span, message);
        let known = || codes::ALL.iter().map(|code| code.name);
        if self.codes.is_empty() {
            let help = "write it as `// orbat: allow(data.unused) the next edition needs it`";
            return Some(told("this comment does not say what it allows".to_owned()).help(help));
        }
        for ((code, real), idle) in self.codes.iter().zip(idle) {
            let Some(real) = real else {
                let help = did_you_mean(code, known())
                    .map_or_else(|| "`orbat explain` lists all codes".to_owned(), as_question);
                return Some(told(format!("there is no code `{code}`")).help(help));
            };
            if real.severity == Severity::Error {
                let help = "only warnings can be allowed";
                return Some(told(format!("`{code}` is an error")).help(help));
            }
            // This lint runs only on request.
            if *idle && whole && **real != codes::UNIT_IMPOSSIBLE {
                let message = format!("there is no `{code}` here that this could silence");
                let help = "take the comment out, or put it above the line that is meant";
                return Some(told(message).help(help));
            }
        }
        let help = "say behind the parenthesis why the warning does not matter here";
        self.reason.is_empty().then(|| told("this comment gives no reason".to_owned()).help(help))
    }
}

/// The `allow` comments of a text.
fn of(source: SourceId, text: &str) -> Vec<Allow<'_>> {
    // Lex the file again only if it can contain such a comment.
    if !text.contains("orbat:") {
        return Vec::new();
    }
    let mut lexer = Lexer::new(text);
    lexer.by_ref().for_each(drop);
    let allow = |comment: &Range<usize>| {
        let words =
            text.get(comment.clone())?.strip_prefix("//")?.trim_start_matches('/').trim_start();
        let rest = words.strip_prefix("orbat:")?.trim_start().strip_prefix("allow")?.trim_start();
        let (codes, reason) = match rest.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
            Some((codes, reason)) => {
                let codes = codes.split(',').map(str::trim).filter(|code| !code.is_empty());
                (codes.map(|code| (code, codes::named(code))).collect(), reason)
            }
            None => (Vec::new(), rest),
        };
        let reason = reason.trim().trim_start_matches([':', '-']).trim();
        Some(Allow {
            source,
            comment: comment.clone(),
            line: line_of(text, comment),
            codes,
            reason,
        })
    };
    lexer.skipped.iter().filter_map(allow).collect()
}

/// The line that a comment applies to.
fn line_of(text: &str, comment: &Range<usize>) -> Range<usize> {
    let begin =
        text.get(..comment.start).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    let alone = text.get(begin..comment.start).is_some_and(|before| before.trim().is_empty());
    if !alone {
        return begin..comment.end;
    }
    let mut start = comment.end;
    // Skip further comments and empty lines in between.
    for line in text.get(comment.end..).unwrap_or("").split_inclusive('\n') {
        let words = line.trim();
        if !words.is_empty() && !words.starts_with("//") {
            return start..start + line.len();
        }
        start += line.len();
    }
    start..start
}
