//! The long explanations of codes, which are embedded from `docs/codes`.

use super::codes;
use super::codes::Code;

include!(concat!(env!("OUT_DIR"), "/explanations.rs"));

/// The code of that name with its long explanation in Markdown.
pub fn explain(name: &str) -> Option<(&'static Code, &'static str)> {
    let code = codes::ALL.iter().copied().find(|code| code.name == name)?;
    let file = format!("{name}.md");
    let (_, text) = EXPLANATIONS.iter().find(|(path, _)| *path == file)?;
    Some((code, text))
}
