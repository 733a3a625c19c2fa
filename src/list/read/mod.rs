//! Reads a [`List`] from the YAML tree: checks which keys there are and what values they may have.
//! Start at [`load_list`].

pub(crate) mod options;
pub(crate) mod owned;
pub(crate) mod unit;
pub(crate) mod value;

use crate::diagnostic::{Diagnostic, codes, did_you_mean};
use crate::list::yaml::{Pair, Tree, YamlKind};
use crate::list::{Design, Ignored, LineIds, List, Name, Scalar, Spanned, SpannedNumber, yaml};
use crate::source::{SourceId, Sources, Span};

/// The version of the list format this program reads.
pub(crate) const FORMAT: i64 = 1;

/// More designs than any army has models.
const MOST_DESIGNS: usize = 500;

/// Keys of a list that every game knows.
pub const LIST_KEYS: &[&str] = &[
    "orbat", "name", "player", "system", "faction", "chart", "points", "event", "opponent",
    "optional", "options", "designs", "units", "derived", "deck", "notes",
];

/// Keys of a unit that every game knows.
pub const UNIT_KEYS: &[&str] =
    &["id", "unit", "name", "count", "models", "options", "joined", "rides", "slot", "notes"];

/// Keys of a force inside the army.
pub(crate) const FORCE_KEYS: &[&str] = &["name", "faction", "chart", "points", "options", "units"];

/// Reads a list. Without a system there is none; anything else that is wrong is reported and left
/// out.
pub fn load_list(sources: &Sources, source: SourceId) -> (Option<List>, Vec<Diagnostic>) {
    let (tree, found) = yaml::parse(sources, source);
    let mut reader = Reader { found, ..Reader::default() };
    let list = tree.and_then(|tree| reader.list(tree));
    (list, reader.found)
}

#[derive(Default)]
struct Reader {
    found: Vec<Diagnostic>,
    /// How many options have been read.
    options: usize,
    /// How many forces have been read.
    forces: usize,
    ids: LineIds,
}

type Pairs = Vec<Pair>;

impl Reader {
    fn list(&mut self, tree: Tree) -> Option<List> {
        let whole = tree.span;
        let pairs = match tree.kind {
            YamlKind::Map(pairs) => pairs,
            YamlKind::Nothing => {
                let start = Span::new(whole.source, 0, 0);
                let diagnostic = Diagnostic::new(&codes::LIST_SYNTAX, start, "the list is empty");
                self.found.push(diagnostic.help("begin it with `orbat: 1`"));
                return None;
            }
            _ => {
                self.wrong(whole, "a list begins with keys such as `orbat: 1` and `system:`");
                return None;
            }
        };
        for (key, help) in [
            ("orbat", "begin the list with `orbat: 1`"),
            ("system", "name the game: `system: ID`; `orbat systems` lists them"),
        ] {
            if pairs.iter().any(|(name, ..)| name == key) {
                continue;
            }
            // Without a game nothing checks other keys, so misspelt ones are reported here.
            let near = |(name, ..): &&Pair| did_you_mean(name, [key]).is_some();
            match pairs.iter().find(near).filter(|_| key == "system") {
                Some((name, at, _)) => self.unknown_key(name, *at, &[key]),
                None => {
                    let message = format!("the list has no `{key}`");
                    self.found
                        .push(Diagnostic::new(&codes::LIST_MISSING_KEY, whole, message).help(help));
                }
            }
        }
        let mut list = List { units: Vec::new(), ..List::of_one("", "", whole) };
        for (key, at, value) in pairs {
            self.list_key(&mut list, key, at, value);
        }
        list.units.sort();
        list.deck.sort();
        list.others.sort_by(|a, b| a.key.cmp(&b.key));
        list.ids = Ignored(std::mem::take(&mut self.ids));
        list.incomplete = !self.found.is_empty();
        // The keys of an unknown format cannot be interpreted.
        let other_format =
            self.found.iter().any(|diagnostic| diagnostic.code == &codes::LIST_FORMAT);
        (!list.system.value.is_empty() && !other_format).then_some(list)
    }

