//! The words of the language by the part they play. A test holds them against the grammar.

/// What a file is made of.
pub(crate) const ITEM_WORDS: &[&str] = &["system", "faction", "event"];

/// Words that begin a declaration and never a statement of a body: met inside a body they show that
/// a `}` is missing.
pub(crate) const OUTER_WORDS: &[&str] = &[
    "system",
    "faction",
    "event",
    "profile",
    "section",
    "category",
    "attribute",
    "enum",
    "optional",
    "chart",
    "charts",
    "deck",
    "layout",
    "sheet",
    "army",
    "group",
    "unit",
    "use",
];

/// Words that begin a declaration at the level of a system, faction or event. `when`, `for` and
/// `at` are left out: they may also continue the line before.
pub(crate) const DECLARATION_WORDS: &[&str] = &[
    "profile",
    "section",
    "keyword",
    "category",
    "attribute",
    "enum",
    "optional",
    "chart",
    "charts",
    "force",
    "deck",
    "layout",
    "limit",
    "sheet",
    "army",
    "group",
    "unit",
    "model",
    "use",
    "cost",
    "points",
    "derive",
    "grant",
    "allow",
    "ban",
    "waive",
    "rule",
];

/// Words that begin a statement in some body.
pub(crate) const STATEMENT_WORDS: &[&str] = &[
    "models", "model", "mode", "weapons", "has", "choose", "option", "include", "at", "cost",
    "limit", "may", "brings", "note", "hide", "max", "min", "add", "remove", "slot", "trade",
    "unlock", "each", "holds", "points", "derive", "grant", "allow", "ban", "waive", "for", "when",
    "rule", "require", "keyword", "card", "size", "copies", "types", "track", "show", "boxes",
    "columns", "accent", "step", "table", "row",
];

/// Words that begin a statement of a body and never a declaration: met outside they show that a `{`
/// is missing.
pub(crate) const BODY_WORDS: &[&str] = &[
    "models", "weapons", "has", "mode", "choose", "option", "include", "may", "brings", "note",
    "hide", "slot", "trade", "unlock", "holds",
];

/// Words that may follow a complete name, item or expression, and so name nothing.
pub(crate) const RESERVED_WORDS: &[&str] = &[
    "and",
    "or",
    "not",
    "in",
    "is",
    "has",
    "where",
    "when",
    "for",
    "if",
    "then",
    "else",
    "of",
    "by",
    "at",
    "to",
    "up",
    "per",
    "div",
    "otherwise",
    "with",
    "replacing",
    "replaces",
    "cite",
    "say",
    "help",
    "require",
    "covers",
    "extends",
    "default",
    "on",
    "from",
    "takes",
    "taking",
    "after",
    "as",
    "none",
    "directly",
];

/// Words that begin statements and so name no definition, besides the reserved ones.
pub(crate) const NAMING_NOTHING: &[&str] = &[
    "system",
    "faction",
    "event",
    "cost",
    "profile",
    "section",
    "keyword",
    "category",
    "attribute",
    "enum",
    "optional",
    "use",
    "charts",
    "chart",
    "force",
    "derive",
    "grant",
    "allow",
    "ban",
    "waive",
    "rule",
    "deck",
    "card",
    "layout",
    "sheet",
    "army",
    "group",
    "unit",
    "models",
    "model",
    "mode",
    "weapons",
    "choose",
    "option",
    "include",
    "may",
    "brings",
    "note",
    "hide",
    "max",
    "min",
    "add",
    "remove",
    "slot",
    "trade",
    "unlock",
    "each",
    "holds",
    "points",
    "pick",
];

/// Whether no definition may have this name.
pub(crate) fn names_nothing(word: &str) -> bool {
    RESERVED_WORDS.contains(&word) || NAMING_NOTHING.contains(&word)
}

pub(crate) fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The word that begins at this byte; empty if none does.
pub(crate) fn word_at(text: &str, at: usize) -> &str {
    let rest = text.get(at..).unwrap_or("");
    let length = rest.bytes().take_while(|&byte| is_word_byte(byte)).count();
    rest.get(..length).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every word that has a rule in the grammar.
    fn grammar_words() -> impl Iterator<Item = &'static str> {
        let rules =
            include_str!("../../grammar/orbat.pest").lines().filter(|line| line.starts_with("w_"));
        rules.map(|line| line.split('"').nth(1).unwrap())
    }

    #[test]
    fn tables_agree_with_the_grammar() {
        use crate::syntax::grammar::{Grammar, Rule};
        use pest::Parser;
        for word in grammar_words()
            .chain(RESERVED_WORDS.iter().copied())
            .chain(NAMING_NOTHING.iter().copied())
        {
            assert_eq!(names_nothing(word), Grammar::parse(Rule::id, word).is_err(), "{word}");
            assert_eq!(
                RESERVED_WORDS.contains(&word),
                Grammar::parse(Rule::fact, word).is_err(),
                "{word}"
            );
        }
    }
}
