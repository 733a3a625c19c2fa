//! What a game declares, as written: profiles, keywords, categories, attributes.

use super::{Expr, Name, Number, Text, ValueWord};
use crate::source::Span;

/// `cost pts "points"`, `cost swc "SWC" step 1/2`
#[derive(Debug)]
pub struct Currency<'a> {
    pub id: Name<'a>,
    pub title: Text<'a>,
    pub step: Option<Expr<'a>>,
}

/// `profile trooper "Trooper" extends model { … }`
#[derive(Debug)]
pub struct Profile<'a> {
    pub id: Name<'a>,
    pub title: Option<Text<'a>>,
    pub extends: Option<Name<'a>>,
    pub cites: Vec<Name<'a>>,
    pub characteristics: Vec<Characteristic<'a>>,
}

/// `LD "Leadership" int 1..20`
#[derive(Debug)]
pub struct Characteristic<'a> {
    pub name: Name<'a>,
    pub title: Option<Text<'a>>,
    pub shape: TypeName<'a>,
    pub limits: Option<NumberLimits>,
    /// The place of the word `strict`.
    pub strict: Option<Span>,
}

/// `list of shape "{n}+" or inf?`
#[derive(Debug)]
pub struct TypeName<'a> {
    pub base: BaseType<'a>,
    pub list: bool,
    /// The words after `or`.
    pub words: Vec<ChoiceWord<'a>>,
    pub optional: bool,
    pub span: Span,
}

/// The base of a type: what a single value looks like.
#[derive(Debug)]
pub enum BaseType<'a> {
    Int,
    Inches,
    Text,
    Category,
    Shape(Text<'a>),
    OneOf(Vec<ChoiceWord<'a>>),
}

/// A word of an enumeration, perhaps with what it means.
#[derive(Debug)]
pub struct ChoiceWord<'a> {
    pub word: Name<'a>,
    pub text: Option<Text<'a>>,
}

/// `enum grade "Grade" ordered of recruit, regular, veteran`
#[derive(Debug)]
pub struct Enumeration<'a> {
    pub id: Name<'a>,
    pub title: Option<Text<'a>>,
    pub ordered: bool,
    pub words: Vec<ChoiceWord<'a>>,
}

/// `1..20`, `-1..`: plain numbers, perhaps negative.
#[derive(Debug, Clone, Copy)]
pub struct NumberLimits {
    pub low: Option<Number>,
    pub high: Option<Number>,
    pub span: Span,
}

/// `section combat "Combat" { keyword … }`
#[derive(Debug)]
pub struct Section<'a> {
    pub id: Name<'a>,
    pub title: Text<'a>,
    pub keywords: Vec<Keyword<'a>>,
}

/// `keyword Fear(X int) "Fear ({X})" "…"`
#[derive(Debug)]
pub struct Keyword<'a> {
    pub name: Name<'a>,
    pub parameters: Vec<Parameter<'a>>,
    pub title: Option<Text<'a>>,
    pub text: Text<'a>,
}

/// A parameter of a keyword.
#[derive(Debug)]
pub struct Parameter<'a> {
    pub name: Name<'a>,
    /// `int`, `text` or the name of a kind.
    pub kind: Name<'a>,
}

/// `category a "A", b on option` or `category a = condition`
#[derive(Debug)]
pub struct Categories<'a> {
    pub names: Vec<(Name<'a>, Option<Text<'a>>)>,
    pub on: Vec<Name<'a>>,
    pub defined: Option<Expr<'a>>,
    pub cites: Vec<Name<'a>>,
}

/// `attribute rank "Rank" int 1..3 default 1 on unit`
#[derive(Debug)]
pub struct Attribute<'a> {
    pub id: Name<'a>,
    pub title: Option<Text<'a>>,
    pub shape: TypeName<'a>,
    pub limits: Option<NumberLimits>,
    /// The place of the word `strict`.
    pub strict: Option<Span>,
    pub default: Option<ValueWord<'a>>,
    pub chosen: bool,
    pub on: Vec<Name<'a>>,
}

/// `optional heroes "Heroes"`: a rule that a list may switch on.
#[derive(Debug)]
pub struct Optional<'a> {
    pub id: Name<'a>,
    pub title: Text<'a>,
    pub cites: Vec<Name<'a>>,
}
