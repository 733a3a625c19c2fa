//! The items of one system with the parts they use, and the order of the passes over them.

use std::cell::RefCell;
use std::collections::BTreeSet;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::library::relative;
use super::names::Names;
use super::scope::{Scope, Subject};
use super::text::plain;
use super::{Resolver, body::BodyKind};
use crate::diagnostic::{Diagnostics, codes};
use crate::model::{Arena, Body, Event, Faction, Game, Layout, Owner};
use crate::source::{SourceId, Sources, Span};
use crate::syntax;
use crate::syntax::Parsed;
use crate::syntax::ast::{Head, Item, Statement, StatementKind};

/// A file that the system needs, or may need.
pub(crate) struct Loaded {
    pub layer: usize,
    pub path: String,
    pub id: SourceId,
    pub prepared: Option<&'static [u8]>,
    /// Holds something of the system; otherwise it is a part that something may use.
    pub wanted: bool,
}

fn statements_of<'p, 'a>(item: &'p Item<'a>) -> &'p [Statement<'a>] {
    match item {
        Item::System(_, statements)
        | Item::Faction(_, statements)
        | Item::Event(_, statements)
        | Item::Part(statements) => statements,
    }
}

/// An item with everything it uses in place.
struct Whole<'t> {
    item: &'t Item<'t>,
    statements: Vec<&'t Statement<'t>>,
}

pub(crate) fn resolve(
    sources: &Sources,
    loaded: &[Loaded],
    known_parts: &[&str],
    owners: &FxHashMap<(String, String), usize>,
    system: &str,
) -> (Option<Game>, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    let parse =
        |file: &Loaded| syntax::parse_prepared(file.id, sources.get(file.id).text(), file.prepared);
    let mut parsed: Vec<Parsed<'_>> = loaded.par_iter().map(parse).collect();
    for (file, parsed) in loaded.iter().zip(&mut parsed) {
        // What is wrong with a part is said where it is used.
        let problems = std::mem::take(&mut parsed.problems);
        if file.wanted {
            problems.into_iter().for_each(|problem| diagnostics.push(problem));
        } else {
            parsed.problems = problems;
        }
    }
    let mut parts =
        Parts { loaded, known_parts, parsed: &parsed, diagnostics, reported: FxHashSet::default() };
    let mut wholes = Vec::new();
    for (file, parsed) in loaded.iter().zip(&parsed) {
        for item in &parsed.items {
            if belongs(item, system, file.layer, owners) {
                let statements = parts.expand(
                    file,
                    statements_of(item),
                    &mut vec![file.path.clone()],
                    &mut FxHashSet::default(),
                );
                wholes.push(Whole { item, statements });
            }
        }
    }
    let diagnostics = parts.diagnostics;
    let lost = parsed.iter().flat_map(|file| file.lost_words.iter().copied()).collect();
    let holes = parsed.iter().flat_map(|file| file.holes.iter().copied()).collect();
    // The system first: everything else refers to it.
    wholes.sort_by_key(|whole| !matches!(whole.item, Item::System(..)));
    let is_system = |whole: &Whole<'_>| matches!(whole.item, Item::System(..));
    // A second system of the name is reported once, not with all it defines.
    let others: Vec<Whole<'_>> =
        wholes.extract_if(1.min(wholes.len()).., |whole| is_system(whole)).collect();
    let Some(Item::System(head, _)) = wholes.first().map(|whole| whole.item) else {
        return (None, diagnostics);
    };
    let mut resolver = new_resolver(sources, head, diagnostics, lost, holes);
    for other in others {
        if let Item::System(other, _) = other.item {
            resolver.duplicate(other.id, "system", head.id.span);
        }
    }
    resolver.game.cites = resolver.cites(&head.cites);
    resolver.run(&wholes);
    let mut game = resolver.game;
    game.cited = resolver.cited.into_inner().into_iter().map(str::to_owned).collect();
    (Some(game), resolver.diagnostics)
}

