//! Finds options that replace a weapon which no eligible model can carry.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::diagnostic::{Diagnostic, codes};
use crate::engine::army::{Menu, Offer, model_lines, visits};
use crate::model::{
    Body, ChooseId, Effect, Entry, EntryId, EntryKind, Game, ModelFilter, NodeKind, PoolSource,
    ProfileId, Replacing,
};
use crate::source::Span;

/// Limits on how deep nested options are followed, and how many in all.
const DEEPEST: usize = 16;
const MOST_OFFERS: usize = 200_000;

/// Reports every `replacing` that no model it is offered to can ever make. Where several units
/// share an option, one of them must be able to use it.
pub(super) fn check(game: &Game, diagnostics: &mut Vec<Diagnostic>) {
    let mut search = ReplacingSearch { game, offers: 0, found: FxHashMap::default() };
    let loose = LooseOffers::of(game);
    for (id, unit) in game.units() {
        search.unit(id, unit, &loose);
    }
    // Armies and forces have no models of their own.
    let armies = game.factions.values().map(|faction| &faction.army).chain([&game.army]);
    for body in armies.chain(game.forces.values().map(|force| &force.body)) {
        let mut gains = Vec::new();
        search.gains(&Menu::of(game, body), &[], 0, &mut gains);
        search.judge(&gains, &[]);
    }
    // If the search was cut short, the remaining offers may still be possible.
    if search.offers >= MOST_OFFERS {
        return;
    }
    let mut found: Vec<PossibleReplacing<'_>> = search.found.into_values().collect();
    found.retain(|found| !found.possible);
    found.sort_by_key(|found| found.replacing.span);
    diagnostics.extend(found.iter().map(|found| found.diagnostic(game)));
}

/// A `replacing`, and whether any model can make it.
struct PossibleReplacing<'g> {
    replacing: &'g Replacing,
    possible: bool,
    /// What the first model that cannot may carry instead.
    carried: Vec<EntryId>,
}

impl PossibleReplacing<'_> {
    fn diagnostic(&self, game: &Game) -> Diagnostic {
        let names = |ids: &[EntryId]| {
            let names = ids.iter().map(|id| format!("`{}`", game.entries[*id].id));
            names.collect::<Vec<_>>().join(", ")
        };
        let message =
            format!("no model that may take this can carry {}", names(&self.replacing.old));
        let diagnostic = Diagnostic::new(&codes::NOTHING_TO_REPLACE, self.replacing.span, message);
        match self.carried.as_slice() {
            [] => diagnostic,
            carried => diagnostic.help(format!("it may carry {}", names(carried))),
        }
    }
}

/// A change that an option makes to what a model carries.
struct Gain<'g> {
    /// Filters that the model must pass.
    who: Vec<ModelFilter>,
    replacing: Option<&'g Replacing>,
    weapons: Vec<EntryId>,
    /// Profiles of which anything can be drawn.
    drawn: Vec<ProfileId>,
}

impl Gain<'_> {
    fn reaches(&self, model: EntryId) -> bool {
        self.who.iter().all(|who| match who {
            ModelFilter::Model(wanted) => *wanted == model,
            ModelFilter::Any | ModelFilter::Leader | ModelFilter::NotLeader => true,
        })
    }

    fn is_possible(&self, game: &Game, kit: &PossibleLoadout) -> bool {
        let old = self.replacing.into_iter().flat_map(|replacing| &replacing.old);
        old.into_iter().all(|old| kit.has(game, *old))
    }
}

/// What a model may ever carry.
#[derive(Clone, Default)]
struct PossibleLoadout {
    weapons: FxHashSet<EntryId>,
    drawn: FxHashSet<ProfileId>,
}

impl PossibleLoadout {
    fn has(&self, game: &Game, weapon: EntryId) -> bool {
        let drawn = match game.entries[weapon].kind {
            EntryKind::Profile(profile) => self.drawn.contains(&profile),
            _ => false,
        };
        drawn || self.weapons.contains(&weapon)
    }

