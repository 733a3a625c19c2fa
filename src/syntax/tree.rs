//! The tree that the parser found, flat: every rule with its place, each before the rules inside
//! it.
//!
//! Usually made from pest's pairs. For the files that come with the program it is made when the
//! program is built (`build.rs`, which compiles this file too), because parsing them would take
//! most of the time it takes to load a game.

use std::ops::Range;
use std::sync::LazyLock;

use pest::Token;
use pest::iterators::Pairs as Found;

use super::grammar::Rule;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Node {
    rule: Rule,
    start: u32,
    end: u32,
    /// The index of the first node that is not inside this one.
    after: u32,
}

#[derive(Debug)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
}

/// A rule at its place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pair<'t> {
    nodes: &'t [Node],
    node: Node,
    at: usize,
}

/// The nodes side by side at one level of a tree.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pairs<'t> {
    nodes: &'t [Node],
    next: usize,
    end: usize,
}

impl Tree {
    pub(crate) fn of(found: Found<'_, Rule>) -> Self {
        let mut nodes: Vec<Node> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        let place =
            |position: pest::Position<'_>| u32::try_from(position.pos()).unwrap_or(u32::MAX);
        for token in found.tokens() {
            match token {
                Token::Start { rule: Rule::EOI, .. } | Token::End { rule: Rule::EOI, .. } => {}
                Token::Start { rule, pos } => {
                    open.push(nodes.len());
                    nodes.push(Node { rule, start: place(pos), end: 0, after: 0 });
                }
                Token::End { pos, .. } => {
                    let after = u32::try_from(nodes.len()).unwrap_or(u32::MAX);
                    if let Some(node) = open.pop().and_then(|at| nodes.get_mut(at)) {
                        (node.end, node.after) = (place(pos), after);
                    }
                }
            }
        }
        Tree { nodes }
    }

    /// The bytes that `build.rs` writes and [`Tree::read`] reads: for every node its rule, how far
    /// it begins after the node before, its length, and how many nodes it holds.
    #[allow(dead_code, reason = "only `build.rs` calls it")]
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut before = 0;
        for (at, node) in (1..).zip(&self.nodes) {
            let of_node = [node.rule as u32, node.start - before, node.end - node.start];
            for mut number in of_node.into_iter().chain([node.after - at]) {
                // Seven bits per byte, the lowest first; the eighth bit is set in all but the last
                // byte.
                while number > 0x7f {
                    bytes.push((number & 0x7f) as u8 | 0x80);
                    number >>= 7;
                }
                bytes.push(number as u8);
            }
            before = node.start;
        }
        bytes
    }

    /// `None` if the bytes are not a tree; a file that could not be parsed has no bytes.
    pub(crate) fn read(mut bytes: &[u8]) -> Option<Self> {
        let mut nodes = Vec::with_capacity(bytes.len() / SHORTEST_NODE);
        let mut start = 0_u32;
        while !bytes.is_empty() {
            let rule = *RULES.get(read_number(&mut bytes)? as usize)?;
            start = start.checked_add(read_number(&mut bytes)?)?;
            let end = start.checked_add(read_number(&mut bytes)?)?;
            let next = u32::try_from(nodes.len()).ok()?.checked_add(1)?;
            let after = next.checked_add(read_number(&mut bytes)?)?;
            nodes.push(Node { rule: rule?, start, end, after });
        }
        (!nodes.is_empty()).then_some(Tree { nodes })
    }

    pub(crate) fn pairs(&self) -> Pairs<'_> {
        Pairs { nodes: &self.nodes, next: 0, end: self.nodes.len() }
    }
}

impl<'t> Pair<'t> {
    pub(crate) fn rule(self) -> Rule {
        self.node.rule
    }

    /// The byte range, counted from the beginning of the parsed text.
    pub(crate) fn range(self) -> Range<usize> {
        self.node.start as usize..self.node.end as usize
    }

    /// The rules directly inside this one.
    pub(crate) fn parts(self) -> Pairs<'t> {
        Pairs { nodes: self.nodes, next: self.at + 1, end: self.node.after as usize }
    }

    /// The first part with this rule.
    pub(crate) fn part(self, rule: Rule) -> Option<Pair<'t>> {
        self.parts_of(rule).next()
    }

    pub(crate) fn parts_of(self, rule: Rule) -> impl Iterator<Item = Pair<'t>> {
        self.parts().filter(move |part| part.rule() == rule)
    }

    pub(crate) fn has(self, rule: Rule) -> bool {
        self.part(rule).is_some()
    }
}

impl<'t> Iterator for Pairs<'t> {
    type Item = Pair<'t>;

    fn next(&mut self) -> Option<Pair<'t>> {
        let at = self.next;
        let node = *self.nodes.get(at).filter(|_| at < self.end)?;
        self.next = node.after as usize;
        Some(Pair { nodes: self.nodes, node, at })
    }
}

/// The rules by the numbers under which `build.rs` writes them.
static RULES: LazyLock<Vec<Option<Rule>>> = LazyLock::new(|| {
    let most = Rule::all_rules().iter().map(|rule| *rule as usize).max().unwrap_or(0);
    let mut rules = vec![None; most + 1];
    for rule in Rule::all_rules() {
        if let Some(place) = rules.get_mut(*rule as usize) {
            *place = Some(*rule);
        }
    }
    rules
});

/// The least number of bytes a node takes.
const SHORTEST_NODE: usize = 4;

fn read_number(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0;
    for shift in (0..32).step_by(7) {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u32::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{Embedded, SourceProvider, Sources};
    use crate::syntax::{heading, parse_prepared};

    /// A prepared tree gives the same ast as parsing the text, including every place.
    #[test]
    fn embedded_files_are_prepared_and_give_what_their_text_says() {
        let mut sources = Sources::default();
        for path in Embedded.paths().unwrap() {
            let text = String::from_utf8(Embedded.read(&path).unwrap()).unwrap();
            let file =
                Embedded.prepared(&path).unwrap_or_else(|| panic!("{path} was not prepared"));
            assert!(Tree::read(file.tree).is_some(), "{path} was not prepared");
            let id = sources.add(path.clone(), text.clone());
            let (fresh, prepared) =
                (crate::syntax::parse(id, &text), parse_prepared(id, &text, Some(file.tree), None));
            assert!(fresh.problems.is_empty() && prepared.problems.is_empty(), "{path}");
            assert_eq!(format!("{:?}", fresh.items), format!("{:?}", prepared.items), "{path}");
            assert_eq!(format!("{:?}", fresh.names), format!("{:?}", prepared.names), "{path}");
            let headings: Vec<_> = file.headers.iter().map(|header| heading(header)).collect();
            assert_eq!(crate::syntax::headings(&text), headings, "{path}");
            assert_eq!(crate::syntax::uses(&text), file.uses, "{path}");
            assert_eq!(crate::syntax::pictures(&text), file.pictures, "{path}");
        }
    }

    #[test]
    fn bytes_that_are_no_tree_are_refused() {
        assert!(Tree::read(&[]).is_none());
        assert!(Tree::read(&[255; 14]).is_none());
    }
}
