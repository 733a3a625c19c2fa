//! The places of names in a list that may be misspelt, and their correction. Start at
//! [`NamePlace`].

use serde::{Deserialize, Serialize};

use crate::list::edit::{HeadKey, Holder, OptionPath, UnitKey};
use crate::list::{GameKey, GameValue, LineId, List, Models, Name, Points, Scalar};
use crate::source::Span;

/// The place of a name in a list that may be misspelt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NamePlace {
    /// The game.
    System,
    /// A name in the head of the list.
    Head(HeadKey),
    /// An optional rule.
    Rule(String),
    /// A derived value that the list states.
    Derived(String),
    /// The unit that a derived value is stated to be.
    DerivedUnit(String),
    /// A currency of the points agreed on.
    Currency(String),
    /// A card of the deck.
    Card(String),
    /// The model of a design.
    DesignModel(String),
    /// A characteristic of a design.
    Pick {
        /// The name of the design.
        design: String,
        /// The characteristic.
        pick: String,
    },
    /// A key that the game defines.
    Key {
        /// The holder of the key.
        of: Holder,
        /// The key.
        key: String,
    },
    /// One of the words in the value of such a key.
    Word {
        /// The holder of the key.
        of: Holder,
        /// The key.
        key: String,
        /// The index of the word among the values of the key.
        at: usize,
    },
    /// The chart of a force.
    ForceChart(LineId),
    /// The faction of a force.
    ForceFaction(LineId),
    /// A currency of the points agreed on for a force.
    ForceCurrency(LineId, String),
    /// The entry of a unit.
    Unit(LineId),
    /// A text of a unit.
    UnitText(LineId, UnitKey),
    /// A unit that joins another.
    Joined {
        /// The line of the unit that is joined.
        host: LineId,
        /// The unit that joins, by its id or its entry's name.
        guest: String,
    },
    /// The model of one of a unit's model lines, by the index of the line.
    Model(LineId, usize),
    /// A choice or option that is taken.
    Option(OptionPath),
}

impl List {
    /// The place of the name that was read at a span.
    pub(crate) fn name_at(&self, span: Span) -> Option<NamePlace> {
        let names = self.names();
        names.into_iter().find(|(_, name)| name.span == span).map(|(place, _)| place)
    }

    /// The name at a place.
    pub(crate) fn name_in(&self, place: &NamePlace) -> Option<&Name> {
        self.names().into_iter().find(|(at, _)| at == place).map(|(_, name)| name)
    }

    /// Replaces the name that was read at a span, and returns the old name.
    pub(crate) fn rename_at(&mut self, span: Span, to: &str) -> Option<Name> {
        // A YAML alias stands for its anchor, so several names may have been read at one span.
        let read = self.names().into_iter().filter(|(_, name)| name.span == span);
        let places: Vec<NamePlace> = read.map(|(place, _)| place).collect();
        let mut old = None;
        for name in places {
            if let Some(name) = self.name_mut(&name) {
                old.get_or_insert_with(|| name.clone());
                to.clone_into(&mut name.value);
            }
        }
        old
    }

    /// Every name that may be misspelt, with its place.
    pub(crate) fn names(&self) -> Vec<(NamePlace, &Name)> {
        let mut all: Vec<(NamePlace, &Name)> = vec![(NamePlace::System, &self.system)];
        let head = [
            (HeadKey::Faction, &self.faction),
            (HeadKey::Chart, &self.chart),
            (HeadKey::Event, &self.event),
            (HeadKey::Opponent, &self.opponent),
        ];
        for (key, name) in head {
            all.extend(name.iter().map(|name| (NamePlace::Head(key), name)));
        }
        for name in &self.optional {
            all.push((NamePlace::Rule(name.value.clone()), name));
        }
        for (name, value) in &self.derived {
            all.push((NamePlace::Derived(name.value.clone()), name));
            if let Scalar::Text(unit) = value {
                all.push((NamePlace::DerivedUnit(name.value.clone()), unit));
            }
        }
        for stated in self.points.iter().flat_map(|points| &points.amounts) {
            let currency = stated.currency.iter();
            all.extend(currency.map(|name| (NamePlace::Currency(name.value.clone()), name)));
        }
        for design in &self.designs {
            let name = &design.name.value;
            all.push((NamePlace::DesignModel(name.clone()), &design.model));
            for (pick, _) in &design.picks {
                let place = NamePlace::Pick { design: name.clone(), pick: pick.value.clone() };
                all.push((place, pick));
            }
        }
        for (name, _) in &self.deck {
            all.push((NamePlace::Card(name.value.clone()), name));
        }
        all.extend(names_of_keys(&Holder::Army, &self.others));
        for force in self.force_lines() {
            let id = force.line();
            all.extend(force.chart.iter().map(|chart| (NamePlace::ForceChart(id), chart)));
            all.extend(force.faction.iter().map(|name| (NamePlace::ForceFaction(id), name)));
            let amounts = force.points.iter().flat_map(|points| &points.amounts);
            for name in amounts.filter_map(|stated| stated.currency.as_ref()) {
                all.push((NamePlace::ForceCurrency(id, name.value.clone()), name));
            }
            all.extend(names_of_keys(&Holder::Force(force.line()), &force.others));
        }
        for unit in self.unit_lines() {
            let id = unit.line();
            all.push((NamePlace::Unit(id), &unit.unit));
            for (key, name) in [(UnitKey::Rides, &unit.rides), (UnitKey::Slot, &unit.slot)] {
                all.extend(name.iter().map(|name| (NamePlace::UnitText(id, key), name)));
            }
            for name in &unit.joined {
                all.push((NamePlace::Joined { host: id, guest: name.value.clone() }, name));
            }
            all.extend(names_of_keys(&Holder::Unit(id), &unit.others));
            if let Models::Lines(lines) = &unit.models {
                let rows = lines.iter().enumerate();
                all.extend(rows.map(|(row, line)| (NamePlace::Model(id, row), &line.model)));
            }
        }
        for holder in self.holders() {
            let options = self.options_below(&holder).into_iter();
            all.extend(options.map(|(path, pick)| (NamePlace::Option(path), &pick.name)));
        }
        all
    }

