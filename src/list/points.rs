//! The points a list states: an amount of the first currency, or amounts by name.

use serde::de::Error;
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;

use crate::list::{Ignored, Name, Spanned};
use crate::number::Number;
use crate::source::{SourceId, Span};

/// The points agreed on: `points: 300` or `points: {pts: 300, swc: 6}`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Points {
    pub(crate) amounts: Vec<StatedAmount>,
    pub(crate) span: Ignored<Span>,
}

/// An amount that a list states, in the first currency if it names none.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct StatedAmount {
    pub currency: Option<Name>,
    pub amount: Spanned<Number>,
}

impl Points {
    /// Points from amounts by the ids of their currencies; none means the first currency.
    pub fn new(amounts: impl IntoIterator<Item = (Option<String>, Number)>) -> Self {
        let span = Span::nowhere(SourceId::new(0));
        let stated = |(name, amount): (Option<String>, Number)| StatedAmount {
            currency: name.map(|name| Spanned::new(name, span)),
            amount: Spanned::new(amount, span),
        };
        Points { amounts: amounts.into_iter().map(stated).collect(), span: Ignored(span) }
    }

    /// The same points, with this span.
    pub(crate) fn at(mut self, span: Span) -> Self {
        for stated in &mut self.amounts {
            stated.amount.span = span;
            stated.currency.iter_mut().for_each(|name| name.span = span);
        }
        Points { span: Ignored(span), ..self }
    }

    /// The ids of the currencies and the amounts.
    pub fn amounts(&self) -> impl Iterator<Item = (Option<&str>, Number)> {
        self.amounts.iter().map(|stated| {
            (stated.currency.as_ref().map(|name| name.value.as_str()), stated.amount.value)
        })
    }
}

/// An amount of the first currency.
impl From<i64> for Points {
    fn from(points: i64) -> Self {
        Points::new([(None, Number::whole(points))])
    }
}

/// Formats the points as a list writes them.
impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [StatedAmount { currency: None, amount }] = self.amounts.as_slice() {
            return write!(f, "{}", amount.value);
        }
        let amount = |(name, amount): (Option<&str>, Number)| {
            name.map_or_else(|| amount.to_string(), |name| format!("{name}: {amount}"))
        };
        write!(f, "{{{}}}", self.amounts().map(amount).collect::<Vec<_>>().join(", "))
    }
}

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let [StatedAmount { currency: None, amount }] = self.amounts.as_slice() {
            return amount.serialize(serializer);
        }
        let mut map = serializer.serialize_map(None)?;
        for (name, amount) in self.amounts() {
            map.serialize_entry(name.unwrap_or_default(), &amount)?;
        }
        map.end()
    }
}

impl<'d> Deserialize<'d> for Points {
    fn deserialize<D: Deserializer<'d>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            One(Number),
            Several(BTreeMap<String, Number>),
        }
        match Written::deserialize(deserializer)? {
            Written::One(amount) => Ok(Points::new([(None, amount)])),
            Written::Several(all) if all.is_empty() => Err(D::Error::custom("no amount")),
            Written::Several(all) => {
                Ok(Points::new(all.into_iter().map(|(name, amount)| (Some(name), amount))))
            }
        }
    }
}
