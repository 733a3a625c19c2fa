//! Reads `owned.yaml`, the models that a player owns. Start at [`load_owned`].

use crate::diagnostic::{Diagnostic, codes};
use crate::list::read::Reader;
use crate::list::yaml::YamlKind;
use crate::list::{FORMAT, Name, Spanned, SpannedNumber, yaml};
use crate::source::{SourceId, Sources};

/// A collection for one game.
#[derive(Debug, Clone)]
pub struct Owned {
    pub system: Name,
    /// The number of models owned, by unit.
    pub units: Vec<(Name, OwnedCount)>,
}

/// How many models of a unit a player owns.
#[derive(Debug, Clone)]
pub enum OwnedCount {
    /// A number of models of any kind.
    All(SpannedNumber),
    /// A number of each kind of model.
    Kinds(Vec<(Name, SpannedNumber)>),
}

/// Reads a collection. Anything wrong is reported and left out.
pub fn load_owned(sources: &Sources, source: SourceId) -> (Option<Owned>, Vec<Diagnostic>) {
    let (tree, found) = yaml::parse(sources, source);
    let mut reader = Reader { found, ..Reader::default() };
    let owned = tree.and_then(|tree| {
        let whole = tree.span;
        let (mut system, mut units) = (None, None);
        for (key, at, value) in reader.map(tree, "the collection") {
            match key.as_str() {
                "orbat" => reader.format(value),
                "system" => system = reader.name(value, "system"),
                "units" => {
                    let mut all = Vec::new();
                    for (name, at, value) in reader.map(value, "units") {
                        let name = Spanned::new(name, at);
                        match value.kind {
                            YamlKind::Map(pairs) => {
                                let kinds = pairs.into_iter().filter_map(|(kind, at, value)| {
                                    let count = reader.amount(value, &kind)?;
                                    Some((Spanned::new(kind, at), count))
                                });
                                all.push((name, OwnedCount::Kinds(kinds.collect())));
                            }
                            _ => all.extend(reader.amount(value, &name.value).map(|count| (name, OwnedCount::All(count)))),
                        }
                    }
                    units = Some(all);
                }
                _ => {
                    let message = format!("a collection has no key `{key}` here");
                    let unknown = Diagnostic::new(&codes::LIST_UNKNOWN_KEY, at, message);
                    reader.found.push(unknown.suggest(&key, ["orbat", "system", "units"]));
                }
            }
        }
        for (key, is_there) in [("system", system.is_some()), ("units", units.is_some())] {
            if !is_there {
                let message = format!("the collection has no `{key}`");
                let help = format!("it needs `orbat: {FORMAT}`, `system: ID` and `units:` with numbers, such as `marines: 20`");
                reader.found.push(Diagnostic::new(&codes::LIST_MISSING_KEY, whole, message).help(help));
            }
        }
        Some(Owned { system: system?, units: units.unwrap_or_default() })
    });
    (owned, reader.found)
}
