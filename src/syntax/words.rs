//! The words of the language by the part they play. The tables are read off the grammar when the
//! program is built: `grammar/words.rs` says how.

include!(concat!(env!("OUT_DIR"), "/words.rs"));

/// Whether this word is not allowed as the name of a definition.
pub(crate) fn names_nothing(word: &str) -> bool {
    RESERVED_WORDS.contains(&word) || NAMING_NOTHING.contains(&word)
}

/// Our word for a term of other list builders and army books.
pub(crate) fn synonym(word: &str) -> Option<&'static str> {
    Some(match word {
        "upgrade" | "upgrades" | "item" | "gear" | "wargear" | "equipment" | "extra" => "option",
        "select" | "selection" | "pick_one" | "choice" | "choices" => "choose",
        "ability" | "abilities" | "special" | "keywords" | "traits" | "trait" | "skills" => "has",
        "squad" | "squadron" | "detachment" | "formation" | "troop" | "entry" => "unit",
        "price" | "pts" | "value" => "cost",
        "arms" | "armament" | "weaponry" => "weapons",
        "if" | "unless" => "when",
        "swap" | "exchange" => "option",
        "constraint" | "restriction" => "rule",
        "army_list" | "codex" | "list" | "catalogue" => "faction",
        "game" | "ruleset" => "system",
        "forbid" | "exclude" => "ban",
        "tag" | "tags" | "role" => "category",
        "stats" | "statline" => "profile",
        "message" | "error" => "say",
        _ => return None,
    })
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
    fn the_editor_colours_every_word() {
        let grammar = include_str!("../../editors/vscode/syntaxes/orbat.tmLanguage.json");
        let lists = grammar.split("\"\\\\b(").filter_map(|rest| rest.split_once(")\\\\b\""));
        let coloured: Vec<&str> = lists.flat_map(|(words, _)| words.split('|')).collect();
        let kate = include_str!("../../editors/kate/orbat.xml");
        for word in grammar_words() {
            assert!(coloured.contains(&word), "{word} is missing in editors/vscode");
            assert!(
                kate.contains(&format!("<item>{word}</item>")),
                "{word} is missing in editors/kate"
            );
        }
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
