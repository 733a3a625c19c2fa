//! What may be typed at a place: words of the language, names of the right kind, facts, files.
//!
//! [`syntax::next`](crate::syntax::next) says which words the grammar takes there, `place` what
//! kind of name is meant, `facts` what can be asked of a thing.

mod facts;
mod place;

use serde_json::{Value, json};

use super::block::BlockKind;
use super::index::{Definition, declaration_around};
use super::project::{Indexed, Project};
use crate::model::{AttributeType, Bearer, Choices, Game, NodeKind, StatBase};
use crate::syntax::lexer::Lexer;
use crate::syntax::words::{DECLARATION_WORDS, ITEM_WORDS, STATEMENT_WORDS};
use place::{Asked, Place, Wanted};

pub(crate) fn complete(project: &Project, params: &Value) -> Option<Value> {
    let (path, text, byte) = project.place(params)?;
    if path.extension().is_none_or(|extension| extension != "orbat") {
        return None;
    }
    let before = text.get(..byte)?;
    if in_comment(before) {
        return Some(json!([]));
    }
    let place = Place::of(before);
    let mut items = Items::default();
    if let Wanted::Files = place.wanted {
        let folder = path.parent()?;
        let paths = project.files.iter().filter_map(|file| file.path.as_deref());
        for other in paths.filter(|other| *other != path) {
            if let Ok(below) = other.strip_prefix(folder) {
                let below = below.to_string_lossy().replace('\\', "/");
                items.add(json!({ "label": below, "kind": 17 }));
            }
        }
        return Some(Value::Array(items.0));
    }
    let here = project.files.iter().find(|file| file.path.as_deref() == Some(&*path));
    let around = here.and_then(|file| declaration_around(&file.definitions, byte));
    let offers = Offers { project, here, around };
    offers.names(&place, &mut items);
    if place.begins {
        for word in place.block.words() {
            items.add(json!({ "label": word, "kind": 14 }));
        }
        offers.of_game(&place.block, &place.given, &mut items);
    }
    for word in &place.words {
        items.add(json!({ "label": word, "kind": 14 }));
    }
    Some(Value::Array(items.0))
}

fn in_comment(before: &str) -> bool {
    let mut lexer = Lexer::new(before);
    lexer.by_ref().for_each(drop);
    let last = lexer.skipped.last();
    last.is_some_and(|last| {
        last.end == before.len()
            && before.get(last.clone()).is_some_and(|text| text.starts_with("//"))
    })
}

/// What is offered, nothing twice.
#[derive(Default)]
struct Items(Vec<Value>);

impl Items {
    fn add(&mut self, item: Value) {
        let same = |known: &Value| known.get("label") == item.get("label");
        if !self.0.iter().any(same) {
            self.0.push(item);
        }
    }

    fn word(&mut self, word: &str) {
        self.add(json!({ "label": word, "kind": 14 }));
    }
}

/// Where names come from.
struct Offers<'p> {
    project: &'p Project,
    /// The file that is being written.
    here: Option<&'p Indexed>,
    /// The declaration around the place.
    around: Option<&'p Definition>,
}

