//! Values against JSON Schemas, as far as ours go.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may fail loudly"
)]

use serde_json::Value;

/// Where a value is not what a schema says.
pub fn objection(document: &Value, schema: &Value, value: &Value, at: &str) -> Option<String> {
    if let Some(name) = schema["$ref"].as_str() {
        let schema = document.pointer(name.trim_start_matches('#')).unwrap();
        return objection(document, schema, value, at);
    }
    if let Some(any) = schema["anyOf"].as_array() {
        let found: Vec<_> =
            any.iter().map(|schema| objection(document, schema, value, at)).collect();
        return if found.contains(&None) { None } else { found.into_iter().next().flatten() };
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().map(|kind| kind.as_str().unwrap()).collect(),
        _ => Vec::new(),
    };
    let is = |kind: &str| match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("the type {other} is not known here"),
    };
    if !kinds.is_empty() && !kinds.iter().any(|kind| is(kind)) {
        return Some(format!("{at}: {value} is not {kinds:?}"));
    }
    if let Some(items) = value.as_array() {
        return items
            .iter()
            .find_map(|item| objection(document, &schema["items"], item, &format!("{at}[]")));
    }
    let fields = value.as_object()?;
    for name in schema["required"].as_array().into_iter().flatten() {
        if !fields.contains_key(name.as_str().unwrap()) {
            return Some(format!("{at}: lacks {name}"));
        }
    }
    fields.iter().find_map(|(name, value)| match schema["properties"].get(name) {
        Some(schema) => objection(document, schema, value, &format!("{at}.{name}")),
        None if schema["additionalProperties"] == false => {
            Some(format!("{at}: {name} is not described"))
        }
        None => None,
    })
}
