//! Words of the data language, as its reference explains them. The table is made of
//! `docs/language.md` when the program is built: `grammar/reference.rs` says how.

include!(concat!(env!("OUT_DIR"), "/reference.rs"));

/// What the reference says about a word.
#[derive(Debug, serde::Serialize)]
pub(crate) struct WordView {
    pub word: &'static str,
    /// The heading it stands under.
    pub section: &'static str,
    /// The first paragraph of a section that is about it.
    pub text: &'static [&'static str],
    /// Forms of the word, and what each means.
    pub forms: &'static [(&'static str, &'static str)],
    pub example: Option<&'static str>,
}

/// Every word of the language that can be explained, in alphabetical order.
pub(crate) fn words() -> impl Iterator<Item = &'static str> {
    WORDS.iter().map(|view| view.word)
}

/// What the reference says about a word; none if it is no word of the language.
pub(crate) fn explain(word: &str) -> Option<&'static WordView> {
    WORDS.iter().find(|view| view.word == word)
}