impl Offers<'_> {
    fn games(&self) -> impl Iterator<Item = &Game> {
        self.project.compiled.iter().filter_map(|compiled| compiled.game.as_ref())
    }

    fn names(&self, place: &Place, items: &mut Items) {
        match &place.wanted {
            Wanted::Nothing | Wanted::Files => {}
            Wanted::Names(kinds) => self.defined(&|kind| kinds.contains(&kind), items),
            Wanted::Gear => {
                self.defined(&|kind| !is_of_language(kind) && kind != "model", items);
            }
            Wanted::Models => {
                let before = items.0.len();
                self.inside(&|kind| kind == "model", items);
                if items.0.len() == before {
                    self.defined(&|kind| kind == "model", items);
                }
            }
            Wanted::Inside(kinds) => self.inside(&|kind| kinds.contains(&kind), items),
            Wanted::Anywhere(kinds) => {
                for file in &self.project.files {
                    for definition in &file.definitions {
                        if kinds.contains(&definition.kind.as_str()) {
                            items.add(item(file, definition));
                        }
                    }
                }
            }
            Wanted::Around => {
                ["army", "unit", "force", "faction"].iter().for_each(|word| items.word(word));
                self.defined(&|kind| kind == "force", items);
            }
            Wanted::Kinds => self.kinds(items),
            Wanted::Profiles => {
                for profile in self.games().flat_map(|game| game.profiles.values()) {
                    items.add(json!({ "label": profile.id, "kind": 7, "detail": profile.title }));
                }
            }
            Wanted::Attributes => {
                for known in self.games().flat_map(|game| game.attributes.values()) {
                    items.add(json!({ "label": known.id, "kind": 5, "detail": known.title }));
                }
            }
            Wanted::Stats => {
                let profiles = self.games().flat_map(|game| game.profiles.values());
                for known in profiles.flat_map(|profile| &profile.characteristics) {
                    items.add(json!({ "label": known.name, "kind": 5, "detail": known.label() }));
                }
            }
            Wanted::Cited => {
                for id in self.games().flat_map(|game| &game.cited) {
                    items.add(json!({ "label": id, "kind": 18 }));
                }
            }
            Wanted::WordsOf(name) => self.words_of(name, items),
            Wanted::Asked(Asked::Facts(path)) => self.facts(path, place, items),
            Wanted::Asked(Asked::Expression) => self.expression(place, items),
        }
    }

    /// Names of these kinds that are defined anywhere; what is inside other declarations is not
    /// meant.
    fn defined(&self, is_wanted: &dyn Fn(&str) -> bool, items: &mut Items) {
        self.inside(is_wanted, items);
        for file in &self.project.files {
            for definition in file.definitions.iter().filter(|found| is_wanted(&found.kind)) {
                if definition.is_public() {
                    items.add(item(file, definition));
                }
            }
        }
    }

    /// Those in the declaration around the place.
    fn inside(&self, is_wanted: &dyn Fn(&str) -> bool, items: &mut Items) {
        let (Some(file), Some(around)) = (self.here, self.around) else { return };
        for definition in file.definitions.iter().filter(|found| is_wanted(&found.kind)) {
            if around.whole.contains(&definition.name.start) {
                items.add(item(file, definition));
            }
        }
    }

    /// What may follow `for each`, `any` and `on`.
    fn kinds(&self, items: &mut Items) {
        for word in ["unit", "model", "option", "weapon", "force", "army", "faction", "card"] {
            items.word(word);
        }
        for game in self.games() {
            for profile in game.profiles.values() {
                items.add(json!({ "label": profile.id, "kind": 7, "detail": profile.title }));
            }
            for force in game.forces.values() {
                items.add(json!({ "label": force.id, "kind": 7, "detail": force.title }));
            }
        }
    }

    /// The words that an attribute or characteristic is one of.
    fn words_of(&self, name: &str, items: &mut Items) {
        let add = |choices: &Choices, items: &mut Items| {
            for choice in &choices.words {
                items.add(json!({ "label": choice.word, "kind": 20, "detail": choice.text }));
            }
        };
        for game in self.games() {
            for attribute in game.attributes.values().filter(|known| known.id == name) {
                if let AttributeType::Choice(choices) = attribute.shape {
                    add(&game.choices[choices], items);
                }
            }
            let stats = game.profiles.values().filter_map(|profile| profile.characteristic(name));
            for stat in stats {
                let base = match stat.shape.base {
                    StatBase::Choice(choices) => Some(choices),
                    _ => None,
                };
                for choices in base.into_iter().chain(stat.shape.words) {
                    add(&game.choices[choices], items);
                }
            }
        }
    }

    /// What the games in reach add to the words of a line: characteristics that are not there yet,
    /// attributes, kinds of inner entries.
    fn of_game(&self, block: &BlockKind, given: &[String], items: &mut Items) {
        for game in self.games() {
            if let BlockKind::Profiled(kind) = block {
                let profile = game.profiles.values().find(|profile| profile.id == *kind);
                for known in profile.into_iter().flat_map(|profile| &profile.characteristics) {
                    if !given.contains(&known.name) {
                        let detail = known.label();
                        items.add(json!({ "label": known.name, "kind": 5, "detail": detail }));
                    }
                }
            }
            let wanted = match block {
                BlockKind::Unit => Some(Bearer::Node(NodeKind::Unit)),
                BlockKind::Army => Some(Bearer::Node(NodeKind::Army)),
                BlockKind::Option | BlockKind::Changes => Some(Bearer::Node(NodeKind::Option)),
                BlockKind::Card => Some(Bearer::Card),
                BlockKind::Profiled(_) => Some(Bearer::Node(NodeKind::Model)),
                _ => None,
            };
            let changes = matches!(block, BlockKind::Option | BlockKind::Changes);
            for known in game.attributes.values().filter(|known| !known.chosen) {
                let stands_here = changes
                    || known.on.is_empty()
                    || wanted.is_some_and(|on| known.on.contains(&on));
                if wanted.is_some() && stands_here && !given.contains(&known.id) {
                    items.add(json!({ "label": known.id, "kind": 5, "detail": known.title }));
                }
            }
            if changes {
                // `SP +1`
                for known in game.profiles.values().flat_map(|profile| &profile.characteristics) {
                    items.add(json!({ "label": known.name, "kind": 5, "detail": known.label() }));
                }
            }
            let holds_entries = matches!(
                block,
                BlockKind::System
                    | BlockKind::Faction
                    | BlockKind::Unit
                    | BlockKind::Army
                    | BlockKind::Option
                    | BlockKind::Profiled(_)
            );
            for profile in game.profiles.values().filter(|_| holds_entries) {
                items.add(json!({ "label": profile.id, "kind": 7, "detail": profile.title }));
            }
        }
    }
}

/// Kinds that are words of the language; others are profiles of a game.
fn is_of_language(kind: &str) -> bool {
    let words = [ITEM_WORDS, DECLARATION_WORDS, STATEMENT_WORDS];
    kind != "model" && (kind == "characteristic" || words.iter().any(|words| words.contains(&kind)))
}

fn item(file: &Indexed, definition: &Definition) -> Value {
    let name = file.text.get(definition.name.clone()).unwrap_or("");
    let title = definition.title.clone().and_then(|title| file.text.get(title));
    let kind = if definition.kind == "keyword" { 10 } else { 6 };
    // A keyword with parameters is completed with its parentheses.
    let behind = file.text.get(definition.name.end..).unwrap_or("");
    let parameters = behind.strip_prefix('(').and_then(|rest| rest.split_once(')'));
    let detail = match (parameters, title) {
        (Some((parameters, _)), _) => format!("{} ({parameters})", definition.kind),
        (None, Some(title)) => format!("{} “{title}”", definition.kind),
        (None, None) => definition.kind.clone(),
    };
    match parameters {
        Some(_) => json!({
            "label": name, "kind": kind, "detail": detail,
            "insertText": format!("{name}($1)"), "insertTextFormat": 2,
        }),
        None => json!({ "label": name, "kind": kind, "detail": detail }),
    }
}
