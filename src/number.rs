//! Exact numbers: whole, or fractions in lowest terms.

use std::cmp::Ordering;
use std::fmt;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A fraction with a positive denominator. Operations that overflow or divide by zero give `None`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Number {
    top: i64,
    bottom: i64,
}

impl Number {
    /// Nothing.
    pub const ZERO: Number = Number::whole(0);

    /// A whole number.
    pub const fn whole(top: i64) -> Self {
        Number { top, bottom: 1 }
    }

    fn new(top: i128, bottom: i128) -> Option<Self> {
        if bottom == 0 {
            return None;
        }
        let (top, bottom) = if bottom < 0 { (-top, -bottom) } else { (top, bottom) };
        let divisor =
            if bottom == 1 { 1 } else { gcd(top.unsigned_abs(), bottom.unsigned_abs()).max(1) };
        let divisor = i128::try_from(divisor).ok()?;
        Some(Number {
            top: i64::try_from(top / divisor).ok()?,
            bottom: i64::try_from(bottom / divisor).ok()?,
        })
    }

    /// A number as people write it: `3`, `0.5` or `1/2`. Longer numbers than any game needs are
    /// refused.
    pub fn parse(text: &str) -> Option<Self> {
        const LARGEST: i64 = 1_000_000_000;
        let digits = |text: &str| -> Option<i64> {
            let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse().ok().filter(|number| plain && *number <= LARGEST)
        };
        let (rest, negative) = text.strip_prefix('-').map_or((text, false), |rest| (rest, true));
        let number = if let Some((top, bottom)) = rest.split_once('/') {
            Number::new(digits(top)?.into(), digits(bottom)?.into())?
        } else if let Some((whole, part)) = rest.split_once('.') {
            let places = 10_i64.checked_pow(u32::try_from(part.len()).ok()?)?;
            let part = Number::new(digits(part)?.into(), places.into())?;
            Number::whole(digits(whole)?).plus(part)?
        } else {
            Number::whole(digits(rest)?)
        };
        if negative { number.negate() } else { Some(number) }
    }

    /// Whether it is a whole multiple of the other.
    pub(crate) fn is_multiple_of(self, step: Self) -> bool {
        self.divide(step).is_some_and(|times| times.bottom == 1)
    }

    /// The numerator in lowest terms.
    pub(crate) fn top(self) -> i64 {
        self.top
    }

    /// The denominator in lowest terms.
    pub(crate) fn bottom(self) -> i64 {
        self.bottom
    }

    /// The number if it is whole.
    pub fn to_whole(self) -> Option<i64> {
        (self.bottom == 1).then_some(self.top)
    }

    /// The greatest whole number that is not above it.
    pub fn floor(self) -> i64 {
        self.top.div_euclid(self.bottom)
    }

    /// The least whole number that is not below it.
    pub fn ceil(self) -> i64 {
        self.floor() + i64::from(self.top.rem_euclid(self.bottom) != 0)
    }

    /// The number without its sign.
    pub fn abs(self) -> Option<Self> {
        Some(Number { top: self.top.checked_abs()?, ..self })
    }

    /// The number with the other sign.
    pub fn negate(self) -> Option<Self> {
        Some(Number { top: self.top.checked_neg()?, ..self })
    }

    /// The sum.
    pub fn plus(self, other: Self) -> Option<Self> {
        if self.bottom == 1 && other.bottom == 1 {
            return self.top.checked_add(other.top).map(Number::whole);
        }
        let (a, b, c, d) = self.wide(other);
        Number::new(a * d + c * b, b * d)
    }

    /// The difference.
    pub fn subtract(self, other: Self) -> Option<Self> {
        self.plus(other.negate()?)
    }

    /// The product.
    pub fn multiply(self, other: Self) -> Option<Self> {
        let (a, b, c, d) = self.wide(other);
        Number::new(a * c, b * d)
    }

    /// The quotient.
    pub fn divide(self, other: Self) -> Option<Self> {
        let (a, b, c, d) = self.wide(other);
        Number::new(a * d, b * c)
    }

