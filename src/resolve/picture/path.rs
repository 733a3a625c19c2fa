//! Parses SVG paths number by number and writes them anew.

/// How many numbers a path in a file may have.
const MOST_NUMBERS: usize = 20_000;

/// Coordinates larger than this draw nothing visible.
const LARGEST: f64 = 100_000.0;

/// The path of an emblem, which must draw inside a square of 100 by 100.
pub(super) fn emblem(text: &str) -> Result<String, String> {
    let (path, [left, top, right, bottom]) = drawn(text)?;
    let outside = [left, top, right, bottom].into_iter().find(|at| !(0.0..=100.0).contains(at));
    if let Some(at) = outside {
        return Err(format!("it goes to {}, out of the square from 0 to 100", number(at)));
    }
    if right - left < 10.0 && bottom - top < 10.0 {
        return Err("it is too small to be seen".to_owned());
    }
    Ok(path)
}

/// A path written anew, and the bounding box of its points.
pub(super) fn drawn(text: &str) -> Result<(String, [f64; 4]), String> {
    let mut reader = Reader { rest: text.trim(), count: 0 };
    let mut pen = Pen::default();
    let mut path = String::new();
    if !reader.rest.starts_with(['M', 'm']) {
        return Err("a path begins with `M`".to_owned());
    }
    while let Some(command) = reader.rest.chars().next() {
        reader.skip(command.len_utf8());
        let Some(takes) = takes(command) else {
            return Err(format!("`{}` is no command of a path", command.escape_debug()));
        };
        path.push(command);
        if takes == 0 {
            pen.close();
            reader.skip_space();
            continue;
        }
        let mut command = command;
        loop {
            let mut values = Vec::with_capacity(takes);
            for place in 0..takes {
                let is_flag = command.eq_ignore_ascii_case(&'a') && matches!(place, 3 | 4);
                values.push(if is_flag { reader.flag()? } else { reader.number()? });
            }
            for value in &values {
                // A sign parts numbers as well as a space does.
                if !path.ends_with(|char: char| char.is_ascii_alphabetic()) && *value >= 0.0 {
                    path.push(' ');
                }
                path.push_str(&number(*value));
            }
            pen.go(command, &values);
            // Further pairs after a move are lines.
            command = match command {
                'M' => 'L',
                'm' => 'l',
                other => other,
            };
            if !reader.has_number() {
                break;
            }
        }
    }
    let around = pen.around.unwrap_or_default();
    Ok((path, around))
}

/// How many numbers a command takes.
fn takes(command: char) -> Option<usize> {
    Some(match command.to_ascii_lowercase() {
        'z' => 0,
        'h' | 'v' => 1,
        'm' | 'l' | 't' => 2,
        's' | 'q' => 4,
        'c' => 6,
        'a' => 7,
        _ => return None,
    })
}

/// The current position while a path is read.
#[derive(Default)]
struct Pen {
    at: [f64; 2],
    start: [f64; 2],
    /// Left, top, right and bottom of all points so far.
    around: Option<[f64; 4]>,
}

impl Pen {
    fn go(&mut self, command: char, values: &[f64]) {
        let [x, y] = if command.is_ascii_lowercase() { self.at } else { [0.0, 0.0] };
        let value = |back: usize| {
            values.len().checked_sub(back).and_then(|at| values.get(at)).copied().unwrap_or(0.0)
        };
        self.at = match command.to_ascii_lowercase() {
            'h' => [x + value(1), self.at[1]],
            'v' => [self.at[0], y + value(1)],
            _ => [x + value(2), y + value(1)],
        };
        if command.eq_ignore_ascii_case(&'m') {
            self.start = self.at;
        }
        let [x, y] = self.at;
        let [left, top, right, bottom] = self.around.unwrap_or([x, y, x, y]);
        self.around = Some([left.min(x), top.min(y), right.max(x), bottom.max(y)]);
    }

    fn close(&mut self) {
        self.at = self.start;
    }
}

/// A number with at most four decimal places.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// The numbers of a text, with spaces or commas between them.
pub(super) fn numbers(text: &str) -> Result<Vec<f64>, String> {
    let mut reader = Reader { rest: text.trim(), count: 0 };
    let mut all = Vec::new();
    while !reader.rest.is_empty() {
        all.push(reader.number()?);
        reader.skip_space();
    }
    Ok(all)
}

