//! Menus: everything a body offers, directly or through nested choices, groups and conditional
//! blocks. Start at [`Menu`].

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::model::{
    Body, ChooseId, Effect, EntryId, EntryKind, ForEach, Game, Include, Included, ModelFilter,
    ModelsLine, NodeKind, Owner, PoolSource, Range, Terms, When,
};
use crate::source::Span;

/// A condition that must hold for a block to be open.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Guard<'g> {
    When(&'g When),
    ForEach(&'g ForEach),
}

/// A choice where it is offered. A nested choice knows its outer choice.
#[derive(Debug, Clone)]
pub(crate) struct OfferedChoice<'g> {
    pub choose: ChooseId,
    /// The range of the choice, or the one of the line that includes it.
    pub range: &'g Range,
    pub include: Option<&'g Include>,
    pub within: Option<usize>,
    pub guards: Vec<Guard<'g>>,
}

/// Something that can be taken.
#[derive(Debug, Clone)]
pub(crate) struct Offer<'g> {
    pub entry: EntryId,
    pub terms: Option<&'g Terms>,
    /// The choice it belongs to, by its index in the menu.
    pub point: Option<usize>,
    /// The choices it belongs to, the innermost first.
    pub chooses: SmallVec<[ChooseId; 4]>,
    pub include: Option<&'g Include>,
    pub guards: Vec<Guard<'g>>,
    pub span: Span,
    /// Whether it comes from the pool of its choice, so that the pool's condition applies.
    pub drawn: bool,
}

impl<'g> Offer<'g> {
    /// How often it may be taken by itself; a choice may limit it further.
    pub(crate) fn times(&self) -> Option<&'g Range> {
        let include = self
            .include
            .filter(|_| self.chooses.is_empty())
            .and_then(|include| include.range.as_ref());
        include.or_else(|| self.terms.and_then(|terms| terms.times.as_ref()))
    }
}

/// Everything a body offers.
#[derive(Debug, Default)]
pub(crate) struct Menu<'g> {
    pub points: Vec<OfferedChoice<'g>>,
    pub offers: Vec<Offer<'g>>,
}

impl<'g> Menu<'g> {
    pub(crate) fn of(game: &'g Game, body: &'g Body) -> Self {
        let mut menu = Menu::default();
        menu.body(game, body, &mut Vec::new(), None, 0);
        menu
    }

    /// What the loose blocks of a body offer to nodes of a kind.
    pub(crate) fn loose(game: &'g Game, body: &'g Body, kind: NodeKind) -> Self {
        let mut menu = Menu::default();
        menu.blocks_for(game, body, kind, &mut Vec::new());
        menu
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.points.is_empty() && self.offers.is_empty()
    }

    fn blocks_for(
        &mut self,
        game: &'g Game,
        body: &'g Body,
        kind: NodeKind,
        guards: &mut Vec<Guard<'g>>,
    ) {
        for effect in &body.effects {
            match effect {
                Effect::Change(_) => {}
                Effect::When(when) => {
                    guards.push(Guard::When(when));
                    self.blocks_for(game, &when.body, kind, guards);
                    guards.pop();
                }
                Effect::ForEach(each) if visits(each, kind) => {
                    guards.push(Guard::ForEach(each));
                    self.body(game, &each.body, guards, None, 0);
                    guards.pop();
                }
                Effect::ForEach(_) => {}
            }
        }
    }

