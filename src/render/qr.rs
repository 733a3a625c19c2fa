//! QR codes as one SVG path.

use qrcodegen::{QrCode, QrCodeEcc};
use serde::Serialize;
use tera::{Kwargs, State, Value};

/// More modules to a side than this cannot be read from paper at a size that anybody prints.
const LARGEST: i32 = 129;

/// A QR code as a drawing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct QrPath {
    /// The modules of a side.
    pub size: i32,
    /// A bar for each run of dark modules, each module a unit wide.
    pub path: String,
}

impl QrPath {
    /// The code for a text; `None` if the text is too long.
    pub(crate) fn of(text: &str) -> Option<QrPath> {
        encode(text).map(|code| QrPath { size: code.size(), path: path(&code) })
    }
}

/// `{% set code = paper.link | qr %}` gives `code.size` and `code.path`. None if the text is too
/// long.
pub(crate) fn qr(text: &str, _: Kwargs, _: &State<'_>) -> Value {
    QrPath::of(text).map_or_else(Value::none, |code| Value::from_serializable(&code))
}

fn encode(text: &str) -> Option<QrCode> {
    let code = QrCode::encode_text(text, QrCodeEcc::Low).ok()?;
    Some(code).filter(|code| code.size() <= LARGEST)
}

/// A bar for each run of dark modules.
fn path(code: &QrCode) -> String {
    let mut path = String::new();
    for y in 0..code.size() {
        let mut x = 0;
        while x < code.size() {
            let start = x;
            while x < code.size() && code.get_module(x, y) {
                x += 1;
            }
            if x > start {
                path += &format!("M{start} {y}h{0}v1h-{0}z", x - start);
            }
            x += 1;
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws the path as a reader would see it, with a margin.
    fn drawn(path: &str, size: usize) -> Vec<Vec<bool>> {
        const MARGIN: usize = 4;
        const SCALE: usize = 4;
        let side = (size + 2 * MARGIN) * SCALE;
        let mut image = vec![vec![false; side]; side];
        for bar in path.split('M').skip(1) {
            let (at, rest) = bar.split_once('h').unwrap();
            let (x, y) = at.split_once(' ').unwrap();
            let (x, y): (usize, usize) = (x.parse().unwrap(), y.parse().unwrap());
            let wide: usize = rest.split('v').next().unwrap().parse().unwrap();
            for row in &mut image[(y + MARGIN) * SCALE..(y + MARGIN + 1) * SCALE] {
                row[(x + MARGIN) * SCALE..(x + MARGIN + wide) * SCALE].fill(true);
            }
        }
        image
    }

    #[test]
    fn a_reader_finds_the_text() {
        for length in [20, 350, 700, 1500] {
            let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
            let text: String = format!("o1.{}", letters.repeat(40)).chars().take(length).collect();
            let code = encode(&text).unwrap();
            let image = drawn(&path(&code), code.size() as usize);
            let mut seen =
                rqrr::PreparedImage::prepare_from_greyscale(image.len(), image.len(), |x, y| {
                    if image[y][x] { 0 } else { 255 }
                });
            let grids = seen.detect_grids();
            assert_eq!(grids.len(), 1, "{length}");
            assert_eq!(grids[0].decode().unwrap().1, text);
        }
        assert!(encode(&"x".repeat(3000)).is_none(), "too long");
    }
}
