//! The titles of things and values. Lists may state derived values by title, so checks need titles
//! too.

use crate::engine::army::force::ListedForce;
use crate::engine::army::{NodeId, UnitIndex, forces_in_order};
use crate::engine::check::kind::Subject;
use crate::engine::eval::{BodyQuery, Env, Evaluator, OptionReach, Value};
use crate::list::{LineId, List};
use crate::model::{Argument, ChangeKind, ChartId, Game, KeywordUse, Text, TextPart};

/// Texts are cut off after this many bytes once their values are filled in.
const LONGEST_FILLED: usize = 5_000;

/// Cuts off a text that is too long, and returns whether it was.
fn cut_off(words: &mut String) -> bool {
    if words.len() <= LONGEST_FILLED {
        return false;
    }
    let end = (0..=LONGEST_FILLED).rev().find(|end| words.is_char_boundary(*end));
    words.truncate(end.unwrap_or_default());
    words.push('…');
    true
}

impl<'g> Evaluator<'_, 'g> {
    /// A value as people read it.
    pub(crate) fn words(&self, value: &Value<'g>) -> String {
        let game = self.game;
        match value {
            Value::None | Value::Error(_) => "none".to_owned(),
            Value::Bool(yes) => if *yes { "yes" } else { "no" }.to_owned(),
            Value::Number(number) => number.to_string(),
            Value::Text(text) => text.to_string(),
            Value::Choice(choices, position) => game.choices[*choices].label(*position),
            Value::Category(id) => game.categories[*id].title.clone(),
            Value::Faction(id) => game.factions[*id].title.clone(),
            Value::Chart(id) => game.charts[*id].title.clone(),
            Value::Slot(slot) => self
                .chart_of(NodeId::ARMY)
                .map_or_else(|| (*slot).to_owned(), |chart| slot_title(game, chart, slot)),
            Value::Section(id) => game.sections[*id].title.clone(),
            Value::Event(id) => game.events[*id].title.clone(),
            Value::Keyword(used) => keyword_title(game, used),
            Value::Entry(id) => game.entries[*id].title.clone(),
            Value::Node(id) => self.title(*id),
            Value::Set(all) => {
                let mut words = String::new();
                for (value, _) in all.iter() {
                    if !words.is_empty() {
                        words.push_str(", ");
                    }
                    words.push_str(&self.words(value));
                    if cut_off(&mut words) {
                        break;
                    }
                }
                words
            }
        }
    }

    /// A text with its values.
    pub(crate) fn text(&self, text: &'g Text, env: &mut Env<'g>) -> String {
        let mut words = String::new();
        for part in &text.parts {
            match part {
                TextPart::Plain(plain) | TextPart::Link(_, plain) => words.push_str(plain),
                TextPart::Parameter(_) => {}
                TextPart::Value(expr) => {
                    let value = self.value(expr, env);
                    words.push_str(&self.words(&value));
                }
            }
            if cut_off(&mut words) {
                break;
            }
        }
        words
    }

    /// The title of a node.
    pub(crate) fn title(&self, id: NodeId) -> String {
        self.subject_title(self.subject(id))
    }

    /// What a unit is called: the player's name for it, or its title.
    pub(crate) fn unit_title(&self, unit: UnitIndex) -> String {
        let name = self.army.unit(unit).line.name.as_ref();
        name.map_or_else(|| self.title_of_unit(unit), |name| name.value.clone())
    }

    /// The title of a unit, whatever the player calls it.
    pub(crate) fn title_of_unit(&self, unit: UnitIndex) -> String {
        let unit = self.army.unit(unit);
        let changed = self.changed_title(unit.node);
        changed.unwrap_or_else(|| self.game.entries[unit.entry].title.clone())
    }

    /// The title that a change gives a node. In its text, titles are those of the definitions.
    pub(crate) fn changed_title(&self, id: NodeId) -> Option<String> {
        if !self.contents.holds(BodyQuery::Title) || self.in_title.replace(true) {
            return None;
        }
        let changes = self.changes_of(&[(id, OptionReach::Own)], BodyQuery::Title);
        let title = changes.into_iter().last().and_then(|(change, mut env)| match &change.kind {
            ChangeKind::Title(text) => Some(self.text(text, &mut env)),
            _ => None,
        });
        self.in_title.set(false);
        title
    }

    /// The titles of all forces, in the order of the army.
    pub(crate) fn force_titles(&self) -> Vec<String> {
        let all = forces_in_order(self.game, self.army.list);
        let title = |line| title_of(self.game, &all, line);
        self.army.forces.iter().map(|force| title(force.line)).collect()
    }

    pub(crate) fn subject_title(&self, subject: Subject) -> String {
        let army = &self.army;
        match subject {
            Subject::Army => army
                .list
                .name
                .as_ref()
                .map_or_else(|| "the army".to_owned(), |name| name.value.clone()),
            Subject::Force(place) => {
                let force = army.forces.get(place);
                force
                    .map_or_else(String::new, |force| force_title(self.game, army.list, force.line))
            }
            Subject::Unit(unit) => self.unit_title(unit),
            Subject::Node(id) => self.changed_title(id).unwrap_or_default(),
            Subject::Design(design) => army
                .list
                .designs
                .get(design)
                .map(|design| design.name.value.replace('_', " "))
                .unwrap_or_default(),
            Subject::Entry(entry) => self.game.entries[entry].title.clone(),
            Subject::Nameless => String::new(),
        }
    }
}

