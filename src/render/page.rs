//! Sizes of paper and of cards, and how many cards stand on a sheet.

use serde::Serialize;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PaperSize {
    A4,
    Letter,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CardSize {
    Poker,
    Tarot,
    A6,
    Half,
}

/// The geometry of a sheet of cards, in tenths of a millimetre so that it is exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Page {
    pub paper: PaperSize,
    pub width: u32,
    pub height: u32,
    pub card: CardSize,
    pub card_width: u32,
    pub card_height: u32,
    pub columns: u32,
    pub rows: u32,
    /// From the edge of the paper to the first card.
    pub left: u32,
    pub top: u32,
    /// Backs are printed behind fronts, mirrored for turning over the long edge.
    pub duplex: bool,
}

/// What printers leave free at the edges of paper; cards that divide the sheet have it inside.
const MARGIN: u32 = 50;

impl Page {
    pub fn new(paper: PaperSize, card: CardSize, duplex: bool) -> Self {
        let (width, height) = match paper {
            PaperSize::A4 => (2100, 2970),
            PaperSize::Letter => (2159, 2794),
        };
        let (card_width, card_height) = match card {
            CardSize::Poker => (630, 880),
            CardSize::Tarot => (700, 1200),
            // A quarter and a half of the sheet, whatever its size.
            CardSize::A6 => (width / 2, height / 2),
            CardSize::Half => (width, height / 2),
        };
        let margin = if matches!(card, CardSize::Poker | CardSize::Tarot) { MARGIN } else { 0 };
        let (columns, rows) =
            ((width - 2 * margin) / card_width, (height - 2 * margin) / card_height);
        let (left, top) = ((width - columns * card_width) / 2, (height - rows * card_height) / 2);
        Page {
            paper,
            width,
            height,
            card,
            card_width,
            card_height,
            columns,
            rows,
            left,
            top,
            duplex,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_stand_on_the_sheet_with_room_for_the_printer() {
        let grid = |paper, card| {
            let page = Page::new(paper, card, false);
            assert!(2 * page.left + page.columns * page.card_width <= page.width);
            assert!(2 * page.top + page.rows * page.card_height <= page.height);
            (page.columns, page.rows)
        };
        assert_eq!(grid(PaperSize::A4, CardSize::Poker), (3, 3));
        assert_eq!(grid(PaperSize::Letter, CardSize::Poker), (3, 3));
        assert_eq!(grid(PaperSize::A4, CardSize::Tarot), (2, 2));
        assert_eq!(grid(PaperSize::Letter, CardSize::Tarot), (2, 2));
        assert_eq!(grid(PaperSize::A4, CardSize::A6), (2, 2));
        assert_eq!(grid(PaperSize::Letter, CardSize::Half), (1, 2));
    }
}