    /// Adds everything that a model of this kind can gain, until nothing more follows.
    fn gain(&mut self, game: &Game, model: EntryId, gains: &[Gain<'_>]) {
        let mut open: Vec<&Gain<'_>> = gains.iter().filter(|gain| gain.reaches(model)).collect();
        loop {
            let before = open.len();
            open.retain(|gain| {
                let possible = gain.is_possible(game, self);
                if possible {
                    self.weapons.extend(&gain.weapons);
                    self.drawn.extend(&gain.drawn);
                }
                !possible
            });
            if open.len() == before {
                return;
            }
        }
    }
}

/// Adds the weapons that a body and its blocks give.
fn weapons_in(body: &Body, weapons: &mut Vec<EntryId>) {
    weapons.extend(body.weapons.iter().flat_map(|group| &group.weapons));
    for effect in &body.effects {
        match effect {
            Effect::When(when) => weapons_in(&when.body, weapons),
            Effect::ForEach(each) => weapons_in(&each.body, weapons),
            Effect::Change(_) => {}
        }
    }
}

/// What blocks give and offer to any unit or model.
struct LooseOffers<'g> {
    weapons: Vec<EntryId>,
    units: Vec<Menu<'g>>,
    models: Vec<Menu<'g>>,
}

impl<'g> LooseOffers<'g> {
    fn of(game: &'g Game) -> Self {
        let factions = game.factions.values().map(|faction| &faction.body);
        let charts = game.charts.values().map(|chart| &chart.body);
        let events = game.events.values().map(|event| &event.body);
        let bodies: Vec<&Body> =
            std::iter::once(&game.body).chain(factions).chain(charts).chain(events).collect();
        let mut weapons = Vec::new();
        for effect in game.each_body().flat_map(|body| &body.effects) {
            if let Effect::ForEach(each) = effect
                && (visits(each, NodeKind::Unit) || visits(each, NodeKind::Model))
            {
                weapons_in(&each.body, &mut weapons);
            }
        }
        let menus = |kind| {
            let menus = bodies.iter().map(|body| Menu::loose(game, body, kind));
            menus.filter(|menu| !menu.is_empty()).collect::<Vec<_>>()
        };
        LooseOffers { weapons, units: menus(NodeKind::Unit), models: menus(NodeKind::Model) }
    }
}

struct ReplacingSearch<'g> {
    game: &'g Game,
    /// How many offers were looked at.
    offers: usize,
    found: FxHashMap<Span, PossibleReplacing<'g>>,
}

impl<'g> ReplacingSearch<'g> {
    fn unit(&mut self, id: EntryId, unit: &'g Entry, loose: &LooseOffers<'g>) {
        let game = self.game;
        let mut gains = Vec::new();
        let own = Menu::of(game, &unit.body);
        for menu in std::iter::once(&own).chain(&loose.units) {
            self.gains(menu, &[], 0, &mut gains);
        }
        let mut models: Vec<EntryId> =
            model_lines(&unit.body).iter().map(|(line, _)| line.model).collect();
        brought(game, &own, &mut FxHashSet::default(), &mut models);
        if models.is_empty() {
            models.push(id); // it carries its weapons itself
        }
        models.sort_unstable();
        models.dedup();
        for model in &models {
            let own = Menu::of(game, &game.entries[*model].body);
            for menu in std::iter::once(&own).chain(&loose.models) {
                self.gains(menu, &[ModelFilter::Model(*model)], 0, &mut gains);
            }
        }
        // Most units have no `replacing` at all.
        if gains.iter().all(|gain| gain.replacing.is_none()) {
            return;
        }
        let mut kits = Vec::new();
        for model in models {
            let mut issued = loose.weapons.clone();
            weapons_in(&unit.body, &mut issued);
            weapons_in(&game.entries[model].body, &mut issued);
            let weapons = issued.into_iter().collect();
            let mut kit = PossibleLoadout { weapons, drawn: FxHashSet::default() };
            kit.gain(game, model, &gains);
            kits.push((model, kit));
        }
        self.judge(&gains, &kits);
    }

