//! Help for unknown names: guesses what the author meant and offers the line to write, ready to
//! copy.

use super::Resolver;
use crate::diagnostic::{Code, Diagnostic, Replacement, codes};
use crate::model::{Builtin, Expr, ExprKind, Fact};
use crate::source::Span;
use crate::syntax::ast::Name;
use crate::syntax::words::{STATEMENT_WORDS, synonym};

impl<'t> Resolver<'t> {
    /// Adds help to the report of an unknown name if a common intention is known for it.
    pub(crate) fn advise(&self, diagnostic: Diagnostic, name: Name<'_>) -> Diagnostic {
        if *diagnostic.code == codes::UNKNOWN_MODEL && diagnostic.suggestion.is_none() {
            if let Some((help, span, text)) = self.target_word(name) {
                return diagnostic.help(help).replace(span, text);
            }
            let diagnostic = diagnostic
                .help(format!("define it: `{}`", self.to_define("model", name.text, "…")));
            // The definition goes on a line of its own below the `models` line that uses the name.
            let is_line = self.line_before(name.span).trim_start().starts_with("models ");
            let text = self.sources.get(name.span.source).text();
            let rest = text.get(name.span.end()..).and_then(|rest| rest.lines().next());
            let Some(rest) = rest.filter(|rest| is_line && !rest.contains(['{', '}'])) else {
                return diagnostic;
            };
            let end = name.span.end() + rest.len();
            let line = self.line_before(name.span);
            let indent = line.get(..line.len() - line.trim_start().len()).unwrap_or("");
            let defined = self.to_define("model", name.text, "");
            let at = Span::new(name.span.source, end, end);
            return diagnostic.replace(at, format!("\n{indent}{defined}"));
        }
        if *diagnostic.code == codes::UNKNOWN_WEAPON && diagnostic.suggestion.is_none() {
            return diagnostic
                .help(format!("define it: `{}`", self.to_define("weapon", name.text, "…")));
        }
        let replacement = self.line_to_write(diagnostic.code, name);
        let replacement = replacement
            .map(|(span, text)| Replacement { span, text })
            .or(diagnostic.replacement.clone());
        let Some(help) = self.advice(diagnostic.code, name) else {
            return Diagnostic { replacement, ..diagnostic };
        };
        // A suggestion of a merely similar name would be misleading.
        Diagnostic { suggestion: None, help: Some(help), replacement, ..diagnostic }
    }

    fn advice(&self, code: &Code, name: Name<'_>) -> Option<String> {
        let word = name.text;
        let is_category = self.names.categories.contains_key(word);
        let after = self.rest_of_line(name.span);
        if *code == codes::UNKNOWN_KIND && is_category {
            let variable = after.split_whitespace().next().filter(|word| *word != "in");
            let variable = variable.unwrap_or("").trim_end_matches([':', '{']);
            let variable = if variable.is_empty() { "u" } else { variable };
            if self.line_before(name.span).trim_end().ends_with(" any") {
                return Some(format!(
                    "a limit on a category is a rule: `rule few_{word} \"Few {word}\" {{ require \
                     count(units where {word}) <= 1 }}`"
                ));
            }
            return Some(format!(
                "`{word}` is a category: `for each unit {variable} where {word}`"
            ));
        }
        if *code == codes::UNKNOWN_KIND && self.line_before(name.span).trim_end().ends_with(" any")
        {
            return Some(format!(
                "`any` takes a kind of thing: unit, option, {}; if `{word}` is one thing, write `at \
                 most 1 in army` in its body",
                self.profile_names()
            ));
        }
        if *code == codes::UNKNOWN_NAME {
            return match word {
                _ if is_category && after.starts_with(['<', '>', '=', '!']) => Some(format!(
                    "`{word}` is a category: the number of its units is `count(units where {word})`"
                )),
                _ if is_category => Some(format!(
                    "`{word}` is a category: the units of it are `units where {word}`"
                )),
                "name" | "title" | "id" => {
                    Some("in a text, `{u}` is the title of the unit `u`".to_owned())
                }
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
                "gives" | "give" | "gains" | "gain" | "grants" | "adds" | "gets" | "with" => {
                    let what = after.split_whitespace().next().unwrap_or("Fast");
                    Some(format!("what an option gives stands in braces: `{{ has {what} }}`"))
                }
                "description" | "text" | "flavour" | "comment" | "info" => {
                    let text = after.split('"').nth(1).unwrap_or("…");
                    Some(format!("write `note \"{text}\"`"))
                }
                _ => synonym(word).map(|ours| format!("`{word}` is called `{ours}` here")),
            };
        }
        if *code == codes::UNKNOWN_PROFILE {
            let known = || format!("the profiles of this game are {}", self.profile_names());
            let ours = synonym(word).map(|ours| format!("`{word}` is called `{ours}` here"));
            return ours
                .or_else(|| (word == "model" && !self.names.profiles.is_empty()).then(known));
        }
        None
    }

