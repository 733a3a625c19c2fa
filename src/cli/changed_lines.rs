//! Compares two texts line by line.

use super::output::{FAINT, styled};

/// The changed lines, each with `+` or `-`, and an empty line behind them.
pub(crate) fn changed_lines(old: &str, new: &str) -> String {
    let mut text = drawn_changes(&line_changes(old, new));
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

/// Lines with their signs.
pub(crate) fn drawn_changes(changes: &[(char, String)]) -> String {
    let mut text = String::new();
    for (sign, line) in changes {
        let style = match sign {
            '+' => anstyle::AnsiColor::Green.on_default(),
            '-' => anstyle::AnsiColor::Red.on_default(),
            _ => FAINT,
        };
        text += &format!("{}\n", styled(style, &format!("{sign} {line}")));
    }
    text
}

/// The lines that are gone or new, with their signs.
pub(crate) fn line_changes(old: &str, new: &str) -> Vec<(char, String)> {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let same_start = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let rest = |lines: &[&str]| lines.len() - same_start;
    let most = rest(&old).min(rest(&new));
    let same_end =
        old.iter().rev().zip(new.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
    let middle = |lines: &'_ [&str]| -> Vec<String> {
        lines
            .get(same_start..lines.len() - same_end)
            .unwrap_or_default()
            .iter()
            .map(|line| (*line).to_owned())
            .collect()
    };
    difference(&middle(&old), &middle(&new))
}

/// Texts with more lines are shown as replaced.
const MOST_COMPARED: usize = 1_000;

/// Keeps as many lines as possible; the rest is removed or added.
fn difference(old: &[String], new: &[String]) -> Vec<(char, String)> {
    let all = |sign: char, lines: &[String]| {
        lines.iter().map(|line| (sign, line.clone())).collect::<Vec<_>>()
    };
    if old.len().max(new.len()) > MOST_COMPARED {
        return all('-', old).into_iter().chain(all('+', new)).collect();
    }
    // The number of lines that can be kept from line `a` of the old and `b` of the new text on.
    let mut common = vec![vec![0_usize; new.len() + 1]; old.len() + 1];
    let at = |common: &[Vec<usize>], a: usize, b: usize| {
        common.get(a).and_then(|row| row.get(b)).copied().unwrap_or(0)
    };
    for a in (0..old.len()).rev() {
        for b in (0..new.len()).rev() {
            let most = match old.get(a) == new.get(b) {
                true => at(&common, a + 1, b + 1) + 1,
                false => at(&common, a + 1, b).max(at(&common, a, b + 1)),
            };
            common
                .get_mut(a)
                .and_then(|row| row.get_mut(b))
                .into_iter()
                .for_each(|cell| *cell = most);
        }
    }
    let (mut a, mut b, mut changed) = (0, 0, Vec::new());
    while let (Some(gone), Some(come)) = (old.get(a), new.get(b)) {
        if gone == come {
            (a, b) = (a + 1, b + 1);
        } else if at(&common, a + 1, b) >= at(&common, a, b + 1) {
            changed.push(('-', gone.clone()));
            a += 1;
        } else {
            changed.push(('+', come.clone()));
            b += 1;
        }
    }
    changed.extend(all('-', old.get(a..).unwrap_or_default()));
    changed.extend(all('+', new.get(b..).unwrap_or_default()));
    changed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::screen::unstyled;

    #[test]
    fn changed_lines_are_shown_once() {
        let lines = |old: &str, new: &str| unstyled(&changed_lines(old, new)).into_owned();
        assert_eq!(lines("a\nb\nc\n", "a\nx\nc\n"), "- b\n+ x\n\n");
        assert_eq!(lines("a\nb\nc\nd\n", "a\nc\nd\ne\n"), "- b\n+ e\n\n");
        assert_eq!(lines("a\n", "a\n"), "");
        // What moves is what is shown.
        assert_eq!(
            lines("moved\nb\nc\nd\n", "b\nc\nnew\nmoved\nd\n"),
            "- moved\n+ new\n+ moved\n\n"
        );
    }
}
