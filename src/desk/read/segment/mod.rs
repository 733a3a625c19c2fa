//! The parts of a line: names with the numbers that stand at them, what parts them, and what stands
//! in brackets behind them.

#[cfg(test)]
mod tests;
mod token;

use self::token::{MODELS, MONEY, Token, tokens};
use crate::desk::read::fold::fold;
use crate::number::Number;

/// What stands before a segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SegmentPrefix {
    Start,
    Comma,
    Semicolon,
    Colon,
    Dash,
    Bar,
    Plus,
    With,
    Inner,
}

/// A number of things.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Count {
    pub number: i64,
    /// Written with a sign of multiplication: `2x`, not `2`.
    pub is_times: bool,
}

/// A name and the numbers at it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Segment {
    pub mark: SegmentPrefix,
    pub name: String,
    pub count: Option<Count>,
    /// With the word of a currency, or behind a sign of one.
    pub price: Option<Number>,
    /// `+15 pts`, the price of a part.
    pub is_extra: bool,
    /// Numbers that may be prices or counts: `(85)`, `[5]`, `Name 85`.
    pub bare: Vec<i64>,
    /// `5 models`.
    pub models: Option<i64>,
    /// `1143 of 1150`, `1000/1000`.
    pub of: Option<(Number, Number)>,
    /// In brackets behind the name.
    pub inside: Vec<Segment>,
    /// `= 115`: what all of the line adds up to.
    pub sum: Option<Number>,
    /// A text in quotes, which players give to units.
    pub quoted: Option<String>,
}

impl Segment {
    /// A name in brackets.
    pub(crate) fn named(name: &str) -> Self {
        Segment { name: name.to_owned(), ..Segment::new(SegmentPrefix::Inner) }
    }

    fn new(mark: SegmentPrefix) -> Self {
        Segment {
            mark,
            name: String::new(),
            count: None,
            price: None,
            is_extra: false,
            bare: Vec::new(),
            models: None,
            of: None,
            inside: Vec::new(),
            sum: None,
            quoted: None,
        }
    }

    pub(crate) fn has_numbers(&self) -> bool {
        self.price.is_some()
            || self.count.is_some()
            || !self.bare.is_empty()
            || self.models.is_some()
    }

    fn is_empty(&self) -> bool {
        self.name.trim().is_empty()
            && !self.has_numbers()
            && self.of.is_none()
            && self.inside.is_empty()
            && self.quoted.is_none()
    }
}

/// Words of currencies that a game has besides points.
pub(crate) struct Currencies(pub Vec<String>);

impl Currencies {
    fn has(&self, word: &str) -> bool {
        let folded = fold(word);
        MONEY.contains(&folded.as_str()) || self.0.contains(&folded)
    }
}

/// Words before the first thing that a unit has: `with`, and what other languages say.
const WITH: &[&str] = &["with", "mit", "avec", "con", "com", "met", "med", "ze", "z"];
/// Words before the last of several things.
const AND: &[&str] = &["and", "und", "et", "y", "e", "i", "oraz", "en", "och", "og", "&", "plus"];

/// What a word between names says, unless it is a part of a name.
fn between(word: &str) -> Option<SegmentPrefix> {
    // A single capital letter is a name's.
    let is_word = word.len() > 1 || !word.starts_with(char::is_uppercase);
    let folded = if word == "&" { word.to_owned() } else { fold(word) };
    match folded.as_str() {
        _ if word == "w/" => Some(SegmentPrefix::With),
        word if is_word && WITH.contains(&word) => Some(SegmentPrefix::With),
        word if is_word && AND.contains(&word) => Some(SegmentPrefix::Comma),
        _ => None,
    }
}

/// Whether a text has a word that may stand between names.
pub(crate) fn joins_names(text: &str) -> bool {
    text.split_whitespace().any(|word| between(word).is_some())
}

