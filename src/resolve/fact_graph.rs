//! The graph of facts: which value depends on which. A cycle is an error, because there is no order
//! in which to compute its values.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::diagnostic::{Diagnostic, codes};
use crate::model::{
    AttributeId, Binder, Builtin, CategoryId, CurrencyId, DeriveId, Expr, ExprKind, Fact, Game,
    KeywordId, NodeFilter,
};
use crate::resolve::Resolver;
use crate::source::Span;

/// A fact that something may depend on. What a list states itself (units, sizes, options) depends
/// on nothing and is left out.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Node {
    Category(CategoryId),
    Attribute(AttributeId),
    Stat(String),
    Keyword(KeywordId),
    Derive(DeriveId),
    Price(CurrencyId),
    /// Which unit fills which slot.
    Slots,
}

/// The edges of the graph: which facts read which others.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    edges: FxHashMap<Node, Vec<(Node, Span)>>,
    /// Facts read as a whole (`keywords`): the reader depends on each keyword.
    all_keywords: Vec<(Node, Span)>,
    /// The conditions around the statement being resolved.
    pub guards: Vec<Expr>,
}

impl Graph {
    pub(crate) fn add_expr(&mut self, node: Node, expr: &Expr) {
        let mut reads = Vec::new();
        collect(expr, &mut reads);
        for read in reads {
            match read {
                FactRead::Fact(fact, span) => {
                    self.edges.entry(node.clone()).or_default().push((fact, span))
                }
                FactRead::AllKeywords(span) => self.all_keywords.push((node.clone(), span)),
            }
        }
    }

    pub(crate) fn add_binder(&mut self, node: Node, binder: &Binder) {
        self.add_expr(node.clone(), &binder.set);
        if let Some(condition) = &binder.condition {
            self.add_expr(node, condition);
        }
    }

    /// Records that the fact is changed under the conditions now in force.
    pub(crate) fn guarded(&mut self, node: Node) {
        for guard in std::mem::take(&mut self.guards) {
            self.add_expr(node.clone(), &guard);
            self.guards.push(guard);
        }
    }
}

enum FactRead {
    Fact(Node, Span),
    AllKeywords(Span),
}

fn collect(expr: &Expr, reads: &mut Vec<FactRead>) {
    let mut fact = |node| reads.push(FactRead::Fact(node, expr.span));
    match &expr.kind {
        ExprKind::Fact(_, Fact::Category(id)) => fact(Node::Category(*id)),
        ExprKind::Fact(_, Fact::Attribute(id)) => fact(Node::Attribute(*id)),
        ExprKind::Fact(_, Fact::Derive(id)) => fact(Node::Derive(*id)),
        ExprKind::Fact(_, Fact::Stat(name, _)) => fact(Node::Stat(name.clone())),
        ExprKind::Fact(_, Fact::Keyword(id)) | ExprKind::Has(_, id) => fact(Node::Keyword(*id)),
        ExprKind::Fact(_, Fact::Cost(id)) => fact(Node::Price(*id)),
        ExprKind::Fact(_, Fact::Builtin(Builtin::Slot | Builtin::Full)) => fact(Node::Slots),
        ExprKind::Fact(_, Fact::Builtin(Builtin::Keywords)) => {
            reads.push(FactRead::AllKeywords(expr.span))
        }
        ExprKind::Is(_, NodeFilter::Category(id))
        | ExprKind::Below { what: NodeFilter::Category(id), .. } => fact(Node::Category(*id)),
        _ => {}
    }
    expr.children(|child| collect(child, reads));
}

impl Resolver<'_> {
    /// Reports each cycle once, at the first of its facts.
    pub(crate) fn check_cycles(&mut self) {
        let mut edges = std::mem::take(&mut self.reads.edges);
        for (reader, span) in std::mem::take(&mut self.reads.all_keywords) {
            let keywords = self.game.keywords.ids().map(|id| (Node::Keyword(id), span));
            edges.entry(reader).or_default().extend(keywords);
        }
        let mut nodes: Vec<&Node> = edges.keys().collect();
        nodes.sort_by_key(|node| place(&self.game, node));
        let mut finished: FxHashSet<&Node> = FxHashSet::default();
        let mut problems = Vec::new();
        for start in nodes {
            if !finished.contains(start) {
                visit(start, &edges, &mut finished, &mut |cycle| {
                    problems.push(cycle_problem(&self.game, cycle))
                });
            }
        }
        problems.into_iter().for_each(|problem| self.report(problem));
    }
}

