//! Reads units, their models, and the forces they stand in.

use crate::diagnostic::{Diagnostic, codes};
use crate::list::read::{Pairs, Reader};
use crate::list::yaml::{Tree, YamlKind};
use crate::list::{
    ForceLine, GameKey, GameValue, Ignored, ModelLine, Models, Name, OptionPick, Spanned, UnitLine,
};
use crate::source::Span;

/// More options than any unit takes, and more units than join one other.
const MOST_OPTIONS_OF_UNIT: usize = 200;
const MOST_JOINED: usize = 100;

/// More forces than any army has.
const MOST_FORCES: usize = 500;

/// More kinds of models than any unit has.
const MOST_LINES: usize = 50;

impl Reader {
    pub(crate) fn units(&mut self, value: Tree) -> Vec<UnitLine> {
        let all = self.sequence(value, "units");
        let mut units: Vec<UnitLine> = all.into_iter().filter_map(|tree| self.unit(tree)).collect();
        units.sort();
        units
    }

    pub(crate) fn unit(&mut self, value: Tree) -> Option<UnitLine> {
        let whole = value.span;
        let pairs = match value.kind {
            YamlKind::Map(pairs) => pairs,
            // `- hussars` is short for `- unit: hussars`
            YamlKind::Text(text) if !text.trim().is_empty() => {
                vec![("unit".to_owned(), whole, Tree::at(whole, YamlKind::Text(text)))]
            }
            _ => {
                self.wrong(whole, "a unit is a block with the key `unit`");
                return None;
            }
        };
        let mut unit: Option<Name> = None;
        let mut named = false;
        let mut line = UnitLine::new(Spanned::new(String::new(), whole));
        line.line = Ignored(self.ids.give());
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
                "notes" => line.notes = self.texts(value, "notes"),
                _ => line.others.push(self.other(key, at, value)),
            }
        }
        line.others.sort();
        line.joined.dedup();
        self.bound(&mut line, whole);
        if !named {
            let diagnostic = Diagnostic::new(
                &codes::LIST_MISSING_KEY,
                whole,
                "this unit does not say what it is",
            );
            self.found.push(diagnostic.help("add `unit: ID`; `orbat units FACTION` lists them"));
        }
        line.unit = unit?;
        Some(line)
    }

    /// Truncates a unit of absurd size, and reports it.
    fn bound(&mut self, line: &mut UnitLine, whole: Span) {
        fn taken(options: &[OptionPick]) -> usize {
            options.iter().map(|pick| 1 + taken(&pick.inner)).sum()
        }
        let lines = if let Models::Lines(lines) = &line.models { lines.as_slice() } else { &[] };
        let options =
            taken(&line.options) + lines.iter().map(|line| taken(&line.options)).sum::<usize>();
        if options > MOST_OPTIONS_OF_UNIT
            || line.joined.len() > MOST_JOINED
            || lines.len() > MOST_LINES
        {
            let message = format!(
                "a unit has at most {MOST_OPTIONS_OF_UNIT} options and {MOST_LINES} lines of models, and at most {MOST_JOINED} others join it"
            );
            self.found.push(Diagnostic::new(&codes::LIST_TOO_LARGE, whole, message));
            line.options.clear();
            line.joined.truncate(MOST_JOINED);
            if let Models::Lines(lines) = &mut line.models {
                lines.truncate(MOST_LINES);
                lines.iter_mut().for_each(|line| line.options.clear());
            }
        }
    }

    pub(crate) fn models(&mut self, value: Tree) -> Models {
        let span = value.span;
        match value.kind {
            YamlKind::Nothing => Models::Unstated,
            YamlKind::Map(pairs) => {
                let lines = pairs
                    .into_iter()
                    .filter_map(|(name, at, value)| self.model(Spanned::new(name, at), value));
                let mut lines: Vec<ModelLine> = lines.collect();
                // The order of keys means nothing; the order of a sequence says which model leads.
                lines.sort();
                Models::Lines(lines)
            }
            YamlKind::Sequence(all) => Models::Lines(
                all.into_iter().filter_map(|tree| self.model_in_sequence(tree)).collect(),
            ),
            kind => {
                self.amount(Tree::at(span, kind), "models").map_or(Models::Unstated, Models::Total)
            }
        }
    }

    /// `sergeant: 1` or `sergeant: {count: 1, options: …}`
    pub(crate) fn model(&mut self, model: Name, value: Tree) -> Option<ModelLine> {
        match value.kind {
            YamlKind::Map(pairs) => Some(self.model_block(model, pairs)),
            _ => {
                let count = self.amount(value, &model.value)?;
                Some(ModelLine { model, design: None, count: Some(count), options: Vec::new() })
            }
        }
    }

    /// `{design: grunt, count: 7}`
    pub(crate) fn model_in_sequence(&mut self, value: Tree) -> Option<ModelLine> {
        let whole = value.span;
        let mut pairs = self.map(value, "models");
        let named = pairs.iter().position(|(key, ..)| key == "design" || key == "model");
        let Some(named) = named else {
            let diagnostic = Diagnostic::new(
                &codes::LIST_MISSING_KEY,
                whole,
                "this line of models does not say which",
            );
            self.found
                .push(diagnostic.help("add `model: ID`, or `design: ID` for a design of your own"));
            return None;
        };
        let (key, _, name) = pairs.remove(named);
        let name = self.name(name, &key)?;
        Some(ModelLine { design: Some(key == "design"), ..self.model_block(name, pairs) })
    }

    pub(crate) fn model_block(&mut self, model: Name, pairs: Pairs) -> ModelLine {
        let mut line = ModelLine { model, design: None, count: None, options: Vec::new() };
        for (key, at, value) in pairs {
            match key.as_str() {
                "count" => line.count = self.amount(value, "count"),
                "options" => line.options = self.options(value),
                _ => self.unknown_key(&key, at, &["count", "options", "model", "design"]),
            }
        }
        line
    }

    /// A key that only the game can define.
    pub(crate) fn other(&mut self, key: String, at: Span, value: Tree) -> GameKey {
        let span = value.span;
        let value = match value.kind {
            YamlKind::Sequence(all)
                if all.iter().any(|tree| matches!(tree.kind, YamlKind::Map(_))) =>
            {
                let forces = all.into_iter().map_while(|tree| self.force(tree, &key));
                GameValue::Forces(forces.collect())
            }
            YamlKind::Sequence(all) => GameValue::Scalars(
                all.into_iter().filter_map(|tree| self.scalar(tree, &key)).collect(),
            ),
            YamlKind::Map(_) | YamlKind::Nothing | YamlKind::OtherNumber(_) => {
                GameValue::Block(Spanned::new((), span))
            }
            kind => {
                GameValue::Scalars(self.scalar(Tree::at(span, kind), &key).into_iter().collect())
            }
        };
        GameKey { key: Spanned::new(key, at), value }
    }

    /// A force; none if the list has more forces than any army.
    pub(crate) fn force(&mut self, value: Tree, what: &str) -> Option<ForceLine> {
        let span = Spanned::new((), value.span);
        self.forces += 1;
        if self.forces > MOST_FORCES {
            // Report this once; the forces around this one end here too.
            if self.forces == MOST_FORCES + 1 {
                let message = format!("a list has at most {MOST_FORCES} forces");
                self.found.push(Diagnostic::new(&codes::LIST_TOO_LARGE, value.span, message));
            }
            return None;
        }
        let mut force = ForceLine {
            line: Ignored(self.ids.give()),
            name: None,
            faction: None,
            chart: None,
            points: None,
            options: Vec::new(),
            units: Vec::new(),
            others: Vec::new(),
            span,
        };
        for (key, at, value) in self.map(value, what) {
            match key.as_str() {
                "name" => force.name = self.text(value, "name"),
                "faction" => force.faction = self.name(value, "faction"),
                "chart" => force.chart = self.name(value, "chart"),
                "points" => force.points = self.points(value),
                "options" => force.options = self.options(value),
                "units" => force.units = self.units(value),
                _ => force.others.push(self.other(key, at, value)),
            }
        }
        force.others.sort();
        Some(force)
    }
}