    /// Everything that a menu offers to models, including nested options.
    fn gains(
        &mut self,
        menu: &Menu<'g>,
        who: &[ModelFilter],
        depth: usize,
        gains: &mut Vec<Gain<'g>>,
    ) {
        let game = self.game;
        for offer in offered(game, menu) {
            self.offers += 1;
            let entry = &game.entries[offer.entry];
            if self.offers >= MOST_OFFERS || depth > DEEPEST || entry.kind == EntryKind::Unit {
                continue;
            }
            let mut who = who.to_vec();
            who.extend(Menu::recipients(game, &offer).into_iter().flat_map(|to| to.who));
            let replacing = offer.terms.and_then(|terms| terms.replacing.as_ref());
            let mut weapons = replacing.map_or(Vec::new(), |replacing| replacing.new.clone());
            weapons_in(&entry.body, &mut weapons);
            if matches!(entry.kind, EntryKind::Profile(_)) {
                weapons.push(offer.entry);
            }
            self.gains(&Menu::of(game, &entry.body), &who, depth + 1, gains);
            gains.push(Gain { who, replacing, weapons, drawn: Vec::new() });
        }
        let mut drawn = Vec::new();
        for point in &menu.points {
            pooled(game, point.choose, 0, &mut Vec::new(), &mut drawn);
        }
        gains.push(Gain { who: who.to_vec(), replacing: None, weapons: Vec::new(), drawn });
    }

    /// Records which replacements some model can make.
    fn judge(&mut self, gains: &[Gain<'g>], kits: &[(EntryId, PossibleLoadout)]) {
        for gain in gains {
            let Some(replacing) = gain.replacing else { continue };
            let reached = || kits.iter().filter(|(model, _)| gain.reaches(*model));
            let possible = reached().any(|(_, kit)| gain.is_possible(self.game, kit));
            let found = self.found.entry(replacing.span).or_insert_with(|| {
                let first = reached().next().map(|(_, kit)| kit.weapons.iter().copied());
                let mut carried: Vec<EntryId> = first.into_iter().flatten().collect();
                carried.sort_unstable();
                PossibleReplacing { replacing, possible, carried }
            });
            found.possible |= possible;
        }
    }
}

/// Everything that a menu offers. Pools count with the entries they name; what they draw by profile
/// has no terms.
fn offered<'g>(game: &'g Game, menu: &Menu<'g>) -> Vec<Offer<'g>> {
    let mut all = menu.offers.clone();
    for (place, point) in menu.points.iter().enumerate() {
        let mut entries = Vec::new();
        pooled(game, point.choose, 0, &mut entries, &mut Vec::new());
        let drawn = |entry| menu.drawn(game, place, entry, &|_| true);
        all.extend(entries.into_iter().filter_map(drawn));
    }
    all
}

/// The entries that a pool draws by name or from other choices, and the profiles it draws from.
fn pooled(
    game: &Game,
    choose: ChooseId,
    depth: usize,
    entries: &mut Vec<EntryId>,
    profiles: &mut Vec<ProfileId>,
) {
    let pool = game.chooses[choose].pool.as_ref().filter(|_| depth < DEEPEST);
    for source in pool.iter().flat_map(|pool| &pool.from) {
        match source {
            PoolSource::Profile(profile) => profiles.push(*profile),
            PoolSource::Entry(entry) => entries.push(*entry),
            PoolSource::Choose(other) => {
                entries.extend(game.chooses[*other].members.iter().map(|member| member.entry));
                pooled(game, *other, depth + 1, entries, profiles);
            }
        }
    }
}

/// The models that options bring or put in place of the leader.
fn brought<'g>(
    game: &'g Game,
    menu: &Menu<'g>,
    seen: &mut FxHashSet<EntryId>,
    models: &mut Vec<EntryId>,
) {
    for offer in offered(game, menu) {
        models.extend(offer.terms.and_then(|terms| terms.replaces_leader));
        let entry = &game.entries[offer.entry];
        if entry.kind == EntryKind::Option && seen.insert(offer.entry) {
            models.extend(entry.body.models.iter().map(|line| line.model));
            brought(game, &Menu::of(game, &entry.body), seen, models);
        }
    }
}
