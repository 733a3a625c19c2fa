//! Fills templates of other modules with their own views.

use serde::Serialize;
use tera::{Context, Tera};

use super::{OutputFormat, TemplateError};

/// Templates by name. Names that end in `.html` escape values as HTML, others as plain text.
pub(crate) struct Pages {
    pages: Tera,
    texts: Tera,
}

impl Pages {
    pub(crate) fn new(templates: &[(&'static str, &'static str)]) -> Result<Self, TemplateError> {
        let all = |format: OutputFormat, ending: &'static str| -> Result<Tera, TemplateError> {
            let mut tera = Tera::new();
            tera.autoescape_on([ending]);
            tera.set_escape_fn(format.escape());
            let own = templates.iter().copied().filter(|(name, _)| name.ends_with(ending));
            tera.add_raw_templates(own)?;
            Ok(tera)
        };
        let pages = all(OutputFormat::Html, ".html")?;
        Ok(Pages { pages, texts: all(OutputFormat::Text, ".txt")? })
    }

    /// A template filled with values.
    pub(crate) fn fill(
        &self,
        name: &str,
        values: &impl Serialize,
    ) -> Result<String, TemplateError> {
        let tera = if name.ends_with(".html") { &self.pages } else { &self.texts };
        Ok(tera.render(name, &Context::from_serialize(values)?)?)
    }
}
