//! What can be asked of a thing: facts behind a dot, and what may begin an expression.

use serde_json::json;

use super::place::Place;
use super::{Items, Offers};
use crate::lsp::block::BlockKind;
use crate::model::{Bearer, Game, NodeKind, StatBase, Type};
use crate::resolve::expr::facts::{BUILTIN_NAMES, bears, builtin};

use NodeKind::{Any, AnyGear, Army, Force, Gear, Model, Unit};

/// What functions there are, as they are typed.
const FUNCTIONS: &[&str] = &["count", "sum", "max", "min", "floor", "ceil", "abs"];

impl Offers<'_> {
    /// What may follow `a.b.`.
    pub(super) fn facts(&self, path: &[String], place: &Place, items: &mut Items) {
        let [first, members @ ..] = path else { return };
        for game in self.games() {
            let mut of = begin(game, first, place);
            // `army.faction.lawful`, `u.Fear.X`, `u.CC.attack`
            for member in members {
                of = element(member_type(game, &of, member));
            }
            facts_of(game, &of, items);
            if let Some(last) = path.last() {
                parts_of(game, last, items);
            }
            if of == Type::Faction {
                let on = |known: &&crate::model::Category| known.on.contains(&Bearer::Faction);
                for category in game.categories.values().filter(on) {
                    let detail = &category.title;
                    items.add(json!({ "label": category.id, "kind": 5, "detail": detail }));
                }
            }
            if of == Type::Node(Army) {
                items.add(json!({ "label": "option", "kind": 3, "insertText": "option($1)",
                    "insertTextFormat": 2, "detail": "whether an optional rule is on" }));
            }
        }
    }

    /// What may begin an expression.
    pub(super) fn expression(&self, place: &Place, items: &mut Items) {
        for (name, kind) in &place.variables {
            items.add(json!({ "label": name, "kind": 6, "detail": kind }));
        }
        for game in self.games() {
            facts_of(game, &subject(game, place), items);
            if place.candidates.is_none() {
                for name in ["units", "models", "weapons", "options", "forces"] {
                    items.add(json!({ "label": name, "kind": 5, "detail": "of the army" }));
                }
            }
            for derive in game.derives.values() {
                items.add(json!({ "label": derive.id, "kind": 6, "detail": derive.title }));
            }
        }
        for word in ["army", "self", "unit", "outer", "none"] {
            items.word(word);
        }
        for name in FUNCTIONS {
            let text = format!("{name}($1)");
            items.add(
                json!({ "label": name, "kind": 3, "insertText": text, "insertTextFormat": 2 }),
            );
        }
        self.inside(&|kind| matches!(kind, "option" | "choose" | "model"), items);
        self.defined(&|kind| matches!(kind, "unit" | "category" | "weapon" | "option"), items);
    }
}

/// The thing that bare facts are about.
fn subject(game: &Game, place: &Place) -> Type {
    if let Some(set) = &place.candidates {
        return named(game, set).unwrap_or(Type::Node(Unit));
    }
    match &place.block {
        BlockKind::Unit => Type::Node(Unit),
        BlockKind::Option | BlockKind::Choose => Type::Node(NodeKind::Option),
        BlockKind::Profiled(kind) if kind == "model" => Type::Node(Model),
        BlockKind::Profiled(kind) => {
            let profile = game.profiles.iter().find(|(_, profile)| profile.id == *kind);
            Type::Node(profile.map_or(AnyGear, |(id, _)| Gear(id)))
        }
        BlockKind::Force => Type::Node(Force(None)),
        BlockKind::Changes => Type::Node(Unit),
        BlockKind::Rule => {
            let kind = place.variables.first().and_then(|(_, kind)| named(game, kind));
            kind.unwrap_or(Type::Node(Army))
        }
        _ => Type::Node(Army),
    }
}

/// What a kind or a set of things is.
fn named(game: &Game, name: &str) -> Option<Type> {
    Some(Type::Node(match name {
        "unit" | "units" | "joined" | "joins" | "riders" | "rides" => Unit,
        "model" | "models" => Model,
        "option" | "options" => NodeKind::Option,
        "weapon" | "weapons" => {
            let weapon = game.profiles.iter().find(|(_, profile)| profile.id == "weapon");
            weapon.map_or(AnyGear, |(id, _)| Gear(id))
        }
        "force" | "forces" => Force(None),
        "army" => Army,
        _ => {
            let profile = game.profiles.iter().find(|(_, profile)| profile.id == name);
            let force = game.forces.iter().find(|(_, force)| force.id == name);
            return profile
                .map(|(id, _)| Type::Node(Gear(id)))
                .or(force.map(|(id, _)| Type::Node(Force(Some(id)))));
        }
    }))
}

