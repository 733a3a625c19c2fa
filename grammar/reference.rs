//! What the reference (`docs/language.md`) says of each word of the language. `build.rs` writes it
//! as a table for `src/cli/explain/language.rs`, so that the program itself reads no page.

/// The section that lists all words, and those behind it that explain none.
const WORDS: &str = "Reserved words";

/// The table as Rust, by word in alphabetical order.
pub(crate) fn table(page: &str) -> String {
    let sections = sections(page);
    let mut text = String::from("static WORDS: &[WordView] = &[\n");
    for word in words(&sections) {
        text.extend(row(&sections, word));
    }
    text + "];\n"
}

/// A part of the page under one heading.
struct Section<'p> {
    title: &'p str,
    text: &'p str,
}

fn sections(page: &str) -> Vec<Section<'_>> {
    let mut all = Vec::new();
    let mut rest = page;
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

/// Every word that the page lists or explains under a heading of its own.
fn words<'p>(sections: &[Section<'p>]) -> Vec<&'p str> {
    let listed = sections.iter().find(|section| section.title == WORDS);
    let listed = listed.map_or("", |section| section.text).split('`').skip(1).step_by(2);
    let headed = sections.iter().flat_map(|section| heading_words(section.title));
    let is_word = |word: &&str| word.chars().all(|char| char.is_ascii_lowercase());
    let mut all: Vec<&str> = listed.chain(headed).filter(is_word).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// `may`, `join` and `ride` of "may join, may ride".
fn heading_words(title: &str) -> impl Iterator<Item = &str> {
    let is_of_words = title.chars().all(|char| char.is_ascii_lowercase() || ", ".contains(char));
    let words = title.split([',', ' ']).filter(|word| !word.is_empty() && *word != "and");
    words.filter(move |_| is_of_words)
}

/// The row of a word; none if the page never explains it.
fn row(sections: &[Section<'_>], word: &str) -> Option<String> {
    let last = sections.iter().position(|section| section.title == "Where statements are allowed");
    let told = sections.get(..last.unwrap_or(sections.len()))?;
    let headed =
        told.iter().find(|section| heading_words(section.title).any(|known| known == word));
    let with_forms = told.iter().find(|section| !forms(section.text, word).is_empty());
    let section = headed
        .or(with_forms)
        .or_else(|| told.iter().find(|section| example(section.text, word).is_some()))?;
    let forms: Vec<(String, String)> =
        told.iter().flat_map(|section| forms(section.text, word)).collect();
    let in_page = || told.iter().find_map(|section| example(section.text, word));
    let text = match headed {
        Some(section) => Some(first_paragraph(section.text)),
        None if forms.is_empty() => told.iter().find_map(|section| mentioning(section.text, word)),
        None => None,
    };
    let text: Vec<String> = text.into_iter().collect();
    let example = example(section.text, word).or_else(in_page);
    Some(format!(
        "    WordView {{ word: {word:?}, section: {:?}, text: &{text:?}, forms: &{forms:?}, \
         example: {example:?} }},\n",
        section.title
    ))
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

fn first_paragraph(text: &str) -> String {
    let is_text = |part: &&str| {
        let part = part.trim();
        !(part.is_empty() || part.starts_with(['|', '#']) || part.starts_with("```"))
    };
    let first = text.split("\n\n").find(is_text).unwrap_or("");
    first.trim().replace('\n', " ").replace(['`', '*'], "")
}

/// The first paragraph that writes the word as code.
fn mentioning(text: &str, word: &str) -> Option<String> {
    let is_meant = |part: &&str| {
        let part = part.trim();
        let is_text = !part.is_empty() && !part.starts_with(['|', '#', '`']);
        let mut codes = part.split('`').skip(1).step_by(2);
        is_text && codes.any(|code| code.split_whitespace().any(|inner| inner == word))
    };
    let found = text.split("\n\n").find(is_meant)?;
    Some(found.trim().replace('\n', " ").replace(['`', '*'], ""))
}

/// The first example that uses the word.
fn example<'p>(text: &'p str, word: &str) -> Option<&'p str> {
    let blocks = text.split("```orbat\n").skip(1).filter_map(|rest| rest.split("\n```").next());
    let uses = |block: &&str| {
        let code = block.lines().map(|line| line.split("//").next().unwrap_or(line));
        code.flat_map(|line| line.split(|char: char| !(char.is_alphanumeric() || char == '_')))
            .any(|part| part == word)
    };
    blocks.into_iter().find(uses)
}
