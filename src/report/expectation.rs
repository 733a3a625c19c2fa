//! What a list must raise, written in the list itself: `#~ CODE RULE` under the line concerned.

use std::fmt;

use super::{IssueView, Report};

/// One comment of that kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expectation {
    Issue {
        line: usize,
        code: String,
        /// A rule of the book that must be cited.
        rule: Option<String>,
    },
    /// `#~ points 815`: what the army costs.
    Points { line: usize, amount: String },
}

/// Something that is not as a list says it should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Difference {
    Missing { line: usize, code: String, rule: Option<String> },
    Unexpected { line: usize, code: String, cites: Vec<String>, message: String },
    Points { line: usize, wanted: String, found: Option<String> },
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::Missing { line, code, rule } => {
                let rule = rule.as_ref().map_or_else(String::new, |rule| format!(" that cites {rule}"));
                write!(f, "line {line}: expected {code}{rule}, it is not raised here")
            }
            Difference::Unexpected { line, code, cites, message } => {
                let cites = if cites.is_empty() { String::new() } else { format!(" {}", cites.join(", ")) };
                write!(f, "line {line}: {code}{cites} is raised and not expected: {message}")
            }
            Difference::Points { line, wanted, found } => match found {
                Some(found) => write!(f, "line {line}: expected {wanted} points, the army costs {found}"),
                None => write!(f, "line {line}: expected {wanted} points, what the army costs is not known"),
            },
        }
    }
}

/// The expectations in the text of a list. Where no comment can stand, `#~ LINE CODE` is the first line of the file.
pub fn expectations(text: &str) -> Vec<Expectation> {
    let mut all = Vec::new();
    let mut last = 0;
    for (number, line) in (1..).zip(text.lines()) {
        let Some(words) = line.trim().strip_prefix("#~") else {
            last = number;
            continue;
        };
        let mut words = words.split_whitespace().map(str::to_owned);
        let first = words.next().unwrap_or_default();
        let second = words.next();
        all.push(match (first.parse::<usize>(), second) {
            (Ok(line), code) => Expectation::Issue { line, code: code.unwrap_or_default(), rule: None },
            (Err(_), Some(amount)) if first == "points" => Expectation::Points { line: number, amount },
            (Err(_), rule) => Expectation::Issue { line: last, code: first, rule },
        });
    }
    all
}

/// What differs between a verdict and the expectations in its list. Everything that is raised must be expected.
pub fn differences(text: &str, report: &Report) -> Vec<Difference> {
    let mut issues: Vec<&IssueView> = report.issues.iter().collect();
    let mut all = Vec::new();
    for expectation in expectations(text) {
        match expectation {
            Expectation::Issue { line, code, rule } => {
                let cited = |issue: &IssueView| rule.as_ref().is_none_or(|rule| issue.cites.contains(rule));
                let fits = |issue: &&IssueView| issue.at.line == line && issue.code == code && cited(issue);
                match issues.iter().position(fits) {
                    Some(at) => drop(issues.remove(at)),
                    None => all.push(Difference::Missing { line, code, rule }),
                }
            }
            Expectation::Points { line, amount } => {
                let found = report.points.as_ref().map(ToString::to_string);
                if found.as_ref() != Some(&amount) {
                    all.push(Difference::Points { line, wanted: amount, found });
                }
            }
        }
    }
    all.extend(issues.into_iter().map(|issue| Difference::Unexpected {
        line: issue.at.line,
        code: issue.code.clone(),
        cites: issue.cites.clone(),
        message: issue.message.clone(),
    }));
    all
}
