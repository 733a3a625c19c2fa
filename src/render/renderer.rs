//! Templates made ready, and filled.

use std::fmt;
use std::io::{self, Write};

use serde::Serialize;
use tera::{Context, ErrorKind, EscapeFn, Kwargs, State, Tera};

use crate::render::escape::plain;
use crate::render::{OutputFormat, PrintJob, Sheet};

include!(concat!(env!("OUT_DIR"), "/templates.rs"));

/// The templates that come with the program, by name.
pub fn templates() -> &'static [(&'static str, &'static str)] {
    TEMPLATES
}

/// A printout larger than this is a mistake of its template.
const LARGEST: usize = 256 << 20;

const TOO_LONG: &str = "a printout has at most 256 MB, and it writes more";

pub struct Renderer {
    tera: Tera,
    form: OutputFormat,
}

/// What is wrong with a template, and where.
#[derive(Debug, Clone)]
pub struct TemplateError {
    /// The name of the template.
    pub template: Option<String>,
    /// With the line of the template, if there is one to show.
    pub message: String,
}

impl fmt::Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl From<tera::Error> for TemplateError {
    fn from(error: tera::Error) -> Self {
        let template = match error.kind() {
            ErrorKind::SyntaxError(report) | ErrorKind::RenderingError(report) => {
                Some(report.filename().to_owned())
            }
            // Only what is too long cannot be written.
            ErrorKind::Io(_) => {
                return TemplateError { template: None, message: TOO_LONG.to_owned() };
            }
            _ => None,
        };
        let report = error.to_string();
        TemplateError {
            template,
            message: report.strip_prefix("error: ").unwrap_or(&report).to_owned(),
        }
    }
}

/// What stands around words in text that people paste.
#[derive(Serialize)]
struct Marks {
    title: [&'static str; 2],
    heading: [&'static str; 2],
    bold: [&'static str; 2],
    faint: [&'static str; 2],
    item: &'static str,
}

impl Renderer {
    /// The embedded templates for a form, with others of the same names in their places.
    pub fn new(form: OutputFormat, own: &[(String, String)]) -> Result<Self, TemplateError> {
        let mut tera = Tera::new();
        tera.autoescape_on([".html", ".txt", ".post"]);
        tera.set_escape_fn(escape(form));
        tera.register_filter("with_id", with_id);
        let replaced = |name: &str| own.iter().any(|(known, _)| known == name);
        let embedded = TEMPLATES.iter().filter(|(name, _)| !replaced(name)).copied();
        let own = own.iter().map(|(name, text)| (name.as_str(), text.as_str()));
        tera.add_raw_templates(embedded.chain(own))?;
        Ok(Renderer { tera, form })
    }

    pub fn print(&self, job: &PrintJob) -> Result<String, TemplateError> {
        let mut context = Context::from_serialize(job)?;
        context.insert("mark", &marks(self.form));
        let mut text = String::new();
        for name in self.names(job) {
            let mut output = Bounded(Vec::new());
            self.tera.render_to(name, &context, &mut output)?;
            let part = String::from_utf8(output.0)
                .map_err(|_| TemplateError { template: None, message: "not UTF-8".to_owned() })?;
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(&part);
        }
        Ok(text)
    }

    /// The templates to fill, in order.
    fn names(&self, job: &PrintJob) -> Vec<&'static str> {
        if self.form == OutputFormat::Html {
            return vec!["page.html"];
        }
        let name = |sheet: &Sheet| match (sheet, self.form, job.short) {
            (Sheet::Roster, _, true) => "compact.post",
            (Sheet::Roster, OutputFormat::Text, false) => "roster.txt",
            (Sheet::Roster, ..) => "roster.post",
            (Sheet::Cards, ..) => "cards.post",
            (Sheet::Reference, ..) => "reference.post",
        };
        job.sheets.iter().map(name).collect()
    }
}

fn escape(form: OutputFormat) -> EscapeFn {
    match form {
        OutputFormat::Html => tera::escape_html,
        OutputFormat::Text => |text, output| plain(text, output, OutputFormat::Text),
        OutputFormat::Markdown => |text, output| plain(text, output, OutputFormat::Markdown),
        OutputFormat::Bbcode => |text, output| plain(text, output, OutputFormat::Bbcode),
        OutputFormat::Discord => |text, output| plain(text, output, OutputFormat::Discord),
    }
}

fn marks(form: OutputFormat) -> Marks {
    let (title, heading, bold, faint, item) = match form {
        OutputFormat::Html | OutputFormat::Text => (["", ""], ["", ""], ["", ""], ["", ""], "- "),
        OutputFormat::Markdown => (["# ", "\n"], ["## ", "\n"], ["**", "**"], ["*", "*"], "- "),
        OutputFormat::Discord => (["# ", ""], ["### ", ""], ["**", "**"], ["-# ", ""], "- "),
        OutputFormat::Bbcode => (
            ["[size=5][b]", "[/b][/size]"],
            ["[b][u]", "[/u][/b]"],
            ["[b]", "[/b]"],
            ["[i]", "[/i]"],
            "• ",
        ),
    };
    Marks { title, heading, bold, faint, item }
}

/// A title with the id that names it in lists, unless the title itself tells.
fn with_id(title: &str, arguments: Kwargs, _: &State<'_>) -> tera::TeraResult<String> {
    let id: String = arguments.must_get("id")?;
    Ok(if is_told(title, &id) { title.to_owned() } else { format!("{title} [{id}]") })
}

/// Whether a title in small letters, with `_` between words, is the id.
fn is_told(title: &str, id: &str) -> bool {
    let words = title.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("_").to_lowercase() == id
}

struct Bounded(Vec<u8>);

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > LARGEST {
            return Err(io::Error::other(TOO_LONG));
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
