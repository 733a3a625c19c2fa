//! From ast to model: names become ids, expressions get types, and everything is checked.
//!
//! Start at [`Library`], which reads the files. `load` gathers those of one system, with their
//! `parts`; `passes` lists everything after that in order. `declare` and `nested_decls` give every
//! definition its id, so the order in a file never matters; `profile`, `entry`, `chart`, `rule` and
//! the like resolve the declarations and bodies; `fact_graph` and `include_cycle` check the whole
//! game. Errors are reported and the faulty part left out; the passes go on, so that all errors
//! come at once.

mod advice;
pub(crate) mod alias;
pub(crate) mod allow;
pub(crate) mod attribute;
pub(crate) mod body;
pub(crate) mod change;
pub(crate) mod chart;
pub(crate) mod declare;
pub(crate) mod digest;
pub(crate) mod entry;
pub(crate) mod event;
pub(crate) mod expr;
pub(crate) mod fact_graph;
pub(crate) mod include_cycle;
#[cfg(test)]
#[allow(dead_code, reason = "`build.rs` marks what the games are made of")]
#[path = "../../grammar/inputs.rs"]
mod inputs;
pub(crate) mod keyword_args;
pub(crate) mod library;
pub(crate) mod linked;
pub(crate) mod load;
pub(crate) mod names;
pub(crate) mod nested_decls;
pub(crate) mod old_names;
pub(crate) mod option;
pub(crate) mod paper;
pub(crate) mod parts;
pub(crate) mod passes;
pub(crate) mod picture;
pub(crate) mod price;
pub(crate) mod profile;
pub(crate) mod rule;
pub(crate) mod scope;
pub(crate) mod shape;
pub(crate) mod stat;
pub(crate) mod text;
pub(crate) mod unclaimed;

use std::cell::RefCell;
use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity, codes};
use crate::model::{ChooseId, Cite, EntryId, Game, Owner};
use crate::source::{SourceProvider, Sources, Span};
use crate::syntax::{DEEPEST, OldNames, ast, with_stack};

pub use library::{Library, SystemHeading};

/// The outcome of a compilation: the game, if its system could be read at all, and all diagnostics.
#[derive(Debug)]
pub struct Compiled {
    /// Present whenever there is a system; incomplete if a diagnostic is an error.
    pub game: Option<Game>,
    /// The texts that were read.
    pub sources: Sources,
    /// All problems found in them.
    pub diagnostics: Vec<Diagnostic>,
}

impl Compiled {
    /// Whether a diagnostic is an error, so that the game is incomplete.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.code.severity == Severity::Error)
    }
}

/// Loads and resolves one system with all its factions and events. Of several layers of data a
/// later one adds definitions and replaces those of the same name.
pub fn compile(layers: &[&dyn SourceProvider], system: &str) -> Compiled {
    Library::open(layers).compile(system)
}

/// The state that the passes share.
struct Resolver<'t> {
    sources: &'t Sources,
    game: Game,
    names: names::Names<'t>,
    diagnostics: Diagnostics,
    /// Every rule of the book that some line cites.
    cited: RefCell<BTreeSet<&'t str>>,
    /// Words in places that could not be parsed: a name among them may well be defined.
    lost: FxHashSet<&'t str>,
    /// Old names that files use, each with the current name.
    renamed: Option<&'t OldNames<'t>>,
    holes: Vec<Span>,
    /// What was read of the pictures that the data names.
    pictures: &'t picture::Pictures<'t>,
    entry_ids: FxHashMap<(Owner, Span), EntryId>,
    choose_ids: FxHashMap<(Owner, Span), ChooseId>,
    entries: Vec<entry::Pending<'t>>,
    chooses: Vec<option::PendingChoose<'t>>,
    derives: Vec<rule::PendingDerive<'t>>,
    /// Charts in the order of their ids: the owner, the declaration still to be resolved, and
    /// whether it is resolved.
    charts: Vec<(Owner, Option<&'t ast::Chart<'t>>, bool)>,
    /// Slots of an extended chart that the extending chart redefines.
    replaced_slots: FxHashSet<Span>,
    depth: usize,
    /// How many names were not found.
    unknown_names: usize,
    links: Vec<nested_decls::Link<'t>>,
    decks: FxHashMap<&'t str, Span>,
    chart_roots: FxHashMap<(Owner, Span), names::RootId>,
    reads: fact_graph::Graph,
}

impl<'t> Resolver<'t> {
    fn new(
        sources: &'t Sources,
        head: &ast::Head<'t>,
        diagnostics: Diagnostics,
        lost: FxHashSet<&'t str>,
        holes: Vec<Span>,
        pictures: &'t picture::Pictures<'t>,
    ) -> Self {
        let game = Game::new(head.id.text.to_owned(), text::plain(head.title), head.id.span);
        Resolver {
            cited: RefCell::default(),
            sources,
            game,
            names: names::Names::default(),
            diagnostics,
            lost,
            renamed: None,
            holes,
            pictures,
            entry_ids: FxHashMap::default(),
            choose_ids: FxHashMap::default(),
            entries: Vec::new(),
            chooses: Vec::new(),
            derives: Vec::new(),
            charts: Vec::new(),
            replaced_slots: FxHashSet::default(),
            depth: 0,
            unknown_names: 0,
            links: Vec::new(),
            decks: FxHashMap::default(),
            chart_roots: FxHashMap::default(),
            reads: fact_graph::Graph::default(),
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Reports an unknown name, unless its definition may have been lost to a syntax error.
    fn unknown<'n>(
        &mut self,
        code: &'static Code,
        name: ast::Name<'_>,
        what: &str,
        known: impl IntoIterator<Item = &'n str>,
    ) {
        if !self.lost.contains(name.text) {
            let message = format!("there is no {what} `{}`", name.text);
            let diagnostic = code.at(name.span, message).suggest(name.text, known);
            self.report(self.advise(diagnostic, name));
        }
    }

    /// Whether to look for a similar name, which is slow. After this many unknown names the cause
    /// is something else.
    fn may_suggest(&mut self) -> bool {
        self.unknown_names += 1;
        self.unknown_names <= 200
    }

    /// Runs one level deeper, from one definition to another; chains longer than anyone writes are
    /// cut.
    fn deeper(&mut self, span: Span, inside: impl FnOnce(&mut Self) -> bool) -> bool {
        if self.depth >= DEEPEST {
            let message = format!("a chain of more than {DEEPEST} definitions");
            self.report(codes::TOO_DEEP.at(span, message));
            return true;
        }
        self.depth += 1;
        let result = with_stack(|| inside(self));
        self.depth -= 1;
        result
    }

    /// Whether a syntax error removed part of this place or may have moved it.
    fn damaged(&self, span: Span) -> bool {
        self.holes.iter().any(|hole| span.contains(*hole) || hole.contains(span))
    }

    /// The citations of a line. All rules cited anywhere are the rules the game knows.
    fn cites(&self, names: &[ast::Name<'t>]) -> Vec<Cite> {
        self.cited.borrow_mut().extend(names.iter().map(|name| name.text));
        names.iter().map(|name| Cite { id: name.text.to_owned(), span: name.span }).collect()
    }
}