/// Cuts a line into segments. A word that may stand between names stays where the data knows the
/// whole as one name.
pub(crate) fn segments(
    text: &str,
    currencies: &Currencies,
    is_name: &dyn Fn(&str) -> bool,
) -> Vec<Segment> {
    let mut tokens = tokens(text);
    part_names(&mut tokens, is_name);
    let mut at = 0;
    let mut all = group(&tokens, &mut at, currencies, 0);
    // A surplus closing bracket does not end the line.
    while at < tokens.len() {
        at += 1;
        let more = group(&tokens, &mut at, currencies, 0);
        all.extend(more);
    }
    attach(all)
}

/// Makes marks of the words between names.
fn part_names(tokens: &mut [Token], is_name: &dyn Fn(&str) -> bool) {
    for at in 0..tokens.len() {
        let Some(Token::Word(word)) = tokens.get(at) else { continue };
        let Some(mark) = between(word) else { continue };
        let words = |token: &Token| match token {
            Token::Word(word) => Some(word.clone()),
            _ => None,
        };
        let (before, from) = tokens.split_at(at);
        let mut whole: Vec<String> = before.iter().rev().map_while(words).collect();
        whole.reverse();
        let has_name = !whole.is_empty();
        whole.extend(from.iter().map_while(words));
        if has_name && is_name(&whole.join(" ")) {
            continue;
        }
        if let Some(token) = tokens.get_mut(at) {
            *token = Token::Mark(mark);
        }
    }
}

fn group(tokens: &[Token], at: &mut usize, currencies: &Currencies, depth: usize) -> Vec<Segment> {
    let mut all = Vec::new();
    let mut now = Segment::new(SegmentPrefix::Start);
    while let Some(token) = tokens.get(*at) {
        match token {
            Token::Close => {
                break;
            }
            Token::Open(_) => {
                *at += 1;
                let inner =
                    if depth < 4 { group(tokens, at, currencies, depth + 1) } else { Vec::new() };
                take_brackets(&mut now, inner);
                if matches!(tokens.get(*at), Some(Token::Close)) {
                    *at += 1;
                }
                continue;
            }
            Token::Mark(mark) => {
                let next = Segment::new(*mark);
                all.push(std::mem::replace(&mut now, next));
            }
            Token::Word(word) => {
                if !now.name.is_empty() {
                    now.name.push(' ');
                }
                now.name.push_str(word);
            }
            Token::Quoted(text) => now.quoted = Some(text.clone()),
            Token::Number(number, is_signed) => {
                *at += number_at(tokens, *at, (*number, *is_signed), &mut now, currencies);
                continue;
            }
            Token::Slash => {
                let next = Segment::new(SegmentPrefix::Comma);
                all.push(std::mem::replace(&mut now, next));
            }
            Token::Times | Token::Equals => {}
        }
        *at += 1;
    }
    all.push(now);
    all.retain(|segment| !segment.is_empty());
    all
}

