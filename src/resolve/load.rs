//! Which files belong to a system, and the order of the passes over them.

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::names::Names;
use super::scope::{Scope, Subject};
use super::text::plain;
use super::{Compiled, Resolver, body::Place};
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::model::{Arena, Body, Event, Faction, Game, Home, Layout};
use crate::source::{LARGEST_FILE, ReadError, SourceId, SourceProvider, Sources, Span};
use crate::syntax::ast::{Head, Item, Statement, StatementKind};
use crate::syntax::{self, Parsed};

/// A system as its heading names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SystemHeading {
    pub id: String,
    pub title: String,
    /// Its factions, by id.
    pub factions: Vec<String>,
    /// Which layer defines it.
    pub layer: usize,
}

/// A file that was read, before it is known whether it is needed.
struct File {
    layer: usize,
    path: String,
    display: String,
    text: Result<String, FileProblem>,
}

enum FileProblem {
    Read(ReadError),
    /// Not UTF-8 from this byte on; the text with replacement characters.
    NotUtf8(usize, String),
}

fn read_files(layers: &[&dyn SourceProvider]) -> Vec<File> {
    let mut files = Vec::new();
    for (layer, provider) in layers.iter().enumerate() {
        let mut waiting = provider.paths().unwrap_or_default();
        let mut known: FxHashSet<String> = waiting.iter().cloned().collect();
        waiting.reverse();
        while let Some(path) = waiting.pop() {
            let text = read_text(*provider, &path);
            // A single file was given, but it uses others beside it.
            for target in text.iter().flat_map(|text| uses(text)) {
                if let Some(used) = relative(&path, target)
                    && !known.contains(&used)
                    && provider.read(&used).is_ok()
                {
                    known.insert(used.clone());
                    waiting.push(used);
                }
            }
            let display = provider.display(&path);
            files.push(File { layer, path, display, text });
        }
    }
    files
}

fn read_text(provider: &dyn SourceProvider, path: &str) -> Result<String, FileProblem> {
    match provider.read(path) {
        Err(error) => Err(FileProblem::Read(error)),
        Ok(bytes) if bytes.len() > LARGEST_FILE => Err(FileProblem::Read(ReadError::TooLarge(bytes.len() as u64))),
        Ok(bytes) => String::from_utf8(bytes).map_err(|error| {
            let valid = error.utf8_error().valid_up_to();
            FileProblem::NotUtf8(valid, String::from_utf8_lossy(error.as_bytes()).into_owned())
        }),
    }
}

/// The systems of all layers by id; a later layer's stands for an earlier one's.
pub fn systems(layers: &[&dyn SourceProvider]) -> Vec<SystemHeading> {
    let mut found: Vec<SystemHeading> = Vec::new();
    let mut factions: Vec<(String, String)> = Vec::new();
    for file in read_files(layers) {
        let Ok(text) = &file.text else { continue };
        for heading in syntax::headings(text) {
            let id = heading.id.to_owned();
            if heading.word == "system" {
                found.retain(|known| known.id != id);
                found.push(SystemHeading { id, title: heading.title.to_owned(), factions: Vec::new(), layer: file.layer });
            } else if heading.word == "faction" {
                factions.push((heading.system.to_owned(), id));
            }
        }
    }
    factions.sort();
    factions.dedup();
    for system in &mut found {
        system.factions = factions.iter().filter(|(of, _)| *of == system.id).map(|(_, id)| id.clone()).collect();
    }
    found.sort_by(|a, b| a.id.cmp(&b.id));
    found
}

/// The systems that the files of one layer are about: what a check of that layer must look at.
pub fn systems_in(layers: &[&dyn SourceProvider], layer: usize) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    for file in read_files(layers).iter().filter(|file| file.layer == layer) {
        let Ok(text) = &file.text else { continue };
        ids.extend(
            syntax::headings(text).iter().filter(|heading| !heading.word.is_empty()).map(|heading| heading.system.to_owned()),
        );
    }
    ids.sort();
    ids.dedup();
    ids
}

