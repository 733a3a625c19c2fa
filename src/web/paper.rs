//! What leaves the page: printouts, texts, links.

use serde::{Deserialize, Serialize};

use crate::builder::{draft_paper, paper};
use crate::engine::Ruleset;
use crate::list::{List, from_link, load_list, to_link};
use crate::render::qr::QrPath;
use crate::render::{
    CardSize, OutputFormat, Page, PaperSize, PrintJob, Renderer, Sheet, TemplateError,
};
use crate::source::{SourceId, Sources, Span};
use crate::views::Report;
use crate::web::open::{CallError, open_whole};
use crate::workspace::Data;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ShareAsk {
    list: String,
    /// The address of the page, which a link begins with.
    #[serde(default)]
    base: String,
}

/// A list in the forms in which people pass it on.
#[derive(Debug, Serialize)]
pub(crate) struct SharedList {
    /// The address of the page with the whole list in it.
    pub link: String,
    /// The link as a QR code; none if it is too long for one.
    pub qr: Option<QrPath>,
    /// The part of an address behind `#` that holds the whole list.
    pub fragment: String,
    pub text: String,
    pub markdown: String,
    pub discord: String,
    pub bbcode: String,
}

pub(crate) fn share(data: &Data, asked: &ShareAsk) -> Result<SharedList, CallError> {
    let opened = open_whole(data, &asked.list)?;
    let rules = Ruleset::new(opened.game);
    let paper = draft_paper(&rules, &opened.sources, SourceId::LIST, &opened.list);
    let paper = paper.map_err(|report| too_expensive(&report))?;
    let job = PrintJob { sheets: vec![Sheet::Roster], short: true, ..PrintJob::new(vec![paper]) };
    let written = |format| Renderer::new(format, &[])?.print(&job);
    let wrong = |error: TemplateError| CallError::new(500, error.to_string());
    let fragment = to_link(&without_comments(&asked.list));
    let link = format!("{}#{fragment}", asked.base);
    Ok(SharedList {
        qr: QrPath::of(&link),
        link,
        fragment,
        text: written(OutputFormat::Text).map_err(wrong)?,
        markdown: written(OutputFormat::Markdown).map_err(wrong)?,
        discord: written(OutputFormat::Discord).map_err(wrong)?,
        bbcode: written(OutputFormat::Bbcode).map_err(wrong)?,
    })
}

/// Says why there is no printout of a list.
pub(super) fn too_expensive(report: &Report) -> CallError {
    let reason = report.issues.first().map_or_else(String::new, |issue| issue.message.clone());
    CallError::new(422, reason)
}

/// The text without lines of comments, which nobody needs in a link, if it says the same.
fn without_comments(text: &str) -> String {
    let kept = text.lines().filter(|line| !line.trim_start().starts_with('#'));
    let short: String = kept.map(|line| format!("{line}\n")).collect();
    // Where something stands does not matter.
    let read = |text: &str| {
        let nowhere = Span::nowhere(SourceId::LIST);
        let list = load_list(&Sources::of_list("", text), SourceId::LIST).0;
        list.map(|list| List { span: nowhere, deck_at: None, ..list })
    };
    if read(&short) == read(text) { short } else { text.to_owned() }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LinkAsk {
    link: String,
}

#[derive(Debug, Serialize)]
pub(crate) struct LinkAnswer {
    /// The text of the list in the link.
    pub list: String,
}

pub(crate) fn link(asked: &LinkAsk) -> Result<LinkAnswer, CallError> {
    let list = from_link(&asked.link).map_err(|error| CallError::new(422, error.to_string()))?;
    Ok(LinkAnswer { list })
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PrintAsk {
    list: String,
    /// `roster`, `cards`, `reference`, all of them if none is named; `play` stands alone.
    #[serde(default)]
    sheets: Vec<SheetName>,
    #[serde(default)]
    letter: bool,
    #[serde(default)]
    large: bool,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum SheetName {
    Roster,
    Cards,
    Reference,
    Play,
}

#[derive(Debug, Serialize)]
pub(crate) struct Printed {
    /// A whole page.
    pub html: String,
}

pub(crate) fn print(data: &Data, asked: &PrintAsk) -> Result<Printed, CallError> {
    let opened = open_whole(data, &asked.list)?;
    let rules = Ruleset::new(opened.game);
    let paper = paper(&rules, &opened.sources, SourceId::LIST, &opened.list, &opened.read);
    let paper = paper.map_err(|report| too_expensive(&report))?;
    let sheet = |name: &SheetName| match name {
        SheetName::Roster => Sheet::Roster,
        SheetName::Cards => Sheet::Cards,
        SheetName::Reference => Sheet::Reference,
        SheetName::Play => Sheet::Play,
    };
    let size = if asked.letter { PaperSize::Letter } else { PaperSize::A4 };
    let card = if asked.large { CardSize::A6 } else { CardSize::Poker };
    let mut job = PrintJob { page: Page::new(size, card, false), ..PrintJob::new(vec![paper]) };
    if !asked.sheets.is_empty() {
        job.sheets = asked.sheets.iter().map(sheet).collect();
    }
    let html = Renderer::new(OutputFormat::Html, &[]).and_then(|renderer| renderer.print(&job));
    Ok(Printed { html: html.map_err(|error| CallError::new(500, error.to_string()))? })
}