/// Puts a number where it belongs, and gives how many tokens that took.
fn number_at(
    tokens: &[Token],
    at: usize,
    (number, is_signed): (Number, bool),
    now: &mut Segment,
    currencies: &Currencies,
) -> usize {
    let next = |far: usize| tokens.get(at + far);
    let before = at.checked_sub(1).and_then(|before| tokens.get(before));
    if before == Some(&Token::Equals) {
        now.sum = Some(number);
    }
    let is_word = |token: Option<&Token>, test: &dyn Fn(&str) -> bool| matches!(token, Some(Token::Word(word)) if test(word));
    let is_money = |token: Option<&Token>| is_word(token, &|word| currencies.has(word));
    // `1143 of 1150 points`, `1000 / 1000 pts`
    let is_of = is_word(next(1), &|word| {
        ["of", "von", "sur", "de", "di", "av"].contains(&fold(word).as_str())
    }) || next(1) == Some(&Token::Slash);
    // `1 of 0–3`, `2 of 1+`, `2 of any`: how full a slot is.
    let is_range = is_word(next(2), &|word| {
        word == "any" || word.starts_with(|char: char| char.is_ascii_digit())
    });
    if is_of && is_range {
        return 3;
    }
    // `Hussars x5 / 110`: a number of models, then a price.
    let is_far = |limit: Number| {
        let most = number.multiply(Number::whole(4));
        before == Some(&Token::Times)
            || (!now.name.is_empty() && most.is_none_or(|most| most < limit))
    };
    if let (true, Some(Token::Number(limit, _))) = (is_of, next(2))
        && !is_far(*limit)
    {
        now.of = Some((number, *limit));
        let mut taken = 3;
        while is_money(next(taken)) {
            taken += 1;
        }
        return taken;
    }
    if is_money(next(1)) {
        // `[8PP, 175pts]`: the first currency that is stated last counts.
        now.price = Some(number);
        now.is_extra |= is_signed;
        return if is_money(next(2)) { 3 } else { 2 };
    }
    let is_models = is_word(next(1), &|word| MODELS.contains(&fold(word).as_str()));
    let Some(whole) = number.to_whole() else {
        now.price = Some(number);
        return 1;
    };
    if is_signed {
        now.price = Some(number);
        now.is_extra = true;
        return 1;
    }
    let is_first = now.name.is_empty() && now.count.is_none();
    match next(1) {
        Some(Token::Times) => {
            now.count = Some(Count { number: whole, is_times: true });
            2
        }
        _ if is_models => {
            now.models = Some(whole);
            2
        }
        _ if before == Some(&Token::Times) => {
            now.count = Some(Count { number: whole, is_times: true });
            1
        }
        Some(Token::Word(_) | Token::Quoted(_)) if is_first => {
            now.count = Some(Count { number: whole, is_times: false });
            1
        }
        _ => {
            now.bare.push(whole);
            1
        }
    }
}

/// Numbers in brackets are the name's own, anything else stands inside it.
fn take_brackets(now: &mut Segment, inner: Vec<Segment>) {
    for mut segment in inner {
        if fold(&segment.name).is_empty() {
            now.price = segment.price.or(now.price);
            now.is_extra |= segment.is_extra;
            now.models = segment.models.or(now.models);
            now.of = segment.of.or(now.of);
            now.bare.append(&mut segment.bare);
            if let Some(count) = segment.count {
                now.count = now.count.or(Some(count));
            }
            now.inside.append(&mut segment.inside);
        } else {
            now.inside.push(segment);
        }
    }
}

/// Numbers that stand alone between marks belong to the name before them, or behind them if they
/// come first.
fn attach(all: Vec<Segment>) -> Vec<Segment> {
    let mut kept: Vec<Segment> = Vec::new();
    let mut first: Option<Segment> = None;
    for segment in all {
        let is_number =
            fold(&segment.name).is_empty() && segment.inside.is_empty() && segment.quoted.is_none();
        match kept.last_mut() {
            Some(before) if is_number && segment.mark != SegmentPrefix::With => {
                merge(before, segment)
            }
            None if is_number => match &mut first {
                Some(first) => merge(first, segment),
                None => first = Some(segment),
            },
            _ => {
                let mut segment = segment;
                if let Some(number) = first.take() {
                    // `9 with A, B`: so many models that have them.
                    if segment.mark == SegmentPrefix::With && number.has_numbers() {
                        kept.push(number);
                    } else {
                        segment.mark = SegmentPrefix::Start;
                        merge(&mut segment, number);
                    }
                }
                kept.push(segment);
            }
        }
    }
    kept.extend(first);
    kept
}

fn merge(name: &mut Segment, number: Segment) {
    name.price = name.price.or(number.price);
    name.is_extra |= number.is_extra;
    name.of = name.of.or(number.of);
    name.sum = name.sum.or(number.sum);
    name.models = name.models.or(number.models);
    name.count = name.count.or(number.count);
    name.bare.extend(number.bare);
}
