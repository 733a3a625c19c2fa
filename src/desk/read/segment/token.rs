//! The tokens of a line: words, numbers, brackets, and the marks between them.

use super::SegmentPrefix;
use crate::desk::read::fold::fold;
use crate::number::Number;

/// Words for points in the languages that lists are written in.
pub(super) const MONEY: &[&str] = &[
    "pt", "pts", "p", "point", "points", "punkte", "punkt", "punkty", "punktow", "pkt", "pkte",
    "punti", "puntos", "pto", "ptos", "pontos", "punten", "poang", "pist", "bod", "bodu", "ochkov",
    "ochki", "ap", "pp", "pv", "army",
];
/// Words for models.
pub(super) const MODELS: &[&str] = &[
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
pub(super) enum Token {
    Word(String),
    Number(Number, bool),
    Open(char),
    Close,
    Mark(SegmentPrefix),
    Slash,
    Equals,
    Times,
    Quoted(String),
}

pub(super) fn tokens(text: &str) -> Vec<Token> {
    let chars: Vec<char> = text.chars().map(plain).collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    // How many pointed brackets are open.
    let mut pointed = 0_usize;
    while let Some(char) = chars.get(at).copied() {
        let next = chars.get(at + 1).copied();
        let before = at.checked_sub(1).and_then(|before| chars.get(before)).copied();
        let is_apart = |char: Option<char>| char.is_none_or(char::is_whitespace);
        let single = match char {
            '(' | '[' | '{' => Some(Token::Open(char)),
            ')' | ']' | '}' => Some(Token::Close),
            ',' | '、' => Some(Token::Mark(SegmentPrefix::Comma)),
            ';' => Some(Token::Mark(SegmentPrefix::Semicolon)),
            ':' => Some(Token::Mark(SegmentPrefix::Colon)),
            '|' => Some(Token::Mark(SegmentPrefix::Bar)),
            '<' if !is_apart(next) && chars.iter().skip(at).any(|char| *char == '>') => {
                pointed += 1;
                Some(Token::Open(char))
            }
            '>' if pointed > 0 => {
                pointed -= 1;
                Some(Token::Close)
            }
            '>' if is_apart(next) => Some(Token::Mark(SegmentPrefix::Inner)),
            '/' if (is_apart(before) && is_apart(next))
                || (before.is_some_and(|c| c.is_ascii_digit())
                    && next.is_some_and(|c| c.is_ascii_digit())) =>
            {
                Some(Token::Slash)
            }
            '/' if is_apart(next) => Some(Token::Mark(SegmentPrefix::Comma)),
            '=' => Some(Token::Equals),
            '×' => Some(Token::Times),
            '-' | '–' | '—' if is_apart(next) || is_apart(before) => {
                Some(Token::Mark(SegmentPrefix::Dash))
            }
            '+' if !next.is_some_and(|next| next.is_ascii_digit()) => {
                Some(Token::Mark(SegmentPrefix::Plus))
            }
            '@' | '~' | '•' => Some(Token::Mark(SegmentPrefix::Dash)),
            _ => None,
        };
        if char == '\t' && before.is_some_and(|before| before != '\t') {
            // The next column of a table.
            tokens.push(Token::Mark(SegmentPrefix::Bar));
            at += 1;
        } else if char.is_whitespace() {
            at += 1;
        } else if char == '.' && next == Some('.') {
            // Leaders: `Name ..... 85`
            while chars.get(at) == Some(&'.') {
                at += 1;
            }
            tokens.push(Token::Mark(SegmentPrefix::Dash));
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
                    !char.is_whitespace()
                        && !"()[]{},;|×\"".contains(**char)
                        && **char != ':'
                        && (**char != '>' || pointed == 0)
                })
                .collect();
            let word = if word.is_empty() { char.to_string() } else { word };
            at += word.chars().count();
            // The end of a sentence is no name.
            if !matches!(word.as_str(), "." | "!" | "?") {
                tokens.push(Token::Word(word));
            }
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
    let tail_counts = MONEY.contains(&folded.as_str()) || MODELS.contains(&folded.as_str());
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
