//! Explains why a change cannot be written.

use std::ops::Range;

use crate::list::CannotRewrite;
use crate::list::rewrite::splice::Splices;
use crate::list::yaml::{Tree, YamlKind};

/// What prevents the change: an alias, or else the line where it failed.
pub(crate) fn refusal(
    text: &str,
    tree: &Tree,
    splices: &Splices<'_>,
    unsupported: Option<usize>,
) -> CannotRewrite {
    let line = |at: usize| text.get(..at).map_or(0, |before| before.matches('\n').count()) + 1;
    let mut borrowed = Vec::new();
    borrowings(tree, &mut borrowed);
    let changed: Vec<Range<usize>> = splices.ranges().chain(unsupported.map(|at| at..at)).collect();
    let touches = |range: &Range<usize>| {
        changed.iter().any(|change| {
            change.start < range.end && range.start < change.end.max(change.start + 1)
        })
    };
    // Additions to a block go on the line after it.
    let with_line = |range: &Range<usize>| range.start..splices.next_line(range.end) + 1;
    let shared = borrowed
        .iter()
        .find(|borrowing| touches(&borrowing.alias) || touches(&with_line(&borrowing.anchored)));
    CannotRewrite(match (shared, unsupported.or(changed.first().map(|range| range.start))) {
        (Some(borrowing), _) => {
            let (alias, anchored) = (line(borrowing.alias.start), line(borrowing.anchored.start));
            format!(
                "line {alias} repeats what stands on line {anchored} (an alias), so one cannot change without the other"
            )
        }
        (None, Some(at)) => {
            format!("line {} is written in a way this change does not fit into", line(at))
        }
        (None, None) => "it is written in a way this change does not fit into".to_owned(),
    })
}

/// The ranges of an alias and of the anchored value it stands for.
struct Borrowing {
    alias: Range<usize>,
    anchored: Range<usize>,
}

fn borrowings(tree: &Tree, all: &mut Vec<Borrowing>) {
    fn ends(tree: &Tree, start: usize) -> Option<usize> {
        let inside = match &tree.kind {
            YamlKind::Map(pairs) => pairs.iter().find_map(|(_, _, value)| ends(value, start)),
            YamlKind::Sequence(items) => items.iter().find_map(|item| ends(item, start)),
            _ => None,
        };
        (tree.borrowed.is_none() && tree.span.start() == start).then_some(tree.end).or(inside)
    }
    fn walk(root: &Tree, tree: &Tree, all: &mut Vec<Borrowing>) {
        if let Some(start) = tree.borrowed {
            let alias = tree.span.start()..tree.end;
            all.push(Borrowing { alias, anchored: start..ends(root, start).unwrap_or(start) });
        }
        match &tree.kind {
            YamlKind::Map(pairs) => pairs.iter().for_each(|(_, _, value)| walk(root, value, all)),
            YamlKind::Sequence(items) => items.iter().for_each(|item| walk(root, item, all)),
            _ => {}
        }
    }
    walk(tree, tree, all);
}
