//! Finds out which facts of a unit no list can change, because its definition states them and
//! nothing that can be taken with the unit alters them. Start at [`ConstAnalysis::is_constant`].

use std::cell::Cell;

use rustc_hash::FxHashSet;

use crate::analysis::Changeable;
use crate::engine::army::{Book, model_lines, pool};
use crate::engine::eval::blocks;
use crate::model::{
    AttributeId, Body, Builtin, CategoryId, Effect, EntryId, Expr, ExprKind, Fact, FactionId, Game,
    KeywordId, NodeFilter, NodeKind, Owner, StatValue, VariableId,
};

/// The thing that a name in an expression refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Referent {
    Unit,
    Model(EntryId),
    /// An option, known only to belong to the unit.
    Option,
    Army,
}

/// The surroundings of an expression: what `this` means there, and which variable means the unit.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ExprContext {
    pub this: Referent,
    pub unit: Option<VariableId>,
}

impl ExprContext {
    pub(crate) fn at(this: Referent) -> Self {
        ExprContext { this, unit: None }
    }

    pub(crate) fn who(self, expr: &Expr) -> Option<Referent> {
        match &expr.kind {
            ExprKind::Army => Some(Referent::Army),
            ExprKind::This => Some(self.this),
            ExprKind::Variable(variable) if self.unit == Some(*variable) => Some(Referent::Unit),
            ExprKind::Fact(of, Fact::Builtin(Builtin::Unit)) => {
                self.who(of).filter(|who| *who != Referent::Army).map(|_| Referent::Unit)
            }
            _ => None,
        }
    }
}

pub(crate) struct ConstAnalysis<'g> {
    game: &'g Game,
    unit: Option<EntryId>,
    /// Whether the faction of the army is known.
    of_faction: bool,
    changeable: Changeable<'g>,
    /// Bodies that apply in some lists only: blocks under a condition, options, and blocks
    /// elsewhere that may visit the unit.
    open: Vec<&'g Body>,
    /// Models that a list may include or not; while present, their keywords count for the unit.
    optional_models: Vec<EntryId>,
    /// How many expressions have been looked at.
    steps: Cell<u32>,
}

/// How many expressions are examined for a page; any beyond that count as not constant.
const MOST_STEPS: u32 = 20_000;

impl<'g> ConstAnalysis<'g> {
    /// For a unit in any army of the faction.
    pub(crate) fn in_army(book: &Book<'g>, unit: EntryId, faction: FactionId) -> Self {
        ConstAnalysis { of_faction: true, ..ConstAnalysis::new(book, Some(unit), Some(faction)) }
    }

    /// For an army, of the given faction if it is known.
    pub(crate) fn of_army(book: &Book<'g>, faction: Option<FactionId>) -> Self {
        ConstAnalysis { of_faction: faction.is_some(), ..ConstAnalysis::new(book, None, faction) }
    }

    /// For a unit in any army; `faction` is its own faction.
    pub(crate) fn new(book: &Book<'g>, unit: Option<EntryId>, faction: Option<FactionId>) -> Self {
        let game = book.game;
        let mut open = ConditionalBodies { game, bodies: Vec::new() };
        let mut optional_models = Vec::new();
        if let Some(unit) = unit {
            let lines = model_lines(&game.entries[unit].body);
            let models: Vec<EntryId> = lines.iter().map(|(line, _)| line.model).collect();
            open.within_reach(book, unit, &models);
            if models.len() > 1 {
                optional_models = models;
            }
        }
        let sees = |owner: Owner| match owner {
            Owner::System | Owner::Event(_) => true,
            Owner::Faction(owner) => faction == Some(owner),
        };
        let factions = game
            .factions
            .iter()
            .filter(|(id, _)| faction == Some(*id))
            .map(|(_, known)| &known.body);
        let charts =
            game.charts.values().filter(|chart| sees(chart.owner)).map(|chart| &chart.body);
        let forces = game.forces.values().map(|force| &force.body);
        let events = game.events.values().map(|event| &event.body);
        // A `for each` block of any entry may visit any unit.
        let carried = game.entries.values().map(|entry| &entry.body);
        let all = std::iter::once(&game.body)
            .chain(factions)
            .chain(charts)
            .chain(forces)
            .chain(events)
            .chain(carried);
        for block in all.flat_map(blocks) {
            open.body(&block.each.body);
        }
        ConstAnalysis {
            game,
            unit,
            of_faction: false,
            changeable: Changeable::by(game, &open.bodies),
            open: open.bodies,
            optional_models,
            steps: Cell::new(0),
        }
    }

