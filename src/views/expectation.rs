//! Expected verdicts, written in the list itself: `#~ CODE RULE` under the line concerned.

use std::fmt;

use crate::diagnostic::{as_question, codes, did_you_mean};
use crate::views::{Amount, IssueView, Report};

/// A comment that states an expectation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expectation {
    /// `#~ CODE RULE`: a line must raise an issue.
    Issue {
        /// The line that must raise it.
        line: usize,
        /// Its diagnostic code.
        code: String,
        /// A rule of the book it must cite.
        rule: Option<String>,
    },
    /// `#~ points 815`: what the army costs.
    Points {
        /// The line of the comment.
        line: usize,
        /// The cost.
        amount: i64,
    },
    /// A comment that is not understood.
    Wrong {
        /// The line of the comment.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
}

/// A difference between the verdict and what the list expects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Difference {
    Missing { line: usize, code: String, rule: Option<String> },
    Unexpected { line: usize, code: String, cites: Vec<String>, message: String },
    Points { line: usize, wanted: i64, found: Option<Amount> },
    Wrong { line: usize, why: String },
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::Missing { line, code, rule } => {
                let rule =
                    rule.as_ref().map_or_else(String::new, |rule| format!(" that cites {rule}"));
                write!(f, "line {line}: expected {code}{rule}, it is not raised here")
            }
            Difference::Unexpected { line, code, cites, message } => {
                let cites =
                    if cites.is_empty() { String::new() } else { format!(" {}", cites.join(", ")) };
                write!(f, "line {line}: {code}{cites} is raised and not expected: {message}")
            }
            Difference::Points { line, wanted, found } => match found {
                Some(found) => {
                    write!(f, "line {line}: expected a cost of {wanted}, the army costs {found}")
                }
                None => write!(
                    f,
                    "line {line}: expected a cost of {wanted}, what the army costs is not known"
                ),
            },
            Difference::Wrong { line, why } => write!(f, "line {line}: {why}"),
        }
    }
}

/// The expectations in the text of a list. Where no comment can follow the line, the first line of
/// the file says `#~ LINE CODE`.
pub fn expectations(text: &str) -> Vec<Expectation> {
    let mut all = Vec::new();
    let mut last = 0;
    for (number, line) in (1..).zip(text.lines()) {
        match line.trim().strip_prefix("#~") {
            Some(words) => all.push(expectation(words, number, last)),
            // A comment at the end of another line would be silently ignored.
            None if line.contains(" #~") => {
                let why =
                    "a `#~` stands on a line of its own, below the line it is about".to_owned();
                all.push(Expectation::Wrong { line: number, why });
                last = number;
            }
            None if !line.trim().is_empty() => last = number,
            None => {}
        }
    }
    all
}

/// The comment on `line`; `above` is the line it is about.
fn expectation(words: &str, line: usize, above: usize) -> Expectation {
    let words: Vec<&str> = words.split_whitespace().collect();
    let wrong = |why: String| Expectation::Wrong { line, why };
    match words.as_slice() {
        ["points", amount] => match amount.parse() {
            Ok(amount) => Expectation::Points { line, amount },
            Err(_) => wrong(format!("`{amount}` is no number of points")),
        },
        [code] | [code, _] if above == 0 && code.parse::<usize>().is_err() => wrong(format!(
            "`#~ {code}` stands above the whole list; put it below the line that raises it"
        )),
        [code] => issue(code, above, None).unwrap_or_else(wrong),
        [first, second] => match first.parse() {
            Ok(place) => issue(second, place, None).unwrap_or_else(wrong),
            Err(_) => issue(first, above, Some(second)).unwrap_or_else(wrong),
        },
        [] => wrong("`#~` says nothing: write a code, and a rule if one must be cited".to_owned()),
        [..] => wrong("`#~` takes a code and at most one rule".to_owned()),
    }
}

fn issue(code: &str, line: usize, rule: Option<&str>) -> Result<Expectation, String> {
    if codes::ALL.iter().any(|known| known.name == code) {
        return Ok(Expectation::Issue {
            line,
            code: code.to_owned(),
            rule: rule.map(str::to_owned),
        });
    }
    let near = did_you_mean(code, codes::ALL.iter().map(|known| known.name));
    Err(match near {
        Some(near) => format!("there is no code `{code}`; {}", as_question(near)),
        None => format!("there is no code `{code}`; `orbat explain` lists them"),
    })
}

