//! Builds the ast of a file whose tree was made when the program was built, so nothing is split and
//! there are no mistakes to explain.

use rustc_hash::FxHashSet;

use super::Parsed;
use super::ast::Item;
use super::build::{Builder, OldNames};
use super::grammar::Rule;
use super::recover::item;
use super::tree::{Pair, Tree};
use crate::source::SourceId;

pub(crate) fn build<'a>(
    source: SourceId,
    text: &'a str,
    tree: &Tree,
    renamed: Option<&'a OldNames<'a>>,
) -> Parsed<'a> {
    let mut builder = Builder::new(source, text, 0, renamed);
    let mut items: Vec<Item<'a>> = Vec::new();
    for pair in tree.pairs().next().into_iter().flat_map(Pair::parts) {
        if pair.rule() == Rule::whole_item {
            let mut parts = pair.parts();
            let head = parts.next().and_then(|header| builder.head(header));
            let statements = builder.statements(parts);
            items.extend(head.map(|(rule, head)| item(rule, head, statements)));
        } else if let Some(statement) = builder.statement(pair) {
            match items.last_mut() {
                Some(Item::Part(statements)) => statements.push(statement),
                _ => items.push(Item::Part(vec![statement])),
            }
        }
    }
    Parsed {
        items,
        holes: Vec::new(),
        lost_words: FxHashSet::default(),
        names: builder.names,
        problems: builder.problems,
    }
}
