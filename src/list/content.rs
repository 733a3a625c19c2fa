//! A list as it was written: names and numbers with their places, and nothing looked up yet. Start
//! at [`List`].
//!
//! Everything compares by what is written, never by where it is written, so that sorting gives
//! equal lists the same order: a verdict does not depend on the order of units in a file.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::list::{Ignored, LineId, LineIds, Points};
use crate::source::{SourceId, Span};

/// More units than fit on any table. A list that claims more is refused before its units are
/// counted.
pub(crate) const MOST_UNITS: usize = 1_000;

/// A value and its place in the list.
#[derive(Debug, Clone)]
pub struct Spanned<T> {
    /// What is written.
    pub value: T,
    /// Where it is written.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// A value with the place where it is written.
    pub fn new(value: T, span: Span) -> Self {
        Spanned { value, span }
    }
}

impl<T: PartialEq> PartialEq for Spanned<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Spanned<T> {}

impl<T: PartialOrd> PartialOrd for Spanned<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.value.partial_cmp(&other.value)
    }
}

impl<T: Ord> Ord for Spanned<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.value.cmp(&other.value)
    }
}

impl<T: Hash> Hash for Spanned<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.value.hash(state);
    }
}

/// Serialises as the bare value, without its place.
impl<T: Serialize> Serialize for Spanned<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(serializer)
    }
}

impl<'d, T: Deserialize<'d>> Deserialize<'d> for Spanned<T> {
    fn deserialize<D: Deserializer<'d>>(deserializer: D) -> Result<Self, D::Error> {
        let nowhere = Span::nowhere(SourceId::new(0));
        T::deserialize(deserializer).map(|value| Spanned::new(value, nowhere))
    }
}

/// A name in a list.
pub(crate) type Name = Spanned<String>;
/// A number in a list.
pub(crate) type SpannedNumber = Spanned<i64>;

/// An army list.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct List {
    /// The name of the list.
    pub name: Option<Name>,
    /// The player's name.
    pub player: Option<Name>,
    /// The game it is for.
    pub system: Name,
    /// The faction of the army.
    pub faction: Option<Name>,
    /// The chart of the army.
    pub chart: Option<Name>,
    /// The points agreed on, perhaps in several currencies.
    pub points: Option<Points>,
    /// The event it is for.
    pub event: Option<Name>,
    /// The faction of the opponent.
    pub opponent: Option<Name>,
    /// Optional rules in play.
    pub optional: Vec<Name>,
    /// Choices of the army itself.
    pub options: Vec<OptionPick>,
    /// Models whose characteristics the player picks.
    pub designs: Vec<Design>,
    /// The units of the army itself, not of its forces.
    pub units: Vec<UnitLine>,
    /// Derived values that the list states.
    pub derived: Vec<(Name, Scalar)>,
    /// The cards of the deck and how many of each.
    pub deck: Vec<(Name, SpannedNumber)>,
    /// Notes for players, with no effect on the rules.
    pub notes: Vec<Name>,
    /// Where the deck begins.
    pub deck_at: Option<Span>,
    /// Keys that only the game defines: chosen attributes and nested forces.
    pub others: Vec<GameKey>,
    /// Where the list begins, for problems without a better place.
    pub span: Span,
    /// Whether part of it could not be read, so that things that seem to be missing may be in that
    /// part.
    pub incomplete: bool,
    /// Gives the next line its id.
    pub ids: Ignored<LineIds>,
    /// Old names in its text that the game has since changed.
    pub old_names: Ignored<Vec<OldName>>,
}

/// An old name that was written, and the name it was read as.
#[derive(Debug, Clone)]
pub struct OldName {
    /// As written.
    pub old: Name,
    /// The current name.
    pub now: String,
}

impl List {
    /// A list with one unit and nothing else. Every span in it is `span`.
    pub fn of_one(system: &str, unit: &str, span: Span) -> Self {
        let mut ids = LineIds::default();
        let mut unit = UnitLine::new(Spanned::new(unit.to_owned(), span));
        unit.line = Ignored(ids.give());
        List {
            name: None,
            player: None,
            system: Spanned::new(system.to_owned(), span),
            faction: None,
            chart: None,
            points: None,
            event: None,
            opponent: None,
            optional: Vec::new(),
            options: Vec::new(),
            designs: Vec::new(),
            units: vec![unit],
            derived: Vec::new(),
            deck: Vec::new(),
            notes: Vec::new(),
            deck_at: None,
            others: Vec::new(),
            span,
            incomplete: false,
            ids: Ignored(ids),
            old_names: Ignored::default(),
        }
    }
}

impl UnitLine {
    /// A unit of this entry with everything else unstated. Its line gets an id when it is added to
    /// a list.
    pub fn new(unit: Name) -> Self {
        UnitLine {
            line: Ignored::default(),
            unit,
            models: Models::Unstated,
            options: Vec::new(),
            joined: Vec::new(),
            rides: None,
            slot: None,
            id: None,
            count: None,
            others: Vec::new(),
            name: None,
            notes: Vec::new(),
        }
    }
}