    fn body(
        &mut self,
        game: &'g Game,
        body: &'g Body,
        guards: &mut Vec<Guard<'g>>,
        within: Option<usize>,
        depth: usize,
    ) {
        // The compiler already refuses such cycles; this guarantees that the walk ends.
        if depth > DEEPEST {
            return;
        }
        let chooses = self.chooses(within);
        for member in &body.options {
            let (guards, span) = (guards.clone(), member.span);
            let chooses = chooses.clone();
            self.offers.push(Offer {
                entry: member.entry,
                terms: Some(&member.terms),
                point: within,
                chooses,
                include: None,
                guards,
                span,
                drawn: false,
            });
        }
        for choose in &body.chooses {
            self.choose(game, *choose, &game.chooses[*choose].range, None, guards, within, depth);
        }
        for include in &body.includes {
            match include.what {
                Included::Choose(choose) => {
                    let range = include.range.as_ref().unwrap_or(&game.chooses[choose].range);
                    self.choose(game, choose, range, Some(include), guards, within, depth);
                }
                Included::Entry(entry) => {
                    let (guards, chooses, span) = (guards.clone(), chooses.clone(), include.span);
                    let include = Some(include);
                    let drawn = false;
                    self.offers.push(Offer {
                        entry,
                        terms: None,
                        point: within,
                        chooses,
                        include,
                        guards,
                        span,
                        drawn,
                    });
                }
            }
        }
        for effect in &body.effects {
            let (guard, inner) = match effect {
                Effect::Change(_) => continue,
                Effect::When(when) => (Guard::When(when), &when.body),
                // The block visits other nodes, so its offers are for them.
                Effect::ForEach(_) => continue,
            };
            guards.push(guard);
            self.body(game, inner, guards, within, depth + 1);
            guards.pop();
        }
    }

    #[expect(clippy::too_many_arguments, reason = "a step of one walk")]
    fn choose(
        &mut self,
        game: &'g Game,
        id: ChooseId,
        range: &'g Range,
        include: Option<&'g Include>,
        guards: &mut Vec<Guard<'g>>,
        within: Option<usize>,
        depth: usize,
    ) {
        let choose = &game.chooses[id];
        self.points.push(OfferedChoice {
            choose: id,
            range,
            include,
            within,
            guards: guards.clone(),
        });
        let point = self.points.len() - 1;
        let chooses = self.chooses(Some(point));
        for member in &choose.members {
            let (guards, chooses, span) = (guards.clone(), chooses.clone(), member.span);
            let terms = Some(&member.terms);
            let (entry, drawn) = (member.entry, false);
            self.offers.push(Offer {
                entry,
                terms,
                point: Some(point),
                chooses,
                include,
                guards,
                span,
                drawn,
            });
        }
        self.body(game, &choose.body, guards, Some(point), depth + 1);
        // The braces of the including line may add members.
        if let Some(include) = include {
            self.body(game, &include.body, guards, Some(point), depth + 1);
        }
    }

    /// The choices around an index in the menu, the innermost first.
    fn chooses(&self, within: Option<usize>) -> SmallVec<[ChooseId; 4]> {
        let mut all = SmallVec::new();
        let mut next = within;
        while let Some(point) = next.and_then(|index| self.points.get(index)) {
            all.push(point.choose);
            next = point.within;
        }
        all
    }

    /// The offer of a name drawn from a choice's pool.
    pub(crate) fn drawn(
        &self,
        game: &'g Game,
        point: usize,
        entry: EntryId,
        homes: &dyn Fn(Owner) -> bool,
    ) -> Option<Offer<'g>> {
        let at = self.points.get(point)?;
        let terms = in_pool(game, &pool_sources(game, at.choose), entry, homes)?;
        let (guards, span) = (at.guards.clone(), game.chooses[at.choose].span);
        let (chooses, include) = (self.chooses(Some(point)), at.include);
        Some(Offer {
            entry,
            terms,
            point: Some(point),
            chooses,
            include,
            guards,
            span,
            drawn: true,
        })
    }

    /// Which models an option goes to: those named by its own line and by all choices around it.
    /// The innermost of these says how many.
    pub(crate) fn recipients(game: &Game, offer: &Offer<'_>) -> Option<Recipients> {
        let own = offer.terms.and_then(|terms| terms.target);
        let around = offer.chooses.iter().filter_map(|choose| game.chooses[*choose].target);
        let mut targets = own.into_iter().chain(around).peekable();
        let number = targets.peek()?.number;
        let who = targets.map(|target| target.who).filter(|who| *who != ModelFilter::Any).collect();
        Some(Recipients { number, who })
    }
}

/// The models of a unit that an option goes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Recipients {
    /// How many models get it each time it is taken, different models each time; none means all.
    pub number: Option<i64>,
    /// The filters that every recipient matches.
    pub who: SmallVec<[ModelFilter; 2]>,
}

impl Recipients {
    pub(crate) fn name_a_model(&self) -> bool {
        self.who.iter().any(|who| matches!(who, ModelFilter::Model(_)))
    }

