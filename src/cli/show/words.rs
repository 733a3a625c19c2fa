//! Terms of a page as text: what they say, and behind `--source` how the data puts it.

use serde_json::{Map, Value};

/// The page with every term as a text. Fields in words (`range_words`) and terms (`words` and
/// `source`) get what is written in the data behind them, if it is asked for.
pub(super) fn told(page: Value, with_source: bool) -> Value {
    match page {
        Value::Array(all) => {
            Value::Array(all.into_iter().map(|value| told(value, with_source)).collect())
        }
        Value::Object(fields) => match term(&fields) {
            Some((words, source)) => Value::String(match with_source {
                true => behind(words, source),
                false => words.to_owned(),
            }),
            None => Value::Object(fields_told(fields, with_source)),
        },
        other => other,
    }
}

fn term(fields: &Map<String, Value>) -> Option<(&str, &str)> {
    let text = |key: &str| fields.get(key).and_then(Value::as_str);
    (fields.len() == 2).then(|| text("words").zip(text("source"))).flatten()
}

fn fields_told(fields: Map<String, Value>, with_source: bool) -> Map<String, Value> {
    let source_of = |key: &str| {
        let source = fields.get(key.strip_suffix("_words")?)?.as_str()?;
        // Numbers and ranges of numbers say the same in both.
        let is_formula = source.contains(|char: char| char.is_alphabetic() || char == '(');
        (with_source && is_formula).then(|| source.to_owned())
    };
    let sources: Vec<Option<String>> = fields.keys().map(|key| source_of(key)).collect();
    let value = |((key, value), source): ((String, Value), Option<String>)| match (value, source) {
        (Value::String(words), Some(source)) => (key, Value::String(behind(&words, &source))),
        (value, _) => (key, told(value, with_source)),
    };
    fields.into_iter().zip(sources).map(value).collect()
}

fn behind(words: &str, source: &str) -> String {
    format!("{words} `{source}`")
}
