//! Lists in an editor: what may be written at a place, with its price, and changes that mend what
//! is wrong.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::inlay::unit_words;
use super::list_place::{Inner, ListPlace, place};
use super::position::Lines;
use super::project::{Project, is_list, uri_of};
use crate::builder::repair::single;
use crate::engine::{Ruleset, Session};
use crate::list::{FORCE_KEYS, LIST_KEYS, List, UNIT_KEYS, load_list, rewrite};
use crate::model::{EntryId, FactionId, Game};
use crate::source::{SourceId, Sources};
use crate::views::{ChoiceView, OptionView, each_option, unit, unit_lines};
use crate::workspace::GameData;

/// A list that is open in the editor, and its game.
struct OpenList<'p> {
    path: PathBuf,
    text: &'p str,
    byte: usize,
    project: &'p Project,
    game: Option<&'p GameData>,
}

impl<'p> OpenList<'p> {
    fn of(project: &'p Project, params: &Value) -> Option<Self> {
        let (path, text, byte) = project.place(params)?;
        if !is_list(&path, text) {
            return None;
        }
        let says = |key: &str| top_value(text, key);
        let system = says("system").unwrap_or_default();
        let game = project.data().and_then(|data| data.game(&system).ok());
        Some(OpenList { path, text, byte, project, game })
    }

    fn faction(&self, game: &Game) -> Option<FactionId> {
        let faction = top_value(self.text, "faction")?;
        game.factions.iter().find(|(_, known)| known.id == faction).map(|(id, _)| id)
    }
}

/// What a key at the edge of the text says.
fn top_value(text: &str, key: &str) -> Option<String> {
    let value = text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(':'))?;
    let value = value.split('#').next().unwrap_or(value);
    Some(value.trim().trim_matches(['"', '\'']).to_owned())
}

/// What may be written at a place of a list.
pub(crate) fn complete(project: &Project, params: &Value) -> Option<Value> {
    let list = OpenList::of(project, params)?;
    let at = place(list.text, list.byte)?;
    Some(Value::Array(list.offered(&at)))
}

impl OpenList<'_> {
    fn offered(&self, at: &ListPlace) -> Vec<Value> {
        let last = at.around.last().map(String::as_str);
        match (last, at.key.as_deref()) {
            (_, Some("system")) if at.around.is_empty() => self.systems(),
            (_, Some("options")) => self.options(at.unit.as_deref(), &at.inner),
            (Some("options"), None) => self.options(at.unit.as_deref(), &Inner::Key),
            (Some("options"), Some(choice)) => {
                self.options(at.unit.as_deref(), &Inner::Value(choice.to_owned()))
            }
            (_, Some(key)) => self.values(key),
            (Some("units"), None) => keys(UNIT_KEYS),
            (None, None) => keys(LIST_KEYS),
            (Some(_), None) => keys(FORCE_KEYS),
        }
    }

    fn systems(&self) -> Vec<Value> {
        let systems = self.project.data().map(|data| data.systems()).unwrap_or_default();
        systems.iter().map(|system| item(&system.id, &system.title, 9)).collect()
    }

    fn values(&self, key: &str) -> Vec<Value> {
        let Some(GameData { game, .. }) = self.game else { return Vec::new() };
        match key {
            "faction" | "opponent" => {
                game.factions.values().map(|known| item(&known.id, &known.title, 9)).collect()
            }
            "chart" => game.charts.values().map(|known| item(&known.id, &known.title, 9)).collect(),
            "event" => game.events.values().map(|known| item(&known.id, &known.title, 9)).collect(),
            "optional" => {
                game.optionals.values().map(|known| item(&known.id, &known.title, 12)).collect()
            }
            "unit" => self.units(game),
            "slot" => {
                let slots = game.charts.values().flat_map(|chart| &chart.slots);
                let mut items: Vec<Value> = Vec::new();
                for slot in slots.map(|slot| item(&slot.id, &slot.title, 11)) {
                    if !items.contains(&slot) {
                        items.push(slot);
                    }
                }
                items
            }
            "rides" | "joined" => self.lines(game),
            _ => Vec::new(),
        }
    }

    /// The units of the list: what another can ride or join.
    fn lines(&self, game: &Game) -> Vec<Value> {
        let value = |line: &str, key: &str| {
            let content = line.trim_start().trim_start_matches("- ");
            let value = content.strip_prefix(key)?.strip_prefix(':')?;
            Some(value.split('#').next()?.trim().trim_matches(['"', '\'']).to_owned())
        };
        let mut items: Vec<Value> = Vec::new();
        for line in self.text.lines() {
            let named = value(line, "unit").or_else(|| value(line, "id"));
            let Some(name) = named.filter(|name| !name.is_empty()) else { continue };
            let title = unit_named(game, &name).map(|id| game.entries[id].title.as_str());
            let item = item(&name, title.unwrap_or("this list's own id"), 7);
            if !items.contains(&item) {
                items.push(item);
            }
        }
        items
    }

    /// Units with what they cost at the least.
    fn units(&self, game: &Game) -> Vec<Value> {
        let rules = Ruleset::new(game);
        let currency = game.currencies.values().next().map_or("", |known| known.title.as_str());
        unit_lines(&rules, self.faction(game))
            .into_iter()
            .map(|unit| {
                let price = unit.points.map(|points| format!("from {points} {currency}, "));
                let detail = format!("{}{}", price.unwrap_or_default(), unit.size.words);
                json!({
                    "label": unit.id, "kind": 7, "detail": detail,
                    "documentation": format!("{} ({})", unit.name, unit.heading),
                    "filterText": format!("{} {}", unit.id, unit.name),
                })
            })
            .collect()
    }

    /// The options of a unit, or of one of its choices, with their prices. Without a unit, those of
    /// the army.
    fn options(&self, named: Option<&str>, inner: &Inner) -> Vec<Value> {
        let Some(data) = self.game else { return Vec::new() };
        let rules = Ruleset::new(&data.game);
        let choices = match named {
            Some(name) => {
                let Some(id) = unit_named(&data.game, name) else { return Vec::new() };
                let page = unit(&rules, &data.sources, id);
                let of_models = page.models.into_iter().flat_map(|model| model.choices);
                page.choices.into_iter().chain(of_models).collect()
            }
            None => {
                let faction = self.faction(&data.game);
                crate::views::army(&rules, &data.sources, faction).choices
            }
        };
        match inner {
            Inner::Value(choice) => {
                let all = all_choices(&choices);
                let found = all.into_iter().filter(|known| known.id == *choice);
                found.flat_map(|choice| choice.options.iter().map(option_item)).collect()
            }
            Inner::Key | Inner::Plain => {
                let all = all_choices(&choices).into_iter().filter(|known| known.options.len() > 1);
                let choices_items = all.map(|choice| item(&choice.id, &choice.name, 10));
                let options = each_option(&choices).into_iter().map(option_item);
                choices_items.chain(options).collect()
            }
        }
    }
}

