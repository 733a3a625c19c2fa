//! Puts a [`Difference`] into sentences.

use super::{Detail, DetailKind, DetailValue, Difference, UnitDifference};
use crate::views::{Amount, RosterUnit};
use crate::wording::Quantity;

/// A unit in a line: `8 Hussars (Lances, 2 Standards)`.
pub(super) fn unit(unit: &RosterUnit) -> String {
    let count = if unit.models > 1 { format!("{} ", unit.models) } else { String::new() };
    let option = |option: &crate::views::TakenOption| match option.count {
        1 => option.name.clone(),
        count => format!("{count} {}", option.name),
    };
    let options: Vec<String> = unit.options.iter().map(option).collect();
    let options =
        if options.is_empty() { String::new() } else { format!(" ({})", options.join(", ")) };
    format!("{count}{}{options}", unit.name)
}

impl Difference {
    /// Everything that changed, a sentence for each thing. Empty if nothing did.
    pub fn lines(&self) -> Vec<String> {
        let mut all = self.army_lines();
        all.extend(self.units.iter().map(|unit| unit.line(&self.currency)));
        all
    }

    /// What changed in the armies themselves.
    pub(crate) fn army_lines(&self) -> Vec<String> {
        let is_silent = self.army.is_empty() && self.units.is_empty();
        if is_silent && self.is_same_army == Some(false) {
            return vec!["the armies differ in something that no printout shows".to_owned()];
        }
        self.army.iter().map(detail).collect()
    }
}

impl UnitDifference {
    /// What changed, in a line.
    pub(crate) fn line(&self, currency: &str) -> String {
        let cost = |points: Option<Amount>| {
            points.map(|points| format!(", {points} {currency}")).unwrap_or_default()
        };
        match (&self.before, &self.after) {
            (None, Some(after)) => format!("added {}{}", after.words, cost(after.points)),
            (Some(before), None) => format!("removed {}{}", before.words, cost(before.points)),
            (Some(before), Some(after)) => {
                let mut parts: Vec<String> = self.details.iter().map(detail).collect();
                if before.points != after.points {
                    let amount = |points: Option<Amount>| {
                        points.map_or_else(|| "?".to_owned(), |points| points.to_string())
                    };
                    let (was, is) = (amount(before.points), amount(after.points));
                    parts.push(format!("{was} → {is} {currency}"));
                }
                format!("{}: {}", after.name, parts.join("; "))
            }
            (None, None) => String::new(),
        }
    }
}

/// `+6`, `−1`; nothing for a difference that is not known.
pub(crate) fn signed_amount(delta: Option<Amount>) -> String {
    delta.map(|delta| crate::wording::signed(Quantity::Number(delta.number()))).unwrap_or_default()
}

/// One change, in a few words.
fn detail(detail: &Detail) -> String {
    let title = &detail.title;
    let of = detail.of.as_ref().map(|of| format!(" ({of})")).unwrap_or_default();
    let count = |value: &Option<DetailValue>| match value {
        None => Some(None),
        Some(DetailValue::Count(count)) => Some(Some(*count)),
        Some(DetailValue::Words(_)) => None,
    };
    let counts = count(&detail.before).zip(count(&detail.after));
    let times = |count: i64| if count == 1 { String::new() } else { format!("{count} ") };
    let (before, after) = (detail.before.as_ref(), detail.after.as_ref());
    match (detail.about, counts) {
        (DetailKind::Joined, _) => match after {
            Some(_) => format!("is joined by {title}"),
            None => format!("is no longer joined by {title}"),
        },
        (DetailKind::Rides, _) => match after {
            Some(_) => format!("rides in {title}"),
            None => format!("no longer rides in {title}"),
        },
        (DetailKind::Force, _) => match after {
            Some(_) => format!("now in {title}"),
            None => format!("no longer in {title}"),
        },
        (DetailKind::Option | DetailKind::Models | DetailKind::Card, Some(counts)) => {
            match counts {
                (None, Some(count)) => format!("with {}{title}{of}", times(count)),
                (Some(count), None) => format!("without {}{title}{of}", times(count)),
                (was, is) => {
                    format!("{} → {} {title}{of}", was.unwrap_or_default(), is.unwrap_or_default())
                }
            }
        }
        _ => {
            let text = |value: Option<&DetailValue>| {
                value.map_or_else(|| "none".to_owned(), DetailValue::to_string)
            };
            format!("{title}{of}: {} → {}", text(before), text(after))
        }
    }
}
