//! Finds where an item stands in a file, for programs that add a line to it.

use super::lexer::{Lexer, Token, TokenKind};

/// The bytes between the braces of an item, found by its first words. `None` if there is no such
/// item or its braces are not balanced.
pub(crate) fn inside_of_item(text: &str, word: &str, id: &str) -> Option<(usize, usize)> {
    let tokens: Vec<Token> = Lexer::new(text).collect();
    let is = |token: &Token, wanted: &str| text.get(token.start..token.end) == Some(wanted);
    let mut depth = 0_usize;
    let mut opened: Option<usize> = None;
    let mut is_header = false;
    for (at, token) in tokens.iter().enumerate() {
        let next = tokens.get(at + 1);
        match token.kind {
            TokenKind::Open => {
                if is_header && depth == 0 {
                    (opened, is_header) = (Some(token.end), false);
                }
                depth += 1;
            }
            TokenKind::Close => {
                depth = depth.checked_sub(1)?;
                if depth == 0
                    && let Some(open) = opened
                {
                    return Some((open, token.start));
                }
            }
            TokenKind::Word if depth == 0 && is(token, word) => {
                is_header = next.is_some_and(|next| is(next, id));
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::inside_of_item;

    #[test]
    fn an_item_is_found_by_its_first_words() {
        let text = "// event b {\nevent a \"event b {\" for x { rule r { } }\nevent b \"B\" for x {\n  points 5 // }\n}\n";
        let inside = |id| inside_of_item(text, "event", id).map(|(from, to)| &text[from..to]);
        assert_eq!(inside("a"), Some(" rule r { } "));
        assert_eq!(inside("b"), Some("\n  points 5 // }\n"));
        assert_eq!(inside("c"), None);
        assert_eq!(inside_of_item("event b \"B\" for x {", "event", "b"), None);
    }
}
