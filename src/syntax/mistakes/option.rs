//! Mistakes after the price of an option, and options written in other words: `swap a for b`.

use super::super::failure::{Failure, first_on_line};
use super::super::grammar::Rule;
use super::super::lexer::{Lexer, Token, TokenKind};
use super::super::words::names_nothing;
use super::{is_number, is_word, title_of, token_at};
use crate::diagnostic::Diagnostic;

/// Other words for `replacing`.
const SWAPS: &[&str] =
    &["replacing", "replace", "replaces", "swap", "swaps", "exchange", "exchanges"];

impl Failure<'_> {
    pub(super) fn option_mistake(&self, tokens: &[Token]) -> Option<Diagnostic> {
        self.swap(tokens).or_else(|| self.option_tail(tokens)).or_else(|| self.up_to(tokens))
    }

    /// `swap rifle for pistol`, `one man may replace rifle with pistol`, `replacing rifle with
    /// pistol`, where an option should stand.
    fn swap(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let above = tokens.last().filter(|_| first_on_line(self.piece, self.at));
        self.swap_in(self.line_start()).or_else(|| self.swap_in(self.line_start_of(above?.start)))
    }

    fn swap_in(&self, start: usize) -> Option<Diagnostic> {
        let line = self.piece.get(start..)?.lines().next()?.split('{').next()?.trim_end();
        let words: Vec<&str> = line.split_whitespace().collect();
        let verb = words.iter().position(|word| SWAPS.contains(word))?;
        let links = |word: &&str| matches!(*word, "with" | "for" | "by" | "to");
        let link = verb + words.get(verb..)?.iter().position(links)?;
        let first = words.first()?;
        let begins = SWAPS.contains(first)
            || matches!(*first, "for" | "one" | "any" | "each" | "all" | "every" | "may" | "up")
            || is_number(first);
        let (old, new) = (words.get(verb + 1..link)?, words.get(link + 1)?);
        if !begins
            || old.is_empty()
            || !is_id(new)
            || !old.iter().all(|word| is_id(word.trim_matches(',')))
        {
            return None;
        }
        let price = words.iter().find(|word| word.strip_prefix(['+', '-']).is_some_and(is_number));
        let named;
        let who = match words.get(..verb)? {
            [.., "leader" | "leader:"] => " for leader",
            [] => "",
            // `for one man`, naming the model
            ["for", "one" | "a", "model"] => " for one model",
            ["for", "one" | "a", model] if is_id(model) => {
                named = format!(" for one {model}");
                &named
            }
            who if who.iter().any(|word| matches!(*word, "all" | "every" | "each")) => " for all",
            _ => " for one model",
        };
        let price = price.map(|price| format!(" {price}")).unwrap_or_default();
        let text = format!(
            "option {new} \"{}\"{price}{who} replacing {} with {new}",
            title_of(new),
            old.join(" ")
        );
        let range = start..start + line.len();
        Some(self.instead(range, "an option says what may be exchanged", &text))
    }

    /// `free`, `once`, `each`, `per man`, `replace rifle with pistol` after an option.
    fn option_tail(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let found = token_at(self.piece, self.at)?;
        let last = tokens.last()?;
        let line = self.piece.get(..self.at)?.rsplit('\n').next()?;
        let in_option = self.statement_word() == "option"
            || tokens.iter().rev().take(12).any(|token| is_word(self.piece, token, &["option"]))
            || line.contains('"') && line.contains(['+', '-']);
        if !in_option {
            return None;
        }
        let gone = |token: &Token, message: &str| {
            let start = self.piece.get(..token.start).map_or(0, |before| before.trim_end().len());
            let span = self.span(start..token.end);
            Some(self.answer(token.start..token.end, message, None).replace(span, ""))
        };
        // The word may have been read as the beginning of the next statement.
        for token in [last, &found] {
            if token.kind != TokenKind::Word || token.first {
                continue;
            }
            let range = token.start..token.end;
            match self.text(token) {
                "free" => {
                    return gone(token, "an option without a price is free: leave the word out");
                }
                "once" | "single" => {
                    return gone(token, "an option is taken once: leave the word out");
                }
                "each" => {
                    let message = "a price for each model is `per model`";
                    let for_each = tokens.iter().rev().nth(1).filter(|before| {
                        token.start == last.start && is_word(self.piece, before, &["for"])
                    });
                    let start = for_each.map_or(token.start, |before| before.start);
                    let behind = token_at(self.piece, token.end)
                        .filter(|next| is_word(self.piece, next, &["model", "man", "unit"]));
                    let end = behind.map_or(token.end, |next| next.end);
                    return Some(self.instead(start..end, message, "per model"));
                }
                "replace" | "replaces" | "swap" | "replacement" | "exchanging" => {
                    let next = token_at(self.piece, token.end)?;
                    if is_word(self.piece, &next, &["leader"]) {
                        return None;
                    }
                    return Some(self.instead(
                        range,
                        "what is exchanged follows `replacing`",
                        "replacing",
                    ));
                }
                _ => {}
            }
        }
        // `replace rifle with pistol`: the first words were read as an option whose title is still
        // to come.
        if is_word(self.piece, &found, &["with", "for", "by"])
            && let [.., verb, _] = tokens
            && SWAPS.contains(&self.text(verb))
            && !is_word(self.piece, verb, &["replacing"])
        {
            let range = verb.start..verb.end;
            return Some(self.instead(range, "what is exchanged follows `replacing`", "replacing"));
        }
        if let [.., link, each, model] = tokens
            && is_word(self.piece, link, &["for"])
            && is_word(self.piece, each, &["each", "every"])
            && model.kind == TokenKind::Word
            && !model.first
        {
            let message = "a price for each model is `per model`";
            return Some(self.instead(link.start..model.end, message, "per model"));
        }
        if is_word(self.piece, last, &["replaces"]) && found.kind == TokenKind::Word {
            let range = last.start..last.end;
            return Some(self.instead(range, "what is exchanged follows `replacing`", "replacing"));
        }
        if self.rules.contains(&Rule::w_with)
            && found.first
            && let Some(replacing) =
                tokens.iter().rev().find(|token| is_word(self.piece, token, &["replacing"]))
        {
            let old = self.piece.get(replacing.start..last.end)?;
            let message = "what is taken instead follows `with`";
            let help = format!("write `{old} with …`");
            return Some(self.answer(replacing.start..last.end, message, Some(help)));
        }
        if is_word(self.piece, last, &["per"]) && found.kind == TokenKind::Word {
            let range = found.start..found.end;
            return Some(self.instead(range, "a price is for each model of the unit", "model"));
        }
        None
    }

    /// `slot hero up to 3`, `option sword "Sword" +5 up to 2`
    fn up_to(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let rest: Vec<Token> = Lexer::new(self.line_rest()).take(3).collect();
        let [up, to, high] = rest.as_slice() else { return None };
        let word = |token: &Token| self.line_rest().get(token.start..token.end).unwrap_or("");
        let high_text = word(high);
        if word(up) != "up" || word(to) != "to" || !is_number(high_text) || tokens.is_empty() {
            return None;
        }
        let range = self.at..self.at + high.end;
        Some(self.instead(range, "a range is written with two dots", &format!("0..{high_text}")))
    }

    /// `at most 1 captain in army`, `at most 1 of hero in army`, `max 1 hero`
    pub(super) fn limit_on_a_name(&self, tokens: &[Token]) -> Option<Diagnostic> {
        // The parser may only notice on the next line that something is missing.
        let above = tokens.last().filter(|_| first_on_line(self.piece, self.at));
        self.limit_in(self.line_start()).or_else(|| self.limit_in(self.line_start_of(above?.start)))
    }

    fn limit_in(&self, start: usize) -> Option<Diagnostic> {
        let line = self.piece.get(start..)?.lines().next()?.split(['{', '}']).next()?.trim();
        let words: Vec<&str> = line.split_whitespace().collect();
        let (most, rest) = match words.as_slice() {
            ["at", "most", most, rest @ ..] | ["max" | "maximum", most, rest @ ..] => (*most, rest),
            _ => return None,
        };
        let rest: Vec<&str> = rest.iter().copied().filter(|word| *word != "of").collect();
        let name = rest.first().filter(|name| is_id(name) && !names_nothing(name))?;
        if matches!(*name, "models" | "any") || !is_number(most) || rest.len() == 2 {
            return None;
        }
        let range = start..start + line.len();
        let help = format!(
            "of a unit, write `at most {most} in army` in its body; of a category, write `rule \
             few_{name} \"Few {name}\" {{ require count(units where {name}) <= {most} }}`"
        );
        Some(self.answer(range, "a limit stands in what it limits, or is a rule", Some(help)))
    }

    /// Where the line of the mistake begins.
    pub(super) fn line_start(&self) -> usize {
        self.line_start_of(self.at)
    }

    pub(super) fn line_start_of(&self, at: usize) -> usize {
        let before = self.piece.get(..at).unwrap_or("");
        let start = before.rfind(['\n', '{', '}']).map_or(0, |at| at + 1);
        let rest = self.piece.get(start..).unwrap_or("");
        start + (rest.len() - rest.trim_start().len())
    }

    /// `choose one { … }`: an id and no number.
    pub(super) fn choice_without_number(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let [.., word, id, open] = tokens else { return None };
        if open.kind != TokenKind::Open
            || !is_word(self.piece, word, &["choose", "group"])
            || self.rules != [Rule::number]
        {
            return None;
        }
        let (kind, name) = (self.text(word), self.text(id));
        let number = ["one", "two", "three"].iter().position(|known| *known == name);
        let text = match number {
            Some(number) => format!("kit {}", number + 1),
            None => format!("{name} 0..1"),
        };
        let help = Some(format!("write `{kind} {text}`: an id, then how many"));
        let span = self.span(id.start..id.end);
        Some(
            self.answer(id.start..id.end, "a choice says how many may be taken", help)
                .replace(span, text),
        )
    }
}

fn is_id(word: &str) -> bool {
    word.starts_with(|char: char| char.is_ascii_lowercase())
        && word.chars().all(|char| char.is_ascii_alphanumeric() || char == '_')
}
