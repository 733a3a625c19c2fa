//! A choice in one line, for cards with no room for more.

use crate::views::{ChoiceView, OptionView};

/// The price of an option with its sign: `+8 per model`.
pub(crate) fn price_words(option: &OptionView) -> Option<String> {
    let price = option.price.as_ref()?;
    let sign = if price.starts_with('-') { "" } else { "+" };
    let each = if option.per_model { " per model" } else { "" };
    Some(format!("{sign}{price}{each}"))
}

/// A choice in one line: what it is, and its options with their prices.
pub(crate) fn choice_words(choice: &ChoiceView) -> (String, String) {
    let named = |option: &OptionView| {
        price_words(option)
            .map_or_else(|| option.name.clone(), |price| format!("{} {price}", option.name))
    };
    if let ([option], []) = (choice.options.as_slice(), choice.choices.as_slice())
        && option.id == choice.id
    {
        let words = price_words(option)
            .into_iter()
            .chain(choice.only.iter().cloned())
            .chain(option.notes.iter().cloned());
        return (option.name.clone(), words.collect::<Vec<_>>().join("; "));
    }
    let terms: Vec<String> =
        std::iter::once(choice.range_words.clone()).chain(choice.only.iter().cloned()).collect();
    let mut all: Vec<String> = choice.options.iter().map(named).collect();
    all.extend(choice.choices.iter().map(|inner| {
        let (title, value) = choice_words(inner);
        format!("{title}: {value}")
    }));
    (format!("{} ({})", choice.name, terms.join(", ")), all.join("; "))
}