struct Reader<'p> {
    rest: &'p str,
    count: usize,
}

impl Reader<'_> {
    fn skip(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or("");
    }

    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start();
    }

    /// Skips white space with at most one comma in it.
    fn skip_comma(&mut self) {
        self.skip_space();
        self.rest = self.rest.strip_prefix(',').unwrap_or(self.rest).trim_start();
    }

    fn has_number(&mut self) -> bool {
        self.skip_space();
        self.rest.starts_with(|char: char| char.is_ascii_digit() || "+-.,".contains(char))
    }

    /// Reads `0` or `1`; the next number may follow without a separator.
    fn flag(&mut self) -> Result<f64, String> {
        self.skip_comma();
        let flag = match self.rest.as_bytes().first() {
            Some(b'0') => 0.0,
            Some(b'1') => 1.0,
            _ => return Err(self.expected("0 or 1")),
        };
        self.skip(1);
        Ok(flag)
    }

    fn number(&mut self) -> Result<f64, String> {
        self.skip_comma();
        let length = number_length(self.rest);
        let value = self.rest.get(..length).and_then(|digits| digits.parse::<f64>().ok());
        let Some(value) = value else { return Err(self.expected("a number")) };
        self.count += 1;
        if self.count > MOST_NUMBERS {
            return Err(format!("it has more than {MOST_NUMBERS} numbers"));
        }
        if !value.is_finite() || value.abs() > LARGEST {
            let digits: String = self.rest.chars().take(length.min(20)).collect();
            return Err(format!("the number {digits} is too large"));
        }
        self.skip(length);
        Ok(value)
    }

    fn expected(&self, what: &str) -> String {
        match self.rest.chars().next() {
            Some(found) => format!("expected {what}, found `{}`", found.escape_debug()),
            None => format!("expected {what} at its end"),
        }
    }
}

/// The length of the number at the beginning of a text, such as `-1.5e-3`. Zero if there is none.
fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digits = |from: usize| {
        bytes
            .get(from..)
            .unwrap_or_default()
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count()
    };
    let sign = usize::from(matches!(bytes.first(), Some(b'+' | b'-')));
    let whole = digits(sign);
    let mut end = sign + whole;
    if bytes.get(end) == Some(&b'.') {
        let part = digits(end + 1);
        if whole + part == 0 {
            return 0;
        }
        end += 1 + part;
    } else if whole == 0 {
        return 0;
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let power = digits(end + 1 + sign);
        if power > 0 {
            end += 1 + sign + power;
        }
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_written_anew() {
        for (text, path) in [
            ("M10 90 L50 10 L90 90 Z", "M10 90L50 10L90 90Z"),
            ("m10,90 40-80 l40,80z", "m10 90 40-80l40 80z"),
            (
                "M0 50a50 50 0 1 0 100 0 50 50 0 10-100 0z",
                "M0 50a50 50 0 1 0 100 0 50 50 0 1 0-100 0z",
            ),
            (" M 1.50 .5e1 H99.99999 V 40 ", "M1.5 5H100V40"),
        ] {
            assert_eq!(emblem(text).as_deref(), Ok(path), "{text}");
            // Rewriting is idempotent.
            assert_eq!(emblem(path).as_deref(), Ok(path));
        }
    }

    #[test]
    fn what_is_no_path_is_refused() {
        for (text, reason) in [
            ("", "begins with `M`"),
            ("L10 10", "begins with `M`"),
            ("M10", "expected a number at its end"),
            ("M10 90X50", "`X` is no command"),
            ("M10 90\"/><script>", "`\\\"` is no command"),
            ("M0 0L180 50", "goes to 180"),
            ("M90 90l20 0", "goes to 110"),
            ("M-5 0L50 50", "goes to -5"),
            ("M50 50h2v2Z", "too small"),
            ("M1e99 0", "too large"),
            ("M0 50a50 50 0 2 0 100 0", "expected 0 or 1, found `2`"),
            ("M10 90L.", "expected a number, found `.`"),
            ("M10 90Ω", "`Ω` is no command"),
        ] {
            let said = emblem(text).unwrap_err();
            assert!(said.contains(reason), "{text}: {said}");
        }
        assert!(
            drawn(&format!("M0 0{}", "l1 1".repeat(20_000))).unwrap_err().contains("more than")
        );
    }
}
