//! Prices in several currencies.

use crate::wording::Quantity;

/// `28 points`, `1 point`. The data names currencies in the plural.
pub(crate) fn of_currency(amount: &str, title: &str) -> String {
    let is_one = amount.trim_start_matches(['+', '-', '−']) == "1";
    let one = title.strip_suffix('s').filter(|one| is_one && !one.ends_with('s'));
    format!("{amount} {}", one.unwrap_or(title))
}

/// `28 points, 0.5 SWC`
pub(crate) fn price_words<'c>(amounts: impl IntoIterator<Item = (Quantity, &'c str)>) -> String {
    let words = told(amounts).into_iter().map(|(amount, of)| match of {
        "" => amount.to_string(),
        of if matches!(amount, Quantity::Words(_)) => format!("{amount}, in {of}"),
        of => of_currency(&amount.to_string(), of),
    });
    words.collect::<Vec<_>>().join(", ")
}

/// What something adds to a price: `+6 points, −1 SWC`
pub(crate) fn added_words<'c>(amounts: impl IntoIterator<Item = (Quantity, &'c str)>) -> String {
    let words = told(amounts).into_iter().map(|(amount, of)| of_currency(&signed(amount), of));
    words.collect::<Vec<_>>().join(", ")
}

/// `+6`, `−1`
pub(crate) fn signed(amount: Quantity) -> String {
    match amount.sign() {
        (true, amount) => format!("−{amount}"),
        (false, amount) => format!("+{amount}"),
    }
}

/// Amounts with their currencies, without zeros. If all are zero, only the first.
fn told<'c>(amounts: impl IntoIterator<Item = (Quantity, &'c str)>) -> Vec<(Quantity, &'c str)> {
    let mut all: Vec<(Quantity, &str)> = amounts.into_iter().collect();
    match all.iter().all(|(amount, _)| amount.is(0)) {
        true => all.truncate(1),
        false => all.retain(|(amount, _)| !amount.is(0)),
    }
    all
}
