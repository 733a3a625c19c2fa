//! `orbat explain`: what a diagnostic code, a rule of a game or a word of the language means.

pub(crate) mod language;

use std::collections::HashMap;

use clap::Args;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::data::not_found;
use super::output::{FAINT, HEAD, TITLE, print, print_json, styled, width};
use super::table::{Table, wrap};
use super::{Failure, Format, Global, Outcome, Printing};
use crate::diagnostic::{Code, Severity, codes, explain};
use crate::model::Game;
use crate::render::terminal::terminal_page;
use crate::source::Sources;
use crate::views;
use language::WordView;

/// The lists that come with the built-in games, by game and rule. A test writes the file.
const LEDGER: &str = include_str!("../../../docs/ledger.json");

/// The lists that show a rule.
#[derive(Default, Deserialize)]
struct LedgerRow {
    obeyed_by: Vec<String>,
    broken_by: Vec<String>,
}

/// Explain a diagnostic code, a rule of a game or a word of the data language
#[derive(Args)]
pub(crate) struct ExplainArguments {
    /// A code such as slot.too_many, a rule such as AB-12, or a word such as unlock [default: list
    /// all codes]
    name: Option<String>,
    #[command(flatten)]
    printing: Printing,
}

#[derive(Serialize)]
struct CodePage<'a> {
    code: &'a str,
    severity: Severity,
    title: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<&'a str>,
}

pub(crate) fn run(global: &Global, arguments: &ExplainArguments) -> Outcome {
    let format = arguments.printing.format;
    let Some(name) = &arguments.name else {
        list(format);
        return Ok(());
    };
    if let Some((code, text)) = explain(name) {
        match format {
            Format::Json => print_json(&view(code, Some(text))),
            Format::Human => print(&draw(text)),
        }
        return Ok(());
    }
    // Of several words, such as `at most`, the last is the one to look up.
    let mut parts = name.split_whitespace().rev();
    if let Some(word) = language::explain(name).or_else(|| parts.find_map(language::explain)) {
        match format {
            Format::Json => print_json(word),
            Format::Human => print(&draw_word(word)),
        }
        return Ok(());
    }
    explain_rule(global, name, format)
}

/// A rule of a game, by its id in any case.
fn explain_rule(global: &Global, name: &str, format: Format) -> Outcome {
    let data = global.data()?;
    let mut known: Vec<String> = Vec::new();
    for heading in data.systems() {
        let game = data.game(&heading.id)?;
        let ids = views::rule_ids(&game.game);
        if let Some(id) = ids.iter().find(|id| id.eq_ignore_ascii_case(name)) {
            return show_rule(&game.game, &game.sources, id, format);
        }
        known.extend(ids.into_iter().map(str::to_owned));
    }
    known.extend(codes::ALL.iter().map(|code| code.name.to_owned()));
    known.extend(language::words().map(str::to_owned));
    let help = "`orbat explain` lists codes; rules have ids such as AB-12, and every word of the \
                language is explained";
    Err(not_found(
        "code, rule or word of the language",
        name,
        known.iter().map(String::as_str),
        help,
    ))
}

/// The page of a rule.
pub(crate) fn show_rule(game: &Game, sources: &Sources, id: &str, format: Format) -> Outcome {
    let Some(mut rule) = views::rule(game, sources, id) else {
        return Err(not_found("rule", id, views::rule_ids(game), "`orbat show GAME` names rules"));
    };
    let lists = ledger_lists(&game.id, id);
    (rule.obeyed_by, rule.broken_by) = (lists.obeyed_by, lists.broken_by);
    if format == Format::Json {
        print_json(&rule);
        return Ok(());
    }
    let page = terminal_page("rule", json!({ "rule": rule }), width());
    print(&page.map_err(|error| Failure::Usage(error.to_string()))?);
    Ok(())
}

/// The lists that come with a game and obey or break a rule of it.
fn ledger_lists(game: &str, id: &str) -> LedgerRow {
    let ledger: Result<HashMap<String, HashMap<String, LedgerRow>>, _> =
        serde_json::from_str(LEDGER);
    let row = ledger.ok().and_then(|mut games| games.remove(game)?.remove(id));
    row.unwrap_or_default()
}

fn draw_word(word: &WordView) -> String {
    let mut text =
        format!("{}  {}\n", styled(TITLE, word.word), styled(FAINT, "a word of the language"));
    for paragraph in word.text {
        text.push_str(&format!("\n{paragraph}\n"));
    }
    if !word.forms.is_empty() {
        let mut table = Table::default();
        word.forms
            .iter()
            .for_each(|(form, meaning)| table.row([*form, *meaning].map(str::to_owned)));
        text.push_str(&format!("\n{}", table.draw_within(2, width())));
    }
    let text = wrap(&text, 0, width());
    let example = word.example.map_or_else(String::new, |example| {
        let lines: Vec<String> = example.lines().map(|line| format!("  {line}\n")).collect();
        format!("\n{}\n{}", styled(HEAD, "Example:"), lines.concat())
    });
    let place = format!("docs/language.md: {}", word.section);
    format!("{text}{example}\n{}\n", styled(FAINT, &place))
}

fn view<'a>(code: &'a Code, explanation: Option<&'a str>) -> CodePage<'a> {
    CodePage { code: code.name, severity: code.severity, title: code.title, explanation }
}

fn list(format: Format) {
    if format == Format::Json {
        print_json(&codes::ALL.iter().map(|code| view(code, None)).collect::<Vec<_>>());
        return;
    }
    let mut table = Table::default();
    for code in codes::ALL {
        table.row([styled(TITLE, code.name), code.title.to_owned()]);
    }
    print(&table.draw_within(0, width()));
}

/// Formats the Markdown of an explanation: headings in colour, examples indented.
fn draw(text: &str) -> String {
    let mut page = String::new();
    let mut example = false;
    for line in text.lines() {
        if let Some(kind) = line.strip_prefix("```") {
            example = !kind.is_empty();
            // A block that belongs to both examples has no title.
            if let Some(title) = [("wrong", "Wrong:"), ("right", "Right:")]
                .into_iter()
                .find(|(word, _)| kind.ends_with(word))
            {
                page.push_str(&format!("{}\n", styled(HEAD, title.1)));
            }
        } else if example {
            page.push_str(&format!("  {line}\n"));
        } else if let Some(title) = line.strip_prefix("# ") {
            page.push_str(&format!("{}\n", styled(TITLE, title)));
        } else {
            page.push_str(&format!("{}\n", line.replace('`', "")));
        }
    }
    page
}
