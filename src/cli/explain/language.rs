//! Words of the data language, as its reference page explains them.

/// The reference, whose examples a test compiles.
const PAGE: &str = include_str!("../../../docs/language.md");

/// The section that lists all words, and those behind it that explain none.
const WORDS: &str = "Reserved words";

/// What the page says of a word.
#[derive(Debug, serde::Serialize)]
pub(crate) struct WordView {
    pub word: &'static str,
    /// The heading it stands under.
    pub section: &'static str,
    /// The first paragraph of a section that is about it.
    pub text: Vec<String>,
    /// Forms of the word, and what each means.
    pub forms: Vec<(String, String)>,
    pub example: Option<&'static str>,
}

/// A part of the page under one heading.
struct Section {
    title: &'static str,
    text: &'static str,
}

fn sections() -> Vec<Section> {
    let mut all = Vec::new();
    let mut rest = PAGE;
    while let Some(at) = rest.find("\n##") {
        let (_, from) = rest.split_at(at + 1);
        let (heading, body) = from.split_once('\n').unwrap_or((from, ""));
        let title = heading
            .trim_start_matches(['#', ' ', '.', '1', '2', '3', '4', '5', '6', '7', '8', '9', '0']);
        let end = body.find("\n##").unwrap_or(body.len());
        all.push(Section { title, text: body.get(..end).unwrap_or(body) });
        rest = body.get(end..).unwrap_or("");
    }
    all
}

/// Every word of the language that can be explained, in alphabetical order.
pub(crate) fn words() -> Vec<&'static str> {
    let sections = sections();
    let listed = sections.iter().find(|section| section.title == WORDS);
    let listed = listed.map_or("", |section| section.text).split('`').skip(1).step_by(2);
    let headed = sections.iter().flat_map(|section| heading_words(section.title));
    let is_word = |word: &&str| word.chars().all(|char| char.is_ascii_lowercase());
    let mut all: Vec<&str> = listed.chain(headed).filter(is_word).collect();
    all.sort_unstable();
    all.dedup();
    all.retain(|word| word_view(word).is_some());
    all
}

/// `may`, `join` and `ride` of "may join, may ride".
fn heading_words(title: &'static str) -> impl Iterator<Item = &'static str> {
    let is_of_words = title.chars().all(|char| char.is_ascii_lowercase() || ", ".contains(char));
    let words = title.split([',', ' ']).filter(|word| !word.is_empty() && *word != "and");
    words.filter(move |_| is_of_words)
}

/// What the page says of a word; none if it is no word of the language.
pub(crate) fn explain(word: &str) -> Option<WordView> {
    words().into_iter().find(|known| *known == word).and_then(word_view)
}

fn word_view(word: &'static str) -> Option<WordView> {
    let sections = sections();
    let last = sections.iter().position(|section| section.title == "Where statements are allowed");
    let told = sections.get(..last.unwrap_or(sections.len()))?;
    let headed =
        told.iter().find(|section| heading_words(section.title).any(|known| known == word));
    let with_forms = told.iter().find(|section| !forms(section.text, word).is_empty());
    let section = headed
        .or(with_forms)
        .or_else(|| told.iter().find(|section| example(section.text, word).is_some()))?;
    let all: Vec<(String, String)> =
        told.iter().flat_map(|section| forms(section.text, word)).collect();
    let in_page = || told.iter().find_map(|section| example(section.text, word));
    Some(WordView {
        word,
        section: section.title,
        text: headed.map(|section| first_paragraph(section.text)).unwrap_or_default(),
        forms: all,
        example: example(section.text, word).or_else(in_page),
    })
}

/// Rows of tables whose first cell is written with the word.
fn forms(text: &str, word: &str) -> Vec<(String, String)> {
    let row = |line: &str| {
        let mut cells = line.strip_prefix("| ")?.split(" | ");
        let (form, meaning) = (cells.next()?, cells.next()?);
        let code = form.split('`').nth(1)?;
        // What begins with the word, or has it between names in capitals.
        let is_meant = code.split_whitespace().any(|part| part.trim_matches([',', '…']) == word);
        let meaning = meaning.trim_end_matches([' ', '|']);
        is_meant.then(|| (form.replace('`', ""), meaning.replace('`', "")))
    };
    text.lines().filter_map(row).collect()
}

fn first_paragraph(text: &str) -> Vec<String> {
    let is_text = |part: &&str| {
        let part = part.trim();
        !(part.is_empty() || part.starts_with(['|', '#']) || part.starts_with("```"))
    };
    let first = text.split("\n\n").find(is_text).unwrap_or("");
    vec![first.trim().replace('\n', " ").replace(['`', '*'], "")]
}

/// The first example that uses the word.
fn example(text: &'static str, word: &str) -> Option<&'static str> {
    let blocks = text.split("```orbat\n").skip(1).filter_map(|rest| rest.split("\n```").next());
    let uses = |block: &&str| {
        let code = block.lines().map(|line| line.split("//").next().unwrap_or(line));
        code.flat_map(|line| line.split(|char: char| !(char.is_alphanumeric() || char == '_')))
            .any(|part| part == word)
    };
    blocks.into_iter().find(uses)
}