    /// Counts a step, and says whether any are left: definitions that use others twice would
    /// otherwise take exponential time.
    pub(crate) fn may_continue(&self) -> bool {
        let steps = self.steps.get();
        self.steps.set(steps.saturating_add(1));
        steps < MOST_STEPS
    }

    /// Whether no list can change the value of an expression.
    pub(crate) fn is_constant(&self, expr: &Expr, place: ExprContext) -> bool {
        if !self.may_continue() {
            return false;
        }
        let here = |of: &Expr| {
            place.who(of).filter(|who| matches!(who, Referent::Unit | Referent::Model(_)))
        };
        match &expr.kind {
            ExprKind::Number(_)
            | ExprKind::Bool(_)
            | ExprKind::Text(_)
            | ExprKind::None
            | ExprKind::Symbol(_) => true,
            ExprKind::Fact(of, Fact::Attribute(attribute)) => match place.who(of) {
                Some(Referent::Army) => self.attribute_of_army(*attribute),
                _ => here(of).is_some() && !self.changeable.attribute(*attribute),
            },
            ExprKind::Fact(of, Fact::Derive(derive)) => {
                let derive = &self.game.derives[*derive];
                place.who(of) == Some(Referent::Army)
                    && derive.on == NodeKind::Army
                    && derive.binders.is_empty()
                    && self.is_constant(&derive.value, ExprContext::at(Referent::Army))
            }
            ExprKind::Fact(of, Fact::Stat(name, _)) => {
                matches!(here(of), Some(Referent::Model(model)) if self.stat(model, name))
            }
            ExprKind::Fact(of, Fact::Category(category))
            | ExprKind::Is(of, NodeFilter::Category(category)) => {
                match here(of) {
                    Some(who) => self.category(*category, who),
                    // For example, the category of a faction.
                    None => self.is_constant(of, place) && self.is_stated(*category),
                }
            }
            ExprKind::Fact(of, Fact::Builtin(Builtin::Faction)) => {
                self.of_faction && place.who(of) == Some(Referent::Army)
            }
            ExprKind::Fact(of, Fact::Builtin(Builtin::Own)) => {
                self.of_faction && here(of).is_some()
            }
            ExprKind::Fact(
                of,
                Fact::Builtin(Builtin::Unique | Builtin::Entry | Builtin::Factions),
            )
            | ExprKind::Is(of, NodeFilter::Entry(_)) => here(of).is_some(),
            ExprKind::Has(of, keyword) | ExprKind::Fact(of, Fact::Keyword(keyword)) => {
                here(of).is_some_and(|who| self.keyword(*keyword, who))
            }
            ExprKind::Fact(of, Fact::Parameter(_)) => self.is_constant(of, place),
            ExprKind::Not(_)
            | ExprKind::NotEmpty(_)
            | ExprKind::Negate(_)
            | ExprKind::Round(..)
            | ExprKind::Binary(..)
            | ExprKind::If(..)
            | ExprKind::Otherwise(..)
            | ExprKind::Extreme { .. }
            | ExprKind::Set(_)
            | ExprKind::Member(..) => {
                let mut constant = true;
                expr.children(|child| constant &= self.is_constant(child, place));
                constant
            }
            _ => false,
        }
    }

