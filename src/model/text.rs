//! Texts with values in them.

use super::{Expr, KeywordId};

/// A text with values in it: `{X}` in a keyword's text, `{u.size}` in a rule's message.
#[derive(Debug, Clone, Default)]
pub struct Text {
    pub parts: Vec<TextPart>,
}

/// A part of a text.
#[derive(Debug, Clone)]
pub enum TextPart {
    Plain(String),
    /// A keyword's parameter, by its position.
    Parameter(usize),
    /// Another keyword, and what people call it.
    Link(KeywordId, String),
    Value(Expr),
}

impl Text {
    /// A text without values.
    pub fn plain(text: impl Into<String>) -> Self {
        Text { parts: vec![TextPart::Plain(text.into())] }
    }

    /// The text with each parameter replaced by the result of `parameter`; other values are left
    /// out.
    pub fn fill(&self, parameter: impl Fn(usize) -> String) -> String {
        let mut filled = String::new();
        for part in &self.parts {
            match part {
                TextPart::Plain(text) | TextPart::Link(_, text) => filled.push_str(text),
                TextPart::Parameter(index) => filled.push_str(&parameter(*index)),
                TextPart::Value(_) => {}
            }
        }
        filled
    }
}
