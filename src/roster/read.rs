//! From the tree to a [`List`]: which keys there are and what may stand behind them.

use super::bind::MOST_UNITS;
use super::list::{
    Amount, Design, ForceLine, List, Located, ModelLine, Models, Name, Other, OtherValue, Scalar, Taken, UnitLine,
};
use super::yaml::{self, Kind, Tree};
use crate::diagnostic::{Diagnostic, codes};
use crate::source::{SourceId, Sources, Span};

/// The version of the list format this program reads.
pub const FORMAT: i64 = 1;

/// Numbers in lists are at most this; no army comes near it.
const LARGEST_NUMBER: i64 = 1_000_000;

/// More options than any army takes, in a list and in one unit; and units that join one other.
const MOST_OPTIONS: usize = 5_000;
const MOST_OPTIONS_OF_UNIT: usize = 200;
const MOST_JOINED: usize = 100;

/// Keys of a list that every game knows.
pub const LIST_KEYS: &[&str] = &[
    "orbat", "name", "player", "system", "faction", "chart", "points", "event", "opponent", "optional", "options", "designs",
    "units", "derived", "deck",
];

/// Keys of a unit that every game knows.
pub const UNIT_KEYS: &[&str] = &["id", "unit", "name", "count", "models", "options", "joined", "rides", "slot"];

/// Keys of a force inside the army.
pub const FORCE_KEYS: &[&str] = &["name", "chart", "options", "units"];

/// Reads a list. Without a system there is none; everything else that is wrong is left out and said.
pub fn load_list(sources: &Sources, source: SourceId) -> (Option<List>, Vec<Diagnostic>) {
    let (tree, found) = yaml::parse(sources, source);
    let mut reader = Reader { found, options: 0 };
    let list = tree.and_then(|tree| reader.list(tree));
    (list, reader.found)
}

struct Reader {
    found: Vec<Diagnostic>,
    /// How many options have been read.
    options: usize,
}

type Pairs = Vec<(String, Span, Tree)>;

impl Reader {
    fn wrong(&mut self, span: Span, message: impl Into<String>) {
        self.found.push(Diagnostic::new(&codes::LIST_WRONG_TYPE, span, message));
    }

