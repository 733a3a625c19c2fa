//! A line without its decoration: indentation, bullets, heading marks and emphasis.

use crate::desk::read::words::leading_words;

/// A line of a text.
#[derive(Debug, Clone)]
pub(crate) struct TextLine {
    /// From 1.
    pub number: usize,
    /// As it stands.
    pub raw: String,
    /// Without bullets and decoration.
    pub text: String,
    /// How far in it stands: by spaces, then by its bullet.
    pub level: usize,
    pub bullet: Option<char>,
    /// It is decorated like a heading, or in capitals.
    pub heading: HeadingMark,
}

/// How much a line looks like a heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum HeadingMark {
    No,
    /// In capitals, or with a colon at its end.
    Maybe,
    /// With marks that only headings have.
    Decorated,
}

const BULLETS: &[char] = &[
    '-', '•', '◦', '*', '–', '—', '·', '>', '▪', '▫', '●', '○', '■', '□', '‣', '⁃', '➤', '►', '»',
    '→', '↳', '└', '├', '✦', '✓', '✔', '☐', '☑', '~', '|',
];

/// The lines of a text.
pub(crate) fn lines(text: &str) -> Vec<TextLine> {
    let raw: Vec<&str> = text.split('\n').collect();
    let quoted = quoted(&raw);
    let lines = raw.iter().zip(quoted).enumerate();
    lines
        .map(|(at, (raw, is_quoted))| {
            let plain = if is_quoted { unquoted(raw) } else { raw };
            TextLine { raw: raw.trim_end().to_owned(), ..line(at + 1, plain) }
        })
        .collect()
}

/// How many lines in a row make a quotation.
const QUOTATION: usize = 4;

/// Which lines are quoted, as mails quote each other. Where `>` stands before some lines only, it
/// is a bullet.
fn quoted(lines: &[&str]) -> Vec<bool> {
    let marks: Vec<bool> = lines.iter().map(|line| line.starts_with('>')).collect();
    let runs = marks.chunk_by(|one, other| one == other);
    runs.flat_map(|run| {
        let is_quoted = run.first() == Some(&true) && run.len() >= QUOTATION;
        run.iter().map(move |_| is_quoted)
    })
    .collect()
}

fn unquoted(line: &str) -> &str {
    let mut rest = line;
    while let Some(inner) = rest.strip_prefix('>') {
        rest = inner.strip_prefix(' ').unwrap_or(inner);
    }
    rest
}

fn line(number: usize, raw: &str) -> TextLine {
    let (mut indent, mut rest) = indent(raw);
    let mut heading = HeadingMark::No;
    let mut bullet = None;
    let tagged = without_tags(rest);
    if tagged.1 {
        heading = HeadingMark::Decorated;
    }
    let untagged = tagged.0;
    rest = untagged.trim();
    let hashes = rest.chars().take_while(|char| *char == '#').count();
    let faint = rest.strip_prefix("-#");
    if let Some(faint) = faint {
        rest = faint.trim_start();
    } else if hashes > 0 && rest.chars().nth(hashes).is_none_or(|next| next == ' ' || next == '+') {
        heading = HeadingMark::Decorated;
        rest = rest.trim_start_matches('#').trim();
    }
    let with_price = framed_before_price(rest);
    if let Some(inner) = framed(rest) {
        heading = HeadingMark::Decorated;
        rest = inner;
    } else if let Some(inner) = &with_price {
        heading = HeadingMark::Decorated;
        rest = inner;
    } else {
        while let Some((char, after)) = bulleted(rest) {
            indent += if char == '.' { 2 } else { 0 };
            bullet = bullet.or(Some(char));
            rest = after;
        }
    }
    let (text, is_bold) = without_emphasis(rest);
    let text = without_lead(text.trim()).to_owned();
    if heading == HeadingMark::No && bullet.is_none() && (is_bold || looks_like_heading(&text)) {
        heading = HeadingMark::Maybe;
    }
    let level = indent * 2 + usize::from(bullet.is_some());
    TextLine { number, raw: raw.trim_end().to_owned(), text, level, bullet, heading }
}

fn indent(raw: &str) -> (usize, &str) {
    let rest = raw.trim_start();
    let space = raw.get(..raw.len() - rest.len()).unwrap_or_default();
    (space.chars().map(|char| if char == '\t' { 4 } else { 1 }).sum(), rest)
}

