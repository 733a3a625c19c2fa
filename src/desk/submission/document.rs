//! The text of documents and pages.

use super::archive::{Archive, unpacked};
use super::{LARGEST_ARCHIVE, SubmissionError};
use crate::desk::decode;

/// The paragraphs of a Word document. External entities are text like any other and lead nowhere.
pub(super) fn document(archive: &mut Archive<'_>) -> Result<String, SubmissionError> {
    let file = archive.by_name("word/document.xml").map_err(|_| SubmissionError::Damaged)?;
    let mut room = LARGEST_ARCHIVE;
    let xml = decode(&unpacked(file, &mut room)?);
    Ok(tagged_text(&xml, &["w:p", "w:br", "w:tr"], &["w:tab"]))
}

/// The text of a page.
pub(super) fn html_text(html: &str) -> String {
    tagged_text(
        &without_comments(html),
        &["p", "br", "div", "li", "tr", "h1", "h2", "h3", "h4", "ul", "pre"],
        &["td", "th"],
    )
}

fn without_comments(html: &str) -> String {
    let mut pieces = html.split("<!--");
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |text, piece| text + piece.split_once("-->").map_or("", |(_, rest)| rest))
}

/// The text between tags. Some tags begin a new line, others a new column.
fn tagged_text(source: &str, lines: &[&str], columns: &[&str]) -> String {
    let mut text = String::with_capacity(source.len() / 2);
    let mut skipped: Option<&str> = None;
    for (at, piece) in source.split('<').enumerate() {
        let (tag, rest) =
            if at == 0 { ("", piece) } else { piece.split_once('>').unwrap_or((piece, "")) };
        let is_end = tag.starts_with('/');
        let name = tag
            .trim_start_matches('/')
            .split(|char: char| char.is_whitespace() || char == '/')
            .next()
            .unwrap_or_default();
        let name = name.to_ascii_lowercase();
        if let Some(hidden) = skipped {
            if is_end && name == hidden {
                skipped = None;
            } else {
                continue;
            }
        } else if let Some(hidden) =
            ["script", "style", "head"].into_iter().find(|hidden| *hidden == name && !is_end)
        {
            skipped = Some(hidden);
            continue;
        }
        let is_line = lines.contains(&name.as_str())
            && (is_end || ["br", "w:br", "li"].contains(&name.as_str()));
        if is_line && !text.ends_with('\n') {
            text.push('\n');
        }
        if columns.contains(&name.as_str()) && is_end {
            text.push_str(" | ");
        }
        if name == "li" && !is_end {
            text.push_str("- ");
        }
        text.push_str(&entities(rest));
    }
    text
}

/// Entities longer than this are text.
const LONGEST_ENTITY: usize = 10;

fn entities(text: &str) -> String {
    let mut pieces = text.split('&');
    let mut plain = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        match piece.split_once(';').filter(|(name, _)| name.len() <= LONGEST_ENTITY) {
            Some((name, rest)) if entity(name).is_some() => {
                plain.extend(entity(name));
                plain.push_str(rest);
            }
            _ => plain.extend(["&", piece]),
        }
    }
    plain
}

/// The character that an entity stands for.
fn entity(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let hex = number.strip_prefix(['x', 'X']);
        let code = hex.map_or_else(|| number.parse().ok(), |hex| u32::from_str_radix(hex, 16).ok());
        return char::from_u32(code?);
    }
    let named = [
        ("nbsp", ' '),
        ("lt", '<'),
        ("gt", '>'),
        ("quot", '"'),
        ("apos", '\''),
        ("amp", '&'),
        ("bull", '•'),
        ("middot", '·'),
        ("ndash", '–'),
        ("mdash", '—'),
        ("times", '×'),
        ("hellip", '…'),
        ("lsquo", '‘'),
        ("rsquo", '’'),
        ("ldquo", '“'),
        ("rdquo", '”'),
        ("auml", 'ä'),
        ("ouml", 'ö'),
        ("uuml", 'ü'),
        ("Auml", 'Ä'),
        ("Ouml", 'Ö'),
        ("Uuml", 'Ü'),
        ("szlig", 'ß'),
        ("eacute", 'é'),
        ("egrave", 'è'),
        ("agrave", 'à'),
        ("ccedil", 'ç'),
        ("ntilde", 'ñ'),
    ];
    named.into_iter().find(|(known, _)| *known == name).map(|(_, char)| char)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_read_as_people_see_them() {
        let page = "<html><head><title>x</title></head><body><!-- <p>hidden</p> --><h1>J&auml;ger</h1>\
                    <ul><li>5 Hussars &#40;60&#x29;<li>Tom &amp; Jerry &unknown; &</ul>\
                    <table><tr><td>a<td>b</td></tr></table><script>if (a < b) {}</script>end";
        let text = html_text(page);
        for part in ["Jäger\n", "- 5 Hussars (60)\n", "- Tom & Jerry &unknown; &", "end"] {
            assert!(text.contains(part), "{part}\n{text}");
        }
        for part in ["hidden", "if", "title"] {
            assert!(!text.contains(part), "{part}\n{text}");
        }
    }
}
