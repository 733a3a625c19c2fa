//! What the grammar accepts at the end of an unfinished text, for completion.

use pest::Parser;

use super::grammar::{Grammar, Rule};
use super::lexer::{Lexer, Token, TokenKind, blanked};
use super::recover::location;

/// Nothing in the grammar begins with a quote that is never closed.
const END: char = '"';

/// How many line beginnings are tried, the nearest first.
const MOST_TRIES: usize = 6;

/// The rules that may follow at the end of a text. Parses from the beginning of the enclosing
/// declaration, or from a nearer line if something in between is wrong. Empty if nothing parses up
/// to the end.
pub(crate) fn rules_behind(before: &str) -> Vec<Rule> {
    let mut lexer = Lexer::new(before);
    let tokens: Vec<Token> = lexer.by_ref().collect();
    let code = blanked(before, &lexer.skipped);
    let (mut depth, mut item) = (0_usize, false);
    // Where declarations begin, and where the lines of the open blocks begin.
    let mut declarations: Vec<usize> = Vec::new();
    let mut blocks: Vec<Vec<usize>> = vec![Vec::new()];
    for (at, token) in tokens.iter().enumerate() {
        let previous = at.checked_sub(1).and_then(|at| tokens.get(at));
        let begins = token.first
            || previous.is_none_or(|last| matches!(last.kind, TokenKind::Open | TokenKind::Close));
        match token.kind {
            TokenKind::Open => {
                depth += 1;
                blocks.push(Vec::new());
            }
            TokenKind::Close => {
                depth = depth.saturating_sub(1);
                blocks.pop();
            }
            _ if begins => {
                if depth == 0 {
                    let word = before.get(token.start..token.end).unwrap_or("");
                    item = matches!(word, "system" | "faction" | "event");
                    declarations = vec![token.start];
                } else if depth == 1 && item {
                    declarations.push(token.start);
                }
                if let Some(lines) = blocks.last_mut() {
                    lines.push(token.start);
                }
            }
            _ => {}
        }
    }
    let whole = if item && depth == 0 { Rule::item_header } else { Rule::declarations };
    for start in declarations.iter().rev().take(MOST_TRIES) {
        let found = parse(&code, *start, whole);
        if !found.is_empty() {
            return found;
        }
    }
    let inner = blocks.last().map(Vec::as_slice).unwrap_or_default();
    for start in inner.iter().rev().take(MOST_TRIES) {
        for rule in [Rule::statements, Rule::choice_lines, Rule::declarations] {
            let found = parse(&code, *start, rule);
            if !found.is_empty() {
                return found;
            }
        }
    }
    Vec::new()
}

fn parse(code: &str, start: usize, rule: Rule) -> Vec<Rule> {
    let Some(piece) = code.get(start..) else { return Vec::new() };
    let length = piece.len();
    let piece = format!("{piece}{END}");
    match Grammar::parse(rule, &piece) {
        Err(error) => match location(&error) {
            (at, rules) if at == length => rules,
            _ => Vec::new(),
        },
        Ok(_) => Vec::new(),
    }
}

/// What may follow at the end of an expression inside the braces of a text.
pub(crate) fn rules_in_text(before: &str) -> Vec<Rule> {
    parse(before, 0, Rule::interpolation)
}

