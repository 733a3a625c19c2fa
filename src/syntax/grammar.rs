//! The pest parser made from `grammar/orbat.pest`. Nothing outside `syntax` sees it.

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/orbat.pest"]
pub(crate) struct Grammar;
