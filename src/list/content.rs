//! A list as it was written: names and numbers with their places, nothing looked up yet.
//!
//! Everything compares by what is written and never by where, so that sorting puts equal lists into
//! one order: a verdict does not hang on the order of units in a file.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::list::{Ignored, LineId, LineIds};
use crate::source::{SourceId, Span};

/// More units than any table holds; a list that claims more is refused before it is counted.
pub(crate) const MOST_UNITS: usize = 1_000;

/// A value and its place in the list.
#[derive(Debug, Clone)]
pub struct Spanned<T> {
    pub value: T,
    pub span: Span,
}

impl<T> Spanned<T> {
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

/// Values are told to others without their places.
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

pub(crate) type Name = Spanned<String>;
pub(crate) type Amount = Spanned<i64>;

/// An army list.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct List {
    pub name: Option<Name>,
    pub player: Option<Name>,
    pub system: Name,
    pub faction: Option<Name>,
    pub chart: Option<Name>,
    pub points: Option<Amount>,
    pub event: Option<Name>,
    pub opponent: Option<Name>,
    /// Optional rules in play.
    pub optional: Vec<Name>,
    /// Choices of the army itself.
    pub options: Vec<OptionPick>,
    pub designs: Vec<Design>,
    pub units: Vec<UnitLine>,
    /// Derived values that the list states.
    pub derived: Vec<(Name, Scalar)>,
    pub deck: Vec<(Name, Amount)>,
    /// Texts for people, which decide nothing.
    pub notes: Vec<Name>,
    /// Where the deck begins.
    pub deck_at: Option<Span>,
    /// Keys that mean something only in a certain game: chosen attributes and nested forces.
    pub others: Vec<GameKey>,
    /// Where the list begins, for what has no better place.
    pub span: Span,
    /// Something in it could not be read: what seems to be missing may be there.
    pub incomplete: bool,
    /// What the next lines are called.
    pub ids: Ignored<LineIds>,
}

impl List {
    /// A list with one unit and nothing else; all its places are the one given.
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
        }
    }
}

impl UnitLine {
    /// A unit with nothing said of it. It has no id of its own until it stands in a list.
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

/// A unit, in the order that decides: what it is, then how it is taken.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct UnitLine {
    #[serde(skip)]
    pub line: Ignored<LineId>,
    pub unit: Name,
    pub models: Models,
    pub options: Vec<OptionPick>,
    pub joined: Vec<Name>,
    pub rides: Option<Name>,
    pub slot: Option<Name>,
    pub id: Option<Name>,
    /// So many identical ones.
    pub count: Option<Amount>,
    /// Chosen attributes.
    pub others: Vec<GameKey>,
    /// A name and texts for people, which decide nothing.
    pub name: Option<Name>,
    pub notes: Vec<Name>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Models {
    /// As few as the entry allows.
    Unstated,
    Total(Amount),
    Lines(Vec<ModelLine>),
}

impl Models {
    /// So many models of one of the player's own designs.
    pub(crate) fn of_design(list: &List, design: &str, count: i64) -> Self {
        Models::Lines(vec![ModelLine {
            model: list.added(design.to_owned()),
            design: Some(true),
            count: Some(list.added(count)),
            options: Vec::new(),
        }])
    }
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ModelLine {
    /// Of a model of the unit or of a design.
    pub model: Name,
    /// Which of the two, if the line says so.
    pub design: Option<bool>,
    pub count: Option<Amount>,
    pub options: Vec<OptionPick>,
}

/// `lmg: 1`, `heavy: lmg`, `veteran: {badge: star}`: a choice or option by name, how often, and
/// what is taken inside it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct OptionPick {
    pub name: Name,
    pub times: Option<Amount>,
    pub inner: Vec<OptionPick>,
}

/// A model whose characteristics the player picked.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Design {
    pub name: Name,
    pub model: Name,
    pub picks: Vec<(Name, Amount)>,
    pub options: Vec<OptionPick>,
}

/// A key that the game gives a meaning.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct GameKey {
    pub key: Name,
    pub value: GameValue,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameValue {
    Scalars(Vec<Scalar>),
    Forces(Vec<ForceLine>),
    /// Neither: wrong whatever the game.
    Block(Spanned<()>),
}

/// A force inside the army.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ForceLine {
    #[serde(skip)]
    pub line: Ignored<LineId>,
    pub name: Option<Name>,
    pub chart: Option<Name>,
    pub options: Vec<OptionPick>,
    pub units: Vec<UnitLine>,
    pub others: Vec<GameKey>,
    pub span: Spanned<()>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Scalar {
    Int(Amount),
    Text(Name),
    Bool(Spanned<bool>),
}

impl Scalar {
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