fn all_choices(choices: &[ChoiceView]) -> Vec<&ChoiceView> {
    let mut all = Vec::new();
    for choice in choices {
        all.push(choice);
        all.extend(all_choices(&choice.choices));
        for option in &choice.options {
            all.extend(all_choices(&option.choices));
        }
    }
    all
}

fn unit_named(game: &Game, name: &str) -> Option<EntryId> {
    game.units().find(|(_, unit)| unit.id == name).map(|(id, _)| id)
}

fn keys(known: &[&str]) -> Vec<Value> {
    let item = |key: &&str| json!({ "label": key, "kind": 10, "insertText": format!("{key}: ") });
    known.iter().map(item).collect()
}

fn item(id: &str, title: &str, kind: u8) -> Value {
    json!({ "label": id, "kind": kind, "detail": title, "filterText": format!("{id} {title}") })
}

fn option_item(option: &OptionView) -> Value {
    let price = option.price_words.as_deref().unwrap_or("free");
    json!({
        "label": option.id, "kind": 12, "detail": format!("{}  {price}", option.name),
        "filterText": format!("{} {}", option.id, option.name),
    })
}

/// What a name in a list stands for: title, price, size, what an option does.
pub(crate) fn hover(project: &Project, params: &Value) -> Option<Value> {
    let list = OpenList::of(project, params)?;
    let data = list.game?;
    let word = word_at(list.text, list.byte)?;
    let at = place(list.text, list.byte)?;
    let rules = Ruleset::new(&data.game);
    let told = |title: &str, more: String| {
        let value = format!("**{title}**\n\n{more}");
        Some(json!({ "contents": { "kind": "markdown", "value": value } }))
    };
    if let Some(id) = unit_named(&data.game, word) {
        return told(&data.game.entries[id].title, unit_words(&rules, id));
    }
    if let Some(faction) = data.game.factions.values().find(|known| known.id == word) {
        return told(&faction.title, format!("A faction of {}.", data.game.title));
    }
    let id = unit_named(&data.game, at.unit.as_deref()?)?;
    let page = unit(&rules, &data.sources, id);
    let choices: Vec<ChoiceView> = page
        .choices
        .iter()
        .cloned()
        .chain(page.models.iter().flat_map(|model| model.choices.clone()))
        .collect();
    if let Some(option) = each_option(&choices).into_iter().find(|option| option.id == word) {
        let keywords =
            option.keywords.iter().map(|known| format!("{}: {}", known.name, known.text));
        let mut lines: Vec<String> = option.price_words.iter().cloned().collect();
        lines.extend(option.target.as_ref().map(|target| format!("for {target}")));
        lines.extend(option.changes.iter().cloned());
        lines.extend(keywords);
        return told(&option.name, lines.join("\n\n"));
    }
    let choice = all_choices(&choices).into_iter().find(|choice| choice.id == word)?;
    told(&choice.name, choice.range_words.clone())
}