    fn list_key(&mut self, list: &mut List, key: String, at: Span, value: Tree) {
        match key.as_str() {
            "orbat" => self.format(value),
            "name" => list.name = self.text(value, "name"),
            "player" => list.player = self.text(value, "player"),
            "system" => {
                list.system = self.name(value, "system").unwrap_or_else(|| list.system.clone())
            }
            "faction" => list.faction = self.name(value, "faction"),
            "chart" => list.chart = self.name(value, "chart"),
            "points" => list.points = self.points(value),
            "event" => list.event = self.name(value, "event"),
            "opponent" => list.opponent = self.name(value, "opponent"),
            "optional" => list.optional = self.names(value, "optional"),
            "options" => list.options = self.options(value),
            "designs" => list.designs = self.designs(value),
            "units" => list.units = self.units(value),
            "derived" => list.derived = self.derived(value),
            "notes" => list.notes = self.texts(value, "notes"),
            "deck" => {
                list.deck_at = Some(at);
                list.deck = self.deck(value);
            }
            _ => list.others.push(self.other(key, at, value)),
        }
    }

    fn format(&mut self, value: Tree) {
        let span = value.span;
        if !matches!(value.kind, YamlKind::Int(FORMAT)) {
            let message = format!("this program reads lists of the format {FORMAT}");
            self.found.push(
                Diagnostic::new(&codes::LIST_FORMAT, span, message)
                    .help(format!("write `orbat: {FORMAT}`")),
            );
        }
    }

    fn designs(&mut self, value: Tree) -> Vec<Design> {
        let whole = value.span;
        let mut designs: Vec<Design> = Vec::new();
        for (key, at, value) in self.map(value, "designs") {
            let whole = value.span;
            let mut model = None;
            let mut design = Design {
                name: Spanned::new(key, at),
                model: Spanned::new(String::new(), at),
                picks: Vec::new(),
                options: Vec::new(),
            };
            for (key, at, value) in self.map(value, "designs") {
                match key.as_str() {
                    "model" => model = self.name(value, "model"),
                    "picks" => {
                        let pairs = self.map(value, "picks");
                        design.picks = pairs
                            .into_iter()
                            .filter_map(|(key, at, value)| {
                                Some((Spanned::new(key.clone(), at), self.signed(value, &key)?))
                            })
                            .collect();
                        design.picks.sort();
                    }
                    "options" => design.options = self.options(value),
                    _ => self.unknown_key(&key, at, &["model", "picks", "options"]),
                }
            }
            match model {
                Some(model) => designs.push(Design { model, ..design }),
                None => {
                    let message = format!(
                        "the design `{}` does not say which model it is",
                        design.name.value
                    );
                    self.found.push(
                        Diagnostic::new(&codes::LIST_MISSING_KEY, whole, message)
                            .help("add `model: ID`"),
                    );
                }
            }
        }
        if designs.len() > MOST_DESIGNS {
            self.found.push(Diagnostic::new(
                &codes::LIST_TOO_LARGE,
                whole,
                format!("a list has at most {MOST_DESIGNS} designs"),
            ));
            designs.truncate(MOST_DESIGNS);
        }
        designs.sort_by(|a, b| a.name.cmp(&b.name));
        designs
    }

    fn derived(&mut self, value: Tree) -> Vec<(Name, Scalar)> {
        let pairs = self.map(value, "derived");
        let mut all: Vec<(Name, Scalar)> = pairs
            .into_iter()
            .filter_map(|(key, at, value)| {
                Some((Spanned::new(key.clone(), at), self.scalar(value, &key)?))
            })
            .collect();
        all.sort();
        all
    }

    fn deck(&mut self, value: Tree) -> Vec<(Name, SpannedNumber)> {
        let pairs = self.map(value, "deck");
        pairs
            .into_iter()
            .filter_map(|(key, at, value)| {
                Some((Spanned::new(key.clone(), at), self.amount(value, &key)?))
            })
            .collect()
    }
}

/// Reports an unknown key, with a suggestion.
pub(crate) fn unknown_key<'k>(
    key: &str,
    at: Span,
    known: impl IntoIterator<Item = &'k str>,
) -> Diagnostic {
    Diagnostic::new(&codes::LIST_UNKNOWN_KEY, at, format!("a list has no key `{key}` here"))
        .suggest(key, known)
}
