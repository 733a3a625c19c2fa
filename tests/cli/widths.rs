//! What commands print on terminals of three widths.

use crate::support::program::{orbat_within, stderr, stdout, with_one_mark};
use unicode_width::UnicodeWidthStr;

/// Commands whose output is wrapped, with lists that show much of it.
const COMMANDS: &[&[&str]] = &[
    &["check", "examples/at43/first-company.yaml"],
    &["check", "--units", "examples/firefight/false-start.yaml"],
    &["check", "examples/mad_minute", "examples/firefight/patrol.yaml"],
    &["show", "hussars"],
    &["units", "cogs"],
    &["suggest", "examples/warzone/customs-patrol.yaml"],
    &["complete", "--dry-run", "examples/warzone/customs-patrol.yaml"],
    &["fix", "examples/mad_minute/too-fast-too-dear.yaml"],
    &["data", "check", "tests/suite/mistakes/late_was.orbat"],
    &["explain", "WZ-17"],
    &["explain", "unit.unique"],
    &["explain"],
];

/// Nothing is wider than the terminal, so that the terminal itself breaks no word.
#[test]
fn nothing_is_broken_by_the_terminal() {
    for width in [60, 80, 120] {
        let mut all = String::new();
        for command in COMMANDS {
            let output = orbat_within(width, command);
            let text = stdout(&output) + &stderr(&output);
            for line in text.lines() {
                assert!(line.width() <= width, "{width} {command:?}: {line}");
            }
            assert!(!text.contains(",-[") && !text.contains("`----"), "{command:?}\n{text}");
            if command.first() != Some(&"explain") || command.len() > 1 {
                all += &format!("$ orbat {}\n{}\n", command.join(" "), with_one_mark(&text));
            }
        }
        insta::assert_snapshot!(format!("width_{width}"), all);
    }
}
