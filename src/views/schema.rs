//! The JSON Schemas of lists, verdicts and collections.

use serde_json::{Map, Value, json};

use crate::model::{Bearer, EntryKind, Force, ForceId, Game, NodeKind};

const LIST: &str = include_str!("../../schemas/list.schema.json");
const REPORT: &str = include_str!("../../schemas/report.schema.json");
const EVENT: &str = include_str!("../../schemas/event.schema.json");
const OWNED: &str = include_str!("../../schemas/owned.schema.json");

/// The schema of collections; with a game, it includes the names of units.
pub(crate) fn owned_schema(game: Option<&Game>) -> Value {
    let mut schema: Value = serde_json::from_str(OWNED).unwrap_or_default();
    let Some(game) = game else { return schema };
    let models = |unit: &crate::model::Entry| {
        (unit.id.clone(), json!({ "title": unit.title, "$ref": "#/$defs/models" }))
    };
    let names: Map<String, Value> = game.units().map(|(_, unit)| models(unit)).collect();
    if let Some(units) = schema.pointer_mut("/properties/units").and_then(Value::as_object_mut) {
        units.insert("properties".to_owned(), Value::Object(names));
        units.insert("additionalProperties".to_owned(), json!(false));
    }
    if let Some(system) = schema.pointer_mut("/properties/system").and_then(Value::as_object_mut) {
        system.insert("const".to_owned(), json!(game.id));
    }
    schema
}

/// The schema of `orbat check --format json`.
pub(crate) fn report_schema() -> Value {
    serde_json::from_str(REPORT).unwrap_or_default()
}

/// The schema of `orbat event check --format json`.
pub(crate) fn event_schema() -> Value {
    serde_json::from_str(EVENT).unwrap_or_default()
}

/// The schema of lists; with a game, it includes the names that editors complete.
pub(crate) fn list_schema(game: Option<&Game>) -> Value {
    let mut schema: Value = serde_json::from_str(LIST).unwrap_or_default();
    let Some(game) = game else { return schema };
    let decks = game
        .decks
        .values()
        .flat_map(|deck| &deck.cards)
        .map(|card| game.entries[card.entry].id.as_str());
    let names: [(&str, Vec<&str>); 7] = [
        ("systemId", vec![&game.id]),
        ("factionId", game.factions.values().map(|faction| faction.id.as_str()).collect()),
        ("chartId", game.charts.values().map(|chart| chart.id.as_str()).collect()),
        ("optionalId", game.optionals.values().map(|optional| optional.id.as_str()).collect()),
        ("currencyId", game.currencies.values().map(|currency| currency.id.as_str()).collect()),
        ("eventId", game.events.values().map(|event| event.id.as_str()).collect()),
        ("cardId", decks.collect()),
    ];
    let units = game.entries.values().filter(|entry| entry.kind == EntryKind::Unit);
    let choices: Vec<Value> =
        units.map(|unit| json!({ "const": unit.id, "title": unit.title })).collect();
    if let Some(definitions) = schema.pointer_mut("/$defs").and_then(Value::as_object_mut) {
        for (name, mut values) in names {
            values.sort_unstable();
            values.dedup();
            if let Some(definition) = definitions
                .get_mut(name)
                .and_then(Value::as_object_mut)
                .filter(|_| !values.is_empty())
            {
                definition.insert("enum".to_owned(), json!(values));
            }
        }
        if let Some(definition) = definitions.get_mut("unitId").and_then(Value::as_object_mut) {
            definition.insert("oneOf".to_owned(), Value::Array(choices));
        }
    }
    let force = schema.pointer("/$defs/force").cloned().unwrap_or_default();
    for (id, kind) in game.forces.iter().filter(|(_, kind)| kind.within.is_some()) {
        let mut force = force.clone();
        add_keys(&mut force, "/properties", game, NodeKind::Force(Some(id)));
        if let Some(definitions) = schema.pointer_mut("/$defs").and_then(Value::as_object_mut) {
            definitions.insert(name_of(kind), force);
        }
    }
    add_keys(&mut schema, "/properties", game, NodeKind::Army);
    add_keys(&mut schema, "/$defs/unit/properties", game, NodeKind::Unit);
    schema
}

/// The name of the definition of a kind of force.
fn name_of(kind: &Force) -> String {
    format!("force_{}", kind.id)
}

/// The keys that the game defines: chosen attributes, and forces inside the army or a force.
fn add_keys(schema: &mut Value, place: &str, game: &Game, kind: NodeKind) {
    let bears = |bearer: &Bearer| match (bearer, kind) {
        (Bearer::Node(NodeKind::Force(None)), NodeKind::Force(_)) => true,
        (Bearer::Node(NodeKind::Force(Some(own))), NodeKind::Army) => is_army(game, *own),
        (bearer, kind) => *bearer == Bearer::Node(kind),
    };
    let mut keys: Map<String, Value> = Map::new();
    let attributes = game.attributes.values();
    for attribute in
        attributes.filter(|attribute| attribute.chosen && attribute.on.iter().any(bears))
    {
        keys.insert(
            attribute.id.clone(),
            json!({ "description": attribute.title, "$ref": "#/$defs/chosen" }),
        );
    }
    let is_inside = |force: &&Force| match (force.within, kind) {
        (Some(within), NodeKind::Army) => is_army(game, within),
        (within, NodeKind::Force(outer)) => within.is_some() && within == outer,
        _ => false,
    };
    for force in game.forces.values().filter(is_inside) {
        let items = json!({ "$ref": format!("#/$defs/{}", name_of(force)) });
        let forces = json!({ "description": force.title, "type": "array", "items": items });
        keys.insert(force.key(), forces);
    }
    if let Some(properties) = schema.pointer_mut(place).and_then(Value::as_object_mut) {
        properties.extend(keys);
    }
}

fn is_army(game: &Game, kind: ForceId) -> bool {
    game.forces[kind].within.is_none()
}