    fn list(&mut self, tree: Tree) -> Option<List> {
        let whole = tree.span;
        let pairs = match tree.kind {
            Kind::Map(pairs) => pairs,
            Kind::Nothing => {
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
        let missing = |key: &str| !pairs.iter().any(|(name, ..)| name == key);
        for (key, help) in
            [("orbat", "begin the list with `orbat: 1`"), ("system", "name the game: `system: ID`; `orbat systems` lists them")]
        {
            if missing(key) {
                let message = format!("the list has no `{key}`");
                self.found.push(Diagnostic::new(&codes::LIST_MISSING_KEY, whole, message).help(help));
            }
        }
        let mut list = List { units: Vec::new(), ..List::of_one("", "", whole) };
        for (key, at, value) in pairs {
            self.list_key(&mut list, key, at, value);
        }
        list.units.sort();
        list.deck.sort();
        list.others.sort_by(|a, b| a.key.cmp(&b.key));
        list.incomplete = !self.found.is_empty();
        (!list.system.value.is_empty()).then_some(list)
    }

    fn list_key(&mut self, list: &mut List, key: String, at: Span, value: Tree) {
        match key.as_str() {
            "orbat" => self.format(value),
            "name" => list.name = self.text(value, "name"),
            "player" => list.player = self.text(value, "player"),
            "system" => list.system = self.name(value, "system").unwrap_or_else(|| list.system.clone()),
            "faction" => list.faction = self.name(value, "faction"),
            "chart" => list.chart = self.name(value, "chart"),
            "points" => list.points = self.amount(value, "points"),
            "event" => list.event = self.name(value, "event"),
            "opponent" => list.opponent = self.name(value, "opponent"),
            "optional" => list.optional = self.names(value, "optional"),
            "options" => list.options = self.options(value),
            "designs" => list.designs = self.designs(value),
            "units" => list.units = self.units(value),
            "derived" => list.derived = self.derived(value),
            "deck" => {
                list.deck_at = Some(at);
                list.deck = self.deck(value);
            }
            _ => list.others.push(self.other(key, at, value)),
        }
    }

    fn format(&mut self, value: Tree) {
        let span = value.span;
        if !matches!(value.kind, Kind::Int(FORMAT)) {
            let message = format!("this program reads lists of the format {FORMAT}");
            self.found.push(Diagnostic::new(&codes::LIST_FORMAT, span, message).help(format!("write `orbat: {FORMAT}`")));
        }
    }

    /// A name of the data: text, though it may look like a number.
    fn name(&mut self, value: Tree, what: &str) -> Option<Name> {
        match value.kind {
            Kind::Text(text) if !text.trim().is_empty() => Some(Located::new(text, value.span)),
            Kind::Int(number) => Some(Located::new(number.to_string(), value.span)),
            _ => {
                self.wrong(value.span, format!("`{what}` needs a name"));
                None
            }
        }
    }

    /// A text for people; whatever stands on the line will do.
    fn text(&mut self, value: Tree, what: &str) -> Option<Name> {
        match value.kind {
            Kind::Nothing => None,
            Kind::Text(text) => (!text.trim().is_empty()).then(|| Located::new(text, value.span)),
            Kind::Bool(flag) => Some(Located::new(flag.to_string(), value.span)),
            Kind::OtherNumber(written) => Some(Located::new(written, value.span)),
            _ => self.name(value, what),
        }
    }

    fn amount(&mut self, value: Tree, what: &str) -> Option<Amount> {
        match value.kind {
            Kind::Int(number @ 0..=LARGEST_NUMBER) => Some(Located::new(number, value.span)),
            Kind::Int(_) => {
                let message = format!("`{what}` is a number from 0 to {LARGEST_NUMBER}");
                self.found.push(Diagnostic::new(&codes::LIST_NUMBER, value.span, message));
                None
            }
            Kind::OtherNumber(written) if written.chars().all(|char| char.is_ascii_digit()) => {
                let message = format!("`{what}` is a number from 0 to {LARGEST_NUMBER}");
                self.found.push(Diagnostic::new(&codes::LIST_NUMBER, value.span, message));
                None
            }
            Kind::Text(text) if text.trim().parse::<i64>().is_ok() => {
                self.wrong(value.span, format!("`{what}` needs a number without quotes"));
                None
            }
            _ => {
                self.wrong(value.span, format!("`{what}` needs a whole number and nothing else"));
                None
            }
        }
    }

    /// How many identical units a line stands for.
    fn copies(&mut self, value: Tree) -> Option<Amount> {
        let span = value.span;
        let count = self.amount(value, "count")?;
        if !(1..=MOST_UNITS as i64).contains(&count.value) {
            let message = format!("`count` is a number from 1 to {MOST_UNITS}");
            self.found.push(Diagnostic::new(&codes::LIST_NUMBER, span, message));
            return None;
        }
        Some(count)
    }

    /// A number that may be below nothing: a characteristic, an attribute.
    fn signed(&mut self, value: Tree, what: &str) -> Option<Amount> {
        match value.kind {
            Kind::Int(number) if (-LARGEST_NUMBER..0).contains(&number) => Some(Located::new(number, value.span)),
            _ => self.amount(value, what),
        }
    }

    /// One name or several.
    fn names(&mut self, value: Tree, what: &str) -> Vec<Name> {
        match value.kind {
            Kind::Nothing => Vec::new(),
            Kind::Sequence(all) => {
                let mut names: Vec<Name> = all.into_iter().filter_map(|one| self.name(one, what)).collect();
                names.sort();
                names
            }
            _ => self.name(value, what).into_iter().collect(),
        }
    }

    fn map(&mut self, value: Tree, what: &str) -> Pairs {
        match value.kind {
            Kind::Map(pairs) => pairs,
            Kind::Nothing => Vec::new(),
            _ => {
                self.wrong(value.span, format!("`{what}` needs a block of keys"));
                Vec::new()
            }
        }
    }

    fn sequence(&mut self, value: Tree, what: &str) -> Vec<Tree> {
        match value.kind {
            Kind::Sequence(all) => all,
            Kind::Nothing => Vec::new(),
            _ => {
                self.wrong(value.span, format!("`{what}` needs a list: lines that begin with `-`"));
                Vec::new()
            }
        }
    }

    fn units(&mut self, value: Tree) -> Vec<UnitLine> {
        let all = self.sequence(value, "units");
        let mut units: Vec<UnitLine> = all.into_iter().filter_map(|one| self.unit(one)).collect();
        units.sort();
        units
    }

    fn unit(&mut self, value: Tree) -> Option<UnitLine> {
        let whole = value.span;
        let pairs = match value.kind {
            Kind::Map(pairs) => pairs,
            // `- hussars` is short for `- unit: hussars`
            Kind::Text(text) if !text.trim().is_empty() => {
                vec![("unit".to_owned(), whole, Tree { span: whole, kind: Kind::Text(text) })]
            }
            _ => {
                self.wrong(whole, "a unit is a block with the key `unit`");
                return None;
            }
        };
        let mut unit: Option<Name> = None;
        let mut named = false;
        let mut line = UnitLine::new(Located::new(String::new(), whole));
        for (key, at, value) in pairs {
            match key.as_str() {
                "unit" => {
                    named = true;
                    unit = self.name(value, "unit");
                }
                "id" => line.id = self.name(value, "id"),
                "name" => line.name = self.text(value, "name"),
                "count" => line.count = self.copies(value),
                "models" => line.models = self.models(value),
                "options" => line.options = self.options(value),
                "joined" => line.joined = self.names(value, "joined"),
                "rides" => line.rides = self.name(value, "rides"),
                "slot" => line.slot = self.name(value, "slot"),
                _ => line.others.push(self.other(key, at, value)),
            }
        }
        line.others.sort();
        line.joined.dedup();
        if line.options.len() > MOST_OPTIONS_OF_UNIT || line.joined.len() > MOST_JOINED {
            let message =
                format!("a unit takes at most {MOST_OPTIONS_OF_UNIT} options and is joined by at most {MOST_JOINED} others");
            self.found.push(Diagnostic::new(&codes::LIST_TOO_LARGE, whole, message));
            line.options.truncate(MOST_OPTIONS_OF_UNIT);
            line.joined.truncate(MOST_JOINED);
        }
        if !named {
            let diagnostic = Diagnostic::new(&codes::LIST_MISSING_KEY, whole, "this unit does not say what it is");
            self.found.push(diagnostic.help("add `unit: ID`; `orbat units FACTION` lists them"));
        }
        line.unit = unit?;
        Some(line)
    }

    fn models(&mut self, value: Tree) -> Models {
        let span = value.span;
        match value.kind {
            Kind::Nothing => Models::Unstated,
            Kind::Map(pairs) => Models::Lines(
                pairs.into_iter().filter_map(|(name, at, value)| self.model(Located::new(name, at), value)).collect(),
            ),
            Kind::Sequence(all) => Models::Lines(all.into_iter().filter_map(|one| self.model_in_sequence(one)).collect()),
            kind => self.amount(Tree { span, kind }, "models").map_or(Models::Unstated, Models::Total),
        }
    }

    /// `sergeant: 1` or `sergeant: {count: 1, options: …}`
    fn model(&mut self, model: Name, value: Tree) -> Option<ModelLine> {
        match value.kind {
            Kind::Map(pairs) => Some(self.model_block(model, pairs)),
            _ => {
                let count = self.amount(value, &model.value)?;
                Some(ModelLine { model, count: Some(count), options: Vec::new() })
            }
        }
    }

    /// `{design: grunt, count: 7}`
    fn model_in_sequence(&mut self, value: Tree) -> Option<ModelLine> {
        let whole = value.span;
        let mut pairs = self.map(value, "models");
        let named = pairs.iter().position(|(key, ..)| key == "design" || key == "model");
        let Some(named) = named else {
            let diagnostic = Diagnostic::new(&codes::LIST_MISSING_KEY, whole, "this line of models does not say which");
            self.found.push(diagnostic.help("add `model: ID`, or `design: ID` for a design of your own"));
            return None;
        };
        let (key, _, name) = pairs.remove(named);
        let name = self.name(name, &key)?;
        Some(self.model_block(name, pairs))
    }

    fn model_block(&mut self, model: Name, pairs: Pairs) -> ModelLine {
        let mut line = ModelLine { model, count: None, options: Vec::new() };
        for (key, at, value) in pairs {
            match key.as_str() {
                "count" => line.count = self.amount(value, "count"),
                "options" => line.options = self.options(value),
                _ => self.unknown_key(&key, at, &["count", "options", "model", "design"]),
            }
        }
        line
    }

    fn unknown_key(&mut self, key: &str, at: Span, known: &[&str]) {
        self.found.push(unknown_key(key, at, known.iter().copied()));
    }

    /// `{lmg: 1}`, `[average, ground]`, `lmg`
    fn options(&mut self, value: Tree) -> Vec<Taken> {
        let mut taken = Vec::new();
        self.options_into(value, &mut taken);
        taken.sort();
        taken
    }

    fn options_into(&mut self, value: Tree, taken: &mut Vec<Taken>) {
        let span = value.span;
        match value.kind {
            Kind::Nothing => {}
            Kind::Map(pairs) => pairs.into_iter().for_each(|(key, at, value)| self.taken(Located::new(key, at), value, taken)),
            Kind::Sequence(all) => all.into_iter().for_each(|one| self.options_into(one, taken)),
            kind => {
                let name = self.name(Tree { span, kind }, "options");
                taken.extend(name.map(|name| Taken { name, times: None, inner: Vec::new() }));
            }
        }
    }

    fn taken(&mut self, name: Name, value: Tree, taken: &mut Vec<Taken>) {
        let span = value.span;
        self.options += 1;
        if self.options == MOST_OPTIONS {
            let message = format!("a list takes at most {MOST_OPTIONS} options");
            self.found.push(Diagnostic::new(&codes::LIST_TOO_LARGE, name.span, message));
        }
        if self.options >= MOST_OPTIONS {
            return;
        }
        match value.kind {
            Kind::Bool(true) => taken.push(Taken { name, times: None, inner: Vec::new() }),
            Kind::Bool(false) => taken.push(Taken { name, times: Some(Located::new(0, span)), inner: Vec::new() }),
            Kind::Int(number) => {
                let times = self.amount(Tree { span, kind: Kind::Int(number) }, &name.value);
                taken.extend(times.map(|times| Taken { name, times: Some(times), inner: Vec::new() }));
            }
            Kind::Sequence(all) => all.into_iter().for_each(|one| self.taken(name.clone(), one, taken)),
            Kind::Map(mut pairs) => {
                // `count` beside what is taken inside; anything else is an option of the option.
                let times = pairs.iter().position(|(key, ..)| key == "count").map(|at| pairs.remove(at));
                let times = times.and_then(|(_, _, value)| self.amount(value, "count"));
                let mut inner = Vec::new();
                for (key, at, value) in pairs {
                    if key == "options" {
                        self.options_into(value, &mut inner);
                    } else {
                        self.taken(Located::new(key, at), value, &mut inner);
                    }
                }
                inner.sort();
                taken.push(Taken { name, times, inner });
            }
            kind @ Kind::Text(_) => {
                let member = self.name(Tree { span, kind }, &name.value);
                let inner = member.map(|name| Taken { name, times: None, inner: Vec::new() });
                taken.push(Taken { name, times: None, inner: inner.into_iter().collect() });
            }
            Kind::Nothing | Kind::OtherNumber(_) => {
                self.wrong(span, format!("`{}` needs a number, `true`, a name or a block", name.value));
            }
        }
    }

    fn designs(&mut self, value: Tree) -> Vec<Design> {
        let mut designs = Vec::new();
        for (key, at, value) in self.map(value, "designs") {
            let whole = value.span;
            let mut model = None;
            let mut design = Design {
                name: Located::new(key, at),
                model: Located::new(String::new(), at),
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
                            .filter_map(|(key, at, value)| Some((Located::new(key.clone(), at), self.signed(value, &key)?)))
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
                    let message = format!("the design `{}` does not say which model it is", design.name.value);
                    self.found.push(Diagnostic::new(&codes::LIST_MISSING_KEY, whole, message).help("add `model: ID`"));
                }
            }
        }
        designs.sort_by(|a, b| a.name.cmp(&b.name));
        designs
    }

    fn derived(&mut self, value: Tree) -> Vec<(Name, Scalar)> {
        let pairs = self.map(value, "derived");
        let mut all: Vec<(Name, Scalar)> = pairs
            .into_iter()
            .filter_map(|(key, at, value)| Some((Located::new(key.clone(), at), self.scalar(value, &key)?)))
            .collect();
        all.sort();
        all
    }

    fn deck(&mut self, value: Tree) -> Vec<(Name, Amount)> {
        let pairs = self.map(value, "deck");
        pairs
            .into_iter()
            .filter_map(|(key, at, value)| Some((Located::new(key.clone(), at), self.amount(value, &key)?)))
            .collect()
    }

    fn scalar(&mut self, value: Tree, what: &str) -> Option<Scalar> {
        let span = value.span;
        Some(match value.kind {
            Kind::Int(_) => Scalar::Int(self.signed(value, what)?),
            Kind::Text(text) => Scalar::Text(Located::new(text, span)),
            Kind::Bool(flag) => Scalar::Bool(Located::new(flag, span)),
            _ => {
                self.wrong(span, format!("`{what}` needs a number or a name"));
                return None;
            }
        })
    }

    /// A key that only the game can explain.
    fn other(&mut self, key: String, at: Span, value: Tree) -> Other {
        let span = value.span;
        let value = match value.kind {
            Kind::Sequence(all) if all.iter().any(|one| matches!(one.kind, Kind::Map(_))) => {
                OtherValue::Forces(all.into_iter().map(|one| self.force(one, &key)).collect())
            }
            Kind::Sequence(all) => OtherValue::Scalars(all.into_iter().filter_map(|one| self.scalar(one, &key)).collect()),
            Kind::Map(_) | Kind::Nothing | Kind::OtherNumber(_) => OtherValue::Block(Located::new((), span)),
            kind => OtherValue::Scalars(self.scalar(Tree { span, kind }, &key).into_iter().collect()),
        };
        Other { key: Located::new(key, at), value }
    }

    fn force(&mut self, value: Tree, what: &str) -> ForceLine {
        let span = Located::new((), value.span);
        let mut force = ForceLine { name: None, chart: None, options: Vec::new(), units: Vec::new(), others: Vec::new(), span };
        for (key, at, value) in self.map(value, what) {
            match key.as_str() {
                "name" => force.name = self.text(value, "name"),
                "chart" => force.chart = self.name(value, "chart"),
                "options" => force.options = self.options(value),
                "units" => force.units = self.units(value),
                _ => force.others.push(self.other(key, at, value)),
            }
        }
        force.others.sort();
        force
    }
}

/// An unknown key with the one that was probably meant.
pub(super) fn unknown_key<'k>(key: &str, at: Span, known: impl IntoIterator<Item = &'k str>) -> Diagnostic {
    Diagnostic::new(&codes::LIST_UNKNOWN_KEY, at, format!("a list has no key `{key}` here")).suggest(key, known)
}
