//! The parts of a line: names with the numbers that stand at them, what parts them, and what stands
//! in brackets behind them.

use crate::desk::read::fold::fold;
use crate::number::Number;

/// What stands before a segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
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
    pub mark: Mark,
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
    /// A text in quotes, which players give to units.
    pub quoted: Option<String>,
}

impl Segment {
    fn new(mark: Mark) -> Self {
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

/// Words for points in the languages that lists are written in.
const MONEY: &[&str] = &[
    "pt", "pts", "point", "points", "punkte", "punkt", "pkt", "pkte", "punti", "puntos", "pto",
    "ptos", "pontos", "punten", "poang", "pist", "bod", "bodu", "ochkov", "ochki", "ap", "pp",
    "pv", "army",
];
/// Words for models.
const MODELS: &[&str] = &[
    "model",
    "models",
    "mini",
    "minis",
    "figure",
    "figures",
    "figurines",
    "modelle",
    "modell",
    "modeles",
    "miniatures",
    "men",
    "fighters",
    "modelos",
    "modelli",
    "bases",
];

#[derive(Debug, Clone, PartialEq)]
enum Token {
    Word(String),
    Number(Number, bool),
    Open(char),
    Close,
    Mark(Mark),
    Slash,
    Equals,
    Times,
    Quoted(String),
}

/// Words of currencies that a game has besides points.
pub(crate) struct Currencies(pub Vec<String>);

impl Currencies {
    fn has(&self, word: &str) -> bool {
        let folded = fold(word);
        MONEY.contains(&folded.as_str()) || self.0.contains(&folded)
    }
}

/// Cuts a line into segments.
pub(crate) fn segments(text: &str, currencies: &Currencies) -> Vec<Segment> {
    let tokens = tokens(text);
    let mut at = 0;
    let mut all = group(&tokens, &mut at, currencies, 0);
    // A closing bracket too many ends no line.
    while at < tokens.len() {
        at += 1;
        let more = group(&tokens, &mut at, currencies, 0);
        all.extend(more);
    }
    attach(all)
}

fn group(tokens: &[Token], at: &mut usize, currencies: &Currencies, depth: usize) -> Vec<Segment> {
    let mut all = Vec::new();
    let mut now = Segment::new(Mark::Start);
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
            Token::Word(word) if fold(word) == "with" || word == "w/" => {
                let next = Segment::new(Mark::With);
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
            Token::Times | Token::Slash | Token::Equals => {}
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
    if let (true, Some(Token::Number(limit, _))) = (is_of, next(2)) {
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
    let before = at.checked_sub(1).and_then(|before| tokens.get(before));
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
            Some(before) if is_number && segment.mark != Mark::With => merge(before, segment),
            None if is_number => match &mut first {
                Some(first) => merge(first, segment),
                None => first = Some(segment),
            },
            _ => {
                let mut segment = segment;
                if let Some(number) = first.take() {
                    // `9 with A, B`: so many models that have them.
                    if segment.mark == Mark::With && number.has_numbers() {
                        kept.push(number);
                    } else {
                        segment.mark = Mark::Start;
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
    name.models = name.models.or(number.models);
    name.count = name.count.or(number.count);
    name.bare.extend(number.bare);
}

fn tokens(text: &str) -> Vec<Token> {
    let chars: Vec<char> = text.chars().map(plain).collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(char) = chars.get(at).copied() {
        let next = chars.get(at + 1).copied();
        let before = at.checked_sub(1).and_then(|before| chars.get(before)).copied();
        let is_apart = |char: Option<char>| char.is_none_or(char::is_whitespace);
        let single = match char {
            '(' | '[' | '{' => Some(Token::Open(char)),
            ')' | ']' | '}' => Some(Token::Close),
            ',' | '、' => Some(Token::Mark(Mark::Comma)),
            ';' => Some(Token::Mark(Mark::Semicolon)),
            ':' => Some(Token::Mark(Mark::Colon)),
            '|' => Some(Token::Mark(Mark::Bar)),
            '>' if is_apart(next) => Some(Token::Mark(Mark::Inner)),
            '/' if is_apart(next)
                || (before.is_some_and(|c| c.is_ascii_digit())
                    && next.is_some_and(|c| c.is_ascii_digit())) =>
            {
                Some(Token::Slash)
            }
            '=' => Some(Token::Equals),
            '×' => Some(Token::Times),
            '-' | '–' | '—' if is_apart(next) || is_apart(before) => {
                Some(Token::Mark(Mark::Dash))
            }
            '+' if !next.is_some_and(|next| next.is_ascii_digit()) => Some(Token::Mark(Mark::Plus)),
            '@' | '~' | '•' => Some(Token::Mark(Mark::Dash)),
            _ => None,
        };
        if char.is_whitespace() {
            at += 1;
        } else if char == '.' && next == Some('.') {
            // Leaders: `Name ..... 85`
            while chars.get(at) == Some(&'.') {
                at += 1;
            }
            tokens.push(Token::Mark(Mark::Dash));
        } else if let Some(token) = single {
            at += 1;
            tokens.push(token);
        } else if char == '"'
            && let Some(length) = chars.iter().skip(at + 1).position(|char| *char == '"')
        {
            let inner: String = chars.iter().skip(at + 1).take(length).collect();
            tokens.push(Token::Quoted(inner));
            at += length + 2;
        } else if let Some((token, length)) = number(&chars, at) {
            tokens.push(token);
            at += length;
        } else if let Some(length) = times(&chars, at) {
            tokens.push(Token::Times);
            at += length;
        } else {
            let word: String = chars
                .iter()
                .skip(at)
                .take_while(|char| {
                    !char.is_whitespace() && !"()[]{},;|×\"".contains(**char) && **char != ':'
                })
                .collect();
            let word = if word.is_empty() { char.to_string() } else { word };
            at += word.chars().count();
            tokens.push(Token::Word(word));
        }
    }
    tokens
}

/// Quotes and spaces in their plain forms.
fn plain(char: char) -> char {
    match char {
        '“' | '”' | '„' | '«' | '»' | '″' => '"',
        '‘' | '’' | '‚' | '´' | '′' | 'ʼ' => '\'',
        '\u{a0}' | '\u{2007}' | '\u{202f}' | '\u{2009}' | '\u{2002}' | '\u{2003}' | '\u{3000}' => {
            ' '
        }
        '✕' | '✖' | '⨯' | '╳' => '×',
        '−' | '‒' | '‐' | '‑' => '-',
        other => other,
    }
}

/// `x` between a number and a name.
fn times(chars: &[char], at: usize) -> Option<usize> {
    let char = chars.get(at)?;
    let next = chars.get(at + 1);
    let before = at.checked_sub(1).and_then(|before| chars.get(before));
    let digit = |char: Option<&char>| char.is_some_and(char::is_ascii_digit);
    let apart =
        |char: Option<&char>| char.is_none_or(|char| char.is_whitespace() || ")]".contains(*char));
    let last_solid = chars.get(..at)?.iter().rev().find(|char| !char.is_whitespace());
    let next_solid = chars.get(at + 1..)?.iter().find(|char| !char.is_whitespace());
    let is_cross = matches!(char, 'x' | 'X' | 'х' | '*');
    let behind = digit(last_solid) && (apart(next) || digit(before));
    let ahead = digit(next_solid) && apart(before) && (digit(next) || apart(next));
    (is_cross && (behind || ahead)).then_some(1)
}

/// A number with its sign and its marks of thousands: `1,990`, `2.000`, `2 000`, `+15`, `12.5`.
fn number(chars: &[char], at: usize) -> Option<(Token, usize)> {
    let digit = |at: usize| chars.get(at).filter(|char| char.is_ascii_digit());
    let is_signed = chars.get(at) == Some(&'+');
    let start = at + usize::from(is_signed);
    digit(start)?;
    let mut digits = String::new();
    let mut end = start;
    while let Some(char) = digit(end) {
        digits.push(*char);
        end += 1;
    }
    // Groups of three.
    while digits.len() <= 9
        && chars.get(end).is_some_and(|char| matches!(char, ',' | '.' | '\'' | ' '))
        && (1..4).all(|far| digit(end + far).is_some())
        && digit(end + 4).is_none()
        && (end - start) <= 3
        && (chars.get(end) != Some(&' ') || follows_money(chars, end + 4))
    {
        digits.extend(chars.iter().skip(end + 1).take(3));
        end += 4;
    }
    let mut fraction = String::new();
    if chars.get(end).is_some_and(|char| matches!(char, '.' | ','))
        && digit(end + 1).is_some()
        && digit(end + 3).is_none()
    {
        let mut far = end + 1;
        while let Some(char) = digit(far) {
            fraction.push(*char);
            far += 1;
        }
        // `3,5` between names is a list of numbers; money has a word behind it.
        if chars.get(end) == Some(&'.') || follows_money(chars, far) {
            end = far;
        } else {
            fraction.clear();
        }
    }
    let after = chars.get(end);
    // `17B`, `2nd`, `1-5` are words; `110pts` and `2x` are not.
    let tail: String =
        chars.iter().skip(end).take_while(|char| char.is_alphanumeric() || **char == '-').collect();
    let folded = fold(&tail);
    let is_cross = ["x", "X", "х", "×"].contains(&tail.as_str()) || tail.starts_with('×');
    let tail_counts =
        MONEY.contains(&folded.as_str()) || MODELS.contains(&folded.as_str()) || folded == "p";
    if after.is_some_and(|char| {
        char.is_alphanumeric() || matches!(char, '-' | '–' | '"' | '\'' | '%' | '+')
    }) && !is_cross
        && !tail_counts
    {
        return None;
    }
    let text = if fraction.is_empty() { digits } else { format!("{digits}.{fraction}") };
    Some((Token::Number(Number::parse(&text)?, is_signed), end - at))
}

fn follows_money(chars: &[char], at: usize) -> bool {
    let rest = chars.iter().skip(at).skip_while(|char| char.is_whitespace());
    let word: String = rest.take_while(|char| char.is_alphabetic()).collect();
    MONEY.contains(&fold(&word).as_str())
}

#[cfg(test)]
mod tests {
    use super::{Count, Currencies, Mark, Segment, segments};
    use crate::number::Number;

    fn cut(text: &str) -> Vec<Segment> {
        segments(text, &Currencies(vec!["ducats".to_owned()]))
    }

    #[test]
    fn prices_in_every_form() {
        for text in [
            "Hussars [110 pts]",
            "Hussars [110pts]",
            "Hussars (110 Points)",
            "Hussars - 110 pts",
            "Hussars | 110pts |",
            "110pts - Hussars",
            "Hussars, 110 points",
            "Hussars ..... 110 pts",
            "Hussars = 110 ducats",
            "Hussars [8PP, 110pts]",
            "Hussars: 110 Punkte",
        ] {
            let all = cut(text);
            assert_eq!(all.len(), 1, "{text}: {all:?}");
            assert_eq!(
                (all[0].name.as_str(), all[0].price),
                ("Hussars", Some(Number::whole(110))),
                "{text}"
            );
        }
        for text in
            ["Hussars (110)", "110 - Hussars", "Hussars 110", "Hussars: 110", "Hussars [110]"]
        {
            let all = cut(text);
            assert_eq!((all.len(), all[0].bare.as_slice()), (1, &[110][..]), "{text}: {all:?}");
        }
        for (text, price) in
            [("1,990 pts", 1990), ("2.000 pts", 2000), ("2\u{a0}000 pts", 2000), ("+15 pts", 15)]
        {
            assert_eq!(cut(text)[0].price, Some(Number::whole(price)), "{text}");
        }
        assert_eq!(
            cut("x: 1143 of 1150 points").iter().find_map(|segment| segment.of),
            Some((Number::whole(1143), Number::whole(1150)))
        );
    }

    #[test]
    fn counts_in_every_form() {
        for text in [
            "2x Hussars",
            "2 x Hussars",
            "2 × Hussars",
            "x2 Hussars",
            "Hussars x2",
            "Hussars × 2",
            "2x Hussars [110 pts]",
        ] {
            let all = cut(text);
            assert_eq!(all.len(), 1, "{text}: {all:?}");
            assert_eq!(
                (all[0].name.as_str(), all[0].count),
                ("Hussars", Some(Count { number: 2, is_times: true })),
                "{text}"
            );
        }
        assert_eq!(cut("10 Hussars")[0].count, Some(Count { number: 10, is_times: false }));
        assert_eq!(cut("Hussars (5 models)")[0].models, Some(5));
    }

    #[test]
    fn lists_inside_a_line() {
        let names = |text: &str| -> Vec<(Mark, String)> {
            cut(text).into_iter().map(|segment| (segment.mark, segment.name)).collect()
        };
        assert_eq!(
            names("Hussars [110 pts]: Lance, 2 Pistols"),
            [
                (Mark::Start, "Hussars".into()),
                (Mark::Colon, "Lance".into()),
                (Mark::Comma, "Pistols".into())
            ]
        );
        assert_eq!(names("Hussars w/ Lance + Pistol").len(), 3);
        assert_eq!(cut("Hussars (Lance, Pistol)")[0].inside.len(), 2);
        assert_eq!(
            names("ARG-17B, M-40 LMG"),
            [(Mark::Start, "ARG-17B".into()), (Mark::Comma, "M-40 LMG".into())]
        );
    }
}
