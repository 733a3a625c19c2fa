//! Characteristics with all changes applied, and the limits they stay within.

use smallvec::SmallVec;

use crate::engine::army::{NodeId, NodeIs};
use crate::engine::eval::fact::set;
use crate::engine::eval::{
    BodyQuery, Env, EvalError, EvalErrorKind, Evaluator, Number, OptionReach, Value,
};
use crate::model::{
    Alteration, Change, ChangeKind, EntryId, EntryKind, Shape, StatBase, StatType, StatValue,
    ValueLimits,
};
use crate::source::Span;

/// A characteristic while changes are applied to it.
enum Changing<'g> {
    Plain(Value<'g>),
    /// The numbers of a shape that has several, and the text whose form the result is written in.
    Numbers(&'g Shape, Vec<Value<'g>>, &'g str),
}

impl<'g> Evaluator<'_, 'g> {
    /// A characteristic of a node, or one number of its shape. A unit has the characteristics of
    /// its leader.
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
        let changes = self.stat_changes(id, name);
        if changes.is_empty() {
            return start();
        }
        let mut value = match picked {
            Some(picked) => Changing::Plain(Value::whole(picked)),
            None => self.unchanged(entry, name),
        };
        for (change, mut env) in changes {
            let ChangeKind::Stat(_, alteration) = &change.kind else { continue };
            match alteration {
                Alteration::By(amount) => {
                    value.alter_first(|first| raised(&first, *amount, change.span));
                }
                Alteration::Set(stat) => value = self.stated_as(entry, name, stat),
                Alteration::SetTo(expr) => value.alter_first(|_| self.value(expr, &mut env)),
            }
        }
        if let Some(ty) = self.stat_type(entry, name).filter(|ty| !ty.strict) {
            value.keep_within(ty);
        }
        value.read(part)
    }

    /// The changes to a characteristic of a node. A change to a unit applies to all its models.
    pub(crate) fn stat_changes(&self, id: NodeId, name: &'g str) -> Vec<(&'g Change, Env<'g>)> {
        let node = self.army.node(id);
        let unit = node
            .unit
            .filter(|_| matches!(node.is, NodeIs::Model(_)))
            .map(|unit| (self.army.unit(unit).node, OptionReach::Own));
        let nodes: SmallVec<[(NodeId, OptionReach); 2]> =
            unit.into_iter().chain([(id, OptionReach::Own)]).collect();
        self.changes_of(&nodes, BodyQuery::Stat(name))
    }

    /// The type that the profile of an entry gives a characteristic.
    pub(crate) fn stat_type(&self, entry: EntryId, name: &str) -> Option<&'g StatType> {
        let EntryKind::Profile(profile) = self.game.entries[entry].kind else { return None };
        Some(&self.game.profiles[profile].characteristic(name)?.shape)
    }

    fn picked(&self, design: usize, name: &str) -> Option<i64> {
        let design = self.army.list.designs.get(design)?;
        design.picks.iter().find(|(pick, _)| pick.value == name).map(|(_, amount)| amount.value)
    }

    /// A characteristic as the entry states it, in its first mode if it has several.
    pub(crate) fn stated_stat(&self, entry: EntryId, name: &str, part: Option<&str>) -> Value<'g> {
        let stated = self.stated_in(entry, name);
        stated.map_or(Value::None, |value| self.stat_value(entry, name, value, part))
    }

    fn stated_in(&self, entry: EntryId, name: &str) -> Option<&'g StatValue> {
        let body = &self.game.entries[entry].body;
        let own = body.stats.iter().find(|stat| stat.name == name);
        let stat = own.or_else(|| {
            body.modes.iter().find_map(|mode| mode.stats.iter().find(|stat| stat.name == name))
        });
        stat.map(|stat| &stat.value)
    }

    fn unchanged(&self, entry: EntryId, name: &str) -> Changing<'g> {
        let stated = self.stated_in(entry, name);
        stated.map_or(Changing::Plain(Value::None), |value| self.stated_as(entry, name, value))
    }

    fn stated_as(&self, entry: EntryId, name: &str, value: &'g StatValue) -> Changing<'g> {
        if let StatValue::Shaped { written, numbers } = value
            && let Some(StatBase::Shape(shape)) = self.stat_type(entry, name).map(|ty| &ty.base)
            && numbers.len() > 1
        {
            let number = |number: &Option<i64>| number.map_or(Value::None, Value::whole);
            return Changing::Numbers(shape, numbers.iter().map(number).collect(), written);
        }
        Changing::Plain(self.stat_value(entry, name, value, None))
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
        match &self.stat_type(entry, name)?.base {
            StatBase::Shape(shape) => shape.names.iter().position(|name| name == part),
            _ => None,
        }
    }
}

impl<'g> Changing<'g> {
    /// Alters the number, or the first of several.
    fn alter_first(&mut self, alter: impl FnOnce(Value<'g>) -> Value<'g>) {
        match self {
            Changing::Plain(value) => *value = alter(std::mem::replace(value, Value::None)),
            Changing::Numbers(_, numbers, _) => {
                if let Some(first) = numbers.first_mut() {
                    *first = alter(std::mem::replace(first, Value::None));
                }
            }
        }
    }

    fn keep_within(&mut self, ty: &StatType) {
        match self {
            Changing::Plain(value) => {
                *value = within(std::mem::replace(value, Value::None), ty.limits_of(0));
            }
            Changing::Numbers(_, numbers, _) => {
                for (at, number) in numbers.iter_mut().enumerate() {
                    *number = within(std::mem::replace(number, Value::None), ty.limits_of(at));
                }
            }
        }
    }

    fn read(self, part: Option<&str>) -> Value<'g> {
        match (self, part) {
            (Changing::Plain(value), _) => value,
            (Changing::Numbers(shape, numbers, _), Some(part)) => {
                let position = shape.names.iter().position(|name| name == part);
                position.and_then(|at| numbers.get(at).cloned()).unwrap_or(Value::None)
            }
            (Changing::Numbers(shape, numbers, like), None) => {
                if let Some(error) = numbers.iter().find_map(Value::error) {
                    return Value::Error(error);
                }
                let written = |value: &Value<'_>| value.number().map(|number| number.to_string());
                let numbers: Vec<Option<String>> = numbers.iter().map(written).collect();
                Value::Text(shape.fill(&numbers, like).into())
            }
        }
    }
}

/// Raises a number, or each number of a list, by an amount. Other values stay unchanged.
pub(crate) fn raised<'g>(value: &Value<'g>, amount: i64, at: Span) -> Value<'g> {
    each_number(value.clone(), &|number| {
        let error = EvalError { at, kind: EvalErrorKind::Overflow };
        number.plus(Number::whole(amount)).map_or(Value::Error(error), Value::Number)
    })
}

/// Clamps a number, or each number of a list, to limits.
pub(crate) fn within(value: Value<'_>, (low, high): ValueLimits) -> Value<'_> {
    each_number(value, &|number| {
        let number = low.map_or(number, |low| number.max(Number::whole(low)));
        Value::Number(high.map_or(number, |high| number.min(Number::whole(high))))
    })
}

fn each_number<'g>(value: Value<'g>, alter: &dyn Fn(Number) -> Value<'g>) -> Value<'g> {
    match value {
        Value::Number(number) => alter(number),
        Value::Set(all) => {
            let each = |(value, copies): &(Value<'g>, i64)| match value {
                Value::Number(number) => (alter(*number), *copies),
                other => (other.clone(), *copies),
            };
            Value::Set(std::rc::Rc::new(all.iter().map(each).collect()))
        }
        other => other,
    }
}
