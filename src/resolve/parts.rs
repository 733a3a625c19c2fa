//! `use`: puts the declarations of one file in place of a line in another.

use rustc_hash::FxHashSet;

use super::library::relative;
use super::load::Loaded;
use super::text::plain;
use crate::diagnostic::{Diagnostics, codes};
use crate::source::Span;
use crate::syntax::Parsed;
use crate::syntax::ast::{Item, Statement, StatementKind};

/// The state of replacing each `use` with the declarations of the used file.
pub(crate) struct Parts<'t> {
    pub loaded: &'t [Loaded],
    /// Every known part, for suggestions.
    pub known_parts: &'t [&'t str],
    pub parsed: &'t [Parsed<'t>],
    pub diagnostics: Diagnostics,
    /// Parts whose problems have been reported.
    pub reported: FxHashSet<usize>,
}

impl<'t> Parts<'t> {
    /// The statements of a file with every `use` expanded. `path` leads from the item to this file;
    /// files in `taken` are part of the item already and are not taken again.
    pub(crate) fn expand(
        &mut self,
        file: &Loaded,
        statements: &'t [Statement<'t>],
        path: &mut Vec<String>,
        taken: &mut FxHashSet<usize>,
    ) -> Vec<&'t Statement<'t>> {
        let mut all = Vec::new();
        for statement in statements {
            let StatementKind::Use(target) = &statement.kind else {
                all.push(statement);
                continue;
            };
            let Some(wanted) = relative(&file.path, &plain(*target)) else {
                let diagnostic =
                    codes::USE_OUTSIDE.at(target.span, "`use` cannot leave the data folder");
                self.diagnostics.push(
                    diagnostic.help("give the path from this file, with `/` between folders"),
                );
                continue;
            };
            if path.contains(&wanted) {
                let message = format!("`{wanted}` uses itself, directly or through others");
                self.diagnostics.push(codes::USE_CYCLE.at(target.span, message));
                continue;
            }
            // If several layers have the file, the last one wins.
            let has_part = |index: usize| {
                let same = self.loaded.get(index).is_some_and(|file| file.path == wanted);
                same && self
                    .parsed
                    .get(index)
                    .is_some_and(|file| file.items.iter().any(|item| matches!(item, Item::Part(_))))
            };
            let found = (0..self.loaded.len()).rev().find(|&index| has_part(index));
            match found {
                Some(index) if !taken.insert(index) => {}
                Some(index) => self.take(index, wanted, path, taken, &mut all),
                None => self.missing(target.span, &wanted),
            }
        }
        all
    }

    fn take(
        &mut self,
        index: usize,
        wanted: String,
        path: &mut Vec<String>,
        taken: &mut FxHashSet<usize>,
        all: &mut Vec<&'t Statement<'t>>,
    ) {
        let (Some(file), Some(parsed)) = (self.loaded.get(index), self.parsed.get(index)) else {
            return;
        };
        if !file.wanted && self.reported.insert(index) {
            parsed.problems.iter().for_each(|problem| self.diagnostics.push(problem.clone()));
        }
        path.push(wanted);
        for item in &parsed.items {
            if let Item::Part(statements) = item {
                all.extend(self.expand(file, statements, path, taken));
            }
        }
        path.pop();
    }

    fn missing(&mut self, span: Span, wanted: &str) {
        let message = format!("there is no file of loose declarations `{wanted}`");
        let known = self.known_parts.iter().copied();
        self.diagnostics.push(codes::USE_MISSING.at(span, message).suggest(wanted, known));
    }
}
