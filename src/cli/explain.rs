//! `orbat explain`: what a diagnostic code means.

use clap::Args;
use serde::Serialize;

use super::data::not_found;
use super::output::{HEAD, TITLE, print, print_json, styled};
use super::table::Table;
use super::{Format, Global, Outcome, Printing};
use crate::diagnostic::{Code, Severity, codes, explain};

/// Explain a diagnostic code with a wrong and a right example
#[derive(Args)]
pub(crate) struct ExplainArguments {
    /// A code such as data.unknown_keyword [default: list all codes]
    code: Option<String>,
    #[command(flatten)]
    printing: Printing,
}

#[derive(Serialize)]
struct View<'a> {
    code: &'a str,
    severity: Severity,
    title: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<&'a str>,
}

pub(crate) fn run(_: &Global, arguments: &ExplainArguments) -> Outcome {
    let format = arguments.printing.format;
    let Some(name) = &arguments.code else {
        list(format);
        return Ok(());
    };
    let known = codes::ALL.iter().map(|code| code.name);
    let (code, text) = explain(name)
        .ok_or_else(|| not_found("code", name, known, "`orbat explain` lists them"))?;
    if format == Format::Json {
        print_json(&view(code, Some(text)));
    } else {
        print(&draw(text));
    }
    Ok(())
}

fn view<'a>(code: &'a Code, explanation: Option<&'a str>) -> View<'a> {
    View { code: code.name, severity: code.severity, title: code.title, explanation }
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
    print(&table.draw(0));
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
