//! Where in a list the cursor stands, by lines and indents: works while the file is half written.

/// What is being written at a place of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ListPlace {
    /// The keys around it, the outermost first: `units`, `options`.
    pub around: Vec<String>,
    /// The key whose value is being written; none where a key is.
    pub key: Option<String>,
    /// Inside `{…}` or `[…]` of that value: the key there whose value is being written.
    pub inner: Inner,
    /// What the same unit says under `unit:`.
    pub unit: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Inner {
    /// A plain value.
    Plain,
    /// A key in braces, or a value in brackets.
    Key,
    /// The value of a key in braces.
    Value(String),
}

/// A line of a mapping: the column of its key, the key, and what follows it.
struct YamlLine<'t> {
    column: usize,
    /// It begins an item of a sequence.
    begins: bool,
    key: &'t str,
    value: &'t str,
}

fn line(text: &str) -> YamlLine<'_> {
    let trimmed = text.trim_start();
    let begins = trimmed.starts_with("- ") || trimmed == "-";
    let content = if begins { trimmed.get(1..).unwrap_or("").trim_start() } else { trimmed };
    let column = text.len() - content.len();
    match content.split_once(':') {
        Some((key, value)) if is_key(key) => YamlLine { column, begins, key, value: value.trim() },
        _ => YamlLine { column, begins, key: "", value: content },
    }
}

fn is_key(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|char| char.is_alphanumeric() || "_-".contains(char))
}

/// The place of a byte in the text of a list.
pub(crate) fn place(text: &str, byte: usize) -> Option<ListPlace> {
    let before = text.get(..byte)?;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let typed = before.get(start..)?;
    if typed.contains('#') {
        return None;
    }
    let here = line(typed);
    let (mut around, mut unit) = (Vec::new(), None);
    let mut column = here.column;
    let mut in_item = !here.begins;
    for above in text.get(..start)?.lines().rev() {
        if above.trim().is_empty() || above.trim_start().starts_with('#') {
            continue;
        }
        let above = line(above);
        if above.column == column && in_item {
            // A line of the same mapping.
            if above.key == "unit" && unit.is_none() {
                unit = Some(plain(above.value));
            }
            in_item = !above.begins;
        } else if above.column < column && !above.key.is_empty() {
            if above.key == "unit" && unit.is_none() {
                unit = Some(plain(above.value));
            }
            around.push(above.key.to_owned());
            (column, in_item) = (above.column, !above.begins);
        }
    }
    around.reverse();
    unit = unit.or_else(|| below(text, byte, here.column));
    if here.key == "unit" && here.begins {
        unit = Some(plain(here.value));
    }
    let key = Some(here.key.to_owned()).filter(|key| !key.is_empty());
    let inner = if key.is_some() { inner(here.value) } else { inner_of_flow(here.value) };
    Some(ListPlace { around, key, inner, unit })
}

/// The unit that a later line of the same mapping names.
fn below(text: &str, byte: usize, column: usize) -> Option<String> {
    let rest = text.get(byte..)?.lines().skip(1);
    for text in rest.take(20) {
        let below = line(text);
        if below.column < column || (below.begins && below.column <= column) {
            return None;
        }
        if below.column == column && below.key == "unit" {
            return Some(plain(below.value));
        }
    }
    None
}

fn plain(value: &str) -> String {
    value.split('#').next().unwrap_or("").trim().trim_matches(['"', '\'']).to_owned()
}

/// Where in `{kit: sniper, tr` or `[banner, ` one is.
fn inner(value: &str) -> Inner {
    if value.starts_with(['{', '[']) { inner_of_flow(value) } else { Inner::Plain }
}

fn inner_of_flow(value: &str) -> Inner {
    let open = value.rfind(['{', '[', ',']);
    match open {
        None => Inner::Plain,
        Some(at) => {
            let piece = value.get(at + 1..).unwrap_or("");
            match piece.split_once(':') {
                Some((key, _)) => Inner::Value(key.trim().to_owned()),
                None => {
                    // `{kit: [a, ` is still about `kit`.
                    let outer = value.get(..at).unwrap_or("");
                    let bracket = outer
                        .rfind('[')
                        .or(value.get(at..at + 1).filter(|c| *c == "[").map(|_| at));
                    match bracket.and_then(|at| value.get(..at)?.trim_end().strip_suffix(':')) {
                        Some(key) => {
                            let key = key.rsplit(['{', ',']).next().unwrap_or(key);
                            Inner::Value(key.trim().to_owned())
                        }
                        None => Inner::Key,
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> ListPlace {
        let byte = text.find('|').unwrap();
        place(&text.replace('|', ""), byte).unwrap()
    }

    #[test]
    fn keys_and_values_are_told_apart() {
        let found = at("orbat: 1\nfaction: re|\n");
        assert_eq!((found.key.as_deref(), found.around.len()), (Some("faction"), 0));
        let found = at("units:\n  - unit: squad\n    |\n");
        assert_eq!((found.key, found.around), (None, vec!["units".to_owned()]));
        assert_eq!(found.unit.as_deref(), Some("squad"));
    }

    #[test]
    fn options_know_their_unit() {
        let found = at(
            "units:\n  - unit: other\n  - models: 5\n    options: {kit: sni|}\n    unit: squad\n",
        );
        assert_eq!(found.unit.as_deref(), Some("squad"));
        assert_eq!(found.inner, Inner::Value("kit".to_owned()));
        let found = at("units:\n  - unit: squad\n    options:\n      ki|\n");
        assert_eq!(found.around, ["units", "options"]);
        assert_eq!(found.unit.as_deref(), Some("squad"));
        let found = at("units:\n  - unit: squad\n    options: [a, |]\n");
        assert_eq!(found.inner, Inner::Key);
        let found = at("units:\n  - unit: squad\n    options: {kit: [a, |]}\n");
        assert_eq!(found.inner, Inner::Value("kit".to_owned()));
    }
}