pub(super) fn compile(layers: &[&dyn SourceProvider], system: &str) -> Compiled {
    let files = read_files(layers);
    let mut sources = Sources::default();
    let mut loaded: Vec<Loaded> = Vec::new();
    // Items of a later layer stand for those of the same name in an earlier one.
    let mut owners: FxHashMap<(String, String), usize> = FxHashMap::default();
    for file in &files {
        let Ok(text) = &file.text else { continue };
        let headings = syntax::headings(text);
        let part = headings.iter().any(|heading| heading.word.is_empty());
        let wanted = headings.iter().any(|heading| !heading.word.is_empty() && heading.system == system);
        if !part && !wanted {
            continue;
        }
        for heading in headings.iter().filter(|heading| heading.system == system && !heading.word.is_empty()) {
            owners.insert((heading.word.to_owned(), heading.id.to_owned()), file.layer);
        }
        let id = sources.add(file.display.clone(), text.clone());
        loaded.push(Loaded { layer: file.layer, path: file.path.clone(), id, wanted });
    }
    let (game, diagnostics) = resolve(&sources, &loaded, &owners, system);
    Compiled { game, sources, diagnostics: diagnostics.into_sorted() }
}

struct Loaded {
    layer: usize,
    path: String,
    id: SourceId,
    /// Holds something of the system; otherwise it is a part that something may use.
    wanted: bool,
}

pub(super) fn compile_rest(layers: &[&dyn SourceProvider]) -> Compiled {
    let files = read_files(layers);
    let last = layers.len().saturating_sub(1);
    let known: Vec<String> = systems(layers).into_iter().map(|system| system.id).collect();
    let used = used_parts(&files);
    let mut sources = Sources::default();
    let mut diagnostics = Diagnostics::default();
    for file in files.iter().filter(|file| file.layer == last) {
        rest_of(file, &known, &used, &mut sources, &mut diagnostics);
    }
    Compiled { game: None, sources, diagnostics: diagnostics.into_sorted() }
}

/// Every part that a system, faction or event uses, directly or through other parts, as layer and path.
fn used_parts(files: &[File]) -> FxHashSet<(usize, String)> {
    let mut used: FxHashSet<(usize, String)> = FxHashSet::default();
    let is_item =
        |file: &&File| file.text.as_ref().is_ok_and(|text| syntax::headings(text).iter().any(|heading| !heading.word.is_empty()));
    let mut waiting: Vec<&File> = files.iter().filter(is_item).collect();
    while let Some(file) = waiting.pop() {
        let Ok(text) = &file.text else { continue };
        for target in uses(text) {
            let Some(path) = relative(&file.path, target) else { continue };
            // A later layer's part of the same path takes its place, so all of them count as used.
            for part in files.iter().filter(|part| part.path == path) {
                if used.insert((part.layer, path.clone())) {
                    waiting.push(part);
                }
            }
        }
    }
    used
}

/// What the lines of a text that begin with `use` name.
fn uses(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| line.trim_start().strip_prefix("use")?.trim_start().strip_prefix('"')?.split('"').next())
}

fn rest_of(
    file: &File,
    known: &[String],
    used: &FxHashSet<(usize, String)>,
    sources: &mut Sources,
    diagnostics: &mut Diagnostics,
) {
    let text = match &file.text {
        Ok(text) => text,
        Err(problem) => {
            let text = if let FileProblem::NotUtf8(_, text) = problem { text.as_str() } else { "" };
            let id = sources.add(file.display.clone(), text);
            diagnostics.push(file_problem(problem, id));
            return;
        }
    };
    let id = sources.add(file.display.clone(), text.clone());
    let headings = syntax::headings(text);
    let start = Span::new(id, 0, 0);
    let of_known = |system: &str| known.iter().any(|one| one == system);
    let belongs = headings.iter().any(|heading| !heading.word.is_empty() && of_known(heading.system));
    if !headings.is_empty() && headings.iter().all(|heading| !heading.word.is_empty() && of_known(heading.system)) {
        return;
    }
    let parsed = syntax::parse(id, text);
    if headings.is_empty() && parsed.problems.is_empty() {
        let diagnostic = Diagnostic::new(&codes::EMPTY_FILE, start, "this file defines nothing");
        diagnostics.push(diagnostic.help("a file begins with `system`, `faction` or `event`; remove it if it is not needed"));
    }
    let has_problems = !parsed.problems.is_empty();
    // What is wrong in a file of a known system is said with that system.
    if !belongs {
        parsed.problems.into_iter().for_each(|problem| diagnostics.push(problem));
    }
    for item in &parsed.items {
        match item {
            Item::Faction(Head { of: Some(of), .. }, _) | Item::Event(Head { of: Some(of), .. }, _) if !of_known(of.text) => {
                let message = format!("there is no system `{}`", of.text);
                let diagnostic = Diagnostic::new(&codes::UNKNOWN_SYSTEM, of.span, message);
                diagnostics.push(diagnostic.suggest(of.text, known.iter().map(String::as_str)));
            }
            Item::Part(statements) if !has_problems && !used.contains(&(file.layer, file.path.clone())) => {
                let first = statements
                    .first()
                    .filter(|_| headings.len() > 1)
                    .map_or(start, |first| Span::new(id, first.span.start(), first.span.start()));
                let diagnostic = Diagnostic::new(&codes::UNUSED_PART, first, "these declarations belong to no system or faction");
                diagnostics.push(diagnostic.help("put them into one, or let one say `use` and this file's name"));
            }
            _ => {}
        }
    }
}