/// A unit. Its fields are in sorting order: what it is, then how it is taken.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct UnitLine {
    /// The id of the line.
    #[serde(skip)]
    pub line: Ignored<LineId>,
    /// The name of its entry.
    pub unit: Name,
    /// Its models.
    pub models: Models,
    /// The options it takes.
    pub options: Vec<OptionPick>,
    /// The units that join it.
    pub joined: Vec<Name>,
    /// The unit it rides in.
    pub rides: Option<Name>,
    /// The slot it is to fill.
    pub slot: Option<Name>,
    /// What other lines of the list call it.
    pub id: Option<Name>,
    /// How many identical units the line stands for.
    pub count: Option<SpannedNumber>,
    /// Chosen attributes.
    pub others: Vec<GameKey>,
    /// The player's name for it, with no effect on the rules.
    pub name: Option<Name>,
    /// Notes for players, with no effect on the rules.
    pub notes: Vec<Name>,
}

/// The models of a unit.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Models {
    /// As few as the entry allows.
    Unstated,
    /// A total number of models.
    Total(SpannedNumber),
    /// Each kind of model on a line of its own.
    Lines(Vec<ModelLine>),
}

impl Models {
    /// A number of models of a design.
    pub(crate) fn of_design(list: &List, design: &str, count: i64) -> Self {
        Models::Lines(vec![ModelLine {
            model: list.added(design.to_owned()),
            design: Some(true),
            count: Some(list.added(count)),
            options: Vec::new(),
        }])
    }
}

/// Some models of a unit that are alike.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ModelLine {
    /// The name of a model of the unit, or of a design.
    pub model: Name,
    /// Whether it names a design, if the line says so.
    pub design: Option<bool>,
    /// How many; if unstated, as few as the entry allows but at least one.
    pub count: Option<SpannedNumber>,
    /// The options each of them takes.
    pub options: Vec<OptionPick>,
}

/// `lmg: 1`, `heavy: lmg`, `veteran: {badge: star}`: a choice or option by name, how often, and
/// what is taken inside it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct OptionPick {
    /// The choice or option.
    pub name: Name,
    /// How often; once if unstated.
    pub times: Option<SpannedNumber>,
    /// What is taken inside it.
    pub inner: Vec<OptionPick>,
}

impl OptionPick {
    /// The name of the option, without the choice that may precede it.
    pub(crate) fn option(&self) -> &str {
        choice_and_option(&self.name.value).1
    }
}

/// `choice.option` as its two names; the choice may be left out.
pub(crate) fn choice_and_option(name: &str) -> (Option<&str>, &str) {
    name.split_once('.').map_or((None, name), |(choice, option)| (Some(choice), option))
}

/// A model whose characteristics the player picks.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Design {
    /// The player's name for it.
    pub name: Name,
    /// The model it is made from.
    pub model: Name,
    /// The characteristics and their values.
    pub picks: Vec<(Name, SpannedNumber)>,
    /// The options it takes.
    pub options: Vec<OptionPick>,
}

/// A key that the game defines.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct GameKey {
    /// The key.
    pub key: Name,
    /// Its value.
    pub value: GameValue,
}

/// The value of a key that the game defines.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameValue {
    /// The values of an attribute.
    Scalars(Vec<Scalar>),
    /// Forces.
    Forces(Vec<ForceLine>),
    /// Neither, which no game allows.
    Block(Spanned<()>),
}

/// A force inside the army.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ForceLine {
    /// The id of the line.
    #[serde(skip)]
    pub line: Ignored<LineId>,
    /// The player's name for it.
    pub name: Option<Name>,
    /// Its faction, if it has one of its own.
    pub faction: Option<Name>,
    /// Its chart.
    pub chart: Option<Name>,
    /// The points agreed on for it.
    pub points: Option<Points>,
    /// The options it takes.
    pub options: Vec<OptionPick>,
    /// Its units.
    pub units: Vec<UnitLine>,
    /// Chosen attributes.
    pub others: Vec<GameKey>,
    /// Where it begins.
    pub span: Spanned<()>,
}

/// A single value.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Scalar {
    /// A whole number.
    Int(SpannedNumber),
    /// A text.
    Text(Name),
    /// `true` or `false`.
    Bool(Spanned<bool>),
}

impl Scalar {
    /// Where it is written.
    pub fn span(&self) -> Span {
        match self {
            Scalar::Int(value) => value.span,
            Scalar::Text(value) => value.span,
            Scalar::Bool(value) => value.span,
        }
    }

    /// As it was written.
    pub fn words(&self) -> String {
        match self {
            Scalar::Int(value) => value.value.to_string(),
            Scalar::Text(value) => value.value.clone(),
            Scalar::Bool(value) => value.value.to_string(),
        }
    }
}
