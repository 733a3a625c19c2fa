//! Names of units, forces, options and charts, as edits use them.

use crate::engine::army::{ForceKinds, forces_in_order};
use crate::list::{
    Holder, LineId, List, NamePlace, NewForce, Offer, OptionPath, OptionPick, UnitLine,
    choice_and_option,
};
use crate::model::Game;
use crate::source::Span;
use crate::wording::edit::{EditContext, EditWords, NamedPlace};
use crate::wording::force_title;

impl<'a, 'g> EditContext<'_, 'a, 'g> {
    pub(super) fn list(&self) -> &'a List {
        self.session.list()
    }

    pub(super) fn game(&self) -> &'g Game {
        self.session.evaluator().game
    }

    pub(super) fn of_holder(&self, words: EditWords, preposition: &str, of: &Holder) -> EditWords {
        let name = match of {
            Holder::Army => ("the army".to_owned(), None),
            Holder::Force(id) => self.force(*id),
            Holder::Unit(id) | Holder::Models(id, _) => self.unit(*id),
            Holder::Design(name) => {
                let design = self.list().designs.iter().find(|design| design.name.value == *name);
                (name.clone(), design.and_then(|design| self.line_of(design.name.span)))
            }
        };
        words.of(preposition, name)
    }

    pub(super) fn line_of(&self, span: Span) -> Option<usize> {
        (!span.is_nowhere()).then(|| self.sources.place(span).line)
    }

    pub(super) fn title(&self, line: &UnitLine) -> String {
        // A line that is yet to be added has no id.
        let is_in_list = self.list().unit(line.line()).is_some_and(|own| std::ptr::eq(own, line));
        if let Some(unit) = self.session.unit_of(line.line()).filter(|_| is_in_list) {
            return self.session.evaluator().unit_title(unit);
        }
        let entry = self.game().units().find(|(_, unit)| unit.id == line.unit.value);
        match (&line.name, entry) {
            (Some(name), Some(_)) => name.value.clone(),
            (None, Some((_, entry))) => entry.title.clone(),
            (_, None) => format!("`{}`", line.unit.value),
        }
    }

    pub(super) fn unit(&self, id: LineId) -> NamedPlace {
        let line = self.list().unit(id);
        line.map_or_else(NamedPlace::default, |line| {
            (self.title(line), self.line_of(line.unit.span))
        })
    }

    /// A unit by the name that other lines use for it.
    pub(super) fn called(&self, name: &str) -> NamedPlace {
        let line = self.list().unit_lines().find(|line| line.called() == name);
        line.map_or_else(|| (format!("`{name}`"), None), |line| self.unit(line.line()))
    }

    pub(super) fn force(&self, id: LineId) -> NamedPlace {
        let line = self.list().force(id).and_then(|force| self.line_of(force.span.span));
        (force_title(self.game(), self.list(), id), line)
    }

    /// `a new team of a new squad`: the last force, then the forces around it.
    pub(super) fn new_force(&self, within: Option<LineId>, forces: &[NewForce]) -> String {
        let (game, list) = (self.game(), self.list());
        let all = forces_in_order(game, list);
        let outer = all.iter().find(|force| Some(force.line.line()) == within);
        let mut kind = outer.map(|force| force.kind);
        let mut words: Vec<String> = Vec::new();
        for NewForce { key, faction, chart } in forces {
            let inner = ForceKinds::of(game, list).of_key(kind, key);
            let title = inner.map(|kind| game.forces[kind].title.to_lowercase());
            let chart = chart.as_ref().map(|chart| format!(" with {}", self.chart(chart)));
            let title = title.as_deref().unwrap_or(key);
            let of = faction.as_ref().map(|id| format!(" of {}", self.faction(id)));
            let (of, chart) = (of.unwrap_or_default(), chart.unwrap_or_default());
            words.push(format!("a new {title}{of}{chart}"));
            kind = inner;
        }
        words.reverse();
        words.extend(within.map(|id| force_title(game, list, id)));
        words.join(" of ")
    }

    /// The title of a faction.
    pub(super) fn faction(&self, id: &str) -> String {
        let faction = self.game().factions.values().find(|faction| faction.id == id);
        faction.map_or_else(|| id.to_owned(), |faction| faction.title.clone())
    }

    /// A chart in a sentence.
    pub(super) fn chart(&self, id: &str) -> String {
        let chart = self.game().charts.values().find(|chart| chart.id == id);
        let title = chart.map_or(id, |chart| &chart.title);
        let the = if title.to_lowercase().starts_with("the ") { "" } else { "the " };
        format!("{the}{title} chart")
    }

    /// The title of an option or card by its id alone.
    pub(super) fn option(&self, id: &str) -> String {
        let entry = self.game().entries.values().find(|entry| entry.id == id);
        entry.map_or_else(|| id.to_owned(), |entry| entry.title.clone())
    }

    /// An option that is offered. The menu tells options with the same id apart.
    pub(super) fn offered(&self, of: &Holder, offer: &Offer) -> String {
        let title = self.session.offer_title(of, offer);
        title.unwrap_or_else(|| self.option(&offer.option))
    }

    /// An option that is taken, without its choice.
    pub(super) fn option_at(&self, path: &OptionPath) -> String {
        let Some(name) = path.names.last() else { return String::new() };
        let (_, id) = choice_and_option(name);
        let (evaluator, unit) = (self.session.evaluator(), path.unit());
        let army = &evaluator.army;
        let node = army.options.iter().copied().find(|node| {
            let node = army.node(*node);
            let line = node.unit.map(|unit| army.unit(unit).line.line());
            line == unit && node.entry.is_some_and(|entry| self.game().entries[entry].id == id)
        });
        node.map_or_else(|| self.option(id), |node| evaluator.title(node))
    }

    pub(super) fn times(&self, path: &OptionPath) -> i64 {
        self.list().option(path).map_or(1, OptionPick::copies)
    }

    pub(super) fn span_of(&self, place: &NamePlace) -> Option<Span> {
        self.list().name_in(place).map(|name| name.span).filter(|span| !span.is_nowhere())
    }
}
