//! [`Renderer`]: compiles the templates of a format and fills them.

use std::fmt;
use std::io::{self, Write};

use tera::{Context, ErrorKind, Kwargs, State, Tera};

use super::{OutputFormat, PrintJob};

include!(concat!(env!("OUT_DIR"), "/templates.rs"));

/// The embedded fonts as a style sheet: five cuts of one family, 56 KB of font files. Users need
/// not change it, but their templates may include or replace it. Empty in WebAssembly: pages of the
/// static site load it as a file.
pub const FONTS: (&str, &str) = ("fonts.css", include_str!(concat!(env!("OUT_DIR"), "/fonts.css")));

/// The built-in templates, by name.
pub fn templates() -> &'static [(&'static str, &'static str)] {
    TEMPLATES
}

/// The largest printout, in bytes. A larger one is a mistake in its template.
const LARGEST: usize = 256 << 20;

const TOO_LONG: &str = "a printout has at most 256 MB, and it writes more";

/// The templates of a format. Compiling them is most of the work of a small printout, so use one
/// renderer for many jobs.
pub struct Renderer {
    tera: Tera,
    format: OutputFormat,
}

/// An error in a template.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct TemplateError {
    /// The name of the template, if known.
    pub template: Option<String>,
    /// The error, with the line of the template where possible.
    pub message: String,
}

impl fmt::Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for TemplateError {}

impl From<tera::Error> for TemplateError {
    fn from(error: tera::Error) -> Self {
        let template = match error.kind() {
            ErrorKind::SyntaxError(report) | ErrorKind::RenderingError(report) => {
                Some(report.filename().to_owned())
            }
            // Writing to memory fails only when the printout is too long.
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

impl Renderer {
    /// Compiles the built-in templates; templates in `own` replace those with the same name.
    pub fn new(format: OutputFormat, own: &[(String, String)]) -> Result<Self, TemplateError> {
        let mut tera = Tera::new();
        tera.autoescape_on([".html", ".txt", ".post"]);
        tera.set_escape_fn(format.escape());
        tera.register_filter("with_id", with_id);
        tera.register_filter("path", super::drawing::path);
        tera.register_filter("qr", super::qr::qr);
        let replaced = |name: &str| own.iter().any(|(known, _)| known == name);
        let embedded = TEMPLATES.iter().chain([&FONTS]).copied();
        let embedded = embedded.filter(|(name, _)| !replaced(name));
        let own = own.iter().map(|(name, text)| (name.as_str(), text.as_str()));
        tera.add_raw_templates(embedded.chain(own))?;
        Ok(Renderer { tera, format })
    }

    /// Prints the sheets of a job; in text formats one after the other.
    pub fn print(&self, job: &PrintJob) -> Result<String, TemplateError> {
        let mut context = Context::from_serialize(job)?;
        context.insert("mark", &self.format.marks());
        let mut text = String::new();
        for name in self.format.templates(&job.sheets, job.short) {
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
}

/// A title with its id, unless the title implies it.
fn with_id(title: &str, arguments: Kwargs, _: &State<'_>) -> tera::TeraResult<String> {
    let id: String = arguments.must_get("id")?;
    Ok(if is_told(title, &id) { title.to_owned() } else { format!("{title} [{id}]") })
}

/// Whether the id is the title in lower case, with `_` between words.
fn is_told(title: &str, id: &str) -> bool {
    let words = title.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("_").to_lowercase() == id
}

/// Output of limited size: nested loops in a template may write without end.
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
