//! Verdicts as SARIF 2.1.0, which code hosts and editors show.

use serde_json::{Value, json};

use crate::diagnostic::{Code, Severity};
use crate::views::{FilePlace, IssueView, Report};

/// All reports as one run.
pub(super) fn log(reports: &[Report]) -> Value {
    let issues = || reports.iter().flat_map(|report| &report.issues);
    let mut used: Vec<&Code> = issues().map(|issue| issue.code).collect();
    used.sort_unstable_by_key(|code| code.name);
    used.dedup();
    let mut rules = Vec::new();
    for code in used {
        rules.push(json!({ "id": code, "shortDescription": { "text": code.title } }));
    }
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "orbat",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            "columnKind": "unicodeCodePoints",
            "results": issues().map(result).collect::<Vec<_>>(),
        }],
    })
}

fn result(issue: &IssueView) -> Value {
    let level = match issue.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let mut text = issue.message.clone();
    text.extend(issue.rule.iter().map(|rule| format!(" ({rule})")));
    text.extend(issue.fixes.iter().map(|fix| format!("\nFix: {fix}")));
    text.extend(issue.help.iter().map(|help| format!("\nHelp: {help}")));
    let defined = issue.defined_at.iter().map(|at| related(at, "the rule"));
    let counted = issue.counted.iter().map(|counted| related(&counted.at, &counted.what));
    json!({
        "ruleId": issue.code,
        "level": level,
        "message": { "text": text },
        "locations": [location(&issue.at)],
        "relatedLocations": defined.chain(counted).collect::<Vec<_>>(),
    })
}

fn location(at: &FilePlace) -> Value {
    json!({ "physicalLocation": {
        "artifactLocation": { "uri": uri(&at.file) },
        "region": { "startLine": at.line, "startColumn": at.column },
    } })
}

fn related(at: &FilePlace, text: &str) -> Value {
    let mut location = location(at);
    if let Some(object) = location.as_object_mut() {
        object.insert("message".to_owned(), json!({ "text": text }));
    }
    location
}

/// A path as a relative URI: with forward slashes, reserved characters encoded.
fn uri(path: &str) -> String {
    let mut uri = String::new();
    for byte in path.replace('\\', "/").bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/:".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri
}
