//! Templates of other rooms, filled with their own views.

use serde::Serialize;
use tera::{Context, Tera};

use super::TemplateError;

/// Templates by name; those that end in `.html` escape what they are given.
pub(crate) struct Pages {
    tera: Tera,
}

impl Pages {
    pub(crate) fn new(templates: &[(&'static str, &'static str)]) -> Result<Self, TemplateError> {
        let mut tera = Tera::new();
        tera.autoescape_on([".html"]);
        tera.add_raw_templates(templates.iter().copied())?;
        Ok(Pages { tera })
    }

    /// A template filled with values.
    pub(crate) fn fill(
        &self,
        name: &str,
        values: &impl Serialize,
    ) -> Result<String, TemplateError> {
        Ok(self.tera.render(name, &Context::from_serialize(values)?)?)
    }
}
