//! A game prepared for checking lists: name lookups, and what each entry offers, worked out once.
//! Start at [`Book`].

use std::sync::OnceLock;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::engine::army::Menu;
use crate::engine::army::free::unwritten;
use crate::list::UnitLine;
use crate::model::{
    Body, ChartId, Effect, Entry, EntryId, EntryKind, EventId, FactionId, Game, NodeKind, Owner,
};

fn blocks_hold_weapons(game: &Game) -> bool {
    game.each_body().flat_map(|body| &body.effects).any(|effect| match effect {
        Effect::Change(_) => false,
        Effect::When(when) => !when.body.weapons.is_empty(),
        Effect::ForEach(each) => !each.body.weapons.is_empty(),
    })
}

/// What the loose blocks of one body offer, by the kind of node that is offered it.
#[derive(Debug)]
pub(crate) struct SharedMenus<'g> {
    pub units: Menu<'g>,
    pub models: Menu<'g>,
    pub options: Menu<'g>,
}

impl<'g> SharedMenus<'g> {
    fn of(game: &'g Game, body: &'g Body) -> Self {
        let menu = |kind| Menu::loose(game, body, kind);
        SharedMenus {
            units: menu(NodeKind::Unit),
            models: menu(NodeKind::Model),
            options: menu(NodeKind::Option),
        }
    }
}

/// A game and its name tables. Made once and shared by every list that is checked.
pub(crate) struct Book<'g> {
    pub game: &'g Game,
    units: FxHashMap<&'g str, EntryId>,
    entries: FxHashMap<&'g str, Vec<EntryId>>,
    /// The old names of everything in the game.
    pub old_names: FxHashSet<&'g str>,
    /// Units that only come with others, with their lines if they leave no choice.
    brought: FxHashMap<EntryId, Option<UnitLine>>,
    /// Whether any weapons are given in conditional blocks or in visiting blocks.
    blocks_hold_weapons: bool,
    menus: Vec<OnceLock<Menu<'g>>>,
    system: OnceLock<SharedMenus<'g>>,
    factions: Vec<OnceLock<SharedMenus<'g>>>,
    charts: Vec<OnceLock<SharedMenus<'g>>>,
    events: Vec<OnceLock<SharedMenus<'g>>>,
}

impl<'g> Book<'g> {
    pub(crate) fn new(game: &'g Game) -> Self {
        let mut units = FxHashMap::default();
        let mut entries: FxHashMap<&str, Vec<EntryId>> = FxHashMap::default();
        for (id, entry) in game.entries.iter() {
            if entry.kind == EntryKind::Unit {
                units.insert(entry.id.as_str(), id);
            } else if entry.parent.is_none() {
                entries.entry(entry.id.as_str()).or_default().push(id);
            }
        }
        fn empty<T>(count: usize) -> Vec<OnceLock<T>> {
            (0..count).map(|_| OnceLock::new()).collect()
        }
        let mut book = Book {
            game,
            units,
            entries,
            old_names: game.old_ids.values().flatten().map(|old| old.id.as_str()).collect(),
            brought: FxHashMap::default(),
            blocks_hold_weapons: blocks_hold_weapons(game),
            menus: empty(game.entries.len()),
            system: OnceLock::new(),
            factions: empty(game.factions.len()),
            charts: empty(game.charts.len()),
            events: empty(game.events.len()),
        };
        for brings in game.each_body().flat_map(|body| &body.brings) {
            let line = book.leaves_no_choice(brings.unit).then(|| unwritten(game, brings.unit));
            book.brought.insert(brings.unit, line);
        }
        book
    }

    pub(crate) fn unit(&self, id: &str) -> Option<EntryId> {
        self.units.get(id).copied()
    }

    pub(crate) fn blocks_hold_weapons(&self) -> bool {
        self.blocks_hold_weapons
    }

    pub(crate) fn is_brought(&self, unit: EntryId) -> bool {
        self.brought.contains_key(&unit)
    }

    /// The line of a unit that comes with others and need not be written because it leaves nothing
    /// to decide.
    pub(crate) fn free_line(&self, unit: EntryId) -> Option<&UnitLine> {
        self.brought.get(&unit)?.as_ref()
    }

    /// Top-level entries with this id, except units, in any faction.
    pub(crate) fn entries(&self, id: &str) -> &[EntryId] {
        self.entries.get(id).map_or(&[], Vec::as_slice)
    }

    /// What an entry offers.
    pub(crate) fn menu(&self, entry: EntryId) -> Option<&Menu<'g>> {
        let menu = self.menus.get(entry.index())?;
        Some(menu.get_or_init(|| Menu::of(self.game, &self.game.entries[entry].body)))
    }

    /// The menus of the loose blocks of the system, the factions, the chart and the event, in this
    /// order.
    pub(crate) fn loose_menus(
        &self,
        factions: &[FactionId],
        chart: Option<ChartId>,
        event: Option<EventId>,
    ) -> SmallVec<[&SharedMenus<'g>; 4]> {
        let game = self.game;
        let factions =
            factions.iter().map(|id| (self.factions.get(id.index()), &game.factions[*id].body));
        let chart = chart.map(|id| (self.charts.get(id.index()), &game.charts[id].body));
        let event = event.map(|id| (self.events.get(id.index()), &game.events[id].body));
        let mut all: SmallVec<[&SharedMenus<'g>; 4]> = SmallVec::new();
        let system = std::iter::once((Some(&self.system), &game.body));
        for (menus, body) in system.chain(factions).chain(chart).chain(event) {
            all.extend(menus.map(|menus| menus.get_or_init(|| SharedMenus::of(game, body))));
        }
        all
    }

    /// Whether a choice of a unit may draw on an owner's definitions. A unit draws on the system
    /// and on its own factions, whichever army takes it; a unit without a faction, and the army
    /// itself, draw on the army's faction.
    pub(crate) fn draws(
        unit: Option<&Entry>,
        army: Option<FactionId>,
        event: Option<EventId>,
        owner: Owner,
    ) -> bool {
        let own = match (unit.map(|unit| unit.owner), owner) {
            (Some(Owner::Faction(own)), _) => Some(own),
            (Some(_), Owner::Faction(faction)) => {
                let only_for = unit.map_or(&[][..], |unit| unit.only_for.as_slice());
                if only_for.is_empty() {
                    army
                } else {
                    only_for.iter().copied().find(|id| *id == faction)
                }
            }
            _ => army,
        };
        Self::sees(own, event, owner)
    }

    /// Whether an army of the faction sees an owner's definitions.
    pub(crate) fn sees(faction: Option<FactionId>, event: Option<EventId>, owner: Owner) -> bool {
        match owner {
            Owner::System => true,
            Owner::Faction(owner) => faction == Some(owner),
            Owner::Event(owner) => event == Some(owner),
        }
    }
}