    /// The text to write instead of an unknown name, where it is known exactly.
    fn line_to_write(&self, code: &Code, name: Name<'_>) -> Option<(Span, String)> {
        let word = name.text;
        let after = self.rest_of_line(name.span);
        if self.names.categories.contains_key(word) {
            if *code == codes::UNKNOWN_NAME {
                return Some(match after.starts_with(['<', '>', '=', '!']) {
                    true => (name.span, format!("count(units where {word})")),
                    false => (name.span, format!("units where {word}")),
                });
            }
            let variable = after.split([':', ' ', '{', ',']).next().unwrap_or("");
            let is_variable = variable.chars().all(|char| char.is_ascii_alphanumeric());
            let visits = self.line_before(name.span).trim_end().ends_with("for each");
            if *code == codes::UNKNOWN_KIND && visits && is_variable {
                let text = self.sources.get(name.span.source).text();
                let rest = text.get(name.span.end()..).unwrap_or("");
                let space = rest.len() - rest.trim_start_matches(' ').len();
                let end = match variable.is_empty() {
                    true => name.span.end(),
                    false => name.span.end() + space + variable.len(),
                };
                let span = Span::new(name.span.source, name.span.start(), end);
                let named =
                    if variable.is_empty() { String::new() } else { format!(" {variable}") };
                return Some((span, format!("unit{named} where {word}")));
            }
        }
        let statement = synonym(word).filter(|ours| STATEMENT_WORDS.contains(ours));
        let is_statement = *code == codes::UNKNOWN_ATTRIBUTE;
        match word {
            "require" | "requires" | "needs" | "need" if is_statement => {
                let needed = after.split_whitespace().next()?.trim_end_matches('}');
                let text = self.sources.get(name.span.source).text();
                let rest = text.get(name.span.end()..)?;
                let end = name.span.end() + rest.find(needed)? + needed.len();
                let text = format!(
                    "rule needs_{needed} \"Needs {needed}\" {{ require {needed} in army }}"
                );
                Some((Span::new(name.span.source, name.span.start(), end), text))
            }
            "description" | "text" | "flavour" | "comment" | "info" if is_statement => {
                Some((name.span, "note".to_owned()))
            }
            "price" | "pts" if is_statement => statement.map(|ours| (name.span, ours.to_owned())),
            _ => None,
        }
    }

    /// `for one`: a word of the language whose second half is missing.
    fn target_word(&self, name: Name<'_>) -> Option<(String, Span, String)> {
        let text = match name.text {
            "one" | "single" => "one model",
            "each" | "every" | "everyone" | "any" => "all",
            "the_leader" | "boss" | "sergeant" => "leader",
            _ => return None,
        };
        let is_target = self.line_before(name.span).trim_end().ends_with(" for");
        is_target.then(|| (format!("write `for {text}`"), name.span, text.to_owned()))
    }

    fn profile_names(&self) -> String {
        let mut known: Vec<&str> = self.names.profiles.keys().copied().collect();
        known.sort_unstable();
        known.join(", ")
    }

    fn line_before(&self, span: Span) -> &'t str {
        let before = self.sources.get(span.source).text().get(..span.start()).unwrap_or("");
        before.rsplit('\n').next().unwrap_or("")
    }

    /// `model soldier "Soldier" { SP … A … }`, with everything a model must have. Uses sample
    /// values if `values` is empty.
    fn to_define(&self, kind: &str, id: &str, values: &str) -> String {
        let title = super::text::title_of(id, None);
        let profile = self.names.profiles.get(kind).map(|(id, _)| &self.game.profiles[*id]);
        let needed = profile.into_iter().flat_map(|profile| profile.characteristics.iter());
        let needed = needed.filter(|characteristic| !characteristic.shape.optional);
        let stats: String = needed
            .map(|known| match values {
                "" => format!("{} {} ", known.name, known.sample(&self.game)),
                values => format!("{} {values} ", known.name),
            })
            .collect();
        format!("{kind} {id} \"{title}\" {{ {stats}}}")
    }

    /// Help for a set used where a number is expected: `units.count` is `count(units)`. Also
    /// returns the text to write.
    pub(crate) fn counted(&self, value: &Expr) -> (String, String) {
        match &value.kind {
            ExprKind::Fact(of, Fact::Builtin(Builtin::Count)) => {
                let text = format!("count({})", self.source_text(of.span));
                (format!("write `{text}`"), text)
            }
            _ => {
                let written = self.source_text(value.span);
                let text = format!("count({written})");
                if written.len() > 60 || written.contains('\n') {
                    ("`count(…)` counts a set".to_owned(), text)
                } else {
                    (format!("`{text}` counts a set"), text)
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
