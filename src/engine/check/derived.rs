//! Checks the derived values that a list states, and reports ties for those it does not.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::engine::army::NodeId;
use crate::engine::check::kind::{DerivedKind, ListKind, NameKind, TieOutcome};
use crate::engine::check::problem::Problem;
use crate::engine::eval::{
    BodyItem, BodyQuery, DERIVE, Env, Evaluator, Number, OptionReach, Tie, TieMember, Value,
};
use crate::list::{Scalar, Spanned};
use crate::model::{DeriveId, EntryId, NodeKind, Type};
use crate::source::Span;

impl<'g> Evaluator<'_, 'g> {
    pub(crate) fn derived(&self, id: NodeId, derive: DeriveId) -> Value<'g> {
        self.once(id, DERIVE, derive.index(), || self.work_out(id, derive))
    }

    fn work_out(&self, id: NodeId, derive: DeriveId) -> Value<'g> {
        let derived = &self.game.derives[derive];
        let mut env = Env::at(id);
        let Some((first, rest)) = derived.binders.split_first() else {
            let own = |entry: EntryId| self.game.entries[entry].body.derives.contains(&derive);
            let belongs = id == NodeId::ARMY || self.army.node(id).entry.is_some_and(own);
            return match belongs {
                true => self.highest_or_tied(id, derive, &derived.value, &mut env),
                false => Value::None,
            };
        };
        env.set(first.variable, Value::Node(id));
        if !self.is_visited(&first.set.ty, id)
            || first.condition.as_ref().is_some_and(|condition| !self.holds(condition, &mut env))
        {
            return Value::None;
        }
        if rest.is_empty() {
            return self.highest_or_tied(id, derive, &derived.value, &mut env);
        }
        let mut row = Vec::new();
        self.each(rest, &mut env, &mut |env| {
            let value = self.value(&derived.value, env);
            self.push(&mut row, value, 1, &derived.value)
        });
        Value::Set(Rc::new(row))
    }

    /// What a list should state for a derived value of the army: a number or the name of a unit.
    pub(crate) fn stated_value(&self, name: &str, at: Span) -> Option<Scalar> {
        let (id, _) = self.game.derives.iter().find(|(_, derive)| derive.id == name)?;
        match self.derived(NodeId::ARMY, id) {
            Value::Number(number) => {
                number.to_whole().map(|whole| Scalar::Int(Spanned::new(whole, at)))
            }
            Value::Node(node) => {
                let unit = self.army.node(node).unit?;
                Some(Scalar::Text(Spanned::new(self.army.unit(unit).id.clone(), at)))
            }
            _ => None,
        }
    }

    fn is_visited(&self, set: &Type, id: NodeId) -> bool {
        match set {
            Type::Set(element) => match element.as_ref() {
                Type::Node(kind) => self.matches(id, crate::model::NodeFilter::Kind(*kind)),
                _ => false,
            },
            _ => false,
        }
    }

    pub(crate) fn unit_called(&self, id: &str) -> Option<NodeId> {
        self.army.ids.get(id).map(|unit| self.army.unit(*unit).node)
    }

    /// Checks the derived values that the list states.
    pub(crate) fn check_derived(&self, problems: &mut Vec<Problem<'g>>) {
        for (name, stated) in &self.army.list.derived {
            let values = self.army_values();
            let found = values
                .iter()
                .map(|id| (*id, &self.game.derives[*id]))
                .find(|(_, derive)| derive.id == name.value);
            let Some((id, derive)) = found else {
                let known = values.iter().map(|id| self.game.derives[*id].id.as_str());
                let other = self.game.derives.iter().find(|(_, derive)| derive.id == name.value);
                let what = other.map_or(NameKind::Derived, |(id, _)| NameKind::OtherDerived(id));
                let kind = ListKind::UnknownName { written: name.value.clone(), what };
                let problem = Problem::new(kind, name.span).suggest(&name.value, known);
                let known = values.iter().map(|id| &self.game.derives[*id]);
                let known = known.map(|derive| (derive.id.as_str(), derive.span));
                problems.push(problem.was(self.game, name, known));
                continue;
            };
            let value = self.derived(NodeId::ARMY, id);
            if !self.agrees(&value, stated) {
                let unit = value.node().and_then(|node| self.army.node(node).unit);
                let kind = DerivedKind::Disagrees { derive: id, value, stated: stated.words() };
                let mut problem =
                    Problem::new(kind, stated.span()).rule(derive.span, &derive.cites);
                if let Scalar::Text(name) = stated
                    && !self.army.ids.contains_key(&name.value)
                {
                    problem = problem.renamed(name, self.army.new_reference(&name.value));
                }
                problems.push(problem.counted(unit));
            }
        }
    }

    /// Problems and notes about ties for derived values of the army. A list cannot decide ties for
    /// other values.
    pub(crate) fn check_ties(&self, outcome: TieOutcome, problems: &mut Vec<Problem<'g>>) {
        if !self.is_tied() {
            return;
        }
        let mut found = Vec::new();
        for id in self.army_values() {
            let of_value = |tie: &&Tie| tie.derive == id && tie.of == TieMember::Node(NodeId::ARMY);
            let ties = self.ties.borrow();
            let Some(tie) = ties.iter().rev().find(of_value) else { continue };
            let derive = &self.game.derives[id];
            // An ambiguous name decides no tie, but it can still be right or wrong.
            if self.army.list.derived.iter().any(|(name, _)| name.value == derive.id) {
                continue;
            }
            let taken = self.derived(NodeId::ARMY, id);
            let units = tie.tied.iter().filter_map(|element| match element {
                TieMember::Unit(unit) => Some(*unit),
                TieMember::Node(node) => self.army.node(*node).unit,
                TieMember::Place(_) => None,
            });
            let kind = DerivedKind::Tie { derive: id, taken, outcome };
            let mut problem = Problem::new(kind, self.army.span())
                .rule(derive.span, &derive.cites)
                .counted(units);
            problem.severity = Severity::Warning;
            found.push(problem);
        }
        self.name_checks(&self.law(), &mut found);
        problems.extend(found);
    }

    /// The derived values that are in force for the army.
    pub(crate) fn army_values(&self) -> Vec<DeriveId> {
        let mut all = Vec::new();
        self.in_force(NodeId::ARMY, OptionReach::Itself, BodyQuery::Derives, &mut |item, _, _| {
            if let BodyItem::Body(body) = item {
                let of_army = |id: &DeriveId| {
                    self.game.derives[*id].on == NodeKind::Army
                        && self.game.derives[*id].binders.is_empty()
                };
                all.extend(body.derives.iter().copied().filter(of_army));
            }
        });
        all
    }

    fn agrees(&self, value: &Value<'g>, stated: &Scalar) -> bool {
        match (value, stated) {
            (Value::Number(number), Scalar::Int(amount)) => *number == Number::whole(amount.value),
            (Value::Bool(yes), Scalar::Bool(stated)) => *yes == stated.value,
            (Value::Node(node), stated) => {
                let words = stated.words();
                self.unit_called(&words) == Some(*node) || self.title(*node) == words
            }
            (value, stated) => {
                let words = stated.words();
                self.words(value) == words || self.id_of(value).is_some_and(|id| id == words)
            }
        }
    }

    /// The id of a value, if the data gives it one.
    fn id_of(&self, value: &Value<'g>) -> Option<&'g str> {
        Some(match value {
            Value::Chart(id) => &self.game.charts[*id].id,
            Value::Faction(id) => &self.game.factions[*id].id,
            Value::Category(id) => &self.game.categories[*id].id,
            Value::Event(id) => &self.game.events[*id].id,
            Value::Section(id) => &self.game.sections[*id].id,
            Value::Entry(id) => &self.game.entries[*id].id,
            Value::Slot(slot) => slot,
            Value::Choice(choices, position) => {
                &self.game.choices[*choices].words.get(*position)?.word
            }
            _ => return None,
        })
    }
}
