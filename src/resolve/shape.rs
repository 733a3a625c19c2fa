//! Shapes: patterns such as `{attack}/{defence}` that the values of a characteristic follow.

use crate::model::{Shape, ShapePart, ValueLimits};

/// Reads a pattern such as `{value}[({impenetrable})]`. The error says what is wrong with it.
pub(crate) fn parse(pattern: &str) -> Result<Shape, &'static str> {
    let mut numbers = Vec::new();
    let mut rest = pattern;
    let parts = parts(&mut rest, &mut numbers, false)?;
    if numbers.is_empty() {
        return Err("a shape needs at least one number in braces, such as `{n}+`");
    }
    let (names, limits) = numbers.into_iter().unzip();
    Ok(Shape { pattern: pattern.to_owned(), parts, names, limits })
}

/// The name of a number, and its limits if it has some of its own.
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

/// The numbers of a value of this shape; `None` if it has another.
pub(crate) fn read(shape: &Shape, written: &str) -> Option<Vec<Option<i64>>> {
    let mut numbers = vec![None; shape.names.len()];
    let parts: Vec<&ShapePart> = shape.parts.iter().collect();
    matches(&parts, written, true, &mut numbers).then_some(numbers)
}

fn matches(parts: &[&ShapePart], text: &str, start: bool, numbers: &mut Vec<Option<i64>>) -> bool {
    let Some((first, rest)) = parts.split_first() else { return text.is_empty() };
    match first {
        ShapePart::Literal(literal) => text
            .strip_prefix(literal.as_str())
            .is_some_and(|text| matches(rest, text, false, numbers)),
        ShapePart::Number(index) => {
            // A sign only at the very start: `5-8` is two numbers.
            let sign = usize::from(start && text.starts_with('-'));
            let digits = text.bytes().skip(sign).take_while(u8::is_ascii_digit).count();
            // No game has a number of more digits.
            if digits == 0 || digits > 9 {
                return false;
            }
            let Some((number, text)) = text.split_at_checked(sign + digits) else { return false };
            let fits = matches(rest, text, false, numbers);
            if fits && let Some(slot) = numbers.get_mut(*index) {
                *slot = number.parse().ok();
            }
            fits
        }
        ShapePart::Optional(inner) => {
            let with: Vec<&ShapePart> = inner.iter().chain(rest.iter().copied()).collect();
            matches(&with, text, start, numbers) || matches(rest, text, start, numbers)
        }
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