fn file_problem(problem: &FileProblem, id: SourceId) -> Diagnostic {
    let start = Span::new(id, 0, 0);
    match problem {
        FileProblem::NotUtf8(at, _) => {
            let diagnostic =
                Diagnostic::new(&codes::NOT_UTF8, Span::new(id, *at, *at), "this file is not UTF-8 text from here on");
            diagnostic.help("save it as UTF-8")
        }
        FileProblem::Read(ReadError::TooLarge(size)) => {
            let message = format!("this file has {size} bytes, the most is {LARGEST_FILE}");
            Diagnostic::new(&codes::TOO_LARGE, start, message)
        }
        FileProblem::Read(ReadError::Missing) => Diagnostic::new(&codes::UNREADABLE, start, "this file is not there any more"),
        FileProblem::Read(ReadError::Unreadable(reason)) => {
            Diagnostic::new(&codes::UNREADABLE, start, format!("this file cannot be read: {reason}"))
        }
    }
}

fn statements_of<'p, 'a>(item: &'p Item<'a>) -> &'p [Statement<'a>] {
    match item {
        Item::System(_, statements) | Item::Faction(_, statements) | Item::Event(_, statements) | Item::Part(statements) => {
            statements
        }
    }
}

/// The path a `use` names, as seen from the file it stands in; `None` if it leaves the data folder.
fn relative(from: &str, to: &str) -> Option<String> {
    if to.starts_with('/') || to.contains(['\\', ':']) {
        return None;
    }
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in to.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

/// An item with everything it uses in place.
struct Whole<'t> {
    item: &'t Item<'t>,
    statements: Vec<&'t Statement<'t>>,
}

fn resolve(
    sources: &Sources,
    loaded: &[Loaded],
    owners: &FxHashMap<(String, String), usize>,
    system: &str,
) -> (Option<Game>, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    let mut parsed: Vec<Parsed<'_>> = loaded.par_iter().map(|file| syntax::parse(file.id, sources.get(file.id).text())).collect();
    for (file, parsed) in loaded.iter().zip(&mut parsed) {
        // A part nobody uses here is looked at with what uses it.
        let problems = std::mem::take(&mut parsed.problems);
        if file.wanted {
            problems.into_iter().for_each(|problem| diagnostics.push(problem));
        } else {
            parsed.problems = problems;
        }
    }
    let mut parts = Parts { loaded, parsed: &parsed, diagnostics, reported: FxHashSet::default() };
    let mut wholes = Vec::new();
    for (file, one) in loaded.iter().zip(&parsed) {
        for item in &one.items {
            if belongs(item, system, file.layer, owners) {
                let statements = parts.expand(file, statements_of(item), &mut vec![file.path.clone()]);
                wholes.push(Whole { item, statements });
            }
        }
    }
    let diagnostics = parts.diagnostics;
    let lost = parsed.iter().flat_map(|one| one.lost_words.iter().copied()).collect();
    let holes = parsed.iter().flat_map(|one| one.holes.iter().copied()).collect();
    // The system first: everything else refers to it.
    wholes.sort_by_key(|whole| !matches!(whole.item, Item::System(..)));
    let Some(Item::System(head, _)) = wholes.first().map(|whole| whole.item) else { return (None, diagnostics) };
    let mut resolver = new_resolver(sources, head, diagnostics, lost, holes);
    resolver.run(&wholes);
    (Some(resolver.game), resolver.diagnostics)
}

