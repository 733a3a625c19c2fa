//! Verdicts as JUnit XML: each list is a test case, each error a failure.

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};

use crate::diagnostic::Severity;
use crate::render::printable;
use crate::views::{IssueView, Report};

/// All reports as a test suite.
pub(super) fn suite(reports: &[Report]) -> String {
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    // Writing to memory cannot fail.
    let _ = write(&mut writer, reports);
    let mut text = String::from_utf8(writer.into_inner()).unwrap_or_default();
    text.push('\n');
    text
}

fn write(writer: &mut Writer<Vec<u8>>, reports: &[Report]) -> std::io::Result<()> {
    let failures = reports.iter().filter(|report| report.readable && !report.legal).count();
    let errors = reports.iter().filter(|report| !report.readable).count();
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let mut suite = BytesStart::new("testsuite");
    suite.push_attribute(("name", "orbat check"));
    for (name, count) in [("tests", reports.len()), ("failures", failures), ("errors", errors)] {
        suite.push_attribute((name, count.to_string().as_str()));
    }
    writer.write_event(Event::Start(suite))?;
    for report in reports {
        let mut case = BytesStart::new("testcase");
        case.push_attribute(("name", printable(&report.list).as_str()));
        let system = report.system.as_deref().unwrap_or("unknown");
        case.push_attribute(("classname", printable(system).as_str()));
        case.push_attribute(("file", printable(&report.file).as_str()));
        writer.write_event(Event::Start(case))?;
        for issue in report.issues.iter().filter(|issue| issue.severity == Severity::Error) {
            failure(writer, report, issue)?;
        }
        writer.write_event(Event::End(BytesEnd::new("testcase")))?;
    }
    writer.write_event(Event::End(BytesEnd::new("testsuite")))
}

fn failure(
    writer: &mut Writer<Vec<u8>>,
    report: &Report,
    issue: &IssueView,
) -> std::io::Result<()> {
    let name = if report.readable { "failure" } else { "error" };
    let mut start = BytesStart::new(name);
    start.push_attribute(("type", issue.code.name));
    start.push_attribute(("message", printable(&issue.message).as_str()));
    writer.write_event(Event::Start(start))?;
    // Names of files may have line breaks.
    let file = issue.at.file.replace('\n', "\\u{a}");
    let mut lines = vec![format!("{file}:{}:{}", issue.at.line, issue.at.column)];
    lines.extend(issue.rule.iter().map(|rule| format!("rule {rule}")));
    lines.extend(issue.defined_at.iter().map(|at| format!("defined at {}:{}", at.file, at.line)));
    lines.extend(issue.fixes.iter().map(|fix| format!("fix: {fix}")));
    lines.extend(issue.help.iter().map(|help| format!("help: {help}")));
    writer.write_event(Event::Text(BytesText::new(&printable(&lines.join("\n")))))?;
    writer.write_event(Event::End(BytesEnd::new(name)))
}