/// Compares a verdict with the expectations in its list. Every issue must be expected.
pub fn differences(text: &str, report: &Report) -> Vec<Difference> {
    let mut issues: Vec<&IssueView> = report.issues.iter().collect();
    let mut all = Vec::new();
    // Expectations with a rule come first: those without would match the same issue.
    let mut expectations = expectations(text);
    expectations.sort_by_key(|expectation| {
        !matches!(expectation, Expectation::Issue { rule: Some(_), .. })
    });
    for expectation in expectations {
        match expectation {
            Expectation::Issue { line, code, rule } => {
                let cited =
                    |issue: &IssueView| rule.as_ref().is_none_or(|rule| issue.cites.contains(rule));
                let fits = |issue: &&IssueView| {
                    issue.at.line == line && issue.code.name == code && cited(issue)
                };
                match issues.iter().position(fits) {
                    Some(at) => drop(issues.remove(at)),
                    None => all.push(Difference::Missing { line, code, rule }),
                }
            }
            Expectation::Points { line, amount } => {
                if report.points != Some(Amount::Whole(amount)) {
                    all.push(Difference::Points { line, wanted: amount, found: report.points });
                }
            }
            Expectation::Wrong { line, why } => all.push(Difference::Wrong { line, why }),
        }
    }
    all.extend(issues.into_iter().map(|issue| Difference::Unexpected {
        line: issue.at.line,
        code: issue.code.name.to_owned(),
        cites: issue.cites.clone(),
        message: issue.message.clone(),
    }));
    all
}

/// The text of a list with its expectations replaced by those that its verdict meets. A rule is
/// named where the list named one. `#~ points` is kept if the list had it.
pub(crate) fn blessed(text: &str, report: &Report) -> String {
    let old = expectations(text);
    let names_rules = old.iter().any(|one| matches!(one, Expectation::Issue { rule: Some(_), .. }))
        || old.is_empty();
    let is_comment = |line: &str| line.trim().starts_with("#~");
    let mut issues: Vec<&IssueView> = report.issues.iter().collect();
    let mut body = String::new();
    let mut count = 0;
    // Expectations that cannot stand below their line go to the top, with the line number.
    let mut top: Vec<(usize, String)> = Vec::new();
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        if is_comment(line) {
            let words = line.trim().strip_prefix("#~").map(str::split_whitespace);
            let states_points = words.and_then(|mut words| words.next()) == Some("points");
            if let (true, Some(Amount::Whole(points))) = (states_points, report.points) {
                body += &format!("{}#~ points {points}\n", indent(line));
                count += 1;
            }
            continue;
        }
        body += line;
        count += 1;
        let (here, others): (Vec<&IssueView>, Vec<&IssueView>) =
            issues.into_iter().partition(|issue| issue.at.line == number);
        issues = others;
        if !here.is_empty() && !line.ends_with('\n') {
            body.push('\n');
        }
        for issue in here {
            let words = words_of(issue, names_rules);
            // Below an empty line a comment is about the line above it.
            if line.trim().is_empty() {
                top.push((count, issue.code.name.to_owned()));
            } else {
                body += &format!("{}#~ {words}\n", indent(line));
                count += 1;
            }
        }
    }
    top.extend(issues.iter().map(|issue| (count.max(1), issue.code.name.to_owned())));
    let above = top.len();
    let head = top.into_iter().map(|(line, words)| format!("#~ {} {words}\n", line + above));
    head.collect::<String>() + &body
}

fn words_of(issue: &IssueView, names_rules: bool) -> String {
    match issue.cites.first().filter(|_| names_rules) {
        Some(rule) => format!("{} {rule}", issue.code.name),
        None => issue.code.name.to_owned(),
    }
}

/// The indentation of a comment under a line. A comment in the first column is always one.
fn indent(line: &str) -> &str {
    line.get(..line.len() - line.trim_start().len()).unwrap_or("")
}