fn belongs(item: &Item<'_>, system: &str, layer: usize, owners: &FxHashMap<(String, String), usize>) -> bool {
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
    parsed: &'t [Parsed<'t>],
    diagnostics: Diagnostics,
    /// Parts whose own problems have been passed on.
    reported: FxHashSet<usize>,
}

impl<'t> Parts<'t> {
    fn expand(&mut self, file: &Loaded, statements: &'t [Statement<'t>], path: &mut Vec<String>) -> Vec<&'t Statement<'t>> {
        let mut all = Vec::new();
        for statement in statements {
            let StatementKind::Use(target) = &statement.kind else {
                all.push(statement);
                continue;
            };
            let Some(wanted) = relative(&file.path, &plain(*target)) else {
                let diagnostic = Diagnostic::new(&codes::USE_OUTSIDE, target.span, "`use` may not leave the data folder");
                self.diagnostics.push(diagnostic.help("name a file by its path from this one, with `/` between folders"));
                continue;
            };
            if path.contains(&wanted) {
                let message = format!("`{wanted}` uses itself, directly or through others");
                self.diagnostics.push(Diagnostic::new(&codes::USE_CYCLE, target.span, message));
                continue;
            }
            // The newest layer that has the file gives it.
            let found = (0..self.loaded.len())
                .rev()
                .find(|&index| self.loaded.get(index).is_some_and(|one| one.path == wanted && !one.wanted));
            match found {
                Some(index) => self.take(index, wanted, path, &mut all),
                None => self.missing(target.span, &wanted),
            }
        }
        all
    }

    fn take(&mut self, index: usize, wanted: String, path: &mut Vec<String>, all: &mut Vec<&'t Statement<'t>>) {
        let (Some(file), Some(parsed)) = (self.loaded.get(index), self.parsed.get(index)) else { return };
        if self.reported.insert(index) {
            parsed.problems.iter().for_each(|problem| self.diagnostics.push(problem.clone()));
        }
        path.push(wanted);
        for item in &parsed.items {
            all.extend(self.expand(file, statements_of(item), path));
        }
        path.pop();
    }

    fn missing(&mut self, span: Span, wanted: &str) {
        let message = format!("there is no file of loose declarations `{wanted}`");
        let known = self.loaded.iter().filter(|file| !file.wanted).map(|file| file.path.as_str());
        self.diagnostics.push(Diagnostic::new(&codes::USE_MISSING, span, message).suggest(wanted, known));
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
        cites: Resolver::cites(&head.cites),
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
    };
    Resolver {
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
        links: Vec::new(),
        decks: FxHashMap::default(),
        chart_roots: FxHashMap::default(),
        reads: super::cycle::Graph::default(),
    }
}

