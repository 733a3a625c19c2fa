//! Resolves charts and forces.

use super::Resolver;
use super::body::BodyKind;
use super::scope::{Scope, Subject};
use super::text::title_of;
use crate::diagnostic::codes;
use crate::model::{
    Body, ChartId, ForceId, NodeKind, Offers, Owner, Slot, SomeFactions, Trade, Unlock,
};
use crate::resolve::fact_graph::Node;
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::ast::{Name, Statement, StatementKind};

impl<'t> Resolver<'t> {
    pub(crate) fn lower_charts(&mut self) {
        for id in self.game.charts.ids() {
            self.lower_chart(id);
        }
    }

    /// Resolves a chart after the chart it extends. Returns `false` if the chart is already being
    /// resolved, which means that it extends itself.
    fn lower_chart(&mut self, id: ChartId) -> bool {
        let Some(pending) = self.charts.get_mut(id.index()) else { return true };
        let (owner, Some(chart)) = (pending.0, pending.1.take()) else { return pending.2 };
        let extends = chart.modifiers.extends.and_then(|name| self.base_chart(id, name));
        if let Some(base) = extends {
            let base = &self.game.charts[base];
            let (slots, trades, unlocks, offers) = (
                base.slots.clone(),
                base.trades.clone(),
                base.unlocks.clone(),
                base.offers.clone(),
            );
            let chart = self.game.charts.get_mut(id);
            (chart.slots, chart.trades, chart.unlocks, chart.offers) =
                (slots, trades, unlocks, offers);
        }
        self.lower_chart_body(owner, id, chart);
        self.game.charts.get_mut(id).extends = extends;
        if let Some(pending) = self.charts.get_mut(id.index()) {
            pending.2 = true;
        }
        true
    }

    fn base_chart(&mut self, id: ChartId, name: Name<'t>) -> Option<ChartId> {
        let base = self.chart(name)?;
        if base == id || !self.deeper(name.span, |resolver| resolver.lower_chart(base)) {
            let own = self.game.charts[id].id.clone();
            self.extends_cycle(name.span, &own);
            return None;
        }
        Some(base)
    }

    fn lower_chart_body(&mut self, owner: Owner, id: ChartId, decl: &'t ast::Chart<'t>) {
        let root = self.chart_roots.get(&(owner, decl.id.span)).copied();
        let mut scope = Scope::new(owner, root, Subject::Army);
        if let Some(at) = decl.modifiers.unique {
            self.report(codes::MISPLACED.at(at, "`unique` is not allowed on a chart"));
        }
        if let Some(second) = decl.modifiers.for_names.get(1) {
            self.report(codes::REPEATED.at(second.span, "a chart is for one kind of force only"));
        }
        let force = decl.modifiers.for_names.first().and_then(|name| self.force(*name));
        let inherited = self.game.charts[id].slots.len();
        // Slots first: trades and unlocks may stand before them.
        for statement in &decl.body {
            if let StatementKind::Slot(slot) = &statement.kind {
                self.slot(&mut scope, id, slot, inherited);
            }
        }
        let mut body = Body::default();
        for statement in &decl.body {
            match &statement.kind {
                StatementKind::Slot(_) => {}
                StatementKind::Trade(trade) => self.trade(&mut scope, id, trade, statement.span),
                StatementKind::Unlock(unlock) => self.unlock(id, unlock, statement.span),
                StatementKind::UnlockOnce(cites) => {
                    self.game.charts.get_mut(id).unlocks_once = Some(self.cites(cites))
                }
                StatementKind::Offers(offers) => {
                    self.offers(&mut scope, id, offers, statement.span)
                }
                _ => self.statement(&mut scope, BodyKind::Chart, statement, &mut body),
            }
        }
        let chart = self.game.charts.get_mut(id);
        (chart.force, chart.body) = (force, body);
    }

    fn force(&mut self, name: Name<'t>) -> Option<ForceId> {
        self.look_up(|names| &names.forces, name, &codes::UNKNOWN_FORCE, "force")
    }

    pub(crate) fn chart(&mut self, name: Name<'t>) -> Option<ChartId> {
        self.look_up(|names| &names.charts, name, &codes::UNKNOWN_CHART, "chart")
    }

    fn slot(
        &mut self,
        scope: &mut Scope<'t>,
        chart: ChartId,
        slot: &'t ast::Slot<'t>,
        inherited: usize,
    ) {
        let range = self.whole_range(scope, &slot.range, "slots");
        let takes = match &slot.takes {
            Some(condition) => self.about_unit(scope, condition),
            None => {
                // A slot without `takes` takes the category of its name.
                if self.category(slot.id).is_none() {
                    return;
                }
                let name = ast::Expr { kind: ast::ExprKind::Name(slot.id), span: slot.id.span };
                self.about_unit(scope, &name)
            }
        };
        for expr in [&takes].into_iter().chain(&range.low).chain(&range.high) {
            self.reads.add_expr(Node::Slots, expr);
        }
        // A slot without a title takes the title of the category it is named after.
        let category = self
            .names
            .categories
            .get(slot.id.text)
            .map(|(id, _)| self.game.categories[*id].title.clone());
        let title = match (slot.title, category) {
            (None, Some(category)) => category,
            (own, _) => title_of(slot.id.text, own),
        };
        let (id, cites) = (slot.id.text.to_owned(), self.cites(&slot.cites));
        let new = Slot { id, title, range, takes, span: slot.id.span, cites };
        let old = self.game.charts[chart].slot(slot.id.text);
        // A slot of the extended chart is replaced; a second one in this chart is a mistake.
        let own_before =
            old.and_then(|old| self.game.charts[chart].slots.get(old)).map(|old| old.span);
        let replaced = own_before.is_some_and(|span| self.replaced_slots.contains(&span));
        match old {
            None => self.game.charts.get_mut(chart).slots.push(new),
            Some(position) if position < inherited && !replaced => {
                self.replaced_slots.insert(slot.id.span);
                if let Some(old) = self.game.charts.get_mut(chart).slots.get_mut(position) {
                    *old = new;
                }
            }
            Some(_) => self.duplicate(slot.id, "slot", own_before.unwrap_or(slot.id.span)),
        }
    }