    /// Whether it goes to single squad models or to the leader. A model that replaced the leader is
    /// neither.
    pub(crate) fn are_of_squad(&self) -> bool {
        (self.number.is_some() && !self.name_a_model()) || self.who.contains(&ModelFilter::Leader)
    }
}

const DEEPEST: usize = 64;

/// Everything in a choice's pool, with the terms of each offer if it has any. The pool's condition
/// is not checked.
pub(crate) fn pool<'g>(
    game: &'g Game,
    choose: ChooseId,
    homes: &dyn Fn(Owner) -> bool,
) -> Vec<(EntryId, Option<&'g Terms>)> {
    let sources = pool_sources(game, choose);
    let ids = game.entries.iter().map(|(id, _)| id);
    ids.filter_map(|id| Some((id, in_pool(game, &sources, id, homes)?))).collect()
}

/// The sources of a pool, and those of the pools of choices in it. Each choice counts once, even if
/// it is named several times.
fn pool_sources(game: &Game, choose: ChooseId) -> Vec<&PoolSource> {
    let (mut all, mut seen) = (Vec::new(), FxHashSet::default());
    add_pool_sources(game, choose, 0, &mut all, &mut seen);
    all
}

fn add_pool_sources<'g>(
    game: &'g Game,
    choose: ChooseId,
    depth: usize,
    all: &mut Vec<&'g PoolSource>,
    seen: &mut FxHashSet<ChooseId>,
) {
    for source in game.chooses[choose].pool.iter().flat_map(|pool| &pool.from) {
        all.push(source);
        if let PoolSource::Choose(inner) = source
            && depth < DEEPEST
            && game.chooses[*inner].pool.is_some()
            && seen.insert(*inner)
        {
            add_pool_sources(game, *inner, depth + 1, all, seen);
        }
    }
}

/// Whether these sources of a pool hold an entry, and on which terms it is offered there.
fn in_pool<'g>(
    game: &'g Game,
    sources: &[&'g PoolSource],
    entry: EntryId,
    homes: &dyn Fn(Owner) -> bool,
) -> Option<Option<&'g Terms>> {
    sources.iter().find_map(|source| match source {
        PoolSource::Profile(profile) => {
            let found = &game.entries[entry];
            (found.kind == EntryKind::Profile(*profile)
                && found.parent.is_none()
                && homes(found.owner))
            .then_some(None)
        }
        PoolSource::Entry(source) => (*source == entry).then_some(None),
        PoolSource::Choose(choose) => {
            let member = game.chooses[*choose].members.iter().find(|member| member.entry == entry);
            member.map(|member| Some(&member.terms))
        }
    })
}

/// Every line of models in a body, with the conditions around it.
pub(crate) fn model_lines<'g>(body: &'g Body) -> SmallVec<[(&'g ModelsLine, Vec<&'g When>); 4]> {
    let mut all: SmallVec<[(&'g ModelsLine, Vec<&'g When>); 4]> =
        body.models.iter().map(|line| (line, Vec::new())).collect();
    for effect in &body.effects {
        if let Effect::When(when) = effect {
            for (line, mut whens) in model_lines(&when.body) {
                whens.insert(0, when);
                all.push((line, whens));
            }
        }
    }
    all
}

/// Whether a block visits nodes of a kind, as far as its header says.
pub(crate) fn visits(each: &ForEach, kind: NodeKind) -> bool {
    use crate::model::Type;
    let Some(first) = each.binders.first() else { return false };
    let Type::Set(element) = &first.set.ty else { return false };
    match element.as_ref() {
        Type::Node(visited) => match (visited, kind) {
            (NodeKind::Any, _) | (_, NodeKind::Any) => true,
            (NodeKind::Force(_), NodeKind::Force(_)) => true,
            // Anything with a profile is a model once a `models` line takes it.
            (
                NodeKind::Gear(_) | NodeKind::AnyGear | NodeKind::Model,
                NodeKind::Gear(_) | NodeKind::AnyGear | NodeKind::Model,
            ) => true,
            (visited, kind) => *visited == kind,
        },
        _ => false,
    }
}
