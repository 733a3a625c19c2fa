//! Turns the items of one system, with the parts they use, into a game.

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Resolver;
use super::digest::digests;
use super::old_names;
use super::parts::Parts;
use super::picture::Pictures;
use super::text::plain;
use crate::diagnostic::Diagnostics;
use crate::model::{Game, OldId};
use crate::source::{EmbeddedFile, SourceId, Sources};
use crate::syntax;
use crate::syntax::Parsed;
use crate::syntax::ast::{Declared, Item, OldName, Statement};

/// A file that the system needs, or may need.
pub(crate) struct Loaded {
    pub layer: usize,
    pub path: String,
    pub id: SourceId,
    pub prepared: Option<&'static EmbeddedFile>,
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
pub(crate) struct MergedItem<'t> {
    pub item: &'t Item<'t>,
    pub statements: Vec<&'t Statement<'t>>,
}

pub(crate) fn resolve(
    sources: &Sources,
    loaded: &[Loaded],
    known_parts: &[&str],
    owners: &FxHashMap<(String, String), usize>,
    pictures: &Pictures<'_>,
    system: &[&str],
) -> (Option<Game>, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    let parse = |file: &Loaded, renamed| {
        let tree = file.prepared.map(|prepared| prepared.tree);
        syntax::parse_prepared(file.id, sources.get(file.id).text(), tree, renamed)
    };
    let mut parsed: Vec<Parsed<'_>> = loaded.par_iter().map(|file| parse(file, None)).collect();
    let renamed = old_names::used(sources, loaded, &parsed);
    let renamed = (!renamed.is_empty()).then_some(&renamed);
    if renamed.is_some() {
        parsed = loaded.par_iter().map(|file| parse(file, renamed)).collect();
    }
    for (file, parsed) in loaded.iter().zip(&mut parsed) {
        // Problems in a part are reported where it is used.
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
                wholes.push(MergedItem { item, statements });
            }
        }
    }
    let diagnostics = parts.diagnostics;
    let lost = parsed.iter().flat_map(|file| file.lost_words.iter().copied()).collect();
    let holes = parsed.iter().flat_map(|file| file.holes.iter().copied()).collect();
    // The system first: everything else refers to it.
    wholes.sort_by_key(|whole| !matches!(whole.item, Item::System(..)));
    let is_system = |whole: &MergedItem<'_>| matches!(whole.item, Item::System(..));
    // A second system of this name is reported once; what it defines is ignored.
    let others: Vec<MergedItem<'_>> =
        wholes.extract_if(1.min(wholes.len()).., |whole| is_system(whole)).collect();
    let Some(Item::System(head, _)) = wholes.first().map(|whole| whole.item) else {
        return (None, diagnostics);
    };
    let mut resolver = Resolver::new(sources, head, diagnostics, lost, holes, pictures);
    resolver.renamed = renamed;
    for OldName { old, now } in parsed.iter().flat_map(|file| &file.names.old) {
        let all: &mut Vec<OldId> = resolver.game.old_ids.entry(now.span).or_default();
        all.push(OldId { id: old.text.to_owned(), span: old.span });
    }
    for other in others {
        if let Item::System(other, _) = other.item {
            resolver.duplicate(other.id, "system", head.id.span);
        }
    }
    resolver.game.version = head.version.map(plain);
    resolver.game.cites = resolver.cites(&head.cites);
    // The hash takes a third as long as all the rest, and the two are independent.
    let declared: Vec<Declared<'_>> =
        parsed.iter().flat_map(|file| file.names.now.iter().copied()).collect();
    let (digests, ()) = rayon::join(
        || digests(sources, &wholes, pictures),
        || resolver.run(&wholes, &parsed, &declared),
    );
    resolver.take_digests(&wholes, digests);
    let mut game = resolver.game;
    game.cited = resolver.cited.into_inner().into_iter().map(str::to_owned).collect();
    (Some(game), resolver.diagnostics)
}

fn belongs(
    item: &Item<'_>,
    system: &[&str],
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
    of.is_some_and(|of| system.contains(&of.text)) && owner.is_none_or(|owner| *owner == layer)
}