    pub(crate) fn name_mut(&mut self, place: &NamePlace) -> Option<&mut Name> {
        match place {
            NamePlace::System => Some(&mut self.system),
            NamePlace::Head(key) => self.head_mut(*key).as_mut(),
            NamePlace::Rule(rule) => self.optional.iter_mut().find(|name| name.value == *rule),
            NamePlace::Derived(derived) => {
                self.derived.iter_mut().map(|(name, _)| name).find(|name| name.value == *derived)
            }
            NamePlace::DerivedUnit(derived) => {
                let mut stated = self.derived.iter_mut();
                match &mut stated.find(|(name, _)| name.value == *derived)?.1 {
                    Scalar::Text(unit) => Some(unit),
                    _ => None,
                }
            }
            NamePlace::Currency(currency) => currency_mut(&mut self.points, currency),
            NamePlace::DesignModel(design) => self
                .designs
                .iter_mut()
                .find(|known| known.name.value == *design)
                .map(|known| &mut known.model),
            NamePlace::Pick { design, pick } => {
                let design = self.designs.iter_mut().find(|known| known.name.value == *design)?;
                design.picks.iter_mut().map(|(name, _)| name).find(|name| name.value == *pick)
            }
            NamePlace::Card(card) => {
                self.deck.iter_mut().map(|(name, _)| name).find(|name| name.value == *card)
            }
            NamePlace::Key { of, key } => self.key_mut(of, key).map(|other| &mut other.key),
            NamePlace::Word { of, key, at } => match &mut self.key_mut(of, key)?.value {
                GameValue::Scalars(values) => match values.get_mut(*at)? {
                    Scalar::Text(name) => Some(name),
                    _ => None,
                },
                _ => None,
            },
            NamePlace::ForceChart(id) => self.force_mut(*id)?.chart.as_mut(),
            NamePlace::ForceFaction(id) => self.force_mut(*id)?.faction.as_mut(),
            NamePlace::ForceCurrency(id, currency) => {
                currency_mut(&mut self.force_mut(*id)?.points, currency)
            }
            NamePlace::Unit(id) => self.unit_mut(*id).map(|unit| &mut unit.unit),
            NamePlace::UnitText(id, key) => self.unit_mut(*id)?.text_mut(*key).as_mut(),
            NamePlace::Joined { host, guest } => {
                self.unit_mut(*host)?.joined.iter_mut().find(|name| name.value == *guest)
            }
            NamePlace::Model(id, row) => match &mut self.unit_mut(*id)?.models {
                Models::Lines(lines) => lines.get_mut(*row).map(|line| &mut line.model),
                _ => None,
            },
            NamePlace::Option(path) => self.option_mut(path).map(|pick| &mut pick.name),
        }
    }

    fn key_mut(&mut self, of: &Holder, key: &str) -> Option<&mut GameKey> {
        self.keys_mut(of)?.iter_mut().find(|other| other.key.value == *key)
    }
}

fn currency_mut<'l>(points: &'l mut Option<Points>, currency: &str) -> Option<&'l mut Name> {
    let amounts = points.iter_mut().flat_map(|points| &mut points.amounts);
    let mut names = amounts.filter_map(|stated| stated.currency.as_mut());
    names.find(|name| name.value == *currency)
}

/// The names in keys that the game defines, and in their values.
fn names_of_keys<'l>(of: &Holder, others: &'l [GameKey]) -> Vec<(NamePlace, &'l Name)> {
    let mut all = Vec::new();
    for other in others {
        let key = &other.key.value;
        all.push((NamePlace::Key { of: of.clone(), key: key.clone() }, &other.key));
        if let GameValue::Scalars(values) = &other.value {
            for (at, value) in values.iter().enumerate() {
                if let Scalar::Text(name) = value {
                    all.push((NamePlace::Word { of: of.clone(), key: key.clone(), at }, name));
                }
            }
        }
    }
    all
}
