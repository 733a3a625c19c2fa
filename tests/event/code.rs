//! The code on the tournament sheet holds the whole list, as another program's reader finds it.

use std::fs;

use super::support::program::succeeds;
use super::support::{files_below, root};

const MARGIN: usize = 4;
const SCALE: usize = 4;

/// What a reader finds in the code of a page.
fn read_back(page: &str) -> String {
    let code = page.split("class=\"qr\"").nth(1).unwrap();
    let size = code.split("--modules:").nth(1).unwrap();
    let size: usize = size.split('"').next().unwrap().parse().unwrap();
    let path = code.split("<path d=\"").nth(1).unwrap().split('"').next().unwrap();
    let side = (size + 2 * MARGIN) * SCALE;
    let mut image = vec![vec![255_u8; side]; side];
    for bar in path.split('M').skip(1) {
        let (at, rest) = bar.split_once('h').unwrap();
        let (x, y) = at.split_once(' ').unwrap();
        let (x, y): (usize, usize) = (x.parse().unwrap(), y.parse().unwrap());
        let wide: usize = rest.split('v').next().unwrap().parse().unwrap();
        for row in &mut image[(y + MARGIN) * SCALE..(y + MARGIN + 1) * SCALE] {
            row[(x + MARGIN) * SCALE..(x + MARGIN + wide) * SCALE].fill(0);
        }
    }
    let mut seen = rqrr::PreparedImage::prepare_from_greyscale(side, side, |x, y| image[y][x]);
    let grids = seen.detect_grids();
    assert_eq!(grids.len(), 1);
    grids[0].decode().unwrap().1
}

#[test]
fn the_code_of_a_sheet_holds_the_list() {
    let lists = files_below(&root().join("examples"), "yaml");
    for path in lists.iter().step_by(4) {
        let list = path.to_str().unwrap();
        let page = succeeds(&["print", list, "--sheet", "tournament", "--to", "html", "-o", "-"]);
        let text = fs::read_to_string(path).unwrap();
        assert_eq!(orbat::from_link(&read_back(&page)).unwrap(), text, "{list}");
    }
}
