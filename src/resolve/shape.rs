//! Shapes: patterns such as `{attack}/{defence}` that the values of a characteristic follow.

use rustc_hash::FxHashSet;

use crate::model::{Shape, ShapePart, ValueLimits};

/// The longest pattern, in bytes.
const LONGEST: usize = 200;

/// Reads a pattern such as `{value}[({impenetrable})]`. The error says what is wrong with it.
pub(crate) fn parse(pattern: &str) -> Result<Shape, &'static str> {
    if pattern.len() > LONGEST {
        return Err("a shape has at most 200 characters");
    }
    let mut numbers = Vec::new();
    let mut rest = pattern;
    let parts = parts(&mut rest, &mut numbers, false)?;
    if numbers.is_empty() {
        return Err("a shape needs at least one number in braces, such as `{n}+`");
    }
    let (names, limits) = numbers.into_iter().unzip();
    Ok(Shape { pattern: pattern.to_owned(), parts, names, limits })
}

/// The name of a number, and its limits if the pattern gives any.
type Named = (String, Option<ValueLimits>);

/// Reads `1..20`, `1..`, `..20` or `3`.
fn limits(text: &str) -> Result<ValueLimits, &'static str> {
    const WRONG: &str = "the limits of a number are written like `{attack 1..20}`";
    let bound = |text: &str| match text {
        "" => Ok(None),
        text if text.len() > 10 => Err(WRONG),
        text => text.parse::<i64>().map(Some).map_err(|_| WRONG),
    };
    let (low, high) = match text.split_once("..") {
        Some((low, high)) => (bound(low)?, bound(high)?),
        None => (bound(text)?, bound(text)?),
    };
    match (low, high) {
        (None, None) => Err(WRONG),
        (Some(low), Some(high)) if low > high => Err("the limits of a number allow nothing"),
        limits => Ok(limits),
    }
}

fn parts(
    rest: &mut &str,
    numbers: &mut Vec<Named>,
    inside: bool,
) -> Result<Vec<ShapePart>, &'static str> {
    let mut parts = Vec::new();
    let mut literal = String::new();
    while let Some(char) = rest.chars().next() {
        let after = rest.get(char.len_utf8()..).unwrap_or("");
        if matches!(char, '{' | '[' | ']') && !literal.is_empty() {
            parts.push(ShapePart::Literal(std::mem::take(&mut literal)));
        }
        *rest = after;
        match char {
            '{' => {
                let (inner, after) = after.split_once('}').ok_or("a `{` is not closed")?;
                let (name, own) = match inner.split_once(' ') {
                    Some((name, own)) => (name, Some(limits(own.trim())?)),
                    None => (inner, None),
                };
                let proper = name.starts_with(|char: char| char.is_ascii_alphabetic())
                    && name.chars().all(|char| char.is_ascii_alphanumeric() || char == '_');
                if !proper {
                    return Err("braces must hold the name of a number");
                }
                if numbers.iter().any(|(known, _)| known == name) {
                    return Err("each number needs a name of its own");
                }
                if matches!(parts.last(), Some(ShapePart::Number(_))) {
                    return Err("two numbers need something between them");
                }
                parts.push(ShapePart::Number(numbers.len()));
                numbers.push((name.to_owned(), own));
                *rest = after;
            }
            '[' if inside => return Err("a `[` is nested in another"),
            '[' => parts.push(ShapePart::Optional(self::parts(rest, numbers, true)?)),
            ']' if inside => return Ok(parts),
            ']' => return Err("a `]` has no matching `[`"),
            '\\' => {
                literal.extend(after.chars().next());
                *rest = after.get(after.chars().next().map_or(0, char::len_utf8)..).unwrap_or("");
            }
            _ => literal.push(char),
        }
    }
    if inside {
        return Err("a `[` is not closed");
    }
    if !literal.is_empty() {
        parts.push(ShapePart::Literal(literal));
    }
    Ok(parts)
}

/// The numbers of a value of this shape; `None` if the value does not fit it.
pub(crate) fn read(shape: &Shape, written: &str) -> Option<Vec<Option<i64>>> {
    let numbers = vec![None; shape.names.len()];
    let mut reader = Reader { parts: &shape.parts, written, numbers, failed: FxHashSet::default() };
    reader.fits(0, 0).then_some(reader.numbers)
}

struct Reader<'r> {
    parts: &'r [ShapePart],
    written: &'r str,
    numbers: Vec<Option<i64>>,
    /// Pairs of part and position that are known to fail, so that none is tried twice.
    failed: FxHashSet<(usize, usize)>,
}