/// What stands before the first dot.
fn begin(game: &Game, name: &str, place: &Place) -> Type {
    if let Some((_, kind)) = place.variables.iter().find(|(known, _)| known == name) {
        return named(game, kind).unwrap_or(Type::Node(Unit));
    }
    match name {
        "army" => Type::Node(Army),
        "unit" => Type::Node(Unit),
        "model" => Type::Node(Model),
        "force" => Type::Node(Force(None)),
        "self" => subject(game, place),
        "parent" | "outer" => Type::Node(Any),
        _ => {
            let known = member_type(game, &subject(game, place), name);
            match known {
                Type::Unknown => named(game, name).unwrap_or(Type::Node(Any)),
                known => element(known),
            }
        }
    }
}

fn element(of: Type) -> Type {
    match of {
        Type::Set(element) => *element,
        single => single,
    }
}

fn member_type(game: &Game, of: &Type, name: &str) -> Type {
    if let Some((_, ty)) = builtin(of, name) {
        return ty;
    }
    let force = game.forces.iter().find(|(_, force)| force.id == name);
    if let Some((id, _)) = force {
        return Type::Node(Force(Some(id)));
    }
    let keyword = game.keywords.iter().find(|(_, keyword)| keyword.name == name);
    keyword.map_or(Type::Unknown, |(id, _)| Type::KeywordUse(Some(id)))
}

/// Parts of a characteristic: `attack` of `CC`.
fn parts_of(game: &Game, name: &str, items: &mut Items) {
    let stats = game.profiles.values().filter_map(|profile| profile.characteristic(name));
    for stat in stats {
        if let StatBase::Shape(shape) = &stat.shape.base {
            for part in &shape.names {
                items.add(json!({ "label": part, "kind": 5, "detail": shape.pattern }));
            }
        }
    }
}

/// Every fact of a thing of this type.
fn facts_of(game: &Game, of: &Type, items: &mut Items) {
    for name in BUILTIN_NAMES {
        if builtin(of, name).is_some() {
            items.add(json!({ "label": name, "kind": 5, "detail": "fact" }));
        }
    }
    if let Type::KeywordUse(Some(keyword)) = of {
        for parameter in &game.keywords[*keyword].parameters {
            items.add(json!({ "label": parameter.name, "kind": 5, "detail": "value" }));
        }
    }
    let (Type::Node(kind) | Type::Entry(kind)) = of else { return };
    let kind = *kind;
    if matches!(of, Type::Node(_)) {
        items.add(json!({ "label": "cost", "kind": 5, "detail": "what it costs" }));
        for currency in game.currencies.values() {
            items.add(json!({ "label": currency.id, "kind": 5, "detail": currency.title }));
        }
    }
    for known in game.attributes.values().filter(|known| bears(&known.on, kind)) {
        items.add(json!({ "label": known.id, "kind": 5, "detail": known.title }));
    }
    for profile in game.profiles.iter().filter(|(id, _)| match kind {
        Gear(own) => *id == own,
        Unit | Model | AnyGear | Any => true,
        _ => false,
    }) {
        for known in &profile.1.characteristics {
            items.add(json!({ "label": known.name, "kind": 5, "detail": known.label() }));
        }
    }
    for known in game.categories.values().filter(|known| bears(&known.on, kind)) {
        items.add(json!({ "label": known.id, "kind": 10, "detail": known.title }));
    }
    for known in game.derives.values().filter(|known| known.on == kind) {
        items.add(json!({ "label": known.id, "kind": 5, "detail": known.title }));
    }
    if kind != Army {
        for known in game.keywords.values().filter(|known| !known.parameters.is_empty()) {
            let detail = known.shown();
            items.add(json!({ "label": known.name, "kind": 10, "detail": detail }));
        }
    }
    for force in game.forces.values() {
        items.add(json!({ "label": force.id, "kind": 7, "detail": force.title }));
    }
}
