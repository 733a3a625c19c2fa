//! Drawings as SVG paths: symbols, the parts of shields, patterns and hatchings. Start at `path`.
//! Templates take them with the filter `path`: `{{ arms.charge | path(of="symbol") }}`.

mod symbols;

use tera::{Error, Kwargs, State, TeraResult};

use symbols::{DIVISIONS, SHAPES, SYMBOLS};

/// The path of a drawing by its name. Symbols are 100 units wide and high, shields 100 by 112,
/// patterns behind symbols 400 by 400.
pub(crate) fn path(name: &str, arguments: Kwargs, _: &State<'_>) -> TeraResult<String> {
    let of: String = arguments.must_get("of")?;
    drawn(&of, name)
        .ok_or_else(|| Error::message(format!("there is no {of} `{name}` among the drawings")))
}

fn drawn(of: &str, name: &str) -> Option<String> {
    let known = |all: &[(&str, &str)]| {
        all.iter().find(|(known, _)| *known == name).map(|(_, path)| (*path).to_owned())
    };
    match of {
        "symbol" => known(SYMBOLS),
        "shape" => known(SHAPES),
        "division" => known(DIVISIONS),
        "pattern" => pattern(name),
        "hatching" => hatching(name),
        _ => None,
    }
}

/// The pattern behind symbols, to be filled by the even-odd rule.
fn pattern(name: &str) -> Option<String> {
    let mut path = String::new();
    match name {
        "bars" => {
            for x in (-480..480).step_by(40) {
                path += &format!("M{x} 0h20l400 400h-20Z");
            }
        }
        "blocks" => {
            for at in (0..100).filter(|at| (at / 10 + at % 10) % 2 == 1) {
                path += &format!("M{} {}h40v40h-40Z", at % 10 * 40, at / 10 * 40);
            }
        }
        "chevrons" => {
            for y in (-264..528).step_by(44) {
                let (foot, low) = (y + 150, y + 172);
                path += &format!("M0 {foot}L200 {y}L400 {foot}V{low}L200 {}L0 {low}Z", y + 22);
            }
        }
        "hexes" => {
            // Two of every three cells of a honeycomb.
            for (row, column) in (-8..=8).flat_map(|row| (-6..=6).map(move |column| (row, column)))
            {
                if (column * 7 + row * 3 + 100) % 3 != 0 {
                    let x = 200 + column * 40 + (row & 1) * 20;
                    let y = 200 + row * 35 - 21;
                    path += &format!("M{x} {y}l18 11v20l-18 11l-18-11v-20Z");
                }
            }
        }
        "rays" => path += symbols::RAYS,
        "rings" => {
            for radius in (30..318).step_by(18) {
                let (left, wide) = (200 - radius, 2 * radius);
                path += &format!(
                    "M{left} 200a{radius} {radius} 0 1 0 {wide} 0a{radius} {radius} 0 1 0-{wide} 0Z"
                );
            }
        }
        _ => return None,
    }
    Some(path)
}

/// Strokes that represent a colour in black and white.
fn hatching(name: &str) -> Option<String> {
    let mut path = String::new();
    match name {
        "horizontal" => (0..=400).step_by(7).for_each(|y| path += &format!("M0 {y}H400")),
        "vertical" => (0..=400).step_by(7).for_each(|x| path += &format!("M{x} 0V400")),
        "bend" => (-400..=400).step_by(10).for_each(|x| path += &format!("M{x} 0l400 400")),
        "sinister" => (0..=800).step_by(10).for_each(|x| path += &format!("M{x} 0l-400 400")),
        "dots" => {
            for (row, y) in (5..400).step_by(13).enumerate() {
                let first = if row % 2 == 0 { 5 } else { 11 };
                path += &format!("M{first} {y}h0");
                (first + 13..400).step_by(13).for_each(|_| path += "m13 0h0");
            }
        }
        "grid" => (0..=400).step_by(10).for_each(|at| path += &format!("M0 {at}H400M{at} 0V400")),
        _ => return None,
    }
    Some(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::views::Paper;

    #[test]
    fn every_name_has_a_drawing() {
        for (of, names) in Paper::drawings() {
            for name in *names {
                let path = drawn(of, name).unwrap_or_default();
                assert!(path.starts_with('M') && path.ends_with(['Z', '0', '1']), "{of} {name}");
                assert!(path.len() < 8000, "{of} {name}: {}", path.len());
            }
        }
        assert_eq!(drawn("symbol", "unicorn"), None);
        assert_eq!(drawn("beast", "star"), None);
    }
}