    /// The quotient rounded down. It may fit although the quotient itself does not.
    pub fn divide_down(self, other: Self) -> Option<i64> {
        let (a, b, c, d) = self.wide(other);
        let (top, bottom) = if c < 0 { (-(a * d), -(b * c)) } else { (a * d, b * c) };
        if bottom == 0 { None } else { i64::try_from(top.div_euclid(bottom)).ok() }
    }

    fn wide(self, other: Self) -> (i128, i128, i128, i128) {
        (self.top.into(), self.bottom.into(), other.top.into(), other.bottom.into())
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        let (a, b, c, d) = self.wide(*other);
        (a * d).cmp(&(c * b))
    }
}

/// As people write it: `3`, `0.5`, and `1/3` where no short decimal is exact.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MOST_PLACES: usize = 3;
        if self.bottom == 1 {
            return write!(f, "{}", self.top);
        }
        let (top, bottom) = (i128::from(self.top).abs(), i128::from(self.bottom));
        let mut scale = 1;
        for places in 1..=MOST_PLACES {
            scale *= 10;
            if scale % bottom == 0 {
                let digits = top * (scale / bottom);
                let sign = if self.top < 0 { "-" } else { "" };
                return write!(f, "{sign}{}.{:0places$}", digits / scale, digits % scale);
            }
        }
        write!(f, "{}/{}", self.top, self.bottom)
    }
}

/// A whole number, or a fraction as text.
impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.to_whole() {
            Some(whole) => serializer.serialize_i64(whole),
            None => serializer.collect_str(self),
        }
    }
}

impl<'d> Deserialize<'d> for Number {
    fn deserialize<D: Deserializer<'d>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Whole(i64),
            Fraction(String),
        }
        match Written::deserialize(deserializer)? {
            Written::Whole(whole) => Ok(Number::whole(whole)),
            Written::Fraction(text) => Number::parse(&text)
                .ok_or_else(|| D::Error::custom(format!("`{text}` is not a number"))),
        }
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_exact() {
        let third = Number::whole(1).divide(Number::whole(3)).unwrap();
        assert_eq!(third.multiply(Number::whole(3)), Some(Number::whole(1)));
        assert_eq!(third.plus(third).map(|sum| sum.to_string()), Some("2/3".to_owned()));
        assert_eq!((third.floor(), third.ceil()), (0, 1));
        let minus = third.negate().unwrap();
        assert_eq!((minus.floor(), minus.ceil()), (-1, 0));
        assert!(minus < third && Number::whole(1).divide(Number::ZERO).is_none());
    }

    #[test]
    fn numbers_are_shown_as_people_write_them() {
        let shown = |text: &str| Number::parse(text).map(|number| number.to_string());
        for (written, expected) in [
            ("3", "3"),
            ("1/2", "0.5"),
            ("0.50", "0.5"),
            ("-1/2", "-0.5"),
            ("-7/4", "-1.75"),
            ("1/8", "0.125"),
            ("1/16", "1/16"),
            ("4/6", "2/3"),
            ("10.05", "10.05"),
            ("6/2", "3"),
        ] {
            assert_eq!(shown(written).as_deref(), Some(expected), "{written}");
        }
        for wrong in ["", "-", ".5", "1.", "1/0", "1/", "1/2/3", "+1", "1e3", "9999999999", "½"] {
            assert_eq!(shown(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn steps() {
        let [half, third] = ["1/2", "1/3"].map(|text| Number::parse(text).unwrap());
        assert!(Number::whole(2).is_multiple_of(half) && Number::ZERO.is_multiple_of(half));
        assert!(!third.is_multiple_of(half) && !half.is_multiple_of(Number::ZERO));
        assert!(Number::parse("-1.5").is_some_and(|number| number.is_multiple_of(half)));
    }

    #[test]
    fn what_does_not_fit_is_nothing() {
        let large = Number::whole(i64::MAX);
        assert_eq!(large.plus(Number::whole(1)), None);
        assert_eq!(large.multiply(large), None);
        assert_eq!(Number::whole(i64::MIN).abs(), None);
        assert_eq!(large.divide(large), Some(Number::whole(1)));
    }
}
