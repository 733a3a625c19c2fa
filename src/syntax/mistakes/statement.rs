//! Mistakes in statements: ids, prices, sizes, several things written in one statement.

use super::super::expected;
use super::super::failure::{Failure, first_on_line};
use super::super::grammar::Rule;
use super::super::lexer::{Lexer, Token, TokenKind, word_at};
use super::super::words::{DECLARATION_WORDS, ITEM_WORDS, STATEMENT_WORDS};
use super::{id_of, is_number, is_word, token_at};
use crate::diagnostic::Diagnostic;

/// The words that begin a change under a condition.
const CHANGES: &[&str] = &[
    "then", "cost", "has", "hide", "max", "min", "add", "remove", "weapons", "option", "choose",
    "note", "may", "brings",
];

/// Names for points in other army lists.
pub(super) const POINTS: &[&str] = &["pts", "points", "point", "pt", "p"];

impl Failure<'_> {
    pub(super) fn statement_mistake(&self, tokens: &[Token]) -> Option<Diagnostic> {
        self.missing_id(tokens)
            .or_else(|| self.hyphen_in_id(tokens))
            .or_else(|| self.per_points())
            .or_else(|| self.sizes(tokens))
            .or_else(|| self.times(tokens))
            .or_else(|| self.choice_without_number(tokens))
            .or_else(|| self.price(tokens))
            .or_else(|| self.limit_on_a_name(tokens))
            .or_else(|| self.strung_together(tokens))
            .or_else(|| self.number_of_weapons(tokens))
            .or_else(|| self.condition())
            .or_else(|| self.target_alone())
            .or_else(|| self.categories_in_parentheses())
            .or_else(|| self.colon(tokens))
            .or_else(|| self.unquoted(tokens))
    }

    /// `unit "Marines"`, `choose 0..2 { … }`: the id is missing.
    fn missing_id(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let last = tokens.last()?;
        let (word, title) = if last.kind == TokenKind::Text && self.rest().starts_with('{') {
            // `weapon "Gun" {`: up to the brace it could have been a fact.
            let [.., word, title] = tokens else { return None };
            (word, *title)
        } else {
            (last, token_at(self.piece, self.at)?)
        };
        if word.kind != TokenKind::Word || word.start != self.word.start && !self.is_head() {
            return None;
        }
        let kind = word_at(self.piece, word.start);
        // `faction blues "Blues" {` where no faction may stand.
        let before = tokens.iter().rev().find(|token| token.end <= word.start);
        if before.is_some_and(|before| ITEM_WORDS.contains(&self.text(before)) && !word.first) {
            return None;
        }
        let wants_id = expected::wants_id(self.rules)
            || self.rules.contains(&Rule::rule_id)
            || last.kind == TokenKind::Text;
        if !wants_id || self.misspelt().is_some() {
            return None;
        }
        if title.kind == TokenKind::Text {
            // `unit "Squad" squad : troop`
            let behind = token_at(self.piece, title.end).filter(|behind| {
                behind.kind == TokenKind::Word
                    && behind.end < self.piece.len()
                    && !is_word(
                        self.piece,
                        behind,
                        &["of", "for", "unique", "extends", "cite", "was", "int"],
                    )
            });
            if let Some(id) = behind.filter(|_| DECLARATION_WORDS.contains(&kind) && kind != "cost")
            {
                let text = format!("{} {}", self.text(&id), self.text(&title));
                let range = title.start..id.end;
                return Some(self.instead(range, "the id stands before the title", &text));
            }
            let written = self.text(&title);
            let id = id_of(written.trim_matches(['"', '“', '”']));
            let article = if kind.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
            let noun = if kind == "choose" { "choice" } else { kind };
            let message = format!("{article} {noun} needs an id before its title");
            let text = format!("{id} {written}");
            let span = self.span(title.start..title.end);
            let help = format!("write `{kind} {text}`; lists use the id");
            return Some(
                self.answer(title.start..title.end, &message, Some(help)).replace(span, text),
            );
        }
        let number = is_number(self.text(&title));
        if matches!(kind, "choose" | "group") && (number || title.kind == TokenKind::Open) {
            let line = self.line_rest();
            let range = line.split(['{', ' ']).next().unwrap_or("");
            let help = format!("write `{kind} kit {range}`, with a name of your own");
            let range = title.start..title.end;
            let span = self.span(title.start..title.start);
            let message = "a choice needs an id";
            return Some(self.answer(range, message, Some(help)).replace(span, "kit "));
        }
        None
    }

    fn is_head(&self) -> bool {
        self.parsed == Rule::item_header
    }

    /// `unit my-squad`
    fn hyphen_in_id(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let last = tokens.last()?;
        let rest = self.rest().strip_prefix('-')?;
        let first = self.text(last);
        let adjacent = last.end == self.at && last.kind == TokenKind::Word;
        if !adjacent
            || !first.starts_with(|char: char| char.is_ascii_lowercase())
            || !rest.starts_with(|char: char| char.is_ascii_alphanumeric())
        {
            return None;
        }
        let tail: &str = rest.split(|char: char| !(is_id(char) || char == '-')).next()?;
        let range = last.start..self.at + 1 + tail.len();
        let id = self.piece.get(range.clone())?.replace('-', "_").to_lowercase();
        Some(self.instead(range, "an id has no hyphens", &id))
    }

    /// `max 1 per 500 points`, `at most 1 per 500`
    fn per_points(&self) -> Option<Diagnostic> {
        let line = self.piece.get(self.word.start..)?.lines().next()?;
        let tokens: Vec<Token> = Lexer::new(line).collect();
        let words: Vec<&str> =
            tokens.iter().map(|token| line.get(token.start..token.end).unwrap_or("")).collect();
        let per = words.iter().position(|word| matches!(*word, "per" | "each" | "every"))?;
        let (most, points) = (words.get(per.checked_sub(1)?)?, words.get(per + 1)?);
        let begins = matches!(words.as_slice(), ["max" | "limit" | "at" | "maximum" | "most", ..]);
        if !begins || !is_number(most) || !is_number(points) {
            return None;
        }
        let each = format!("army.limit div {points}");
        let bound = if *most == "1" { each } else { format!("{most} * ({each})") };
        let end = tokens.iter().skip(per + 2).zip(words.iter().skip(per + 2));
        let end = end.take_while(|(_, word)| POINTS.contains(word)).last();
        let mut end = end.map_or(tokens.get(per + 1)?.end, |(token, _)| token.end);
        if let Some(rest) = line.get(end..)
            && rest.trim_start().starts_with("in army")
        {
            end += rest.len() - rest.trim_start().len() + "in army".len();
        }
        let range = self.word.start..self.word.start + end;
        let message = "a limit that grows with the army is a formula";
        Some(self.instead(range, message, &format!("at most ({bound}) in army")))
    }

    /// `size 5..10`, `models 5, 10 man`
    fn sizes(&self, tokens: &[Token]) -> Option<Diagnostic> {
        // If a mark follows, the word was not yet read as a statement.
        let start = self.line_start();
        let own = word_at(self.piece, start);
        let sized = ["size", "number", "strength", "squad", "unit_size", "count"];
        let (word, place) = match sized.contains(&own) {
            true => (own, start..start + own.len()),
            false => (self.statement_word(), self.word.clone()),
        };
        if matches!(word, "size" | "number" | "strength" | "squad" | "unit_size" | "count") {
            // Something else after the number, as in a deck, is a different mistake.
            let said = self.piece.get(place.end..self.at).unwrap_or("");
            if said.split_whitespace().count() > 1 {
                return None;
            }
            let sizes = self.piece.get(place.end..)?.lines().next()?;
            let sizes = sizes.trim_start_matches([':', '=', ' ']);
            let sizes = sizes.split_whitespace().next()?.replace(['-', '–'], "..");
            let number = |part: &str| part.is_empty() || is_number(part);
            if !sizes.split("..").all(number) {
                return None;
            }
            let text = format!("models {sizes} {}", self.some_model());
            let help = format!("write `{text}`, with the name of the model");
            let message = "a unit says how many models it has";
            let line = self.piece.get(place.start..)?.lines().next()?.split('}').next()?;
            let span = self.span(place.start..place.start + line.trim_end().len());
            return Some(self.answer(place, message, Some(help)).replace(span, text));
        }
        let (low, sign, high) = match tokens {
            // `5 or 10`: the word was read as the name of a model.
            [.., low, sign] if is_word(self.piece, sign, &["or", "to"]) => {
                (*low, *sign, token_at(self.piece, self.at)?)
            }
            [.., low] => {
                let [sign, high] = self.next_two()?;
                (*low, sign, high)
            }
            [] => return None,
        };
        if word != "models" || !is_number(self.text(&low)) || !is_number(self.text(&high)) {
            return None;
        }
        let (low_text, high_text) = (self.text(&low), self.text(&high));
        let range = low.start..high.end;
        match self.text(&sign) {
            "," | "or" | "/" => Some(self.answer(
                range,
                "these are two sizes",
                Some(format!(
                    "sizes {low_text} or {high_text} are `{{{low_text}, {high_text}}}`, from \
                     {low_text} to {high_text} is `{low_text}..{high_text}`"
                )),
            )),
            "to" | "-" | "–" => Some(self.range(range, low_text, high_text)),
            _ => None,
        }
    }

    /// `option medic "Medic" +10 0-1`, `… max 1`
    fn times(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let last = tokens.last()?;
        let found = token_at(self.piece, self.at)?;
        let number = is_number(self.text(&found));
        let limits = is_word(self.piece, last, &["max", "maximum", "limit", "most"]);
        if number && limits && !last.first {
            let high = self.text(&found);
            let range = last.start..found.end;
            let message = "how often an option may be taken is a range";
            return Some(self.instead(range, message, &format!("0..{high}")));
        }
        let [sign, high] = self.next_two()?;
        let low = if number { found } else { *last };
        let (sign, high) = if number { self.two_after(found.end)?.into() } else { (sign, high) };
        let dash = matches!(self.text(&sign), "-" | "–" | "to");
        if !dash || !is_number(self.text(&low)) || !is_number(self.text(&high)) {
            return None;
        }
        if !number && !self.rules.contains(&Rule::dots) && self.text(&sign) != "to" {
            return None;
        }
        Some(self.range(low.start..high.end, self.text(&low), self.text(&high)))
    }

    fn range(&self, range: std::ops::Range<usize>, low: &str, high: &str) -> Diagnostic {
        self.instead(range, "a range is written with two dots", &format!("{low}..{high}"))
    }

    /// `option medic "Medic" 10`, `+10 pts`, `10 points`
    fn price(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let found = token_at(self.piece, self.at)?;
        let amount = self.text(&found);
        if is_number(amount) && self.rules.contains(&Rule::change_price) {
            let unit =
                token_at(self.piece, found.end).filter(|unit| is_word(self.piece, unit, POINTS));
            let text = format!("+{amount}");
            let message = "the price of an option has a sign";
            let diagnostic = match unit {
                Some(unit) => self.instead(found.start..unit.end, message, &text),
                None => self.instead(found.start..found.end, message, &text),
            };
            return Some(diagnostic);
        }
        // The word may have been read as the beginning of the next statement.
        let (number, unit) = match tokens {
            [.., number, unit] if is_word(self.piece, unit, POINTS) => (number, *unit),
            [.., number] if is_word(self.piece, &found, POINTS) => (number, found),
            _ => return None,
        };
        if !is_number(self.text(number)) || unit.first {
            return None;
        }
        let amount = self.text(number);
        let message = format!("leave the word out: {amount} is in points");
        let range = unit.start..unit.end;
        let each = token_at(self.piece, unit.end)
            .filter(|each| is_word(self.piece, each, &["each", "apiece"]));
        let end = each.map_or(unit.end, |each| each.end);
        let in_models = word_at(self.piece, self.line_start()) == "models";
        let text = if each.is_some() && !in_models { " per model" } else { "" };
        Some(self.answer(range, &message, None).replace(self.span(number.end..end), text))
    }

    /// `has Fast and Fearless`, `weapons rifle + pistol`, `category fast "Fast" slow "Slow"`
    fn strung_together(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let word = self.statement_word();
        let last = tokens.last()?;
        let found = token_at(self.piece, self.at)?;
        if matches!(word, "has" | "weapons" | "add" | "remove" | "category" | "holds" | "charts")
            && matches!(self.text(&found), "and" | "+" | "&" | ";" | "plus")
            && !found.first
        {
            let span = self.span(last.end..found.end);
            let next = token_at(self.piece, found.end)?;
            if STATEMENT_WORDS.contains(&self.text(&next)) {
                return None; // `has Fast; weapons rifle`
            }
            let next = self.piece.get(next.start..)?.split_whitespace().next()?;
            let before = self.piece.get(..last.end)?.split_whitespace().next_back()?;
            let example = format!("write `{before}, {next}`");
            return Some(
                self.answer(
                    found.start..found.end,
                    "several names are separated by commas",
                    Some(example),
                )
                .replace(span, ","),
            );
        }
        let [.., title, name] = tokens else { return None };
        if word == "category"
            && title.kind == TokenKind::Text
            && name.kind == TokenKind::Word
            && found.kind == TokenKind::Text
        {
            let text = format!("{}, {}", self.text(title), self.text(name));
            let range = title.start..name.end;
            return Some(self.instead(range, "a comma stands between two categories", &text));
        }
        None
    }

    /// `weapons 2 rifle`, `weapons 2x rifle`
    fn number_of_weapons(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let last = tokens.last()?;
        let is_times = |token: &Token| {
            self.text(token).strip_prefix('x').is_some_and(is_number) && !token.first
        };
        let found = token_at(self.piece, self.at)?;
        // `weapons rifle 2`, `weapons rifle x2`
        let (copied, times) = match tokens {
            [.., weapon, times] if is_times(times) => (weapon, times),
            [.., weapon] if !found.first => (weapon, &found),
            _ => return None,
        };
        // The number of tokens on this line, the first included.
        let own = tokens.iter().rev().take_while(|token| !token.first);
        let on_line = own.count() + 1;
        let listed =
            tokens.iter().rev().take(on_line).any(|token| is_word(self.piece, token, &["weapons"]));
        let is_id = self.text(copied).starts_with(|char: char| char.is_ascii_lowercase());
        if !listed || !is_id {
            return None;
        }
        let behind = self.text(times).trim_start_matches(['x', '×']);
        if !is_word(self.piece, copied, &["weapons"])
            && copied.kind == TokenKind::Word
            && let Ok(copies @ 2..=6) = behind.parse::<usize>()
        {
            let text = vec![self.text(copied); copies].join(", ");
            let range = copied.start..times.end;
            return Some(self.instead(range, "a weapon is named once for each copy", &text));
        }
        if !is_word(self.piece, last, &["weapons"]) && !self.text(last).ends_with(',') {
            return None;
        }
        let (digits, sign) = self.text(&found).split_at_checked(1)?;
        if !is_number(digits) || !matches!(sign, "" | "x" | "×") {
            return None;
        }
        let mut weapon = token_at(self.piece, found.end)?;
        if matches!(self.text(&weapon), "x" | "×" | "*") {
            weapon = token_at(self.piece, weapon.end)?;
        }
        let copies: usize = digits.parse().ok().filter(|copies| (1..=6).contains(copies))?;
        let text = vec![self.text(&weapon); copies].join(", ");
        Some(self.instead(found.start..weapon.end, "a weapon is named once for each copy", &text))
    }

    /// `if size > 5 { cost 10 }`
    fn condition(&self) -> Option<Diagnostic> {
        let begins = first_on_line(self.piece, self.at) || self.at == self.word.start;
        if !begins || word_at(self.piece, self.at) != "if" {
            return None;
        }
        let line = self.line_rest().get(2..)?;
        let message = "a change under a condition begins with `when`";
        if let Some((condition, change)) = line.split_once('{') {
            let range = self.at..self.at + 2;
            let change =
                change.split('}').next().map(str::trim).filter(|change| !change.is_empty());
            let help = format!("write `when {} {{ {} }}`", condition.trim(), change.unwrap_or("…"));
            let span = self.span(range.clone());
            return Some(self.answer(range, message, Some(help)).replace(span, "when"));
        }
        let words = Lexer::new(line).find(|token| {
            let word = line.get(token.start..token.end).unwrap_or("");
            CHANGES.contains(&word) && token.start > 1
        });
        let change = words.map_or(line.len(), |token| token.start);
        let condition = line.get(..change)?.trim();
        let change = line.get(change..)?.trim();
        let change = change.strip_prefix("then").unwrap_or(change).trim();
        let change = if change.is_empty() { "…" } else { change };
        let text = format!("when {condition} {{ {change} }}");
        Some(self.instead(self.at..self.at + 2 + line.len(), message, &text))
    }

    /// `for one man replacing rifle with knife`, without an option before it.
    fn target_alone(&self) -> Option<Diagnostic> {
        let word = self.statement_word();
        let line = self.piece.get(self.word.start..)?.lines().next()?.trim_end();
        let second = line.split_whitespace().nth(1)?;
        if !matches!(word, "for" | "replacing" | "replace" | "replaces") || second == "each" {
            return None;
        }
        // `for unit u in units:` in a rule.
        if word == "for" && line.contains(':') {
            let header = line.split(':').next()?;
            let visited = header.get(word.len()..)?.trim_start();
            let all = ["all ", "every ", "any "];
            let plain = all.iter().find_map(|all| visited.strip_prefix(all));
            // `for all units u:` visits each unit.
            let visited = match plain.and_then(|rest| rest.split_once("s ")) {
                Some((kind, rest)) => format!("{kind} {rest}"),
                None => plain.unwrap_or(visited).to_owned(),
            };
            let text = format!("for each {visited}");
            let range = self.word.start..self.word.start + header.trim_end().len();
            let message = "what is said of each begins with `for each`";
            return Some(self.instead(range, message, &text));
        }
        let given = line.split_whitespace().last().filter(|_| line.contains(" with "));
        let id = given.unwrap_or("swap");
        let title: String =
            id.chars().take(1).flat_map(char::to_uppercase).chain(id.chars().skip(1)).collect();
        let help = format!("write `option {id} \"{title}\" {line}`");
        let range = self.word.start..self.word.start + line.len();
        let message = format!("`{word}` belongs to an option");
        Some(self.answer(range, &message, Some(help)))
    }

    /// `unit squad "Squad" (troop)`
    fn categories_in_parentheses(&self) -> Option<Diagnostic> {
        let inside = self.rest().strip_prefix(['(', '['])?.split_once([')', ']'])?.0;
        let wanted = [Rule::tags, Rule::colon, Rule::modifier];
        if !wanted.iter().any(|rule| self.rules.contains(rule)) || inside.contains('\n') {
            return None;
        }
        let range = self.at..self.at + inside.len() + 2;
        Some(self.instead(range, "categories follow a colon", &format!(": {}", inside.trim())))
    }

    /// `keyword Slow: "…"`, `weapons: rifle`, `slot hero: 1..3`
    fn colon(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let last = tokens.last().filter(|last| last.kind == TokenKind::Word)?;
        let wanted = [Rule::string, Rule::range, Rule::ids, Rule::plain_id, Rule::type_];
        if !self.rest().starts_with(':') || !wanted.iter().any(|rule| self.rules.contains(rule)) {
            return None;
        }
        let range = self.at..self.at + 1;
        let start = self.line_start().min(last.start);
        let before = self.piece.get(start..last.end)?.trim();
        let rest = self.rest().get(1..)?.lines().next()?.split(['{', '}']).next()?.trim();
        let rest = if rest.is_empty() { "\"…\"" } else { rest };
        let help = format!("write `{before} {rest}`");
        Some(
            self.answer(range.clone(), "no colon stands here", Some(help))
                .replace(self.span(range), ""),
        )
    }

    /// `say too few`
    fn unquoted(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let last = tokens.last()?;
        if !is_word(self.piece, last, &["say", "help", "note", "cite", "accent", "title"])
            || !self.rules.contains(&Rule::string)
            || first_on_line(self.piece, self.at)
        {
            return None;
        }
        if self.rest().starts_with(['\'', '‘', '’', '`']) {
            return None;
        }
        let text = self.line_rest().split(['{', '}', '"', '\'']).find(|part| !part.is_empty())?;
        let text = text.trim_end();
        let range = self.at..self.at + text.len();
        Some(self.instead(range, "a text stands in quotes", &format!("\"{text}\"")))
    }

    /// The two tokens where the parser gave up, on one line.
    fn next_two(&self) -> Option<[Token; 2]> {
        self.two_after(self.at)
    }

    fn two_after(&self, at: usize) -> Option<[Token; 2]> {
        let first = token_at(self.piece, at)?;
        Some([first, token_at(self.piece, first.end)?])
    }

    /// A model that the piece defines, for an example.
    pub(super) fn some_model(&self) -> &str {
        let tokens: Vec<Token> = Lexer::new(self.piece).collect();
        let defined = tokens.windows(2).find_map(|pair| match pair {
            [word, name] if is_word(self.piece, word, &["model"]) => Some(self.text(name)),
            _ => None,
        });
        defined.filter(|name| !STATEMENT_WORDS.contains(name)).unwrap_or("man")
    }
}

fn is_id(char: char) -> bool {
    char.is_ascii_alphanumeric() || char == '_'
}