fn belongs(
    item: &Item<'_>,
    system: &str,
    layer: usize,
    owners: &FxHashMap<(String, String), usize>,
) -> bool {
    let (word, head, of) = match item {
        Item::System(head, _) => ("system", head, Some(head.id)),
        Item::Faction(head, _) => ("faction", head, head.of),
        Item::Event(head, _) => ("event", head, head.of),
        Item::Part(_) => return false,
    };
    let owner = owners.get(&(word.to_owned(), head.id.text.to_owned()));
    of.is_some_and(|of| of.text == system) && owner.is_none_or(|owner| *owner == layer)
}

/// Puts the declarations of used files in the place of each `use`.
struct Parts<'t> {
    loaded: &'t [Loaded],
    /// Every part there is, for suggestions.
    known_parts: &'t [&'t str],
    parsed: &'t [Parsed<'t>],
    diagnostics: Diagnostics,
    /// Parts whose own problems have been passed on.
    reported: FxHashSet<usize>,
}

impl<'t> Parts<'t> {
    /// `path` leads from the item to here; what is in `taken` stands in the item already and is not
    /// taken again.
    fn expand(
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
            // The newest layer that has the file gives it.
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

fn new_resolver<'t>(
    sources: &'t Sources,
    head: &Head<'t>,
    diagnostics: Diagnostics,
    lost: FxHashSet<&'t str>,
    holes: Vec<Span>,
) -> Resolver<'t> {
    let game = Game {
        id: head.id.text.to_owned(),
        title: plain(head.title),
        span: head.id.span,
        cites: Vec::new(),
        body: Body::default(),
        army: Body::default(),
        currencies: Arena::default(),
        profiles: Arena::default(),
        choices: Arena::default(),
        sections: Arena::default(),
        keywords: Arena::default(),
        categories: Arena::default(),
        attributes: Arena::default(),
        optionals: Arena::default(),
        factions: Arena::default(),
        forces: Arena::default(),
        charts: Arena::default(),
        entries: Arena::default(),
        chooses: Arena::default(),
        derives: Arena::default(),
        rules: Arena::default(),
        decks: Arena::default(),
        events: Arena::default(),
        layout: Layout::default(),
        sheets: Vec::new(),
        cited: BTreeSet::new(),
    };
    Resolver {
        cited: RefCell::default(),
        sources,
        game,
        names: Names::default(),
        diagnostics,
        lost,
        holes,
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
        reads: crate::resolve::fact_graph::Graph::default(),
    }
}