/// `• name`, `- name`, `. name`, `o name`, `a) name`, `[x] name`: the bullet and what follows it.
fn bulleted(text: &str) -> Option<(char, &str)> {
    let first = text.chars().next()?;
    let after = text.get(first.len_utf8()..)?;
    let is_parted = after.starts_with([' ', '\t', '\u{a0}']);
    let stands_close = !matches!(first, '-' | '–' | '*' | '~' | '|')
        || after.starts_with(|next: char| next.is_alphabetic());
    let is_bullet = (BULLETS.contains(&first) && (is_parted || stands_close))
        || (matches!(first, '.' | 'o' | '+') && is_parted)
        || (first == '.' && after.starts_with('.'));
    // `-5` and `**bold**` are no bullets.
    if is_bullet && !(first == '*' && after.starts_with('*')) {
        return Some((first, after.trim_start()));
    }
    if let Some(after) = numbered(text) {
        return Some(('1', after));
    }
    ["[x]", "[ ]", "[X]"].iter().find_map(|box_| Some(('☐', text.strip_prefix(box_)?.trim_start())))
}

/// A text without the words that begin a sentence about a unit: `I take 5 Hussars`.
fn without_lead(text: &str) -> &str {
    let mut rest = text;
    while let Some(after) = leading_words(rest) {
        rest = after;
    }
    rest
}

/// `1. name`, `12) name`: the place of a line in a row of lines is no number of what it names.
fn numbered(text: &str) -> Option<&str> {
    let after = text.trim_start_matches(|char: char| char.is_ascii_digit());
    let digits = text.len() - after.len();
    let after = after.strip_prefix(['.', ')'])?;
    let name = after.trim_start();
    let is_name = name.starts_with(|char: char| !char.is_whitespace() && !"-–—".contains(char));
    ((1..=2).contains(&digits) && name.len() < after.len() && is_name).then_some(name)
}

const FRAMES: &[char] = &[
    '+', '=', '─', '━', '═', '*', '-', '~', '_', '|', '<', '>', '—', '#', '«', '»', '★', '☆', '◆',
    '◇', '■', '●', '▬',
];

/// `++ Core ++`, `=== Core ===`, `── Core ──`: what stands inside.
fn framed(text: &str) -> Option<&str> {
    let first = text.chars().next().filter(|char| FRAMES.contains(char))?;
    let last = text.chars().next_back().filter(|char| FRAMES.contains(char))?;
    let inner = text.trim_matches(|char| char == first || char == last || char == ' ');
    let front = text.find(inner).unwrap_or(0);
    // `**bold**` is type, and `| a |` a row of a table.
    let is_type = text.starts_with("**") && !text.starts_with("***") || text.starts_with("__");
    let is_frame = front > 0 && text.len() > front + inner.len();
    (is_frame && !is_type && first != '|' && !inner.is_empty()).then_some(inner)
}

/// `» Core « (240)`: a price behind the frame.
fn framed_before_price(text: &str) -> Option<String> {
    let text = text.trim_end();
    let open = text.rfind(['(', '['])?;
    let (name, price) = text.split_at(open);
    let is_price = text.ends_with([')', ']']) && price.contains(|char: char| char.is_ascii_digit());
    let inner = framed(name.trim_end()).filter(|_| is_price)?;
    Some(format!("{inner} {price}"))
}

/// Tags that part what stands before them from what stands behind.
const PARTING: &[&str] = &["*", "li", "br", "td", "tr", "p", "div", "list", "ul", "ol", "hr"];

const TAGS: &[&str] = &[
    "b", "i", "u", "s", "size", "color", "colour", "list", "url", "quote", "code", "spoiler",
    "center", "font", "*", "hr", "h1", "h2", "h3", "h4", "td", "tr", "table", "p", "br", "div",
    "span", "strong", "em", "li", "ul", "ol", "indent",
];