/// The name around a byte of a list.
fn word_at(text: &str, byte: usize) -> Option<&str> {
    let is_word = |char: char| char.is_alphanumeric() || char == '_';
    let before = text.get(..byte)?;
    let start = before.rfind(|char| !is_word(char)).map_or(0, |at| {
        at + before.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8)
    });
    let rest = text.get(start..)?;
    let end = rest.find(|char| !is_word(char)).unwrap_or(rest.len());
    rest.get(..end).filter(|word| !word.is_empty())
}

/// Changes that mend what is wrong in the range that the editor asks about.
pub(crate) fn code_actions(project: &Project, params: &Value) -> Option<Value> {
    let open = OpenList::of(project, params)?;
    let lines = Lines::of(open.text, project.encoding);
    let end = params.pointer("/range/end").and_then(|end| lines.byte(end)).unwrap_or(open.byte);
    let near = |start: usize, stop: usize| start <= end && stop >= open.byte;
    let sources = Sources::of_list("list", open.text);
    let (list, read) = load_list(&sources, SourceId::LIST);
    let mut actions: Vec<Value> = Vec::new();
    for diagnostic in read.iter().filter(|found| near(found.at.span.start(), found.at.span.end())) {
        if let Some(name) = &diagnostic.suggestion {
            let span = diagnostic.at.span;
            let edit = json!({ "range": lines.range(span.start()..span.end()), "newText": name });
            actions.push(action(&open.path, &format!("Write `{name}`"), &edit));
        }
    }
    if let (Some(list), Some(data), true) = (list, open.game, read.is_empty()) {
        let sources = data.sources.with_list_of(&sources);
        actions.extend(open.fixes(&list, data, &sources, &lines, &near));
    }
    Some(Value::Array(actions))
}

impl OpenList<'_> {
    fn fixes(
        &self,
        list: &List,
        data: &GameData,
        sources: &Sources,
        lines: &Lines<'_>,
        near: &dyn Fn(usize, usize) -> bool,
    ) -> Vec<Value> {
        let rules = Ruleset::new(&data.game);
        let session = Session::new(&rules, list);
        let mut actions = Vec::new();
        let fixes = single::fixes(&session, sources);
        for (problem, fixes) in session.problems().iter().zip(fixes) {
            let span = problem.at;
            if !near(span.start(), span.end()) {
                continue;
            }
            for fix in fixes {
                let changed = fix.edit.applied_to(list).ok();
                let text = changed.and_then(|list| rewrite(self.text, &list).ok());
                let edit = text.map(|text| smallest_edit(self.text, &text, lines));
                let words = fix.words.to_string();
                actions.extend(edit.map(|edit| action(&self.path, &capital(&words), &edit)));
            }
        }
        actions
    }
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

fn action(path: &Path, title: &str, edit: &Value) -> Value {
    json!({
        "title": title,
        "kind": "quickfix",
        "edit": { "changes": { uri_of(path): [edit] } },
    })
}

/// The change of the bytes that differ.
fn smallest_edit(old: &str, new: &str, lines: &Lines<'_>) -> Value {
    let same = old.bytes().zip(new.bytes()).take_while(|(a, b)| a == b).count();
    let mut start = same;
    while !old.is_char_boundary(start) || !new.is_char_boundary(start) {
        start -= 1;
    }
    let most = old.len().min(new.len()) - start;
    let mut tail =
        old.bytes().rev().zip(new.bytes().rev()).take(most).take_while(|(a, b)| a == b).count();
    while !old.is_char_boundary(old.len() - tail) || !new.is_char_boundary(new.len() - tail) {
        tail -= 1;
    }
    let text = new.get(start..new.len() - tail).unwrap_or("");
    json!({ "range": lines.range(start..old.len() - tail), "newText": text })
}
