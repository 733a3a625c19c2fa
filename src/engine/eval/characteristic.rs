//! Facts that changes may alter: categories and attributes. Characteristics are in `stat`.

use crate::engine::army::{NodeId, NodeIs};
use crate::engine::eval::fact::set;
use crate::engine::eval::{BodyQuery, Env, Evaluator, OptionReach, Value, raised, within};
use crate::list::Scalar;
use crate::model::{
    Alteration, AttributeGiven, AttributeId, AttributeType, AttributeValue, Bearer, CategoryId,
    ChangeKind, NodeKind,
};

const CATEGORY: u8 = 0;
const ATTRIBUTE: u8 = 1;
pub(crate) const DERIVE: u8 = 3;

impl<'g> Evaluator<'_, 'g> {
    /// Works out a fact once and caches it.
    pub(crate) fn once(
        &self,
        id: NodeId,
        sort: u8,
        which: usize,
        work_out: impl FnOnce() -> Value<'g>,
    ) -> Value<'g> {
        let key = (id.0, sort, u32::try_from(which).unwrap_or(u32::MAX));
        if let Some((known, reads_tie)) = self.known.borrow().get(&key) {
            self.note_tie(*reads_tie);
            return known.clone();
        }
        let (value, reads_tie) = self.noting_ties(work_out);
        self.known.borrow_mut().insert(key, (value.clone(), reads_tie));
        value
    }

    pub(crate) fn in_category(&self, id: NodeId, category: CategoryId) -> bool {
        if let Some(condition) = &self.game.categories[category].defined {
            let value = self.once(id, CATEGORY, category.index(), || {
                Value::Bool(self.holds(condition, &mut Env::at(id)))
            });
            return value.holds();
        }
        let stated = self.states_category(id, category);
        if !self.contents.altered.categories.contains(&category) {
            return stated;
        }
        let value = self.once(id, CATEGORY, category.index(), || {
            let mut inside = stated;
            let reach = reach_of(&self.game.categories[category].on);
            for (change, _) in self.changes_of(&[(id, reach)], BodyQuery::Category(category)) {
                inside = matches!(change.kind, ChangeKind::Add(_));
            }
            Value::Bool(inside)
        });
        value.holds()
    }

    fn states_category(&self, id: NodeId, category: CategoryId) -> bool {
        let node = self.army.node(id);
        let of_entry =
            node.entry.is_some_and(|entry| self.game.entries[entry].categories.contains(&category));
        let of_choose = match &node.is {
            NodeIs::Option(option) => option
                .offer
                .chooses
                .iter()
                .any(|choose| self.game.chooses[*choose].categories.contains(&category)),
            _ => false,
        };
        of_entry || of_choose
    }

    pub(crate) fn attribute(&self, id: NodeId, attribute: AttributeId) -> Value<'g> {
        let start = || match self.chosen(id, attribute) {
            Some(chosen) => chosen,
            None => {
                let given = self
                    .army
                    .node(id)
                    .entry
                    .map_or(&[][..], |entry| &self.game.entries[entry].body.attributes);
                self.stated_attribute(attribute, given)
            }
        };
        if !self.contents.altered.attributes.contains(&attribute) {
            return start();
        }
        self.once(id, ATTRIBUTE, attribute.index(), || {
            let mut value = start();
            let declared = &self.game.attributes[attribute];
            let reach = reach_of(&declared.on);
            let changes = self.changes_of(&[(id, reach)], BodyQuery::Attribute(attribute));
            if changes.is_empty() {
                return value;
            }
            for (change, mut env) in changes {
                let ChangeKind::Attribute(_, alteration) = &change.kind else { continue };
                value = match alteration {
                    Alteration::By(amount) => raised(&value, *amount, change.span),
                    Alteration::Set(given) => {
                        self.stated_attribute(attribute, std::slice::from_ref(given))
                    }
                    Alteration::SetTo(expr) => self.value(expr, &mut env),
                };
            }
            if declared.strict { value } else { within(value, declared.limits) }
        })
    }

    /// The value a list states for a chosen attribute.
    fn chosen(&self, id: NodeId, attribute: AttributeId) -> Option<Value<'g>> {
        if !self.game.attributes[attribute].chosen {
            return None;
        }
        let node = self.army.node(id);
        let chosen = match node.is {
            NodeIs::Army => &self.army.chosen,
            NodeIs::Force(place) => &self.army.forces.get(place)?.chosen,
            NodeIs::Unit => &self.army.unit(node.unit?).chosen,
            _ => return None,
        };
        let stated = chosen.iter().find(|chosen| chosen.attribute == attribute)?;
        let mut values = stated.values.iter().map(|scalar| self.chosen_value(attribute, scalar));
        Some(if self.game.attributes[attribute].list {
            set(values)
        } else {
            values.next().unwrap_or(Value::None)
        })
    }

    fn chosen_value(&self, attribute: AttributeId, scalar: &Scalar) -> Value<'g> {
        let words = scalar.words();
        match self.game.attributes[attribute].shape {
            AttributeType::Int => match scalar {
                Scalar::Int(number) => Value::whole(number.value),
                _ => Value::None,
            },
            AttributeType::Text => Value::Text(words.as_str().into()),
            AttributeType::Category => {
                let found = self.game.categories.iter().find(|(_, category)| category.id == words);
                found.map_or(Value::None, |(id, _)| Value::Category(id))
            }
            AttributeType::Choice(choices) => {
                let position =
                    self.game.choices[choices].words.iter().position(|choice| choice.word == words);
                position.map_or(Value::None, |position| Value::Choice(choices, position))
            }
        }
    }

    /// The value that an entry states for an attribute, or the attribute's default.
    pub(crate) fn stated_attribute(
        &self,
        attribute: AttributeId,
        given: &'g [AttributeGiven],
    ) -> Value<'g> {
        let declared = &self.game.attributes[attribute];
        let value = |value: &AttributeValue| match value {
            AttributeValue::Int(number) => Value::whole(*number),
            AttributeValue::Text(text) => Value::Text(text.as_str().into()),
            AttributeValue::Category(category) => Value::Category(*category),
            AttributeValue::Choice(position) => {
                declared.choices().map_or(Value::None, |choices| Value::Choice(choices, *position))
            }
        };
        let stated = given.iter().rev().find(|given| given.attribute == attribute);
        match (stated, declared.list) {
            (Some(stated), true) => set(stated.values.iter().map(value)),
            (Some(stated), false) => stated.values.first().map_or(Value::None, value),
            (None, list) => match &declared.default {
                Some(default) if list => set(std::iter::once(value(default))),
                Some(default) => value(default),
                None if list => set(std::iter::empty()),
                None => Value::None,
            },
        }
    }
}

/// Attributes and categories that models cannot have apply to the unit, even if they come from an
/// option of a model.
pub(crate) fn reach_of(on: &[Bearer]) -> OptionReach {
    let on_models = |bearer: &Bearer| {
        matches!(
            bearer,
            Bearer::Node(NodeKind::Model | NodeKind::Gear(_) | NodeKind::AnyGear | NodeKind::Any)
        )
    };
    if on.is_empty() || on.iter().any(on_models) { OptionReach::Own } else { OptionReach::Whole }
}