pub(crate) fn keyword_title(game: &Game, used: &KeywordUse) -> String {
    game.keywords[used.keyword].title.fill(|index| argument_words(game, used, index))
}

pub(crate) fn argument_words(game: &Game, used: &KeywordUse, index: usize) -> String {
    match used.arguments.get(index) {
        Some(Argument::Int(number)) => number.to_string(),
        Some(Argument::Text(text)) => text.clone(),
        Some(Argument::Entry(entry)) => game.entries[*entry].title.clone(),
        None => String::new(),
    }
}

/// Separates the name of a force from that of the force inside it.
pub(crate) const INSIDE: &str = " / ";

/// What a force of a list is called: the names of the forces around it, then its own. Sibling
/// forces are told apart by their names or by numbers.
pub(crate) fn force_title(game: &Game, list: &List, force: LineId) -> String {
    title_of(game, &forces_in_order(game, list), force)
}

fn title_of(game: &Game, all: &[ListedForce<'_>], force: LineId) -> String {
    let place = all.iter().position(|listed| listed.line.line() == force);
    place.map_or_else(String::new, |place| title_at(game, all, place))
}

fn title_at(game: &Game, all: &[ListedForce<'_>], place: usize) -> String {
    let own = own_force_title(game, all, place);
    match all.get(place).and_then(|force| force.within) {
        Some(outer) => format!("{}{INSIDE}{own}", title_at(game, all, outer)),
        None => own,
    }
}

/// What a force is called among its sibling forces.
pub(crate) fn own_force_title(game: &Game, all: &[ListedForce<'_>], place: usize) -> String {
    let Some(force) = all.get(place) else { return String::new() };
    let beside = || all.iter().filter(|other| other.within == force.within);
    let alike = beside().filter(|other| other.line.name == force.line.name).count() > 1;
    let before = all.iter().take(place).filter(|other| other.within == force.within);
    let number = 1 + before.filter(|other| other.kind == force.kind).count();
    match &force.line.name {
        Some(name) if alike => format!("{} ({number})", name.value),
        Some(name) => name.value.clone(),
        None => format!("{} {number}", game.forces[force.kind].title),
    }
}

/// The title of a slot by its id, or the id itself if the slot is unknown.
pub(crate) fn slot_title(game: &Game, chart: ChartId, slot: &str) -> String {
    let known = game.charts[chart].slots.iter().find(|known| known.id == slot);
    known.map_or_else(|| slot.replace('_', " "), |slot| slot.title.clone())
}
