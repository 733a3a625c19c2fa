//! What is printed, as written: decks, the layout of cards, reference sheets.

use super::{Entry, Expr, Name, Number, Range, Rule, Text};

/// `deck spells "Spells" when … { size 10 … card … }`
#[derive(Debug)]
pub struct Deck<'a> {
    pub id: Name<'a>,
    pub title: Text<'a>,
    pub when: Option<Expr<'a>>,
    pub cites: Vec<Name<'a>>,
    pub size: Option<Range<'a>>,
    pub copies: Option<Range<'a>>,
    pub types: Vec<Name<'a>>,
    /// What the effects of cards are paid with.
    pub resource: Option<Text<'a>>,
    pub cards: Vec<Entry<'a>>,
    pub rules: Vec<Rule<'a>>,
}

/// `effect for lakes, hills cost 2 "…"`: one of the things that a card can do.
#[derive(Debug)]
pub struct CardEffect<'a> {
    /// The factions, or categories of factions, that may use the effect.
    pub users: Vec<Name<'a>>,
    pub cost: Option<Number>,
    pub text: Text<'a>,
}

/// `layout card { track a, b  show c  boxes W, HULL.w  columns vehicle SP, CC  accent "#7a1f1f" }`
#[derive(Debug, Default)]
pub struct Layout<'a> {
    pub tracks: Vec<Name<'a>>,
    pub shown: Vec<Name<'a>>,
    /// Categories that are not shown on cards.
    pub hidden: Vec<Name<'a>>,
    /// Characteristics, each perhaps with one part of its shape.
    pub boxes: Vec<(Name<'a>, Option<Name<'a>>)>,
    /// The columns of each profile's table.
    pub columns: Vec<(Name<'a>, Vec<Name<'a>>)>,
    pub accent: Option<Text<'a>>,
    /// A symbol, and the units, categories and types of cards it stands for.
    pub symbols: Vec<(Name<'a>, Vec<Name<'a>>)>,
    /// Shape, division and charge of a shield.
    pub arms: Option<[Name<'a>; 3]>,
    /// A path, or the name of a picture file.
    pub emblem: Option<Text<'a>>,
    /// Picture files, and the units, categories and types of cards they show.
    pub portraits: Vec<(Text<'a>, Vec<Name<'a>>)>,
    pub pattern: Option<Name<'a>>,
    /// The word for a turn, and the number of turns.
    pub turns: Option<(Text<'a>, Option<Number>)>,
    /// What players count.
    pub counters: Vec<Text<'a>>,
    /// Profiles whose tables belong on the front of a card.
    pub front: Vec<Name<'a>>,
    /// Profiles whose tables belong on the back of a card.
    pub back: Vec<Name<'a>>,
    /// Characteristics, and the short titles of their columns.
    pub short: Vec<(Name<'a>, Text<'a>)>,
}

/// `sheet "Reference" { step … table … }`
#[derive(Debug)]
pub struct Sheet<'a> {
    pub title: Text<'a>,
    pub when: Option<Expr<'a>>,
    pub parts: Vec<SheetPart<'a>>,
}

/// A part of a reference sheet.
#[derive(Debug)]
pub enum SheetPart<'a> {
    Step { title: Text<'a>, text: Option<Text<'a>> },
    Table { head: Vec<Text<'a>>, rows: Vec<Vec<Text<'a>>> },
}
