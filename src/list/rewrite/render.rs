//! Renders the values of a list as YAML, each on one line.

use crate::list::{
    Design, ForceLine, GameKey, GameValue, ModelLine, Models, Name, OptionPick, Scalar, UnitLine,
};

/// A name or text; in quotes where YAML would read it as something else.
pub(crate) fn word(text: &str) -> String {
    let mut letters = text.chars();
    let begins = letters.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_');
    let plain = begins && letters.all(|char| char.is_ascii_alphanumeric() || "_-.".contains(char));
    let spaced = begins
        && !text.ends_with(' ')
        && text.chars().all(|char| char.is_alphanumeric() || "_-. ".contains(char))
        && !text.contains("- ");
    let reserved = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
        .contains(&text.to_lowercase().as_str());
    if (plain || spaced) && !reserved {
        return text.to_owned();
    }
    serde_json::to_string(text).unwrap_or_default()
}

pub(crate) fn scalar(value: &Scalar) -> String {
    match value {
        Scalar::Int(number) => number.value.to_string(),
        Scalar::Bool(flag) => flag.value.to_string(),
        Scalar::Text(text) => word(&text.value),
    }
}

pub(crate) fn scalars(values: &[Scalar]) -> String {
    match values {
        [single] => scalar(single),
        several => format!("[{}]", several.iter().map(scalar).collect::<Vec<_>>().join(", ")),
    }
}

pub(crate) fn names(names: &[Name]) -> Option<String> {
    let words: Vec<String> = names.iter().map(|name| word(&name.value)).collect();
    (!words.is_empty()).then(|| format!("[{}]", words.join(", ")))
}

/// `{lmg: 2, heavy: [lmg, rockets]}`
pub(crate) fn options(taken: &[OptionPick]) -> Option<String> {
    (!taken.is_empty()).then(|| in_braces(&pairs(taken)))
}

/// `lmg: 2`, `heavy: [lmg, rockets]`
fn pairs(taken: &[OptionPick]) -> Vec<String> {
    let mut names: Vec<&str> = Vec::new();
    for pick in taken {
        if !names.contains(&pick.name.value.as_str()) {
            names.push(&pick.name.value);
        }
    }
    let pair = |name: &&str| {
        let of_name: Vec<&OptionPick> =
            taken.iter().filter(|pick| pick.name.value == **name).collect();
        format!("{}: {}", word(name), values(&of_name))
    };
    names.iter().map(pair).collect()
}

fn in_braces(pairs: &[String]) -> String {
    format!("{{{}}}", pairs.join(", "))
}

/// `lmg: 2`
pub(crate) fn pair(pick: &OptionPick) -> String {
    format!("{}: {}", word(&pick.name.value), value(pick))
}

/// The value of an option or choice that may be taken several times.
pub(crate) fn values(of_name: &[&OptionPick]) -> String {
    match of_name {
        [pick] => value(pick),
        several => {
            format!("[{}]", several.iter().map(|pick| value(pick)).collect::<Vec<_>>().join(", "))
        }
    }
}

/// The value of an option.
pub(crate) fn value(pick: &OptionPick) -> String {
    match (&pick.times, pick.inner.as_slice()) {
        (None, []) => "true".to_owned(),
        (Some(times), []) => times.value.to_string(),
        (None, [only]) if only.times.is_none() && only.inner.is_empty() => word(&only.name.value),
        (times, inner) => {
            let count = times.as_ref().map(|times| format!("count: {}", times.value));
            in_braces(&count.into_iter().chain(pairs(inner)).collect::<Vec<_>>())
        }
    }
}

pub(crate) fn models(models: &Models) -> Option<String> {
    let lines = match models {
        Models::Unstated => return None,
        Models::Total(total) => return Some(total.value.to_string()),
        Models::Lines(lines) => lines,
    };
    let named = lines.iter().any(|line| line.design.is_some());
    let line = |line: &ModelLine| match named {
        true => sequence_line(line),
        false => map_line(line).0 + ": " + &map_line(line).1,
    };
    let (open, close) = if named { ('[', ']') } else { ('{', '}') };
    Some(format!("{open}{}{close}", lines.iter().map(line).collect::<Vec<_>>().join(", ")))
}

pub(crate) fn sequence_line(line: &ModelLine) -> String {
    let key = if line.design == Some(true) { "design" } else { "model" };
    let count =
        line.count.as_ref().map(|count| format!(", count: {}", count.value)).unwrap_or_default();
    let options =
        options(&line.options).map(|options| format!(", options: {options}")).unwrap_or_default();
    format!("{{{key}: {}{count}{options}}}", word(&line.model.value))
}

/// The name of a model, and its value.
pub(crate) fn map_line(line: &ModelLine) -> (String, String) {
    let value = match (&line.count, options(&line.options)) {
        (Some(count), None) => count.value.to_string(),
        (count, options) => {
            let count = count.as_ref().map(|count| format!("count: {}", count.value));
            let options = options.map(|options| format!("options: {options}"));
            format!("{{{}}}", count.into_iter().chain(options).collect::<Vec<_>>().join(", "))
        }
    };
    (word(&line.model.value), value)
}

/// The keys and values of a unit, with `unit` first unless it has an `id`.
pub(crate) fn unit(line: &UnitLine) -> Vec<(String, String)> {
    let text = |name: &Name| word(&name.value);
    let keys = [
        ("id", line.id.as_ref().map(text)),
        ("unit", Some(text(&line.unit))),
        ("name", line.name.as_ref().map(text)),
        ("count", line.count.as_ref().map(|count| count.value.to_string())),
        ("models", models(&line.models)),
        ("options", options(&line.options)),
        ("joined", names(&line.joined)),
        ("rides", line.rides.as_ref().map(text)),
        ("slot", line.slot.as_ref().map(text)),
        ("notes", names(&line.notes)),
    ];
    let own = keys.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?)));
    own.chain(line.others.iter().filter_map(other)).collect()
}

/// The name of a design, and its value.
pub(crate) fn design(design: &Design) -> (String, String) {
    let picks: Vec<(String, String)> = design
        .picks
        .iter()
        .map(|(name, pick)| (word(&name.value), pick.value.to_string()))
        .collect();
    let keys = [
        Some(("model".to_owned(), word(&design.model.value))),
        (!picks.is_empty()).then(|| ("picks".to_owned(), flow(&picks))),
        options(&design.options).map(|options| ("options".to_owned(), options)),
    ];
    (word(&design.name.value), flow(&keys.into_iter().flatten().collect::<Vec<_>>()))
}

fn other(other: &GameKey) -> Option<(String, String)> {
    match &other.value {
        GameValue::Scalars(values) => Some((word(&other.key.value), scalars(values))),
        _ => None,
    }
}

/// A force without its units.
pub(crate) fn force_head(force: &ForceLine) -> Vec<(String, String)> {
    let text = |name: &Name| word(&name.value);
    let keys = [
        ("name", force.name.as_ref().map(text)),
        ("faction", force.faction.as_ref().map(text)),
        ("chart", force.chart.as_ref().map(text)),
        ("points", force.points.as_ref().map(ToString::to_string)),
        ("options", options(&force.options)),
    ];
    let own = keys.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?)));
    own.chain(force.others.iter().filter_map(other)).collect()
}

/// `{unit: hussars, models: 8}`
pub(crate) fn flow(pairs: &[(String, String)]) -> String {
    let pairs: Vec<String> = pairs.iter().map(|(key, value)| format!("{key}: {value}")).collect();
    in_braces(&pairs)
}
