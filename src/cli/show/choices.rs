use super::heading;
use super::options::{draw_option, draw_options};
use super::with_id;
use crate::cli::output::{FAINT, styled, width};
use crate::cli::table::wrap;
use crate::views::ChoiceView;
use crate::wording::{range_words, times_words};

pub(crate) fn draw_choices(title: &str, choices: &[ChoiceView]) -> String {
    if choices.is_empty() {
        return String::new();
    }
    let mut text = heading(title);
    choices.iter().for_each(|choice| text.push_str(&draw_choice(choice, None, 2)));
    text
}

/// `outer` is the choice it stands in.
pub(crate) fn draw_choice(
    choice: &ChoiceView,
    outer: Option<&ChoiceView>,
    indent: usize,
) -> String {
    let when = choice.when.as_ref().map(|when| format!("when {when}"));
    let conditions = choice.only.iter().cloned().chain(when);
    // An option that stands alone needs no heading of its own.
    if let ([option], []) = (choice.options.as_slice(), choice.choices.as_slice())
        && option.id == choice.id
    {
        let times = match choice.range.as_str() {
            "0..1" => None,
            "1" => Some("always taken".to_owned()),
            range => Some(times_words(range)),
        };
        let terms: Vec<String> = times.into_iter().chain(conditions).collect();
        return draw_option(option, &terms, &choice.limits, indent);
    }
    // One of one: the outer choice has said it.
    let is_said = outer.is_some_and(|outer| outer.range == "0..1" && choice.range == "0..1");
    let mut terms: Vec<String> =
        (!is_said).then(|| range_words(&choice.range)).into_iter().collect();
    terms.extend(choice.target.as_ref().map(|target| format!("for {target}")));
    terms.extend(conditions);
    let lead = format!("{}{} ", " ".repeat(indent), with_id(&choice.name, &choice.id));
    let terms = if terms.is_empty() {
        String::new()
    } else {
        styled(FAINT, &format!("({})", terms.join(", ")))
    };
    let mut text = wrap(&lead, &terms, indent + 4, width());
    for limit in &choice.limits {
        text.push_str(&wrap(&" ".repeat(indent + 4), limit, indent + 6, width()));
    }
    text.push_str(&draw_options(choice, indent + 2));
    choice
        .choices
        .iter()
        .for_each(|inner| text.push_str(&draw_choice(inner, Some(choice), indent + 2)));
    text
}
