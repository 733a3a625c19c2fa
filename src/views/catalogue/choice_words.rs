//! A choice in one line, for cards with no room for more.

use crate::views::{ChoiceView, OptionView};

/// A choice in one line: what it is, and its options with their prices.
pub(crate) fn choice_words(choice: &ChoiceView) -> (String, String) {
    let named = |option: &OptionView| {
        let price = option.price_words.as_ref();
        price.map_or_else(|| option.name.clone(), |price| format!("{} {price}", option.name))
    };
    if let ([option], []) = (choice.options.as_slice(), choice.choices.as_slice())
        && option.id == choice.id
    {
        let words = option
            .price_words
            .iter()
            .chain(&choice.only)
            .cloned()
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
