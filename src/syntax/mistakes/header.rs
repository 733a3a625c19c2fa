//! Mistakes in the headers of declarations: categories without a colon, titles in the wrong place,
//! ids that are none.

use super::super::failure::Failure;
use super::super::grammar::Rule;
use super::super::lexer::{Token, TokenKind};
use super::super::words::{DECLARATION_WORDS, names_nothing};
use super::{id_of, is_word, title_of, token_at};
use crate::diagnostic::Diagnostic;

/// Words that people put between a title and the categories.
const LINKS: &[&str] = &["category", "categories", "is", "a", "an", "the", "type", "role"];

impl Failure<'_> {
    pub(super) fn header_mistake(&self, tokens: &[Token]) -> Option<Diagnostic> {
        self.title_behind_categories(tokens)
            .or_else(|| self.categories_without_colon(tokens))
            .or_else(|| self.categories_without_comma(tokens))
            .or_else(|| self.body_without_braces(tokens))
            .or_else(|| self.no_title(tokens))
            .or_else(|| self.digit_first(tokens))
            .or_else(|| self.words_of_enumeration(tokens))
            .or_else(|| self.in_the_body(tokens))
            .or_else(|| self.keyword_name(tokens))
    }

    fn wants(&self, rules: &[Rule]) -> bool {
        rules.iter().any(|rule| self.rules.contains(rule))
    }

    /// The rest of the line up to the brace that opens the body.
    fn header_rest(&self) -> &str {
        self.line_rest().split('{').next().unwrap_or("").trim_end()
    }

    /// `unit squad : troop "Squad" {`
    fn title_behind_categories(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let last = tokens.last()?;
        let rest = self.header_rest();
        let (categories, title) = rest.strip_prefix(':')?.split_once('"')?;
        let named = last.kind == TokenKind::Word && self.wants(&[Rule::string, Rule::tags]);
        if !named || !title.ends_with('"') || categories.trim().is_empty() {
            return None;
        }
        let text = format!("\"{title} : {}", categories.trim());
        let range = self.at..self.at + rest.len();
        Some(self.instead(range, "the title stands before the categories", &text))
    }

    /// `unit squad "Squad" troop {`, `… is troop {`, `…, troop {`
    fn categories_without_colon(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let last = tokens.last().filter(|last| last.kind == TokenKind::Text)?;
        let rest = self.header_rest();
        let next = self.piece.get(self.at + rest.len()..)?.trim_start();
        let names = rest.split(|char: char| !(char.is_ascii_alphanumeric() || char == '_'));
        let names: Vec<&str> =
            names.filter(|name| !name.is_empty() && !LINKS.contains(name)).collect();
        let plain = |name: &&str| name.starts_with(|char: char| char.is_ascii_lowercase());
        let (modifiers, categories): (Vec<&str>, Vec<&str>) =
            names.iter().partition(|name| **name == "unique");
        let only_names =
            rest.chars().all(|char| char.is_ascii_alphanumeric() || " _,".contains(char));
        if !self.wants(&[Rule::tags, Rule::modifier])
            || last.start == self.word.start
            || !next.starts_with('{')
            || categories.is_empty()
            || !only_names
            || !categories.iter().all(plain)
            || categories.iter().any(|name| names_nothing(name))
        {
            return None;
        }
        let mut text = format!(": {}", categories.join(", "));
        for modifier in modifiers {
            text += " ";
            text += modifier;
        }
        // `"Squad", troop`: the comma goes too.
        let from = if rest.starts_with(',') { last.end } else { self.at };
        let text = if from == last.end { format!(" {text}") } else { text };
        let range = from..self.at + rest.len();
        let shown = text.trim().to_owned();
        let span = self.span(range.clone());
        let help = Some(format!("write `{shown}`"));
        Some(self.answer(range, "categories follow a colon", help).replace(span, text))
    }

    /// `unit squad "Squad" : troop elite {`
    fn categories_without_comma(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let [.., before, last] = tokens else { return None };
        let found = token_at(self.piece, self.at).filter(|found| found.kind == TokenKind::Word)?;
        let behind = matches!(self.text(before), ":" | ",");
        let name = self.text(&found);
        if !behind
            || last.kind != TokenKind::Word
            || !self.wants(&[Rule::modifier])
            || !self.wants(&[Rule::comma])
            || !name.starts_with(|char: char| char.is_ascii_lowercase())
            || names_nothing(name)
        {
            return None;
        }
        let message = "a comma stands between two categories";
        let help = format!("write `{}, {name}`", self.text(last));
        let range = found.start..found.end;
        let span = self.span(last.end..found.start);
        Some(self.answer(range, message, Some(help)).replace(span, ", "))
    }

    /// `weapon sword "Sword" Range 1 ST 2`, `weapon sword "Sword" (Range 1 ST 2)`
    fn body_without_braces(&self, tokens: &[Token]) -> Option<Diagnostic> {
        tokens.last().filter(|last| last.kind == TokenKind::Text)?;
        let rest = self.line_rest();
        let inside = rest.trim_matches(['(', ')', '[', ']', ' ', ':']);
        let capital = inside.starts_with(|char: char| char.is_ascii_uppercase());
        if !self.wants(&[Rule::tags, Rule::modifier]) || !capital || inside.contains(['{', '}']) {
            return None;
        }
        let range = self.at..self.at + rest.len();
        let message = "characteristics stand in braces";
        Some(self.instead(range, message, &format!("{{ {inside} }}")))
    }

    /// `unit squad {`, `unit my squad : troop {`, `cost gold`
    fn no_title(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let [.., word, id] = tokens else { return None };
        let only_text = self.rules.contains(&Rule::string) && !self.wants(&[Rule::lparen]);
        let titled = [
            "unit", "chart", "force", "card", "deck", "section", "cost", "optional", "system",
            "faction", "event",
        ];
        let declares = is_word(self.piece, word, &titled);
        let kind = self.text(word);
        let is_id = self.text(id).starts_with(|char: char| char.is_ascii_lowercase());
        if !is_id || word.start != self.line_start_of(word.start) {
            return None;
        }
        // An accented letter is another mistake.
        if self.rest().starts_with(|char: char| !char.is_ascii()) {
            return None;
        }
        let other_mark = self.rest().starts_with(['-', '\'', '‘', '’', '`', '"', '“']);
        if other_mark || !only_text || !declares || id.kind != TokenKind::Word || kind == "keyword"
        {
            return None;
        }
        let second = token_at(self.piece, self.at).filter(|found| {
            found.kind == TokenKind::Word && !names_nothing(self.text(found)) && !found.first
        });
        // `unit my squad "My squad"` has its title.
        let behind = second.and_then(|second| token_at(self.piece, second.end));
        if behind.is_some_and(|behind| behind.kind == TokenKind::Text) {
            return None;
        }
        let name = match &second {
            Some(second) => format!("{}_{}", self.text(id), self.text(second)).to_lowercase(),
            None => self.text(id).to_owned(),
        };
        let end = second.map_or(id.end, |second| second.end);
        let article =
            if kind.starts_with(['a', 'e', 'i', 'o', 'u']) && kind != "unit" { "an" } else { "a" };
        let message = match second {
            Some(_) => "an id is one word, and a title in quotes follows it".to_owned(),
            None => format!("{article} {kind} needs a title in quotes behind its id"),
        };
        let text = format!("{name} \"{}\"", title_of(&name));
        let help = Some(format!("write `{kind} {text}`"));
        let span = self.span(id.start..end);
        let found = token_at(self.piece, self.at).filter(|found| !found.first);
        let range = match (second, found) {
            (Some(second), _) => id.start..second.end,
            (None, Some(found)) => found.start..found.end,
            (None, None) => id.end..id.end,
        };
        Some(self.answer(range, &message, help).replace(span, text))
    }

    /// `unit 1st_squad "First squad"`
    fn digit_first(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let word = tokens.last()?;
        let found = token_at(self.piece, self.at)?;
        let id = self.text(&found);
        let letters = id.trim_start_matches(|char: char| char.is_ascii_digit() || char == '_');
        let declares = DECLARATION_WORDS.contains(&self.text(word));
        if !declares || letters.is_empty() || letters.len() == id.len() {
            return None;
        }
        let ordinal = ["st_", "nd_", "rd_", "th_"];
        let letters = ordinal.iter().find_map(|end| letters.strip_prefix(end)).unwrap_or(letters);
        let text = id_of(letters);
        Some(self.instead(found.start..found.end, "an id begins with a letter", &text))
    }

    /// `enum side left, right`, `enum side { left right }`
    fn words_of_enumeration(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let [.., word, _] = tokens else { return None };
        if !is_word(self.piece, word, &["enum"]) || !self.rules.contains(&Rule::w_of) {
            return None;
        }
        let rest = self.line_rest();
        let names = rest.split(|char: char| !(char.is_ascii_alphanumeric() || char == '_'));
        let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
        let range = self.at..self.at + rest.len();
        let message = "the words of an enumeration follow `of`, with commas";
        Some(self.instead(range, message, &format!("of {}", names.join(", "))))
    }

    /// `unique` and `category troop` in a body, where the header is the right place.
    fn in_the_body(&self, _: &[Token]) -> Option<Diagnostic> {
        let found = token_at(self.piece, self.at)?;
        let word = self.statement_word();
        let here = self.text(&found);
        let begins = found.start == self.word.start || here == "category" && found.first;
        let help = match (here, word) {
            ("category", _) if begins && self.wants(&[Rule::statement]) => {
                let name = self.line_rest().split_whitespace().nth(1).unwrap_or("troop");
                format!("write `unit … \"…\" : {name} {{`")
            }
            (_, "unique") => "write `unit … \"…\" : troop unique {`".to_owned(),
            ("unit", _) if self.line_rest() == "unit unique" => {
                "write `unit … \"…\" : troop unique {`".to_owned()
            }
            _ => return None,
        };
        let range = if word == "unique" { self.word.clone() } else { found.start..found.end };
        Some(self.answer(
            range,
            "this stands in the header of the unit, behind its title",
            Some(help),
        ))
    }

    /// `keyword "Slow" "…"`, `keyword Slow (X int)`, `keyword Slow(X)`
    fn keyword_name(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let last = tokens.last()?;
        let found = token_at(self.piece, self.at)?;
        if is_word(self.piece, last, &["keyword"]) && found.kind == TokenKind::Text {
            let title = self.text(&found).trim_matches(['"', '“', '”']);
            let name = title.replace([' ', '-'], "_");
            let message = "a keyword needs a name before its text";
            let range = found.start..found.end;
            return Some(self.instead(range, message, &name));
        }
        let is_name = self.text(last).starts_with(|char: char| char.is_ascii_uppercase());
        let of_keyword = self.statement_word() == "keyword";
        if of_keyword && is_name && found.kind == TokenKind::OpenParen && last.end < self.at {
            let message = "no space stands before the parenthesis";
            let help = Some(format!("write `{}(`", self.text(last)));
            let span = self.span(last.end..self.at);
            return Some(self.answer(self.at..self.at + 1, message, help).replace(span, ""));
        }
        if of_keyword && matches!(self.text(&found), ")" | ",") && self.rules.contains(&Rule::w_int)
        {
            let text = format!("{} int", self.text(last));
            let range = last.start..last.end;
            return Some(self.instead(range, "say what the value is", &text));
        }
        None
    }
}