/// The facts of a cycle, each with the place where the previous fact reads it.
type Cycle<'c> = [(&'c Node, Option<Span>)];

/// One step of the path through the graph.
struct Step<'g> {
    node: &'g Node,
    /// Where the previous fact reads this one.
    read_at: Option<Span>,
    /// Index of the next edge to follow.
    next: usize,
}

/// Depth-first search with an explicit stack, because chains may be long.
fn visit<'g>(
    start: &'g Node,
    edges: &'g FxHashMap<Node, Vec<(Node, Span)>>,
    finished: &mut FxHashSet<&'g Node>,
    found: &mut dyn FnMut(&Cycle<'_>),
) {
    let mut path = vec![Step { node: start, read_at: None, next: 0 }];
    let mut on_path: FxHashSet<&Node> = FxHashSet::from_iter([start]);
    while let Some(step) = path.last_mut() {
        let read = edges.get(step.node).and_then(|reads| reads.get(step.next));
        step.next += 1;
        match read {
            None => {
                on_path.remove(step.node);
                finished.insert(step.node);
                path.pop();
            }
            Some((next, span)) if on_path.contains(next) => {
                let from = path.iter().position(|step| step.node == next).unwrap_or(0);
                let mut cycle: Vec<_> =
                    path.iter().skip(from).map(|step| (step.node, step.read_at)).collect();
                if let Some(first) = cycle.first_mut() {
                    first.1 = Some(*span);
                }
                found(&cycle);
            }
            Some((next, _)) if finished.contains(next) => {}
            Some((next, span)) => {
                on_path.insert(next);
                path.push(Step { node: next, read_at: Some(*span), next: 0 });
            }
        }
    }
}

fn cycle_problem(game: &Game, cycle: &Cycle<'_>) -> Diagnostic {
    let names: Vec<String> = cycle.iter().map(|(node, _)| describe(game, node)).collect();
    let first = names.first().cloned().unwrap_or_default();
    let message = if names.len() == 1 {
        format!("{first} depends on itself")
    } else {
        format!("{first} depends on itself through {}", names.get(1..).unwrap_or(&[]).join(", "))
    };
    let reads: Vec<Span> = cycle.iter().filter_map(|(_, span)| *span).collect();
    // Point at a value that is computed: what is only declared, perhaps in another file, is not at
    // fault.
    let computed = cycle.iter().find_map(|(node, _)| match node {
        Node::Derive(_) => place(game, node),
        Node::Category(id) if game.categories[*id].defined.is_some() => place(game, node),
        _ => None,
    });
    let at = computed.or_else(|| reads.first().copied());
    let Some(at) = at else { return codes::FACT_CYCLE.at(game.span, message) };
    let mut diagnostic = codes::FACT_CYCLE.at(at, message);
    for span in reads.into_iter().filter(|span| *span != at) {
        diagnostic = diagnostic.related(span, "read here");
    }
    diagnostic.help("change one of them so that it can be computed before the others")
}

fn describe(game: &Game, node: &Node) -> String {
    match node {
        Node::Category(id) => format!("the category `{}`", game.categories[*id].id),
        Node::Attribute(id) => format!("the attribute `{}`", game.attributes[*id].id),
        Node::Stat(name) => format!("the characteristic `{name}`"),
        Node::Keyword(id) => format!("the keyword `{}`", game.keywords[*id].name),
        Node::Derive(id) => format!("the derived value `{}`", game.derives[*id].id),
        Node::Price(id) if id.index() == 0 => "the price".to_owned(),
        Node::Price(id) => format!("the price in `{}`", game.currencies[*id].id),
        Node::Slots => "which unit fills which slot".to_owned(),
    }
}

fn place(game: &Game, node: &Node) -> Option<Span> {
    Some(match node {
        Node::Category(id) => game.categories[*id].span,
        Node::Attribute(id) => game.attributes[*id].span,
        Node::Keyword(id) => game.keywords[*id].span,
        Node::Derive(id) => game.derives[*id].span,
        Node::Stat(name) => game
            .profiles
            .values()
            .find_map(|profile| profile.characteristic(name))
            .map(|characteristic| characteristic.span)?,
        Node::Price(_) | Node::Slots => return None,
    })
}
