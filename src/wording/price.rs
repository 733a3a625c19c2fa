//! Prices in several currencies.

/// `28 points, 0.5 SWC`
pub(crate) fn price_words<'c>(amounts: impl IntoIterator<Item = (String, &'c str)>) -> String {
    let words = told(amounts).into_iter().map(|(amount, of)| match of {
        "" => amount,
        of => format!("{amount} {of}"),
    });
    words.collect::<Vec<_>>().join(", ")
}

/// What something adds to a price: `+6 points, −1 SWC`
pub(crate) fn added_words<'c>(amounts: impl IntoIterator<Item = (String, &'c str)>) -> String {
    let words = told(amounts).into_iter().map(|(amount, of)| match amount.strip_prefix('-') {
        Some(amount) => format!("−{amount} {of}"),
        None => format!("+{amount} {of}"),
    });
    words.collect::<Vec<_>>().join(", ")
}

/// Amounts and what they are of, without those that are nothing unless all are.
fn told<'c>(amounts: impl IntoIterator<Item = (String, &'c str)>) -> Vec<(String, &'c str)> {
    let mut all: Vec<(String, &str)> = amounts.into_iter().collect();
    match all.iter().all(|(amount, _)| amount == "0") {
        true => all.truncate(1),
        false => all.retain(|(amount, _)| amount != "0"),
    }
    all
}