impl Reader<'_> {
    /// Whether the parts from index `part` match the text from byte `at`.
    fn fits(&mut self, part: usize, at: usize) -> bool {
        let Some(first) = self.parts.get(part) else { return at == self.written.len() };
        if self.failed.contains(&(part, at)) {
            return false;
        }
        let parts = match first {
            ShapePart::Optional(inner) => inner.as_slice(),
            single => std::slice::from_ref(single),
        };
        let mut found = Vec::new();
        let end = self.end_of(parts, at, &mut found);
        let fits = end.is_some_and(|end| self.fits(part + 1, end));
        if fits {
            for (index, number) in found {
                self.numbers.get_mut(index).into_iter().for_each(|slot| *slot = Some(number));
            }
            return true;
        }
        if matches!(first, ShapePart::Optional(_)) && self.fits(part + 1, at) {
            return true;
        }
        self.failed.insert((part, at));
        false
    }

    /// Matches literals and numbers at a position: returns where they end and collects the numbers.
    fn end_of(
        &self,
        parts: &[ShapePart],
        mut at: usize,
        found: &mut Vec<(usize, i64)>,
    ) -> Option<usize> {
        for part in parts {
            let text = self.written.get(at..)?;
            at += match part {
                ShapePart::Literal(literal) => {
                    text.starts_with(literal.as_str()).then_some(literal.len())?
                }
                ShapePart::Number(index) => {
                    // A sign only at the very start: `5-8` is two numbers.
                    let sign = usize::from(at == 0 && text.starts_with('-'));
                    let digits = text.bytes().skip(sign).take_while(u8::is_ascii_digit).count();
                    // No game needs a number with more digits.
                    if digits == 0 || digits > 9 {
                        return None;
                    }
                    let number = text.get(..sign + digits)?;
                    found.push((*index, number.parse().ok()?));
                    number.len()
                }
                // Optional parts are not nested.
                ShapePart::Optional(_) => return None,
            };
        }
        Some(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(pattern: &str, written: &str) -> Option<Vec<Option<i64>>> {
        read(&parse(pattern).unwrap(), written)
    }

    #[test]
    fn reads_the_notations_of_the_five_games() {
        assert_eq!(numbers("{attack}/{defence}", "12/0"), Some(vec![Some(12), Some(0)]));
        assert_eq!(numbers("{value}[({impenetrable})]", "18(12)"), Some(vec![Some(18), Some(12)]));
        assert_eq!(numbers("{value}[({impenetrable})]", "20"), Some(vec![Some(20), None]));
        assert_eq!(numbers("{n}+", "4+"), Some(vec![Some(4)]));
        assert_eq!(numbers("{advance}-{sprint}", "5-8"), Some(vec![Some(5), Some(8)]));
        assert_eq!(numbers("{power}[x{times}]", "6x2"), Some(vec![Some(6), Some(2)]));
        assert_eq!(numbers("[{minimum}-]{maximum}", "12-36"), Some(vec![Some(12), Some(36)]));
        assert_eq!(numbers("[{minimum}-]{maximum}", "36"), Some(vec![None, Some(36)]));
        assert_eq!(numbers("{a}/{b}", "-3/2"), Some(vec![Some(-3), Some(2)]));
    }

    #[test]
    fn numbers_may_have_limits_and_values_can_be_written_again() {
        let shape = parse("{power 1..9}[+]/{damage ..3}[x{times}]").unwrap();
        assert_eq!(shape.names, ["power", "damage", "times"]);
        assert_eq!(shape.limits, [Some((Some(1), Some(9))), Some((None, Some(3))), None]);
        let fill = |numbers: &[Option<i64>], like: &str| {
            let numbers: Vec<_> =
                numbers.iter().map(|number| number.map(|n| n.to_string())).collect();
            shape.fill(&numbers, like)
        };
        assert_eq!(fill(&[Some(4), Some(2), None], "3/1"), "4/2");
        assert_eq!(fill(&[Some(4), Some(2), Some(5)], "3+/1"), "4+/2x5");
    }

    #[test]
    fn optional_parts_take_no_longer_than_others() {
        let pattern = "[a]".repeat(60) + "{n}";
        assert_eq!(numbers(&pattern, &("a".repeat(60) + "b")), None);
        assert_eq!(numbers(&pattern, &("a".repeat(31) + "7")), Some(vec![Some(7)]));
        assert!(parse(&"[a]".repeat(100)).is_err());
    }

    #[test]
    fn refuses_what_has_another_shape() {
        for (pattern, written) in [
            ("{a}/{b}", "12"),
            ("{a}/{b}", "12/"),
            ("{n}+", "4"),
            ("{n}+", "4++"),
            ("{n}", "1234567890123"),
        ] {
            assert_eq!(numbers(pattern, written), None, "{written} in {pattern}");
        }
    }

    #[test]
    fn refuses_patterns_that_cannot_be_read() {
        for pattern in [
            "", "x", "{a", "{a}{b}", "{a}/{a}", "[{a}", "{a}]", "[[{a}]]", "{1}", "{}", "{a 3..1}",
            "{a x}", "{a ..}", "{a }", "{ 1..2}",
        ] {
            assert!(parse(pattern).is_err(), "{pattern}");
        }
    }
}
