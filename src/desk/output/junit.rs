//! Verdicts as JUnit XML: each submission is a test case, each error or question a failure.

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};

use crate::desk::event::{DeskEntry, DeskVerdict};
use crate::diagnostic::Severity;
use crate::render::printable;

/// All submissions as a test suite.
pub(super) fn suite(event: &str, entries: &[DeskEntry]) -> String {
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    // Writing to memory cannot fail.
    let _ = write(&mut writer, event, entries);
    String::from_utf8(writer.into_inner()).unwrap_or_default() + "\n"
}

fn write(writer: &mut Writer<Vec<u8>>, event: &str, entries: &[DeskEntry]) -> std::io::Result<()> {
    let count = |wanted: &[DeskVerdict]| {
        entries.iter().filter(|entry| wanted.contains(&entry.verdict)).count().to_string()
    };
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let mut suite = BytesStart::new("testsuite");
    suite.push_attribute(("name", "orbat event check"));
    suite.push_attribute(("tests", entries.len().to_string().as_str()));
    let failures = count(&[DeskVerdict::Illegal, DeskVerdict::Questions]);
    suite.push_attribute(("failures", failures.as_str()));
    let errors = count(&[DeskVerdict::Unreadable, DeskVerdict::NotAList]);
    suite.push_attribute(("errors", errors.as_str()));
    writer.write_event(Event::Start(suite))?;
    for entry in entries {
        let mut case = BytesStart::new("testcase");
        let name = format!("{}. {}", entry.number, entry.player);
        case.push_attribute(("name", printable(&name).as_str()));
        case.push_attribute(("classname", printable(event).as_str()));
        case.push_attribute(("file", printable(&entry.origin).as_str()));
        writer.write_event(Event::Start(case))?;
        failures_of(writer, entry)?;
        writer.write_event(Event::End(BytesEnd::new("testcase")))?;
    }
    writer.write_event(Event::End(BytesEnd::new("testsuite")))
}

fn failures_of(writer: &mut Writer<Vec<u8>>, entry: &DeskEntry) -> std::io::Result<()> {
    if let Some(fault) = &entry.fault {
        let kind = match entry.verdict {
            DeskVerdict::Unreadable | DeskVerdict::NotAList => "error",
            _ => "failure",
        };
        failure(writer, kind, "submission", fault, &[])?;
    }
    for question in &entry.questions {
        let candidates: Vec<String> =
            question.candidates.iter().map(|title| format!("perhaps: {title}")).collect();
        failure(writer, "failure", "question", &question.text, &candidates)?;
    }
    for issue in entry.issues.iter().filter(|issue| issue.severity == Severity::Error) {
        let mut lines: Vec<String> =
            issue.rules.iter().map(|rule| format!("rule {rule}")).collect();
        lines.extend(issue.counted.iter().map(|counted| format!("counted: {counted}")));
        lines.extend(issue.fixes.iter().map(|fix| format!("fix: {fix}")));
        failure(writer, "failure", &issue.code, &issue.message, &lines)?;
    }
    Ok(())
}

fn failure(
    writer: &mut Writer<Vec<u8>>,
    name: &str,
    kind: &str,
    message: &str,
    lines: &[String],
) -> std::io::Result<()> {
    let mut start = BytesStart::new(name);
    start.push_attribute(("type", kind));
    start.push_attribute(("message", printable(message).as_str()));
    writer.write_event(Event::Start(start))?;
    writer.write_event(Event::Text(BytesText::new(&printable(&lines.join("\n")))))?;
    writer.write_event(Event::End(BytesEnd::new(name)))
}