/// A text without tags in square or pointed brackets, and whether they made it a heading.
fn without_tags(text: &str) -> (String, bool) {
    let mut plain = String::with_capacity(text.len());
    let (mut rest, mut is_heading, mut is_bold) = (text, false, false);
    while let Some(at) = rest.find(['[', '<']) {
        let (before, from) = rest.split_at(at);
        plain.push_str(before);
        let close = if from.starts_with('[') { ']' } else { '>' };
        let end = from.find(close).filter(|end| *end < 60);
        let name = end.and_then(|end| from.get(1..end)).map(|name| name.trim_matches('/'));
        let word = name.map(|name| name.split(['=', ' ']).next().unwrap_or_default());
        match (word, end) {
            (Some(word), Some(end)) if TAGS.contains(&word.to_ascii_lowercase().as_str()) => {
                is_heading |=
                    (is_bold && word.eq_ignore_ascii_case("u")) || word.starts_with(['h', 'H']);
                is_bold |= word.eq_ignore_ascii_case("b");
                if PARTING.contains(&word.to_ascii_lowercase().as_str()) && !plain.trim().is_empty()
                {
                    plain.push_str(" • ");
                }
                rest = from.get(end + 1..).unwrap_or_default();
            }
            _ => {
                plain.push(if close == ']' { '[' } else { '<' });
                rest = from.get(1..).unwrap_or_default();
            }
        }
    }
    plain.push_str(rest);
    let plain = plain.trim_end_matches([' ', '•']);
    (entities(plain), is_heading)
}

fn entities(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    let mut text = text.to_owned();
    for (entity, char) in [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&#x27;", "'"),
        ("&nbsp;", " "),
        ("&bull;", "•"),
        ("&amp;", "&"),
    ] {
        text = text.replace(entity, char);
    }
    text
}

/// A text without marks of bold and slanted type, and whether all of it was bold.
fn without_emphasis(text: &str) -> (String, bool) {
    let is_bold = (text.starts_with("**") && text.ends_with("**"))
        || (text.starts_with("__") && text.ends_with("__"));
    let plain = text.replace("**", "").replace("__", "").replace("~~", "").replace('`', "'");
    let plain = plain.trim();
    let inner = ['*', '_'].iter().find_map(|mark| plain.strip_prefix(*mark)?.strip_suffix(*mark));
    let mut unescaped = String::with_capacity(plain.len());
    let mut chars = inner.unwrap_or(plain).chars().peekable();
    while let Some(char) = chars.next() {
        if char == '\\' && chars.peek().is_some_and(char::is_ascii_punctuation) {
            continue;
        }
        unescaped.push(char);
    }
    let is_pictogram = |char: &char| matches!(u32::from(*char), 0x1F000..=0x1FAFF | 0x2600..=0x27BF | 0x2B00..=0x2BFF);
    (unescaped.chars().filter(|char| !is_pictogram(char)).collect(), is_bold)
}

fn looks_like_heading(text: &str) -> bool {
    let letters: Vec<char> = text.chars().filter(|char| char.is_alphabetic()).collect();
    let is_capital = letters.len() > 3 && !letters.iter().any(|char| char.is_lowercase());
    is_capital || text.ends_with(':')
}

#[cfg(test)]
mod tests {
    use super::{HeadingMark, lines};

    #[test]
    fn decoration_is_removed() {
        let cases = [
            ("  • Hussars [110 pts]", "Hussars [110 pts]", 5, HeadingMark::No),
            (". . Lance", "Lance", 9, HeadingMark::No),
            ("++ Core [240 pts] ++", "Core [240 pts]", 0, HeadingMark::Decorated),
            ("## Troops", "Troops", 0, HeadingMark::Decorated),
            ("# ++ Troops ++", "Troops", 0, HeadingMark::Decorated),
            ("── Troops ──", "Troops", 0, HeadingMark::Decorated),
            ("TROOPS", "TROOPS", 0, HeadingMark::Maybe),
            ("[b][u]Troops (3 of 2–4)[/u][/b]", "Troops (3 of 2–4)", 0, HeadingMark::Decorated),
            ("• [b]Blitzers[/b] × 10: 180", "Blitzers × 10: 180", 1, HeadingMark::No),
            ("- **Blitzers** × 10", "Blitzers × 10", 1, HeadingMark::No),
            ("-# faint", "faint", 0, HeadingMark::No),
            ("Hussars [5]", "Hussars [5]", 0, HeadingMark::No),
        ];
        for (raw, text, level, heading) in cases {
            let line = lines(raw).remove(0);
            assert_eq!(
                (line.text.as_str(), line.level, line.heading),
                (text, level, heading),
                "{raw}"
            );
        }
    }
}
