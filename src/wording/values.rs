//! Values as people read them.

use crate::engine::army::{ModelNode, NodeId, NodeIs};
use crate::engine::eval::{Env, Evaluator, Value};
use crate::model::{Argument, ChartId, Game, KeywordUse, Text, TextPart};

impl<'g> Evaluator<'_, 'g> {
    pub(crate) fn text(&self, text: &'g Text, env: &mut Env<'g>) -> String {
        let mut words = String::new();
        for part in &text.parts {
            match part {
                TextPart::Plain(plain) => words.push_str(plain),
                TextPart::Parameter(_) => {}
                TextPart::Value(expr) => {
                    let value = self.value(expr, env);
                    words.push_str(&self.words(&value));
                }
            }
        }
        words
    }

    pub fn words(&self, value: &Value<'g>) -> String {
        let game = self.game;
        match value {
            Value::None => "none".to_owned(),
            Value::Bool(yes) => if *yes { "yes" } else { "no" }.to_owned(),
            Value::Number(number) => number.to_string(),
            Value::Text(text) => text.to_string(),
            Value::Choice(choices, position) => game.choices[*choices]
                .words
                .get(*position)
                .map(|choice| choice.word.replace('_', " "))
                .unwrap_or_default(),
            Value::Category(id) => game.categories[*id].title.clone(),
            Value::Faction(id) => game.factions[*id].title.clone(),
            Value::Chart(id) => game.charts[*id].title.clone(),
            Value::Slot(slot) => self
                .chart_of(NodeId::ARMY)
                .map_or_else(|| (*slot).to_owned(), |chart| slot_title(game, chart, slot)),
            Value::Section(id) => game.sections[*id].title.clone(),
            Value::Event(id) => game.events[*id].title.clone(),
            Value::Keyword(one) => keyword_title(game, one),
            Value::Entry(id) => game.entries[*id].title.clone(),
            Value::Node(id) => self.title(*id),
            Value::Set(all) => {
                let words: Vec<String> = all.iter().map(|(value, _)| self.words(value)).collect();
                words.join(", ")
            }
        }
    }

    pub fn title(&self, id: NodeId) -> String {
        let army = &self.army;
        let node = army.node(id);
        match (&node.is, node.unit) {
            (NodeIs::Army, _) => army
                .list
                .name
                .as_ref()
                .map_or_else(|| "the army".to_owned(), |name| name.value.clone()),
            (NodeIs::Force(place), _) => {
                let Some(force) = army.forces.get(*place) else { return String::new() };
                let title = &self.game.forces[force.kind].title;
                // Forces are told apart by their names, or by their numbers.
                let number = 1 + army
                    .forces
                    .iter()
                    .take(*place)
                    .filter(|other| other.kind == force.kind)
                    .count();
                let alike = |name: &str| {
                    army.forces.iter().filter(|other| other.name == Some(name)).count() > 1
                };
                match force.name {
                    Some(name) if alike(name) => format!("{name} ({number})"),
                    Some(name) => name.to_owned(),
                    None => format!("{title} {number}"),
                }
            }
            (NodeIs::Unit, Some(unit)) => army.unit_title(unit).to_owned(),
            // A design has the name its player gave it.
            (NodeIs::Model(ModelNode { design: Some(design), .. }), _) => army
                .list
                .designs
                .get(*design)
                .map(|design| design.name.value.replace('_', " "))
                .unwrap_or_default(),
            _ => node.entry.map(|entry| self.game.entries[entry].title.clone()).unwrap_or_default(),
        }
    }
}

pub(crate) fn keyword_title(game: &Game, one: &KeywordUse) -> String {
    game.keywords[one.keyword].title.fill(|index| match one.arguments.get(index) {
        Some(Argument::Int(number)) => number.to_string(),
        Some(Argument::Text(text)) => text.clone(),
        Some(Argument::Entry(entry)) => game.entries[*entry].title.clone(),
        None => String::new(),
    })
}

/// The title of a slot by its id; of an unknown one the id.
pub(crate) fn slot_title(game: &Game, chart: ChartId, slot: &str) -> String {
    let known = game.charts[chart].slots.iter().find(|one| one.id == slot);
    known.map_or_else(|| slot.replace('_', " "), |slot| slot.title.clone())
}

/// `1 unit`, `3 units`
pub(crate) fn many(count: i64, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}

/// `a`, `a or b`, `a, b or c`
pub(crate) fn either(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// `2`, `2 to 4`, `at least 2`, `at most 4`
pub(crate) fn bounds_words(low: i64, high: Option<i64>) -> String {
    match high {
        Some(0) => "none".to_owned(),
        Some(high) if high == low => high.to_string(),
        Some(high) if low == 0 => format!("at most {high}"),
        Some(high) => format!("{low} to {high}"),
        None => format!("at least {low}"),
    }
}