    fn slot_of(&mut self, chart: ChartId, name: Name<'t>) -> Option<usize> {
        let found = self.game.charts[chart].slot(name.text);
        if found.is_none() {
            let known: Vec<String> =
                self.game.charts[chart].slots.iter().map(|slot| slot.id.clone()).collect();
            self.unknown(&codes::UNKNOWN_SLOT, name, "slot", known.iter().map(String::as_str));
        }
        found
    }

    fn trade(
        &mut self,
        scope: &mut Scope<'t>,
        chart: ChartId,
        trade: &'t ast::Trade<'t>,
        span: Span,
    ) {
        let most = self.number(scope, &trade.most);
        self.reads.add_expr(Node::Slots, &most);
        let give = self.slot_of(chart, trade.give.1);
        let get = self.slot_of(chart, trade.get.1);
        let (Some(give), Some(get)) = (give, get) else { return };
        let trade = Trade {
            give: (trade.give.0.value, give),
            get: (trade.get.0.value, get),
            most,
            span,
            cites: self.cites(&trade.cites),
        };
        self.game.charts.get_mut(chart).trades.push(trade);
    }

    fn unlock(&mut self, chart: ChartId, unlock: &'t ast::Unlock<'t>, span: Span) {
        let slots: Vec<_> = unlock
            .slots
            .iter()
            .filter_map(|unlocked| {
                Some((self.slot_of(chart, unlocked.slot)?, unlocked.after_the_first))
            })
            .collect();
        let by: Vec<_> = unlock.by.iter().filter_map(|name| self.slot_of(chart, *name)).collect();
        if unlock.count.value == 0 {
            self.report(
                codes::EMPTY_RANGE.at(unlock.count.span, "an unlock by 0 units has no effect"),
            );
        }
        let unlock =
            Unlock { slots, count: unlock.count.value, by, span, cites: self.cites(&unlock.cites) };
        self.game.charts.get_mut(chart).unlocks.push(unlock);
    }

    fn offers(
        &mut self,
        scope: &mut Scope<'t>,
        chart: ChartId,
        decl: &'t ast::Offers<'t>,
        span: Span,
    ) {
        let Some(by) = self.category(decl.by) else { return };
        let offers = decl
            .offers
            .iter()
            .map(|offer| (offer.count.value, self.about_unit(scope, &offer.to)))
            .collect();
        let offers = Offers { by, offers, span, cites: self.cites(&decl.cites) };
        self.game.charts.get_mut(chart).offers.push(offers);
    }

    pub(crate) fn lower_forces(&mut self, owner: Owner, statements: &[&'t Statement<'t>]) {
        for statement in statements {
            let StatementKind::Force(decl) = &statement.kind else { continue };
            let Some(id) = self.force_at(decl.id) else { continue };
            let root = Some(self.army_root(owner));
            let mut scope = Scope::new(owner, root, Subject::This(NodeKind::Force(Some(id))));
            self.force_body(&mut scope, id, &decl.body);
        }
    }

    /// The force declared at this very place, not another one with the same id.
    fn force_at(&self, name: Name<'t>) -> Option<ForceId> {
        let (id, _) = self.names.forces.get(name.text).copied()?;
        (self.game.forces[id].span == name.span).then_some(id)
    }

    fn force_body(&mut self, scope: &mut Scope<'t>, id: ForceId, statements: &'t [Statement<'t>]) {
        let (mut body, mut holds, mut cites) = (Body::default(), Vec::new(), Vec::new());
        for statement in statements {
            match &statement.kind {
                StatementKind::Subforce(sub) => self.subforce(scope, sub),
                StatementKind::Holds(line) => {
                    cites.extend(self.cites(&line.cites));
                    holds.extend(line.categories.iter().filter_map(|name| self.category(*name)));
                }
                _ => self.statement(scope, BodyKind::Force, statement, &mut body),
            }
        }
        let force = self.game.forces.get_mut(id);
        (force.holds, force.body) = (holds, body);
        force.cites.extend(cites);
    }

    fn subforce(&mut self, scope: &mut Scope<'t>, sub: &'t ast::Subforce<'t>) {
        let Some(id) = self.force_at(sub.id) else { return };
        let range = self.whole_range(scope, &sub.range, "forces");
        let mut inner = scope.about(Subject::This(NodeKind::Force(Some(id))));
        self.force_body(&mut inner, id, &sub.body);
        let allied = sub.modifiers.allied.as_ref().map(|allied| self.some_factions(&allied.with));
        let force = self.game.forces.get_mut(id);
        (force.range, force.allied) = (Some(range), allied);
    }

    /// Names of factions, or of categories of factions, as after `allied with`.
    pub(super) fn some_factions(&mut self, names: &[Name<'t>]) -> SomeFactions {
        let mut some = SomeFactions::default();
        for name in names {
            if self.names.categories.contains_key(name.text) {
                some.categories.extend(self.faction_categories(std::slice::from_ref(name)));
            } else {
                some.factions.extend(self.faction(*name));
            }
        }
        some
    }
}
