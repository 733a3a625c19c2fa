//! Mistakes with punctuation and small words from other languages: colons after words, single
//! quotes, ids of two words, `per` for `in`.

use super::super::failure::{Failure, first_on_line};
use super::super::grammar::Rule;
use super::super::lexer::{Token, TokenKind};
use super::{is_word, token_at};
use crate::diagnostic::Diagnostic;

impl Failure<'_> {
    pub(super) fn mark_mistake(&self, tokens: &[Token]) -> Option<Diagnostic> {
        self.mark_behind_condition()
            .or_else(|| self.mark_behind_word(tokens))
            .or_else(|| self.single_quotes())
            .or_else(|| self.two_words(tokens))
            .or_else(|| self.small_word(tokens))
    }

    /// `when size > 5: cost +10`
    fn mark_behind_condition(&self) -> Option<Diagnostic> {
        let rest = self.rest().strip_prefix(':')?;
        if self.statement_word() != "when" {
            return None;
        }
        let condition = self.piece.get(self.word.end..self.at)?.trim();
        let change = rest.lines().next()?.trim();
        let change = if change.is_empty() { "…" } else { change };
        let help = format!("write `when {condition} {{ {change} }}`");
        Some(self.answer(self.at..self.at + 1, "what changes stands in braces", Some(help)))
    }

    /// `cost = 10`
    fn mark_behind_word(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let last = tokens.last()?;
        let mark = self.rest().get(..1).filter(|mark| matches!(*mark, ":" | "="))?;
        let second = self.rest().get(1..2).unwrap_or("");
        let begins = last.start == self.word.start
            || last.start == self.line_start()
            || self.rules.contains(&Rule::string);
        if !begins || last.kind != TokenKind::Word || matches!(second, "=" | ":") {
            return None;
        }
        let range = self.at..self.at + 1;
        let what = if mark == ":" { "no colon stands here" } else { "no `=` stands here" };
        let rest = self.rest().get(1..)?.lines().next()?.split('}').next()?.trim();
        let start = self.line_start().min(last.start);
        let help = format!("write `{} {rest}`", self.piece.get(start..last.end)?.trim());
        let span = self.span(last.end..self.at + 1);
        Some(self.answer(range, what, Some(help)).replace(span, ""))
    }

    /// `unit marines 'Marines'`
    fn single_quotes(&self) -> Option<Diagnostic> {
        let quote =
            self.rest().chars().next().filter(|char| matches!(char, '\'' | '‘' | '’' | '`'))?;
        let inside = self.rest().get(quote.len_utf8()..)?.lines().next()?;
        let (text, behind) = inside.split_once(['\'', '’', '`'])?;
        let range = self.at..self.at + quote.len_utf8() + inside.len() - behind.len();
        Some(self.instead(range, "texts stand in double quotes", &format!("\"{text}\"")))
    }

    /// `unit my squad "My squad"`
    fn two_words(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let [.., word, first] = tokens else { return None };
        let second = token_at(self.piece, self.at).filter(|next| next.kind == TokenKind::Word)?;
        let title = token_at(self.piece, second.end)?;
        let begins = word.start == self.word.start;
        if !begins || first.kind != TokenKind::Word || title.kind != TokenKind::Text {
            return None;
        }
        let text = format!("{}_{}", self.text(first), self.text(&second)).to_lowercase();
        Some(self.instead(first.start..second.end, "an id is one word", &text))
    }

    /// `at most 2 per army`, `replacing rifle by knife`, `require no captain in army`
    fn small_word(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let last = tokens.last()?;
        let found = token_at(self.piece, self.at)?;
        let has = |words: &[&str]| {
            tokens.iter().rev().take(8).any(|token| is_word(self.piece, token, words))
        };
        let range = found.start..found.end;
        let here = |words: &[&str]| {
            is_word(self.piece, &found, words) && !first_on_line(self.piece, found.start)
        };
        if here(&["per", "for", "within"]) && has(&["most"]) {
            return Some(self.instead(range, "a limit says in what it counts", "in"));
        }
        if here(&["by", "for", "to", "through"]) && has(&["replacing"]) {
            return Some(self.instead(range, "weapons are replaced `with` others", "with"));
        }
        if is_word(self.piece, last, &["no"]) && has(&["require", "when", "if"]) {
            let next = token_at(self.piece, found.end);
            let alone = next.is_none_or(|next| !is_word(self.piece, &next, &["in"]));
            let text = format!("not {}{}", self.text(&found), if alone { " in army" } else { "" });
            return Some(self.instead(last.start..found.end, "`not` denies", &text));
        }
        None
    }
}
