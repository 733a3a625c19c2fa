//! What a game declares: currencies, profiles, keywords, categories, attributes.

use super::{
    AttributeId, CategoryId, ChoicesId, Cite, Expr, KeywordId, NodeKind, ProfileId, SectionId,
    StatType, Text, TextPart, ValueLimits,
};
use crate::number::Number;
use crate::source::Span;

/// `cost pts "points"`; the first currency is the one that limits lists.
#[derive(Debug)]
pub struct Currency {
    pub id: String,
    pub title: String,
    /// Every amount is a multiple of this.
    pub step: Option<Number>,
    pub span: Span,
}

/// A stat line, which is also a kind of entry.
#[derive(Debug)]
pub struct Profile {
    pub id: String,
    pub title: String,
    pub span: Span,
    pub extends: Option<ProfileId>,
    /// In printing order, those of the extended profile first.
    pub characteristics: Vec<Characteristic>,
}

impl Profile {
    /// The characteristic of this name.
    pub fn characteristic(&self, name: &str) -> Option<&Characteristic> {
        self.characteristics.iter().find(|characteristic| characteristic.name == name)
    }
}

/// One value of a stat line.
#[derive(Debug, Clone)]
pub struct Characteristic {
    pub name: String,
    pub title: Option<String>,
    pub span: Span,
    pub shape: StatType,
    pub cites: Vec<Cite>,
}

impl Characteristic {
    /// The title, or else the name.
    pub fn label(&self) -> &str {
        self.title.as_deref().unwrap_or(&self.name)
    }
}

/// The words of an enumeration.
#[derive(Debug)]
pub struct Choices {
    /// The attribute or characteristic that the enumeration belongs to.
    pub name: String,
    pub words: Vec<Choice>,
    /// The words are ordered from low to high.
    pub ordered: bool,
}

impl Choices {
    /// A word as data and lists write it.
    pub fn word(&self, position: usize) -> &str {
        self.words.get(position).map_or("", |choice| choice.word.as_str())
    }

    /// The word as people read it.
    pub fn label(&self, position: usize) -> String {
        self.word(position).replace('_', " ")
    }

    /// The words, without their meanings.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(|choice| choice.word.as_str())
    }

    /// The position of a word.
    pub fn position(&self, word: &str) -> Option<usize> {
        self.names().position(|known| known == word)
    }
}

/// A word of an enumeration.
#[derive(Debug)]
pub struct Choice {
    pub word: String,
    pub text: Option<String>,
    pub span: Span,
}

/// A section of the glossary.
#[derive(Debug)]
pub struct Section {
    pub id: String,
    pub title: String,
    pub span: Span,
    pub keywords: Vec<KeywordId>,
}

/// A glossary entry.
#[derive(Debug)]
pub struct Keyword {
    pub name: String,
    pub title: Text,
    pub text: Text,
    pub parameters: Vec<Parameter>,
    pub section: Option<SectionId>,
    pub span: Span,
    /// The span of its text, without the quotes.
    pub text_span: Span,
}

impl Keyword {
    /// The title, without parameter values.
    pub fn shown(&self) -> String {
        let title = self.title.fill(|_| String::new());
        let bare = title.replace("()", "");
        bare.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The keywords that its text links.
    pub fn links(&self) -> impl Iterator<Item = KeywordId> {
        self.text.parts.iter().filter_map(|part| match part {
            TextPart::Link(keyword, _) => Some(*keyword),
            _ => None,
        })
    }
}

/// A parameter of a keyword.
#[derive(Debug, Clone)]
pub struct Parameter {
    pub name: String,
    pub kind: ParameterKind,
}

/// What the value of a parameter is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParameterKind {
    Int,
    Text,
    Unit,
    Entry(ProfileId),
}

/// A category that things may have.
#[derive(Debug)]
pub struct Category {
    pub id: String,
    pub title: String,
    pub span: Span,
    /// The kinds of things it may be put on; empty means any.
    pub on: Vec<Bearer>,
    /// The condition of a computed category, which entries cannot state.
    pub defined: Option<Expr>,
    pub cites: Vec<Cite>,
}

/// Something that can have a category or an attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bearer {
    Node(NodeKind),
    Faction,
    Card,
}

/// A typed fact that is not a characteristic.
#[derive(Debug)]
pub struct Attribute {
    pub id: String,
    pub title: String,
    pub span: Span,
    pub shape: AttributeType,
    pub list: bool,
    pub optional: bool,
    pub limits: ValueLimits,
    /// Changes may not lead out of the limits; otherwise a changed value is clamped to them.
    pub strict: bool,
    pub default: Option<AttributeValue>,
    /// Stated by the list, not by the data.
    pub chosen: bool,
    pub on: Vec<Bearer>,
}

impl Attribute {
    /// The enumeration it takes its words from, if any.
    pub fn choices(&self) -> Option<ChoicesId> {
        match self.shape {
            AttributeType::Choice(choices) => Some(choices),
            _ => None,
        }
    }
}

/// What the values of an attribute are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttributeType {
    Int,
    Text,
    Category,
    Choice(ChoicesId),
}

/// One value of an attribute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AttributeValue {
    Int(i64),
    Text(String),
    Category(CategoryId),
    /// The index of the word in its enumeration.
    Choice(usize),
}

/// An attribute's values as stated on an entry.
#[derive(Debug, Clone)]
pub struct AttributeGiven {
    pub attribute: AttributeId,
    pub values: Vec<AttributeValue>,
    pub span: Span,
}

/// An optional rule that a list may switch on.
#[derive(Debug)]
pub struct Optional {
    pub id: String,
    pub title: String,
    pub span: Span,
    pub cites: Vec<Cite>,
}
