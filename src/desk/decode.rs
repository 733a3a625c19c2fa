//! Bytes that people send, as text: UTF-8, UTF-16, the code pages of old editors, and text that a
//! program decoded wrongly on the way.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

/// The text in some bytes, whatever they are encoded in. Line ends are `\n`, and there are no
/// control characters but tabs.
pub fn decode(bytes: &[u8]) -> String {
    let (encoding, skip) = match Encoding::for_bom(bytes) {
        Some((encoding, length)) => (encoding, length),
        None => (guess(bytes), 0),
    };
    let rest = bytes.get(skip..).unwrap_or_default();
    let (text, _) = encoding.decode_without_bom_handling(rest);
    tidy(&text)
}

/// The same for what already is text, such as what was pasted into a page.
pub(crate) fn tidy(text: &str) -> String {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let lines: Vec<String> = text.split('\n').map(redecoded).collect();
    let whole = lines.join("\n").replace(['\u{2028}', '\u{2029}', '\u{85}'], "\n");
    whole.chars().filter(|char| matches!(char, '\n' | '\t') || !is_hidden(*char)).collect()
}

/// Control characters, marks of direction, joiners and the like, which nobody sees.
fn is_hidden(char: char) -> bool {
    char.is_control()
        || matches!(char, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fe00}'..='\u{fe0f}' | '\u{fffd}'
            | '\u{e000}'..='\u{f8ff}' | '\u{e0000}'..='\u{e01ef}')
}

fn guess(bytes: &[u8]) -> &'static Encoding {
    if let Some(encoding) = wide(bytes) {
        return encoding;
    }
    if std::str::from_utf8(bytes).is_ok() {
        return UTF_8;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    detector.guess(None, Utf8Detection::Allow)
}

/// UTF-16 without its mark: in text of western letters every other byte is zero.
fn wide(bytes: &[u8]) -> Option<&'static Encoding> {
    let sample = bytes.get(..bytes.len().min(4096)).unwrap_or_default();
    let zeros = |parity: usize| {
        sample.iter().enumerate().filter(|(at, byte)| at % 2 == parity && **byte == 0).count()
    };
    let (even, odd, half) = (zeros(0), zeros(1), sample.len() / 2);
    match () {
        () if half < 2 => None,
        () if odd * 2 > half && even * 10 < half => Some(UTF_16LE),
        () if even * 2 > half && odd * 10 < half => Some(UTF_16BE),
        () => None,
    }
}

/// How often a text may have been decoded wrongly, one program after the other.
const MOST_TIMES: usize = 3;

/// A line in which UTF-8 was taken for Windows-1252 (`â€¢` for `•`), as it was meant.
fn redecoded(line: &str) -> String {
    let mut line = line.to_owned();
    for _ in 0..MOST_TIMES {
        // Only letters that begin a sequence of UTF-8 give it away.
        if !line.contains(['Ã', 'Â', 'â', 'Å', 'Ð', 'Ñ', 'Ä', 'ð']) {
            break;
        }
        let bytes: Option<Vec<u8>> = line.chars().map(byte_of).collect();
        match bytes.map(String::from_utf8) {
            Some(Ok(meant)) if meant.len() < line.len() => line = meant,
            _ => break,
        }
    }
    line
}

/// The characters of Windows-1252 from 0x80 on that Latin-1 does not have; a space where it has
/// none.
const OF_WINDOWS: &str = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

/// The byte of a character in Windows-1252, or in Latin-1, which has control characters where
/// Windows has marks.
fn byte_of(char: char) -> Option<u8> {
    if let Some(place) = OF_WINDOWS.chars().position(|known| known == char && char != ' ') {
        return u8::try_from(0x80 + place).ok();
    }
    u8::try_from(u32::from(char)).ok()
}

#[cfg(test)]
mod tests {
    use super::{decode, tidy};

    #[test]
    fn every_encoding_gives_the_same_text() {
        let text = "Jäger • 2× „Füchse“\nÉlite – 95 pts";
        let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        let (old, ..) = encoding_rs::WINDOWS_1252.encode(text);
        let with_mark = [&[0xFF, 0xFE][..], &wide].concat();
        for bytes in [text.as_bytes(), &wide, &big, &old, &with_mark] {
            assert_eq!(decode(bytes), text);
        }
        let twice = encoding_rs::WINDOWS_1252.decode(text.as_bytes()).0.into_owned();
        assert_eq!(tidy(&twice), text);
        let latin: String = text.bytes().map(char::from).collect();
        assert_eq!(tidy(&latin), text);
    }

    #[test]
    fn line_ends_and_hidden_characters_go() {
        assert_eq!(tidy("\u{feff}a\r\nb\rc\u{200b}\u{0}\td"), "a\nb\nc\td");
    }
}
