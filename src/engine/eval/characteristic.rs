//! Facts that changes may alter: categories, attributes, characteristics.

use smallvec::SmallVec;

use crate::engine::army::{NodeId, NodeIs};
use crate::engine::eval::fact::set;
use crate::engine::eval::{BodyQuery, Env, Evaluator, Number, Reach, Value};
use crate::list::Scalar;
use crate::model::{
    Alteration, AttributeGiven, AttributeId, AttributeType, AttributeValue, Bearer, CategoryId,
    ChangeKind, EntryId, EntryKind, NodeKind, StatBase, StatValue,
};

const CATEGORY: u8 = 0;
const ATTRIBUTE: u8 = 1;
pub(crate) const DERIVE: u8 = 3;

impl<'g> Evaluator<'_, 'g> {
    /// A fact that is worked out once.
    pub(crate) fn once(
        &self,
        id: NodeId,
        sort: u8,
        which: usize,
        work_out: impl FnOnce() -> Value<'g>,
    ) -> Value<'g> {
        let key = (id.0, sort, u32::try_from(which).unwrap_or(u32::MAX));
        if let Some(known) = self.known.borrow().get(&key) {
            return known.clone();
        }
        let value = work_out();
        self.known.borrow_mut().insert(key, value.clone());
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
            let reach = reach_of(&self.game.attributes[attribute].on);
            for (change, mut env) in
                self.changes_of(&[(id, reach)], BodyQuery::Attribute(attribute))
            {
                let ChangeKind::Attribute(_, alteration) = &change.kind else { continue };
                value = match alteration {
                    Alteration::By(amount) => add(&value, *amount),
                    Alteration::Set(given) => {
                        self.stated_attribute(attribute, std::slice::from_ref(given))
                    }
                    Alteration::SetTo(expr) => self.value(expr, &mut env),
                };
            }
            value
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

    /// What an entry states of an attribute, or its default.
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

    /// A characteristic; a unit's is its leader's.
    pub(crate) fn stat(&self, id: NodeId, name: &'g str, part: Option<&str>) -> Value<'g> {
        let node = self.army.node(id);
        if matches!(node.is, NodeIs::Unit) {
            let leader = node.unit.and_then(|unit| self.army.unit(unit).leader);
            return leader.map_or(Value::None, |leader| self.stat(leader, name, part));
        }
        let Some(entry) = node.entry else { return Value::None };
        let picked = match &node.is {
            NodeIs::Model(model) => model.design.and_then(|design| self.picked(design, name)),
            _ => None,
        };
        let start = || picked.map_or_else(|| self.stated_stat(entry, name, part), Value::whole);
        if !self.contents.altered.stats.contains(name) {
            return start();
        }
        let mut value = start();
        // A change to a unit applies to all its models.
        let unit = node
            .unit
            .filter(|_| matches!(node.is, NodeIs::Model(_)))
            .map(|unit| (self.army.unit(unit).node, Reach::Own));
        let nodes: SmallVec<[(NodeId, Reach); 2]> =
            unit.into_iter().chain([(id, Reach::Own)]).collect();
        for (change, mut env) in self.changes_of(&nodes, BodyQuery::Stat(name)) {
            let ChangeKind::Stat(_, alteration) = &change.kind else { continue };
            value = match alteration {
                Alteration::By(amount) => add(&value, *amount),
                Alteration::Set(stat) => self.stat_value(entry, name, stat, part),
                Alteration::SetTo(expr) => self.value(expr, &mut env),
            };
        }
        value
    }

    fn picked(&self, design: usize, name: &str) -> Option<i64> {
        let design = self.army.list.designs.get(design)?;
        design.picks.iter().find(|(pick, _)| pick.value == name).map(|(_, amount)| amount.value)
    }

    /// A characteristic as the entry states it, in its first mode if it has several.
    pub(crate) fn stated_stat(&self, entry: EntryId, name: &str, part: Option<&str>) -> Value<'g> {
        let body = &self.game.entries[entry].body;
        let own = body.stats.iter().find(|stat| stat.name == name);
        let stat = own.or_else(|| {
            body.modes.iter().find_map(|mode| mode.stats.iter().find(|stat| stat.name == name))
        });
        stat.map_or(Value::None, |stat| self.stat_value(entry, name, &stat.value, part))
    }

    fn stat_value(
        &self,
        entry: EntryId,
        name: &str,
        value: &'g StatValue,
        part: Option<&str>,
    ) -> Value<'g> {
        match value {
            StatValue::None => Value::None,
            StatValue::Int(number) => Value::whole(*number),
            // A characteristic that was not picked is at its minimum.
            StatValue::Pick(picks) => picks.low.map_or(Value::None, Value::whole),
            StatValue::Text(text) => Value::Text(text.as_str().into()),
            StatValue::Word(choices, position) => Value::Choice(*choices, *position),
            StatValue::List(all) => {
                set(all.iter().map(|value| self.stat_value(entry, name, value, part)))
            }
            StatValue::Shaped { written, numbers } => match (part, numbers.as_slice()) {
                (None, [Some(only)]) => Value::whole(*only),
                (None, _) => Value::Text(written.as_str().into()),
                (Some(part), numbers) => {
                    let position = self.part_position(entry, name, part);
                    position
                        .and_then(|at| numbers.get(at).copied().flatten())
                        .map_or(Value::None, Value::whole)
                }
            },
        }
    }

    fn part_position(&self, entry: EntryId, name: &str, part: &str) -> Option<usize> {
        let EntryKind::Profile(profile) = self.game.entries[entry].kind else { return None };
        match &self.game.profiles[profile].characteristic(name)?.shape.base {
            StatBase::Shape(shape) => shape.names.iter().position(|name| name == part),
            _ => None,
        }
    }
}

fn add<'g>(value: &Value<'g>, amount: i64) -> Value<'g> {
    value
        .number()
        .and_then(|number| number.plus(Number::whole(amount)))
        .map_or(Value::None, Value::Number)
}

/// Attributes and categories that models cannot have go to the unit, even from an option of a
/// model.
fn reach_of(on: &[Bearer]) -> Reach {
    let on_models = |bearer: &Bearer| {
        matches!(
            bearer,
            Bearer::Node(NodeKind::Model | NodeKind::Gear(_) | NodeKind::AnyGear | NodeKind::Any)
        )
    };
    if on.is_empty() || on.iter().any(on_models) { Reach::Own } else { Reach::Whole }
}