    /// Whether no list can change whether the unit is in a set of units.
    pub(crate) fn is_constant_member(&self, set: &Expr, place: ExprContext) -> bool {
        match &set.kind {
            ExprKind::Below { what: NodeFilter::Kind(NodeKind::Unit), of, .. }
            | ExprKind::Fact(of, Fact::Builtin(Builtin::Units)) => {
                place.who(of) == Some(Referent::Army)
            }
            ExprKind::Where { set, variable, condition } => {
                self.is_constant_member(set, place)
                    && self.is_constant(condition, ExprContext { unit: Some(*variable), ..place })
            }
            _ => self.is_constant(set, place),
        }
    }

    /// Whether an attribute of an army depends on its faction alone.
    fn attribute_of_army(&self, id: AttributeId) -> bool {
        self.of_faction
            && !self.game.attributes[id].chosen
            && !Changeable::anywhere(self.game).attribute(id)
    }

    fn stat(&self, model: EntryId, name: &str) -> bool {
        let stats = &self.game.entries[model].body.stats;
        let picked =
            stats.iter().any(|stat| stat.name == name && matches!(stat.value, StatValue::Pick(..)));
        !picked && !self.changeable.stat(name)
    }

    fn category(&self, category: CategoryId, who: Referent) -> bool {
        match &self.game.categories[category].defined {
            Some(condition) => self.is_constant(condition, ExprContext::at(who)),
            None => self.is_stated(category),
        }
    }

    /// Whether membership of a category follows from definitions alone.
    fn is_stated(&self, category: CategoryId) -> bool {
        self.game.categories[category].defined.is_none() && !self.changeable.category(category)
    }

    fn keyword(&self, keyword: KeywordId, who: Referent) -> bool {
        let states = |body: &Body| body.keywords.iter().any(|stated| stated.keyword == keyword);
        let of_unit = self.unit.is_some_and(|unit| states(&self.game.entries[unit].body));
        let of_some = who == Referent::Unit
            && self.optional_models.iter().any(|model| states(&self.game.entries[*model].body));
        if self.changeable.keyword(keyword) {
            return false;
        }
        of_unit || !(of_some || self.open.iter().any(|body| states(body)))
    }
}

/// Collects the bodies that apply in some lists only.
struct ConditionalBodies<'g> {
    game: &'g Game,
    bodies: Vec<&'g Body>,
}

impl<'g> ConditionalBodies<'g> {
    /// Adds a body that may apply, with the blocks nested in it.
    fn body(&mut self, body: &'g Body) {
        self.bodies.push(body);
        self.blocks(body);
    }

    fn blocks(&mut self, body: &'g Body) {
        for effect in &body.effects {
            if let Effect::When(when) = effect {
                self.body(&when.body);
            }
        }
    }

    /// Adds everything that can be taken with the unit and its models, which themselves apply in
    /// every list.
    fn within_reach(&mut self, book: &Book<'g>, unit: EntryId, models: &[EntryId]) {
        let mut waiting: Vec<EntryId> =
            std::iter::once(unit).chain(models.iter().copied()).collect();
        let given: FxHashSet<EntryId> = waiting.iter().copied().collect();
        let mut seen: FxHashSet<EntryId> = FxHashSet::default();
        while let Some(id) = waiting.pop() {
            if !seen.insert(id) {
                continue;
            }
            let body = &self.game.entries[id].body;
            if given.contains(&id) {
                self.blocks(body);
            } else {
                self.body(body);
            }
            waiting.extend(model_lines(body).iter().map(|(line, _)| line.model));
            let Some(menu) = book.menu(id) else { continue };
            for offer in &menu.offers {
                offer.include.into_iter().for_each(|include| self.body(&include.body));
                waiting.extend(
                    offer
                        .terms
                        .and_then(|terms| terms.replaces_leader)
                        .into_iter()
                        .chain([offer.entry]),
                );
            }
            let drawn =
                menu.points.iter().flat_map(|point| pool(self.game, point.choose, &|_| true));
            waiting.extend(drawn.map(|(drawn, _)| drawn));
        }
    }
}