impl<'t> Resolver<'t> {
    /// All passes over all items.
    fn run(&mut self, wholes: &[Whole<'t>]) {
        let homes: Vec<Home> = wholes.iter().map(|whole| self.home(whole.item)).collect();
        let each = || homes.iter().copied().zip(wholes);
        each().for_each(|(home, whole)| self.declare_top(home, &whole.statements));
        each().for_each(|(home, whole)| self.declare_top_entries(home, &whole.statements));
        each().for_each(|(_, whole)| self.lower_declarations(&whole.statements));
        self.inherit_profiles();
        each().for_each(|(home, whole)| self.declare_inside(home, &whole.statements));
        self.link();
        self.lower_derives();
        each().for_each(|(home, whole)| self.define_categories(home, &whole.statements));
        self.lower_groups();
        self.lower_entries();
        each().for_each(|(home, whole)| self.lower_forces(home, &whole.statements));
        self.lower_charts();
        each().for_each(|(home, whole)| self.lower_top(home, whole));
        each().for_each(|(home, whole)| self.lower_paper(home, &whole.statements));
        self.check_cycles();
        // Warnings would only repeat what the errors say.
        if !self.diagnostics.has_errors() {
            self.check_rules();
            self.check_reach();
        }
    }

    /// The place of an item's definitions; a faction or event gets its id here.
    fn home(&mut self, item: &Item<'t>) -> Home {
        match item {
            Item::Faction(head, _) => {
                let faction = Faction {
                    id: head.id.text.to_owned(),
                    title: plain(head.title),
                    span: head.id.span,
                    categories: Vec::new(),
                    cites: Self::cites(&head.cites),
                    body: Body::default(),
                    army: Body::default(),
                };
                let id = self.game.factions.add(faction);
                self.define(|names| &mut names.factions, head.id, "faction", id);
                Home::Faction(id)
            }
            Item::Event(head, _) => {
                let event = Event {
                    id: head.id.text.to_owned(),
                    title: plain(head.title),
                    span: head.id.span,
                    points: None,
                    charts: Vec::new(),
                    body: Body::default(),
                    cites: Self::cites(&head.cites),
                };
                let id = self.game.events.add(event);
                self.define(|names| &mut names.events, head.id, "event", id);
                Home::Event(id)
            }
            Item::System(head, _) => {
                if head.id.span != self.game.span {
                    let first = self.game.span;
                    self.duplicate(head.id, "system", first);
                }
                Home::System
            }
            Item::Part(_) => Home::System,
        }
    }

    /// Shared choices speak of whatever includes them.
    fn lower_groups(&mut self) {
        let groups: Vec<_> = self.chooses.iter().map(|pending| (pending.home, pending.root, pending.ast.id)).collect();
        for (home, root, name) in groups {
            let Some(id) = self.choose_ids.get(&(home, name.span)).copied() else { continue };
            let top =
                self.names.top.get(&(home, name.text)).is_some_and(|things| things.contains(&super::names::Thing::Choose(id)));
            if top {
                let mut scope = Scope::new(home, Some(root), Subject::This(crate::model::NodeKind::Any));
                self.lower_choose(&mut scope, id);
            }
        }
    }

    /// Rules, changes, permits and the like that stand in the braces of a system, faction or event themselves.
    fn lower_top(&mut self, home: Home, whole: &Whole<'t>) {
        let root = Some(self.force_root(home));
        let mut scope = Scope::new(home, root, Subject::Army);
        let (mut body, mut army) = (Body::default(), Body::default());
        for statement in &whole.statements {
            match &statement.kind {
                StatementKind::Army(_) if matches!(home, Home::Event(_)) => {
                    let diagnostic = Diagnostic::new(&codes::MISPLACED, statement.span, "`army` means nothing in an event");
                    self.report(diagnostic.help("an event changes what armies may do, it gives them nothing"));
                }
                StatementKind::Army(inside) => {
                    for statement in &inside.statements {
                        self.statement(&mut scope, Place::Army, statement, &mut army);
                    }
                }
                _ => self.statement(&mut scope, Place::Top(home), statement, &mut body),
            }
        }
        match (home, whole.item) {
            (Home::Faction(id), Item::Faction(head, _)) => {
                let categories = self.faction_categories(&head.tags);
                let faction = self.game.factions.get_mut(id);
                (faction.body, faction.army, faction.categories) = (body, army, categories);
            }
            (Home::Event(id), _) => self.lower_event(&mut scope, id, whole, body),
            _ => (self.game.body, self.game.army) = (body, army),
        }
    }

    fn lower_event(&mut self, scope: &mut Scope<'t>, id: crate::model::EventId, whole: &Whole<'t>, body: Body) {
        let (mut points, mut charts) = (None, Vec::new());
        for statement in &whole.statements {
            match &statement.kind {
                StatementKind::Points(range) => {
                    if points.is_some() {
                        let message = "the points of the event have been said before";
                        self.report(Diagnostic::new(&codes::REPEATED, statement.span, message));
                    }
                    points = Some(self.range(scope, range));
                }
                StatementKind::Charts(names) => charts.extend(names.iter().filter_map(|name| self.chart(*name))),
                _ => {}
            }
        }
        let event = self.game.events.get_mut(id);
        (event.points, event.charts, event.body) = (points, charts, body);
    }
}