impl<'t> Resolver<'t> {
    /// All passes over all items.
    fn run(&mut self, wholes: &[Whole<'t>]) {
        let owners: Vec<Owner> = wholes.iter().map(|whole| self.owner(whole.item)).collect();
        let each = || owners.iter().copied().zip(wholes);
        each().for_each(|(owner, whole)| self.declare_top(owner, &whole.statements));
        each().for_each(|(owner, whole)| self.declare_top_entries(owner, &whole.statements));
        each().for_each(|(_, whole)| self.lower_declarations(&whole.statements));
        self.inherit_profiles();
        each().for_each(|(owner, whole)| self.declare_inside(owner, &whole.statements));
        self.link();
        self.lower_derives();
        each().for_each(|(owner, whole)| self.define_categories(owner, &whole.statements));
        self.lower_groups();
        self.lower_entries();
        each().for_each(|(owner, whole)| self.lower_forces(owner, &whole.statements));
        self.lower_charts();
        each().for_each(|(owner, whole)| self.lower_top(owner, whole));
        each().for_each(|(owner, whole)| self.lower_paper(owner, &whole.statements));
        self.check_cycles();
        self.check_includes();
    }

    /// The place of an item's definitions; a faction or event gets its id here.
    fn owner(&mut self, item: &Item<'t>) -> Owner {
        match item {
            Item::Faction(head, _) => {
                let faction = Faction {
                    id: head.id.text.to_owned(),
                    title: plain(head.title),
                    span: head.id.span,
                    categories: Vec::new(),
                    cites: self.cites(&head.cites),
                    body: Body::default(),
                    army: Body::default(),
                };
                let id = self.game.factions.add(faction);
                self.define(|names| &mut names.factions, head.id, "faction", id);
                Owner::Faction(id)
            }
            Item::Event(head, _) => {
                let event = Event {
                    id: head.id.text.to_owned(),
                    title: plain(head.title),
                    span: head.id.span,
                    points: None,
                    charts: Vec::new(),
                    body: Body::default(),
                    cites: self.cites(&head.cites),
                };
                let id = self.game.events.add(event);
                self.define(|names| &mut names.events, head.id, "event", id);
                Owner::Event(id)
            }
            Item::System(..) | Item::Part(_) => Owner::System,
        }
    }

    /// Shared choices speak of whatever includes them.
    fn lower_groups(&mut self) {
        let groups: Vec<_> = self
            .chooses
            .iter()
            .map(|pending| (pending.owner, pending.root, pending.ast.id))
            .collect();
        for (owner, root, name) in groups {
            let Some(id) = self.choose_ids.get(&(owner, name.span)).copied() else { continue };
            let top = self
                .names
                .top
                .get(&(owner, name.text))
                .is_some_and(|things| things.contains(&super::names::Thing::Choose(id)));
            if top {
                let mut scope =
                    Scope::new(owner, Some(root), Subject::This(crate::model::NodeKind::Any));
                self.lower_choose(&mut scope, id);
            }
        }
    }

    /// Rules, changes, permits and the like that stand in the braces of a system, faction or event
    /// themselves.
    fn lower_top(&mut self, owner: Owner, whole: &Whole<'t>) {
        let root = Some(self.army_root(owner));
        let mut scope = Scope::new(owner, root, Subject::Army);
        let (mut body, mut army) = (Body::default(), Body::default());
        for statement in &whole.statements {
            match &statement.kind {
                StatementKind::Army(_) if matches!(owner, Owner::Event(_)) => {
                    self.report(
                        codes::MISPLACED
                            .at(statement.span, "`army` is not allowed in an event")
                            .help("an event restricts armies; it gives them nothing"),
                    );
                }
                StatementKind::Army(inside) => {
                    for statement in inside {
                        self.statement(&mut scope, BodyKind::Army, statement, &mut army);
                    }
                }
                _ => self.statement(&mut scope, BodyKind::Top(owner), statement, &mut body),
            }
        }
        match (owner, whole.item) {
            (Owner::Faction(id), Item::Faction(head, _)) => {
                let categories = self.faction_categories(&head.tags);
                let faction = self.game.factions.get_mut(id);
                (faction.body, faction.army, faction.categories) = (body, army, categories);
            }
            (Owner::Event(id), _) => self.lower_event(&mut scope, id, whole, body),
            _ => (self.game.body, self.game.army) = (body, army),
        }
    }

    fn lower_event(
        &mut self,
        scope: &mut Scope<'t>,
        id: crate::model::EventId,
        whole: &Whole<'t>,
        body: Body,
    ) {
        let (mut points, mut charts) = (None, Vec::new());
        for statement in &whole.statements {
            match &statement.kind {
                StatementKind::Points(range) => {
                    if points.is_some() {
                        let message = "the points of the event are given twice";
                        self.report(codes::REPEATED.at(statement.span, message));
                    }
                    points = Some(self.range(scope, range));
                }
                StatementKind::Charts(names) => {
                    charts.extend(names.iter().filter_map(|name| self.chart(*name)))
                }
                _ => {}
            }
        }
        let event = self.game.events.get_mut(id);
        (event.points, event.charts, event.body) = (points, charts, body);
    }
}
