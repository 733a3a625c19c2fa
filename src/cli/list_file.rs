//! A list in a file that a command changes: read with its game, written whole or not at all.

use std::fs;
use std::path::{Path, PathBuf};

use super::output::{FAINT, print, styled};
use super::{Failure, Global, check, file, verdict};
use crate::builder;
use crate::diagnostic::Diagnostic;
use crate::engine::Checker;
use crate::list::{CannotRewrite, List, load_list, rewrite};
use crate::model::Game;
use crate::source::Sources;
use crate::views::{Report, unknown_system, unreadable};

/// A list that was read without a fault, and its game.
pub(crate) struct ListFile {
    pub path: PathBuf,
    pub text: String,
    pub game: Game,
    pub sources: Sources,
    pub list: List,
}

impl ListFile {
    /// Reads a list and its game. A list that is not understood as a whole is shown with its
    /// faults.
    pub(crate) fn open(global: &Global, path: &Path) -> Result<Self, Failure> {
        if path.is_dir() {
            return Err(Failure::Usage(format!(
                "`{}` is a folder; name one list in it",
                path.display()
            )));
        }
        if path == Path::new("-") {
            return Err(Failure::Usage(
                "this command works on a file, not on standard input".to_owned(),
            ));
        }
        let text = check::read(path)
            .map_err(|(_, message)| Failure::Usage(format!("`{}`: {message}", path.display())))?;
        let layers = global.layers()?;
        let mut own = Sources::default();
        let source = own.add(path.display().to_string(), text.as_str());
        let (list, found) = load_list(&own, source);
        let systems = layers.systems();
        let known = |list: &List| systems.iter().any(|system| system.id == list.system.value);
        let refuse = |list: Option<&List>, found: &[Diagnostic]| {
            print(&verdict::draw(&unreadable(&own, source, list, found), &own));
            Err(Failure::Unreadable)
        };
        match &list {
            Some(list) if found.is_empty() && known(list) => {}
            Some(list) if found.is_empty() => {
                return refuse(
                    Some(list),
                    &[unknown_system(list, systems.iter().map(|system| system.id.as_str()))],
                );
            }
            list => return refuse(list.as_ref(), &found),
        }
        let system = list.map(|list| list.system.value).unwrap_or_default();
        let (game, mut sources) = layers.load(&system)?;
        let source = sources.add(path.display().to_string(), text.as_str());
        match load_list(&sources, source).0 {
            Some(list) => Ok(ListFile { path: path.to_owned(), text, game, sources, list }),
            None => Err(Failure::Unreadable),
        }
    }

    /// Reads a list that is to be written again: a pipe or a device cannot be.
    pub(crate) fn open_to_change(global: &Global, path: &Path) -> Result<Self, Failure> {
        match fs::metadata(path) {
            Ok(found) if !found.is_file() && !found.is_dir() => Err(Failure::Usage(format!(
                "`{}` is no regular file; this command writes to one",
                path.display()
            ))),
            _ => Self::open(global, path),
        }
    }

    /// The text with another list in it.
    pub(crate) fn with(&self, list: &List) -> Result<String, Failure> {
        rewrite(&self.text, list).map_err(|CannotRewrite(why)| {
            let path = self.path.display();
            Failure::Usage(format!("`{path}`: {why}; change it by hand. It is as it was"))
        })
    }

    /// Writes the text, if the file still holds what was read, and shows what has changed and the
    /// verdict.
    pub(crate) fn save(&self, text: &str, dry_run: bool) -> Result<Report, Failure> {
        if !dry_run && text != self.text {
            file::replace(&self.path, &self.text, text)?;
        }
        print(&changed_lines(&self.text, text));
        if text == self.text {
            print(&format!("{}\n", styled(FAINT, "Nothing changes.")));
        }
        let report = self.judge(text)?;
        print(&verdict::brief(&report));
        if dry_run && text != self.text {
            print(&format!("{}\n", styled(FAINT, "Nothing was written.")));
        }
        Ok(report)
    }

    /// The verdict on a text in the place of the one that was read.
    fn judge(&self, text: &str) -> Result<Report, Failure> {
        let mut sources = self.sources.clone();
        let source = sources.add(self.path.display().to_string(), text);
        let (list, found) = load_list(&sources, source);
        let list = list.ok_or(Failure::Unreadable)?;
        Ok(builder::judge(&Checker::new(&self.game), &sources, source, &list, &found))
    }
}

/// The lines that have changed, with a sign before each.
fn changed_lines(old: &str, new: &str) -> String {
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
    let (old, new) = (middle(&old), middle(&new));
    let mut text = String::new();
    for (sign, line) in difference(&old, &new) {
        let style = match sign {
            '+' => anstyle::AnsiColor::Green.on_default(),
            '-' => anstyle::AnsiColor::Red.on_default(),
            _ => FAINT,
        };
        text += &format!("{}\n", styled(style, &format!("{sign} {line}")));
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

/// Longer texts are not compared line by line.
const MOST_COMPARED: usize = 1_000;

/// As many lines as can be stay, the rest goes or comes.
fn difference(old: &[String], new: &[String]) -> Vec<(char, String)> {
    let all = |sign: char, lines: &[String]| {
        lines.iter().map(|line| (sign, line.clone())).collect::<Vec<_>>()
    };
    if old.len().max(new.len()) > MOST_COMPARED {
        return all('-', old).into_iter().chain(all('+', new)).collect();
    }
    // How many lines can stay of what is left of both, from every place on.
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

    #[test]
    fn changed_lines_are_shown_once() {
        let lines = |old: &str, new: &str| {
            anstream::adapter::strip_str(&changed_lines(old, new)).to_string()
        };
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
