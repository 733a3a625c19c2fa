//! A lint: texts of keywords that name another keyword without linking it.

use crate::diagnostic::{Diagnostic, codes};
use crate::model::{Game, Keyword};
use crate::source::{Sources, Span};

/// Titles shorter than this are too often everyday words.
const SHORTEST: usize = 3;

pub(crate) fn check(game: &Game, sources: &Sources, found: &mut Vec<Diagnostic>) {
    // What people see of each keyword, without its parameter values.
    let titles: Vec<(&Keyword, String)> = game
        .keywords
        .values()
        .map(|keyword| (keyword, keyword.shown()))
        .filter(|(_, title)| title.chars().count() >= SHORTEST)
        .collect();
    for keyword in game.keywords.values() {
        let text = sources.text(keyword.text_span);
        let is_linked = |other: &Keyword| {
            other.span == keyword.span
                || keyword.links().any(|linked| game.keywords[linked].span == other.span)
        };
        let named: Vec<(&Keyword, &str, usize)> = titles
            .iter()
            .filter(|(other, _)| !is_linked(other))
            .filter_map(|(other, title)| Some((*other, title.as_str(), named_at(text, title)?)))
            .collect();
        for (other, title, at) in &named {
            // The longest title is meant: “Hard to Hit”, not “Hit”.
            let is_part = named.iter().any(|(longer, whole, start)| {
                longer.span != other.span
                    && whole.len() > title.len()
                    && (*start..start + whole.len()).contains(at)
            });
            if !is_part {
                found.push(told(keyword, other, title, *at));
            }
        }
    }
}

fn told(keyword: &Keyword, other: &Keyword, title: &str, at: usize) -> Diagnostic {
    let start = keyword.text_span.start() + at;
    let span = Span::new(keyword.text_span.source, start, start + title.len());
    let message =
        format!("the text of `{}` names the keyword “{title}” without linking it", keyword.name);
    let link = format!("{{{}}}", other.name);
    let help = format!("write `{link}`, which people read as “{title}”");
    codes::UNLINKED.at(span, message).help(help).replace(span, link)
}

/// Where a text contains a title as whole words with the same capitals. A one-word title at the
/// beginning of a sentence does not count, because every word is capitalised there.
fn named_at(text: &str, title: &str) -> Option<usize> {
    let is_word = |char: char| char.is_alphanumeric() || matches!(char, '-' | '’' | '{');
    let is_name = |(at, _): &(usize, &str)| {
        let before = text.get(..*at).unwrap_or("");
        let after = text.get(*at + title.len()..).unwrap_or("");
        let whole =
            !before.ends_with(is_word) && !after.starts_with(|char| is_word(char) && char != '’');
        let end = before.trim_end();
        let begins = end.is_empty() || end.ends_with(['.', ':', '!', '?', '“', '"', '(', ';']);
        whole && title.starts_with(char::is_uppercase) && (!begins || title.contains(' '))
    };
    text.match_indices(title).find(is_name).map(|(at, _)| at)
}
