//! What authors probably meant by a name that means nothing in its place: help with the line to
//! write, ready to copy.

use super::Resolver;
use crate::diagnostic::{Code, Diagnostic, codes};
use crate::model::{Builtin, Expr, ExprKind, Fact};
use crate::source::Span;
use crate::syntax::ast::Name;
use crate::syntax::words::synonym;

impl<'t> Resolver<'t> {
    /// Adds help to the report of an unknown name, if it is known what people mean by it.
    pub(crate) fn advise(&self, diagnostic: Diagnostic, name: Name<'_>) -> Diagnostic {
        if *diagnostic.code == codes::UNKNOWN_MODEL && diagnostic.suggestion.is_none() {
            return diagnostic.help(self.model_to_define(name.text));
        }
        let Some(help) = self.advice(diagnostic.code, name) else { return diagnostic };
        // A name that is merely similar would be misleading.
        Diagnostic { suggestion: None, help: Some(help), ..diagnostic }
    }

    fn advice(&self, code: &Code, name: Name<'_>) -> Option<String> {
        let word = name.text;
        let is_category = self.names.categories.contains_key(word);
        let after = self.rest_of_line(name.span);
        if *code == codes::UNKNOWN_KIND && is_category {
            let variable = after.split_whitespace().next().filter(|word| *word != "in");
            let variable = variable.unwrap_or("u").trim_end_matches([':', '{']);
            return Some(format!(
                "`{word}` is a category: `for each unit {variable} where {word}`"
            ));
        }
        if *code == codes::UNKNOWN_NAME {
            return match word {
                _ if is_category => Some(format!(
                    "`{word}` is a category: the units of it are `units where {word}`"
                )),
                "category" | "categories" | "type" => {
                    let value = after.trim_start_matches([' ', '=', '!']);
                    let value = value.split(|char: char| !(char.is_alphanumeric() || char == '_'));
                    let value = value.into_iter().next().filter(|value| !value.is_empty());
                    Some(format!(
                        "name the category alone: `units where {}`",
                        value.unwrap_or("troop")
                    ))
                }
                _ => None,
            };
        }
        if *code == codes::UNKNOWN_ATTRIBUTE {
            return match word {
                "require" | "requires" | "needs" | "need" | "require_unit" => {
                    let needed = after.split_whitespace().next().unwrap_or("captain");
                    Some(format!(
                        "write a rule: `rule needs_{needed} \"…\" {{ require {needed} in army }}`"
                    ))
                }
                "size" | "number" | "strength" => {
                    let size = after.split_whitespace().next().unwrap_or("5");
                    Some(format!("a unit says how many models it has: `models {size} man`"))
                }
                _ => synonym(word).map(|ours| format!("`{word}` is called `{ours}` here")),
            };
        }
        if *code == codes::UNKNOWN_PROFILE {
            let mut known: Vec<&str> = self.names.profiles.keys().copied().collect();
            known.sort_unstable();
            let known = || format!("the profiles of this game are {}", known.join(", "));
            let ours = synonym(word).map(|ours| format!("`{word}` is called `{ours}` here"));
            return ours
                .or_else(|| (word == "model" && !self.names.profiles.is_empty()).then(known));
        }
        None
    }

    /// `model soldier "Soldier" { SP … A … }`, with what every model must have.
    fn model_to_define(&self, id: &str) -> String {
        let title = super::text::title_of(id, None);
        let profile = self.names.profiles.get("model").map(|(id, _)| &self.game.profiles[*id]);
        let needed = profile.into_iter().flat_map(|profile| profile.characteristics.iter());
        let needed = needed.filter(|characteristic| !characteristic.shape.optional);
        let stats: String =
            needed.map(|characteristic| format!("{} … ", characteristic.name)).collect();
        format!("define it: `model {id} \"{title}\" {{ {stats}}}`")
    }

    /// Help for a set where a number belongs: `units.count` is `count(units)`.
    pub(crate) fn counted(&self, value: &Expr) -> String {
        match &value.kind {
            ExprKind::Fact(of, Fact::Builtin(Builtin::Count)) => {
                format!("write `count({})`", self.source_text(of.span))
            }
            _ => {
                let text = self.source_text(value.span);
                if text.len() > 60 || text.contains('\n') {
                    "`count(…)` counts a set".to_owned()
                } else {
                    format!("`count({text})` counts a set")
                }
            }
        }
    }

    fn source_text(&self, span: Span) -> &'t str {
        self.sources.text(span)
    }

    fn rest_of_line(&self, span: Span) -> &'t str {
        let text = self.sources.get(span.source).text();
        text.get(span.end()..).and_then(|rest| rest.lines().next()).unwrap_or("").trim()
    }
}
