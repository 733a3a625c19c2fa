//! Mistakes with values and marks: commas and colons between characteristics, words for numbers,
//! decimal commas, semicolons, keywords without their parentheses.

use super::super::expected;
use super::super::failure::Failure;
use super::super::grammar::Rule;
use super::super::lexer::{Token, TokenKind, word_at};
use super::super::words::STATEMENT_WORDS;
use super::statement::POINTS;
use super::{id_of, is_number, is_word, title_of, token_at};
use crate::diagnostic::Diagnostic;

const NUMBERS: &[&str] =
    &["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

impl Failure<'_> {
    pub(super) fn value_mistake(&self, tokens: &[Token]) -> Option<Diagnostic> {
        self.semicolon(tokens)
            .or_else(|| self.between_values(tokens))
            .or_else(|| self.number_in_words())
            .or_else(|| self.glued_price(tokens))
            .or_else(|| self.decimal_comma(tokens))
            .or_else(|| self.keyword_value(tokens))
            .or_else(|| self.keywords_without_comma(tokens))
            .or_else(|| self.weapons_in_quotes(tokens))
            .or_else(|| self.models_line(tokens))
            .or_else(|| self.number_first())
            .or_else(|| self.several_in_one(tokens))
            .or_else(|| self.points_of_a_unit(tokens))
            .or_else(|| self.type_of_elsewhere(tokens))
    }

    /// An answer whose fix removes a piece of text.
    fn without(
        &self,
        shown: std::ops::Range<usize>,
        gone: std::ops::Range<usize>,
        message: &str,
    ) -> Diagnostic {
        let span = self.span(gone);
        self.answer(shown, message, None).replace(span, "")
    }

    /// `has Fast; weapons pistol;`
    fn semicolon(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let range = self.at..self.at + 1;
        if !self.rest().starts_with(';') {
            return None;
        }
        if self.line_start() == self.at {
            let message = "a comment begins with `//`";
            return Some(self.answer(range.clone(), message, None).replace(self.span(range), "//"));
        }
        let next = token_at(self.piece, self.at + 1);
        let ends = next.is_none_or(|next| {
            next.kind == TokenKind::Close || STATEMENT_WORDS.contains(&self.text(&next))
        });
        let end = tokens.last()?.end;
        ends.then(|| self.without(range, end..self.at + 1, "no `;` ends a statement"))
    }

    /// `Range 24, ST 3`, `Range: 24`, `Range 24 inches ST 3`, `Hull int, Crew int`
    fn between_values(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let capital =
            |token: &Token| self.text(token).starts_with(|char: char| char.is_ascii_uppercase());
        let found = token_at(self.piece, self.at)?;
        match tokens {
            // The name after the comma was read as one more value.
            [.., name, value, comma, last]
                if capital(last)
                    && self.text(comma) == ","
                    && capital(name)
                    && value.kind != TokenKind::Close
                    && !is_word(self.piece, value, &["has"])
                    && matches!(
                        found.kind,
                        TokenKind::Word | TokenKind::Text | TokenKind::Other
                    )
                    && !found.first =>
            {
                let message = "no comma stands between characteristics";
                let range = comma.start..comma.end;
                Some(self.without(range.clone(), range, message))
            }
            [.., name, mark]
                if capital(name)
                    && matches!(self.text(mark), ":" | "=")
                    && mark.start == name.end
                    && mark.end <= self.at
                    && matches!(found.kind, TokenKind::Word | TokenKind::Text) =>
            {
                let help = format!("write `{} {}`", self.text(name), self.text(&found));
                let range = mark.start..mark.end;
                let span = self.span(name.end..mark.end);
                let message = "a value follows its name without a mark between";
                Some(self.answer(range, message, Some(help)).replace(span, ""))
            }
            [.., number, unit, name]
                if is_word(self.piece, unit, &["inches", "inch", "in"])
                    && is_number(self.text(number))
                    && capital(name) =>
            {
                let message = "inches are written without the word";
                Some(self.without(unit.start..unit.end, number.end..unit.end, message))
            }
            [.., value]
                if found.kind == TokenKind::Other
                    && self.text(&found) == ","
                    && (self.rules.contains(&Rule::characteristic)
                        || self.rules.contains(&Rule::name)
                        || tokens.iter().rev().nth(1).is_some_and(|set| self.text(set) == "="))
                    && value.kind == TokenKind::Word
                    && token_at(self.piece, found.end).is_some_and(|next| capital(&next)) =>
            {
                let message = "no comma stands between characteristics";
                let range = found.start..found.end;
                Some(self.without(range.clone(), range, message))
            }
            _ => None,
        }
    }

    /// `at most one of any unit`, `choose kit one { … }`
    fn number_in_words(&self) -> Option<Diagnostic> {
        let wanted = [Rule::bound, Rule::number, Rule::range];
        let found = token_at(self.piece, self.at).filter(|found| found.kind == TokenKind::Word)?;
        let at = NUMBERS.iter().position(|number| *number == self.text(&found))?;
        if !wanted.iter().any(|rule| self.rules.contains(rule)) {
            return None;
        }
        let range = found.start..found.end;
        Some(self.instead(range, "numbers are written in digits", &(at + 1).to_string()))
    }

    /// `option medic "Medic" 10pts`, `at 8pts`
    fn glued_price(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let found = token_at(self.piece, self.at)?;
        let text = self.text(&found);
        let unit = text.trim_start_matches(|char: char| char.is_ascii_digit());
        let amount = text.strip_suffix(unit)?;
        if amount.is_empty() || !POINTS.contains(&unit) {
            return None;
        }
        let signed = tokens.last().is_some_and(|last| matches!(self.text(last), "+" | "-"));
        let sign = !signed && self.rules.contains(&Rule::change_price);
        let text = if sign { format!("+{amount}") } else { amount.to_owned() };
        let message = "a price is a number alone: it is in points";
        Some(self.instead(found.start..found.end, message, &text))
    }

    /// `+2,5`
    fn decimal_comma(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let [.., whole, comma] = tokens else { return None };
        let found = token_at(self.piece, self.at)?;
        let glued = comma.start == whole.end && found.start == comma.end;
        let numbers = is_number(self.text(whole)) && is_number(self.text(&found));
        if self.text(comma) != "," || !glued || !numbers {
            return None;
        }
        let text = format!("{}.{}", self.text(whole), self.text(&found));
        let message = "a fraction is written with a point";
        let help = format!("write `{text}`; the currency must allow it: `cost … step 1/2`");
        let range = whole.start..found.end;
        let span = self.span(range.clone());
        Some(self.answer(range, message, Some(help)).replace(span, text))
    }

    /// `has Fear 2`, `has "Fast"`
    fn keyword_value(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let found = token_at(self.piece, self.at)?;
        let [.., before, last] = tokens else {
            return None;
        };
        let in_has = is_word(self.piece, before, &["has"]) || self.text(before) == ",";
        let name = self.text(last);
        let capital = name.starts_with(|char: char| char.is_ascii_uppercase());
        if in_has && capital && is_number(self.text(&found)) && !found.first {
            let text = format!("{name}({})", self.text(&found));
            let message = "the value of a keyword stands in parentheses";
            return Some(self.instead(last.start..found.end, message, &text));
        }
        if is_word(self.piece, last, &["has"]) && found.kind == TokenKind::Text {
            let name = self.text(&found).trim_matches(['"', '“', '”']).replace([' ', '-'], "_");
            let range = found.start..found.end;
            return Some(self.instead(range, "keywords are named without quotes", &name));
        }
        None
    }

    /// `has Fast Fearless`, `has Fast, weapons pistol`
    fn keywords_without_comma(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let last = tokens.last()?;
        if let Some(found) = token_at(self.piece, self.at)
            && self.text(last) == ","
            && STATEMENT_WORDS.contains(&self.text(&found))
        {
            let message = "no comma stands before the next statement";
            let range = last.start..last.end;
            return Some(self.without(range.clone(), range, message));
        }
        let line: Vec<&Token> =
            tokens.iter().rev().skip(1).take_while(|token| !token.first).collect();
        let has = line.iter().position(|token| is_word(self.piece, token, &["has"]));
        let has = match has {
            Some(has) => has,
            None => {
                let first = tokens.iter().rev().skip(1).find(|token| token.first)?;
                is_word(self.piece, first, &["has"]).then_some(line.len())?
            }
        };
        let only_names = line.iter().take(has).all(|token| {
            let text = self.text(token);
            text.starts_with(|char: char| char.is_ascii_uppercase() || char.is_ascii_digit())
                || matches!(text, "," | "(" | ")")
        });
        let [.., before, _] = tokens else { return None };
        let name = self.text(last);
        let follows = self.text(before).starts_with(|char: char| char.is_ascii_uppercase())
            || self.text(before) == ")";
        if !only_names
            || last.first
            || !follows
            || !name.starts_with(|char: char| char.is_ascii_uppercase())
            || self.rest().starts_with('(')
        {
            return None;
        }
        let help = Some(format!("write `{}, {name}`", self.text(before)));
        let message = format!("expected `,` before `{name}`");
        let span = self.span(before.end..last.start);
        Some(self.answer(last.start..last.end, &message, help).replace(span, ", "))
    }

    /// `weapons "Rifle"`: the text is the heading of the weapons after it.
    fn weapons_in_quotes(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let [.., word, text] = tokens else { return None };
        if !is_word(self.piece, word, &["weapons"]) || text.kind != TokenKind::Text {
            return None;
        }
        let id = id_of(self.text(text).trim_matches(['"', '“', '”']));
        let range = text.start..text.end;
        Some(self.instead(range, "weapons are named by their ids, without quotes", &id))
    }

    /// `models 5..10 man 8`, `models 5..10 at 8`, `models man 5..10 at 8`, `models [5, 10] man`
    fn models_line(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let start = self.line_start();
        let line = self.piece.get(start..)?.lines().next()?.split('}').next()?.trim_end();
        let rest = line.strip_prefix("models ")?;
        let found = token_at(self.piece, self.at)?;
        let last = tokens.last()?;
        let range = found.start..found.end;
        if self.text(&found) == "[" {
            let inside = rest.strip_prefix('[')?.split_once(']')?.0;
            let range = self.at..self.at + inside.len() + 2;
            return Some(self.instead(
                range,
                "numbers to choose from stand in braces",
                &format!("{{{inside}}}"),
            ));
        }
        if is_word(self.piece, last, &["at"])
            && is_number(self.text(&found))
            && !rest.contains(" at at ")
        {
            let text = format!("{} at", self.some_model());
            let message = "the name of the model is missing";
            let span = self.span(last.start..last.end);
            let help = Some(format!("write `{text} {}`", self.text(&found)));
            return Some(self.answer(last.start..last.end, message, help).replace(span, text));
        }
        if is_number(self.text(&found))
            && (self.rules.contains(&Rule::model_price) || self.rules.contains(&Rule::w_at))
        {
            let text = format!("at {}", self.text(&found));
            return Some(self.instead(range, "a price follows the word `at`", &text));
        }
        if found.kind == TokenKind::Text && expected::wants_id(self.rules) {
            let id = id_of(self.text(&found).trim_matches(['"', '“', '”']));
            return Some(self.instead(range, "a model is named by its id", &id));
        }
        // `man 5..10 at 8`
        let (name, sizes) = rest.split_once(' ')?;
        let sizes = sizes.split_whitespace().next()?;
        let named = name.starts_with(|char: char| char.is_ascii_lowercase());
        if named && self.rules.contains(&Rule::lbrace) && sizes.contains("..") {
            let end = start + line.find(sizes)? + sizes.len();
            let begin = start + "models ".len();
            let message = "the number stands before the model";
            return Some(self.instead(begin..end, message, &format!("{sizes} {name}")));
        }
        None
    }

    /// `5..10 men`, `1..3 hero` at the beginning of a line; `hero 1..3` in a chart.
    fn number_first(&self) -> Option<Diagnostic> {
        let line = self.line_rest();
        let start = self.line_start();
        let name = self.piece.get(start..self.at)?.trim();
        let is_name = name.chars().all(|char| char.is_ascii_lowercase() || char == '_');
        if self.piece.trim_start().starts_with("chart")
            && !name.is_empty()
            && is_name
            && !STATEMENT_WORDS.contains(&name)
            && line.starts_with(|char: char| char.is_ascii_digit())
        {
            let text = format!("slot {name}");
            let help = format!("write `{text} {}`", line.split_whitespace().next()?);
            let span = self.span(start..start + name.len());
            let message = "a place in a chart begins with `slot`";
            let range = start..start + name.len();
            return Some(self.answer(range, message, Some(help)).replace(span, text));
        }
        let mut words = line.split_whitespace();
        let (range, name) = (words.next()?, words.next()?);
        let numbers =
            range.trim_matches(|char: char| char.is_ascii_digit() || char == '.' || char == '-');
        let first = line.starts_with(|char: char| char.is_ascii_digit());
        let plain = name.starts_with(|char: char| char.is_ascii_lowercase());
        let begins = self.line_start() == self.at;
        if !first
            || !numbers.is_empty()
            || !plain
            || !begins
            || !expected::admits_statement(self.rules)
        {
            return None;
        }
        let sizes = range.replace('-', "..").replace("....", "..");
        let in_chart = self.piece.trim_start().starts_with("chart");
        let text = match in_chart {
            true => format!("slot {name} {sizes}"),
            false => format!("models {sizes} {}", self.some_model()),
        };
        let length = line.find(name)? + name.len();
        let message = "a line begins with the word that says what it is";
        Some(self.instead(self.at..self.at + length, message, &text))
    }

    /// `models 3 man at 8, 2 man at 9`, `weapons rifle or pistol`
    fn several_in_one(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let last = tokens.last()?;
        let found = token_at(self.piece, self.at)?;
        let own = word_at(self.piece, self.line_start());
        if own == "models" && self.text(last) == "," && is_number(self.text(&found)) {
            let message = "each kind of model has a line of its own";
            let rest = self.line_rest().split('}').next()?.trim_end();
            let help = Some(format!("write `models {rest}`"));
            let span = self.span(last.start..found.start);
            let range = last.start..last.end;
            return Some(self.answer(range, message, help).replace(span, " models "));
        }
        if own == "weapons" && is_word(self.piece, &found, &["or"]) {
            let next = token_at(self.piece, found.end)?;
            let (first, second) = (self.text(last), self.text(&next));
            let text = format!(
                "choose gun 1 {{ {first}_taken \"{}\" {{ weapons {first} }}  {second}_taken \"{}\" {{ \
                 weapons {second} }} }}",
                title_of(first),
                title_of(second)
            );
            let range = self.line_start()..next.end;
            return Some(self.instead(range, "one of several is a choice", &text));
        }
        if is_word(self.piece, last, &["may"])
            && is_word(self.piece, &found, &["take", "have", "buy", "include", "be"])
        {
            let next = token_at(self.piece, found.end)?;
            let id = self.text(&next);
            let text = format!("option {id} \"{}\"", title_of(id));
            return Some(self.instead(
                last.start..next.end,
                "what a unit may take is an option",
                &text,
            ));
        }
        None
    }

    /// `points 10`, `min 5` in a unit.
    fn points_of_a_unit(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let last = tokens.last()?;
        let found = token_at(self.piece, self.at)?;
        if !is_number(self.text(&found)) {
            return None;
        }
        let amount = self.text(&found);
        if is_word(self.piece, last, &["points"]) && self.rules.contains(&Rule::w_required) {
            let message = "what a thing costs is its `cost`";
            return Some(self.instead(last.start..found.end, message, &format!("cost {amount}")));
        }
        if is_word(self.piece, last, &["min"]) && self.rules.contains(&Rule::w_models) {
            let line = self.line_rest();
            let high = line.split_whitespace().skip_while(|word| *word != "max").nth(1);
            let high = high.filter(|high| is_number(high));
            let model = self.some_model();
            let text = format!("models {amount}..{} {model}", high.unwrap_or(""));
            let end = match high {
                Some(high) => self.at + line.find(" max ")? + " max ".len() + high.len(),
                None => found.end,
            };
            return Some(self.instead(
                last.start..end,
                "a unit says how many models it has",
                &text,
            ));
        }
        None
    }

    /// `Hull number`, `attribute rank 1..5`
    fn type_of_elsewhere(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let last = tokens.last()?;
        let above = self.line_start_of(last.start);
        if word_at(self.piece, above) == "attribute" && self.rules.contains(&Rule::w_on) {
            let help = format!("write `{} on unit`", self.piece.get(above..last.end)?);
            let span = self.span(last.end..last.end);
            let message = "an attribute says what has it";
            let range = last.start..last.end;
            return Some(self.answer(range, message, Some(help)).replace(span, " on unit"));
        }
        if !self.rules.contains(&Rule::type_) && !self.rules.contains(&Rule::base_type) {
            return None;
        }
        tokens.last()?;
        let found = token_at(self.piece, self.at)?;
        let text = match self.text(&found) {
            "number" | "integer" | "num" | "numeric" => "int",
            "string" | "str" | "words" => "text",
            "bool" | "boolean" | "flag" => "one of no, yes",
            "distance" | "inch" | "length" => "inches",
            "enum" | "either" => "one of",
            text if is_number(text) => {
                let range = self.at..self.at;
                let message = "a type stands before the limits";
                let help = format!("write `int {}`", self.line_rest().split_whitespace().next()?);
                let span = self.span(range);
                let diagnostic = self.answer(found.start..found.end, message, Some(help));
                return Some(diagnostic.replace(span, "int "));
            }
            _ => return None,
        };
        Some(self.instead(found.start..found.end, "types have other names here", text))
    }
}
