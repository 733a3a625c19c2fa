//! The words of the language by the part they play, read off the grammar. `build.rs` writes them as
//! tables for `src/syntax/words.rs`.

use std::collections::{BTreeMap, BTreeSet};

use pest_meta::ast::Expr;
use pest_meta::parser::{Rule, consume_rules, parse};

/// Words that begin a statement but may also continue the line before, in a condition or a formula.
const CONTINUING: &[&str] = &["at", "each", "for", "max", "min", "when"];

type Words = BTreeSet<String>;

/// The tables as Rust.
pub(crate) fn tables(grammar: &str) -> Result<String, String> {
    let pairs = parse(Rule::grammar_rules, grammar).map_err(|error| error.to_string())?;
    let rules = consume_rules(pairs).map_err(|errors| format!("{errors:?}"))?;
    let rules = Rules(rules.into_iter().map(|rule| (rule.name, rule.expr)).collect());
    let continuing: Words = CONTINUING.iter().map(|&word| word.to_owned()).collect();
    let items = rules.first_of("item_header");
    let declarations = &rules.first_of("declaration") - &continuing;
    let statements = rules.lines();
    let tables = [
        ("What a file is made of.", "ITEM_WORDS", items.clone()),
        (
            "Words that begin a declaration at the level of a system, faction or event, and never\n\
             /// continue the line before.",
            "DECLARATION_WORDS",
            declarations.clone(),
        ),
        (
            "Words that begin a declaration and never a statement of a body: met inside a body they\n\
             /// show that a `}` is missing.",
            "OUTER_WORDS",
            &(&items | &declarations) - &statements,
        ),
        ("Words that begin a line in some braces.", "STATEMENT_WORDS", statements),
        (
            "Words that begin a statement of a body and never a declaration: met outside they show\n\
             /// that a `{` is missing.",
            "BODY_WORDS",
            &(&rules.first_of("statement") - &declarations) - &continuing,
        ),
        (
            "Words that may follow a complete name, item or expression, and so name nothing.",
            "RESERVED_WORDS",
            rules.spelled("reserved"),
        ),
        (
            "Words that begin statements and so name no definition, besides the reserved ones.",
            "NAMING_NOTHING",
            rules.spelled("statement_word"),
        ),
    ];
    let table = |(doc, name, words): (&str, &str, Words)| {
        let words: Vec<String> = words.into_iter().collect();
        format!("/// {doc}\npub(crate) const {name}: &[&str] = &{words:?};\n")
    };
    Ok(tables.into_iter().map(table).collect())
}

struct Rules(BTreeMap<String, Expr>);

impl Rules {
    fn first_of(&self, rule: &str) -> Words {
        let mut words = Words::new();
        if let Some(expr) = self.0.get(rule) {
            self.first(expr, &mut words);
        }
        words
    }

    /// Adds the words that an expression may begin with. Whether something must follow them.
    fn first(&self, expr: &Expr, words: &mut Words) -> bool {
        match expr {
            Expr::Ident(name) if name.starts_with("w_") => {
                words.extend(self.spelled(name));
                true
            }
            // White space, and names that may be spelled like a word of the language.
            Expr::Ident(name) if name == "s" || name == "SOI" => false,
            Expr::Ident(name) if name.ends_with("_id") => true,
            Expr::Ident(name) => self.0.get(name).is_none_or(|rule| self.first(rule, words)),
            Expr::Seq(left, right) => self.first(left, words) || self.first(right, words),
            Expr::Choice(left, right) => self.first(left, words) & self.first(right, words),
            Expr::Opt(inner) | Expr::Rep(inner) => {
                self.first(inner, words);
                false
            }
            Expr::PosPred(_) | Expr::NegPred(_) => false,
            _ => true,
        }
    }

    /// The first words of everything that may be repeated between braces, but for whole items.
    fn lines(&self) -> Words {
        let mut words = Words::new();
        let rules = self.0.iter().filter(|(name, _)| *name != "whole_item");
        for expr in rules.flat_map(|(_, rule)| rule.iter_top_down()) {
            // `… ~ lbrace ~ (s ~ line)* ~ …`, which nests to the left
            let Expr::Seq(before, lines) = &expr else { continue };
            let last = match before.as_ref() {
                Expr::Seq(_, last) => last,
                _ => before,
            };
            if **last == Expr::Ident("lbrace".to_owned()) && matches!(**lines, Expr::Rep(_)) {
                self.first(lines, &mut words);
            }
        }
        words
    }

    /// Every word that a rule made of letters spells.
    fn spelled(&self, rule: &str) -> Words {
        fn ways(expr: &Expr) -> Vec<String> {
            match expr {
                Expr::Str(text) => vec![text.clone()],
                Expr::Seq(left, right) => {
                    let right = ways(right);
                    let join = |left: String| {
                        right.iter().map(move |right| format!("{left}{right}")).collect::<Vec<_>>()
                    };
                    ways(left).into_iter().flat_map(join).collect()
                }
                Expr::Choice(left, right) => [ways(left), ways(right)].concat(),
                _ => vec![String::new()],
            }
        }
        self.0.get(rule).map(ways).unwrap_or_default().into_iter().collect()
    }
}