/// The words that a part begins with, as they are typed.
pub(crate) fn words_of(rule: Rule) -> Vec<String> {
    let fixed: &[&str] = match rule {
        Rule::cite => &["cite"],
        Rule::version => &["version"],
        Rule::was => &["was"],
        Rule::modifier => &["unique", "extends", "for", "cite"],
        Rule::extends => &["extends"],
        Rule::replacing => &["replacing"],
        Rule::per_model => &["per model"],
        Rule::replaces => &["replaces leader with"],
        Rule::target => &["for all", "for one model", "for leader", "for models not leader", "for"],
        Rule::some_models => &["one model"],
        Rule::model_price => &["at"],
        Rule::step_by => &["by"],
        Rule::on_condition => &["when"],
        Rule::each_header => &["for each"],
        Rule::clause => &["for each", "require"],
        Rule::requirement => &["require"],
        Rule::covers => &["covers"],
        Rule::where_ => &["where"],
        Rule::default => &["default"],
        Rule::pool | Rule::from_ => &["from"],
        Rule::allied => &["allied"],
        Rule::full_first => &["each full before the next"],
        Rule::one_chart => &["one chart"],
        Rule::card_effect => &["effect"],
        Rule::no_slot => &["taking no slot"],
        Rule::most_each => &["at most"],
        Rule::of_a_kind => &["of a kind"],
        Rule::after_first => &["after the first"],
        Rule::all_keywords => &["all keywords"],
        Rule::in_words => &["as"],
        Rule::has_ => &["has"],
        Rule::is_ => &["is"],
        Rule::below => &["in", "directly in"],
        Rule::infix => &["and", "or", "div"],
        Rule::prefix => &["not"],
        Rule::if_ => &["if"],
        Rule::highest => &["highest"],
        Rule::quantified => &["any", "all"],
        Rule::distinct => &["distinct"],
        Rule::base_type | Rule::type_ => {
            &["int", "inches", "text", "one of", "shape", "list of", "category"]
        }
        Rule::step => &["step"],
        Rule::table => &["table"],
        Rule::row => &["row"],
        Rule::deck_size => &["size"],
        Rule::deck_copies => &["copies"],
        Rule::deck_types => &["types"],
        Rule::resource => &["resource"],
        Rule::card => &["card"],
        Rule::rule_ => &["rule"],
        Rule::keyword => &["keyword"],
        Rule::track => &["track"],
        Rule::show => &["show"],
        Rule::unnamed => &["hide"],
        Rule::boxes => &["boxes"],
        Rule::columns => &["columns"],
        Rule::accent => &["accent"],
        Rule::symbol => &["symbol"],
        Rule::arms => &["arms"],
        Rule::emblem => &["emblem"],
        Rule::portrait => &["portrait"],
        Rule::pattern => &["pattern"],
        Rule::turns => &["turns"],
        Rule::counter => &["counter"],
        Rule::side => &["front", "back"],
        Rule::short => &["short"],
        Rule::event_list => &["list"],
        Rule::factions => &["factions"],
        Rule::optional_set => &["optional"],
        Rule::points_required => &["points required"],
        Rule::charts => &["charts"],
        Rule::points => &["points"],
        _ => &[],
    };
    if !fixed.is_empty() {
        return fixed.iter().map(|word| (*word).to_owned()).collect();
    }
    let name = format!("{rule:?}");
    name.strip_prefix("w_").map(str::to_owned).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(before: &str) -> Vec<String> {
        let mut words: Vec<String> = rules_behind(before).into_iter().flat_map(words_of).collect();
        words.sort();
        words.dedup();
        words
    }

    #[test]
    fn the_grammar_says_what_may_follow() {
        let unit = "faction f \"F\" of x {\n  unit a \"A\" : troop {\n    models 5 man\n    ";
        let option = format!("{unit}option x \"X\" +5 ");
        for word in ["replacing", "per", "for", "cite"] {
            assert!(words(&option).contains(&word.to_owned()), "{word}: {:?}", words(&option));
        }
        assert_eq!(words(&format!("{option}per ")), ["model"]);
        assert!(words(&format!("{option}for ")).contains(&"leader".to_owned()));
        assert_eq!(words(&format!("{unit}may ")), ["join", "ride"]);
        assert_eq!(words(&format!("{unit}at ")), ["most"]);
        // Mistakes further up do not matter.
        assert_eq!(words(&format!("{unit}size 3 !\n    may ")), ["join", "ride"]);
        assert!(words("faction f \"F\" ").contains(&"of".to_owned()));
        assert!(words("system s \"S\" { attribute a ").contains(&"one of".to_owned()));
    }
}
