//! Mistakes in rules and conditions: `require` outside of a rule, English comparisons, sets without
//! parentheses, messages without `say`.

use super::super::failure::Failure;
use super::super::grammar::Rule;
use super::super::lexer::{Token, TokenKind};
use super::super::words::{STATEMENT_WORDS, names_nothing};
use super::{is_number, is_word, token_at};
use crate::diagnostic::Diagnostic;

const SETS: &[&str] = &["units", "models", "weapons", "options", "forces"];

impl Failure<'_> {
    pub(super) fn rule_mistake(&self, tokens: &[Token]) -> Option<Diagnostic> {
        self.each_header(tokens)
            .or_else(|| self.require_outside())
            .or_else(|| self.without_require(tokens))
            .or_else(|| self.set_alone(tokens))
            .or_else(|| self.message_without_say(tokens))
            .or_else(|| self.english_comparison(tokens))
            .or_else(|| self.capital_word())
            .or_else(|| self.decimal_factor(tokens))
            .or_else(|| self.sum_of(tokens))
            .or_else(|| self.block_without_braces(tokens))
            .or_else(|| self.rule_id(tokens))
    }

    /// `requires captain`, `require captain` in the body of a unit.
    fn require_outside(&self) -> Option<Diagnostic> {
        let start = self.line_start();
        let line = self.piece.get(start..)?.lines().next()?.split(['{', '}']).next()?.trim_end();
        let (verb, needed) = line.split_once(' ')?;
        let in_rule =
            self.rules.iter().any(|rule| matches!(rule, Rule::requirement | Rule::clause));
        let known = ["require", "requires", "needs", "need", "forbids"];
        let begins = self.word.start == start || self.at == start;
        if !known.contains(&verb)
            || in_rule
            || !begins
            || self.piece.trim_start().starts_with("rule")
        {
            return None;
        }
        let name = needed.split_whitespace().next()?;
        let condition = if needed.trim() == name {
            format!("{name} in army")
        } else {
            needed.trim().to_owned()
        };
        let text = format!("rule needs_{name} \"Needs {name}\" {{ require {condition} }}");
        let range = start..start + line.len();
        Some(self.instead(range, "what an army must have is said in a rule", &text))
    }

    /// `count(units) <= 3` in a rule.
    fn without_require(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let wanted = self.rules.iter().any(|rule| matches!(rule, Rule::clause | Rule::requirement));
        let found = token_at(self.piece, self.at).filter(|found| found.kind == TokenKind::Word)?;
        let word = self.text(&found);
        let line = self.line_rest();
        if word == "forbid" || word == "no" && wanted {
            let rest = line.get(word.len()..)?.split(['"', '}']).next()?.trim();
            let rest = rest.split(" say").next()?.trim();
            let length = line.find(rest)? + rest.len();
            let condition =
                if rest.contains(' ') { rest.to_owned() } else { format!("{rest} in army") };
            let range = self.at..self.at + length;
            let message = "what must not be begins with `require not`";
            return wanted
                .then(|| self.instead(range, message, &format!("require not {condition}")));
        }
        let in_header = tokens.last().is_some_and(|last| self.text(last) == ":");
        if in_header && line.contains("require") {
            return None;
        }
        let begins = found.first
            || tokens.last().is_none_or(|last| {
                matches!(last.kind, TokenKind::Open | TokenKind::Close) || self.text(last) == ":"
            });
        if !begins {
            return None;
        }
        let compares = line.contains(['<', '>', '=']) || line.contains(" in ");
        if !wanted
            || !compares
            || STATEMENT_WORDS.contains(&word)
            || word == "for"
            || word == "foreach"
        {
            return None;
        }
        let help = Some(format!("write `require {}`", line.split(['}', '"']).next()?.trim()));
        let message = "what must hold begins with `require`";
        let span = self.span(self.at..self.at);
        Some(self.answer(found.start..found.end, message, help).replace(span, "require "))
    }

    /// `require units where hero`, `units where category = hero`, `units with hero`
    fn set_alone(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let last = tokens.last()?;
        let found = token_at(self.piece, self.at)?;
        if is_word(self.piece, last, &["where"])
            && is_word(self.piece, &found, &["is", "are", "category"])
        {
            let message = "a category is named alone";
            let end = token_at(self.piece, found.end)?.start;
            let span = self.span(found.start..end);
            let name = self.piece.get(end..)?.split([')', ' ']).next()?;
            let help = Some(format!("write `where {name}`"));
            return Some(self.answer(found.start..found.end, message, help).replace(span, ""));
        }
        if !is_word(self.piece, last, SETS) {
            return None;
        }
        if is_word(self.piece, &found, &["with", "that", "which", "being", "if", "when", "whose"])
            && (self.rules.contains(&Rule::where_) || self.rules.contains(&Rule::w_where))
        {
            let range = found.start..found.end;
            return Some(self.instead(range, "a condition on a set follows `where`", "where"));
        }
        if !is_word(self.piece, &found, &["where"]) {
            return None;
        }
        let rest = self.line_rest().strip_prefix("where")?;
        let stop = ["say ", "help ", "}", "{"].iter().filter_map(|stop| rest.find(stop)).min();
        let rest = rest.get(..stop.unwrap_or(rest.len()))?.trim_end();
        let compared = ["<=", ">=", "!=", "<", ">"].iter().filter_map(|sign| rest.find(sign)).min();
        let condition = rest.get(..compared.unwrap_or(rest.len()))?.trim();
        let words: Vec<&str> = condition.split_whitespace().collect();
        let condition = match words.as_slice() {
            ["category" | "categories" | "type", "=" | "is", name] => name,
            ["is", name] => name,
            _ => condition,
        };
        let set = self.text(last);
        let length = "where".len() + compared.unwrap_or(rest.len());
        let length = self.piece.get(self.at..self.at + length)?.trim_end().len();
        let range = last.start..self.at + length;
        let span = self.span(range.clone());
        let (text, help) = match compared {
            Some(_) => (format!("count({set} where {condition})"), String::new()),
            None => (
                format!("({set} where {condition})"),
                format!("; to count them, `count({set} where {condition})`"),
            ),
        };
        let help = Some(format!("write `{text}`{help}"));
        let message = "a set with a condition stands in parentheses";
        Some(self.answer(range, message, help).replace(span, text))
    }

    /// `require captain in army "too few"`, `…, say "too few"`
    fn message_without_say(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let found = token_at(self.piece, self.at)?;
        if self.text(&found) == ","
            && token_at(self.piece, found.end)
                .is_some_and(|next| is_word(self.piece, &next, &["say", "help"]))
        {
            let range = found.start..found.end;
            let message = "no comma stands before the message";
            return Some(self.answer(range.clone(), message, None).replace(self.span(range), ""));
        }
        // If a text follows, the parser stops before `army`.
        let (text, other) = match found.kind {
            TokenKind::Text => (found, None),
            _ => {
                let next = token_at(self.piece, found.end)?;
                match next.kind {
                    TokenKind::Text => (next, None),
                    _ if is_word(
                        self.piece,
                        &next,
                        &["message", "error", "text", "msg", "else", "otherwise"],
                    ) =>
                    {
                        (token_at(self.piece, next.end)?, Some(next))
                    }
                    _ => return None,
                }
            }
        };
        let in_rule =
            tokens.iter().rev().take(12).any(|token| is_word(self.piece, token, &["require"]));
        let says = tokens.last().is_some_and(|last| is_word(self.piece, last, &["say", "help"]));
        if text.kind != TokenKind::Text || !in_rule || says {
            return None;
        }
        let message = "what a player is told follows `say`";
        let range = other.map_or(text.start..text.start, |other| other.start..other.end);
        let help = Some(format!("write `say {}`", self.text(&text)));
        let new = if other.is_some() { "say" } else { "say " };
        let span = self.span(range);
        Some(self.answer(text.start..text.end, message, help).replace(span, new))
    }

    /// `count(units) is 3`, `is not 3`, `at least 3`, `isn't in army`
    fn english_comparison(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let last = tokens.last()?;
        let found = token_at(self.piece, self.at)?;
        let message = "numbers are compared with signs";
        if is_word(self.piece, last, &["is"]) && is_number(self.text(&found)) {
            return Some(self.instead(last.start..last.end, message, "="));
        }
        let next = token_at(self.piece, found.end)?;
        if is_word(self.piece, last, &["is"])
            && is_word(self.piece, &found, &["not"])
            && is_number(self.text(&next))
        {
            return Some(self.instead(last.start..found.end, message, "!="));
        }
        let in_condition = tokens
            .iter()
            .rev()
            .take(12)
            .any(|token| is_word(self.piece, token, &["require", "when", "where", "if"]));
        if !in_condition {
            return None;
        }
        let sign = match (self.text(&found), self.text(&next)) {
            ("at", "least") => ">=",
            ("at" | "up", "most" | "to") => "<=",
            ("more" | "greater", "than") => ">",
            ("less" | "fewer", "than") => "<",
            ("equals" | "equal", "to") => "=",
            _ => "",
        };
        if !sign.is_empty() {
            return Some(self.instead(found.start..next.end, message, sign));
        }
        // `captain isn't in army`
        let denied = matches!(self.text(&found), "isn" | "hasn" | "doesn" | "aren" | "don");
        if denied && self.piece.get(found.end..)?.starts_with(['\'', '’']) {
            let rest = self.piece.get(found.end..)?.lines().next()?;
            let rest = rest.trim_start_matches(['\'', '’', 't', ' ']);
            let has = self.text(&found) == "hasn";
            let words = rest.split_whitespace().take(if has { 1 } else { 2 });
            let words: Vec<&str> = words.collect();
            let name = super::word_before(self.piece, last.end);
            let verb = if has { "has " } else { "" };
            let text = format!("not {} {verb}{}", self.piece.get(name.clone())?, words.join(" "));
            let range = found.start..found.end;
            return Some(self.answer(range, "`not` stands first", Some(format!("write `{text}`"))));
        }
        None
    }

    /// `AND`, `OR`, `NOT`
    fn capital_word(&self) -> Option<Diagnostic> {
        // If a word in capitals follows, the parser stops before `army`.
        let found = token_at(self.piece, self.at)?;
        let found = match self.text(&found) {
            "army" | "unit" | "model" | "force" => token_at(self.piece, found.end)?,
            _ => found,
        };
        let lower = self.text(&found).to_lowercase();
        let upper = self.text(&found).chars().all(|char| char.is_ascii_uppercase());
        let known = ["and", "or", "not", "in", "where", "if", "has", "div", "say", "for", "with"];
        if !upper || !known.contains(&lower.as_str()) {
            return None;
        }
        let range = found.start..found.end;
        Some(self.instead(range, "words of the language are in small letters", &lower))
    }

    /// `army.limit * 0.25`, `0.25 * army.limit`
    fn decimal_factor(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let whole = tokens.last().filter(|last| is_number(self.text(last)))?;
        let rest = self.rest().strip_prefix('.')?;
        let digits = rest.len() - rest.trim_start_matches(|char: char| char.is_ascii_digit()).len();
        if digits == 0 || digits > 4 || whole.end != self.at {
            return None;
        }
        let below = 10_u64.pow(u32::try_from(digits).ok()?);
        let above: u64 = self.text(whole).parse::<u64>().ok()?.checked_mul(below)?;
        let above = above.checked_add(rest.get(..digits)?.parse().ok()?)?;
        let end = self.at + 1 + digits;
        let text = super::expression::fraction(above, below);
        let message = "numbers in formulas are whole; divide to get a fraction";
        Some(self.instead(whole.start..end, message, &text))
    }

    /// `sum(u.pts of units)`
    fn sum_of(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let found = token_at(self.piece, self.at)
            .filter(|found| is_word(self.piece, found, &["of", "in"]))?;
        let set = token_at(self.piece, found.end).filter(|set| is_word(self.piece, set, SETS))?;
        let [.., function, open, name, dot, _] = tokens else { return None };
        if !is_word(self.piece, function, &["sum", "max", "min"])
            || open.kind != TokenKind::OpenParen
            || self.text(dot) != "."
        {
            return None;
        }
        let text = format!("for {} in {}", self.text(name), self.text(&set));
        Some(self.instead(
            found.start..set.end,
            "what is added up is said with `for … in …`",
            &text,
        ))
    }

    /// `for each unit h: hero {`, `for each unit u where hero require …`, `foreach unit u:`
    fn each_header(&self, tokens: &[Token]) -> Option<Diagnostic> {
        if self.statement_word() == "foreach" {
            let range = self.word.clone();
            return Some(self.instead(range, "this is two words", "for each"));
        }
        let found = token_at(self.piece, self.at).filter(|found| found.kind == TokenKind::Word)?;
        let visits = tokens.iter().rev().take(8).any(|token| is_word(self.piece, token, &["each"]));
        if visits && self.text(&found) == "require" && self.rules.contains(&Rule::colon) {
            let end = tokens.last()?.end;
            let span = self.span(end..end);
            let help =
                Some(format!("write `{}: require`", self.piece.get(self.line_start()..end)?));
            let message = "a colon ends what is visited";
            return Some(self.answer(end..end, message, help).replace(span, ":"));
        }
        let [.., name, colon] = tokens else { return None };
        let category = self.text(&found);
        let required = self
            .rules
            .iter()
            .any(|rule| matches!(rule, Rule::requirement | Rule::clause | Rule::w_require));
        if visits && self.text(colon) == ":" && required && !names_nothing(category) {
            let text = format!("{} where {category}:", self.text(name));
            return Some(self.instead(name.start..found.end, "a condition follows `where`", &text));
        }
        None
    }

    /// `when size > 5 cost 10`, `when size > 5 then cost 10`
    fn block_without_braces(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let found = token_at(self.piece, self.at).filter(|found| found.kind == TokenKind::Word)?;
        let when = tokens.iter().rposition(|token| is_word(self.piece, token, &["when"]))?;
        let when = tokens.get(when)?;
        let word = self.text(&found);
        let begins = word == "then" || STATEMENT_WORDS.contains(&word);
        let one_line = !self.piece.get(when.start..self.at)?.contains(['\n', '{']);
        if !begins
            || !one_line
            || !self.rules.contains(&Rule::body) && !self.rules.contains(&Rule::lbrace)
        {
            return None;
        }
        let rest = self.line_rest();
        let change = rest.strip_prefix("then").unwrap_or(rest).trim();
        let change = change.split('}').next()?.trim().trim_matches(['{', ' ']);
        let text = format!("{{ {change} }}");
        let condition = self.piece.get(when.start..self.at)?.trim_end();
        let length = rest.split('}').next()?.trim_end().len();
        let range = self.at..self.at + length;
        let span = self.span(range.clone());
        let help = Some(format!("write `{condition} {text}`"));
        Some(self.answer(range, "what changes stands in braces", help).replace(span, text))
    }

    /// `rule No_More "…"`, `rule { … }`
    fn rule_id(&self, tokens: &[Token]) -> Option<Diagnostic> {
        tokens.last().filter(|last| is_word(self.piece, last, &["rule"]))?;
        let found = token_at(self.piece, self.at)?;
        if found.kind == TokenKind::Open {
            let help = Some("write `rule my_rule \"My rule\" {`".to_owned());
            let span = self.span(self.at..self.at);
            let message = "a rule needs an id";
            let range = found.start..found.end;
            return Some(self.answer(range, message, help).replace(span, "my_rule \"My rule\" "));
        }
        let name = self.text(&found);
        let capital = name.starts_with(|char: char| char.is_ascii_uppercase());
        let lower = name.to_lowercase();
        if !capital || self.piece.get(found.end..)?.starts_with('-') || names_nothing(&lower) {
            return None;
        }
        let help =
            Some(format!("write `rule {lower}`; a rule of the book has a hyphen, like `AB-12`"));
        let span = self.span(found.start..found.end);
        let message = "the id of a rule is in small letters";
        Some(self.answer(found.start..found.end, message, help).replace(span, lower))
    }
}
