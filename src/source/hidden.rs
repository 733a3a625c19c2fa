//! Recognises characters that are invisible or change how others are displayed.

/// Whether a character turns the direction of text.
fn is_turning(char: char) -> bool {
    matches!(
        char,
        '\u{061C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}'
    )
}

/// Whether a terminal would obey a character or show nothing for it: controls, direction marks,
/// zero-width characters, line ends other than ours, and code points that are not characters.
pub(crate) fn is_hidden(char: char) -> bool {
    // Fast path: this is called for every character of every verdict, and nearly all are ASCII.
    if char.is_ascii() {
        return char.is_ascii_control();
    }
    let has_no_width = matches!(
        char,
        '\u{00AD}'
            | '\u{034F}'
            | '\u{115F}'
            | '\u{1160}'
            | '\u{180E}'
            | '\u{200B}'..='\u{200D}'
            | '\u{2060}'..='\u{2064}'
            | '\u{206A}'..='\u{206F}'
            | '\u{3164}'
            | '\u{FEFF}'
            | '\u{FFA0}'
            | '\u{FFF9}'..='\u{FFFB}'
            | '\u{E0000}'..='\u{E007F}'
    );
    let ends_line = matches!(char, '\u{2028}' | '\u{2029}');
    char.is_control() || is_turning(char) || has_no_width || ends_line || is_no_character(char)
}

/// Whether Unicode assigns no character to a code point.
fn is_no_character(char: char) -> bool {
    let code = u32::from(char);
    matches!(code, 0xFDD0..=0xFDEF) || code & 0xFFFE == 0xFFFE
}
