//! Sizes of paper and cards, and how many cards fit on a sheet.

use serde::Serialize;

/// A size of paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum PaperSize {
    /// 210 × 297 mm
    A4,
    /// 8.5 × 11 inches
    Letter,
}

/// A size of cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum CardSize {
    /// 63 × 88 mm, nine on a sheet
    Poker,
    /// 70 × 120 mm, four on a sheet
    Tarot,
    /// A quarter of the sheet
    A6,
    /// Half of the sheet
    Half,
}

/// How much ink a printout takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Look {
    /// Black on white; colour only in arms.
    Plain,
    /// Frames and pictures in the colours of the faction.
    Colour,
}

/// The layout of a sheet of cards, in tenths of a millimetre, which keeps it exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Page {
    /// The size of paper.
    pub paper: PaperSize,
    /// The width of the paper.
    pub width: u32,
    /// The height of the paper.
    pub height: u32,
    /// The size of cards.
    pub card: CardSize,
    /// The width of a card.
    pub card_width: u32,
    /// The height of a card.
    pub card_height: u32,
    /// Cards side by side.
    pub columns: u32,
    /// Cards one below the other.
    pub rows: u32,
    /// From the left edge of the paper to the first card.
    pub left: u32,
    /// From the top edge of the paper to the first card.
    pub top: u32,
    /// Whether backs stand on sheets of their own, mirrored for flipping on the long edge.
    pub duplex: bool,
    /// Whether backs stand above their fronts, upside down, so that cards are folded.
    pub folded: bool,
    /// Whether the cards stand on paper that lies on its long side.
    pub turned: bool,
}

/// What printers leave blank at the edges. Cards that divide the sheet have it inside.
const MARGIN: u32 = 50;

impl Page {
    /// Places as many cards as fit on a sheet.
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
        // Half a page has everything on its front.
        let folded = !duplex && card != CardSize::Half;
        let cell_height = if folded { 2 * card_height } else { card_height };
        let fitting = |width: u32, height: u32| {
            ((width - 2 * margin) / card_width, (height - 2 * margin) / cell_height)
        };
        let (upright, across) = (fitting(width, height), fitting(height, width));
        let turned = across.0 * across.1 > upright.0 * upright.1;
        let (columns, rows) = if turned { across } else { upright };
        let (wide, high) = if turned { (height, width) } else { (width, height) };
        let (left, top) = ((wide - columns * card_width) / 2, (high - rows * cell_height) / 2);
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
            folded,
            turned,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_stand_on_the_sheet_with_room_for_the_printer() {
        let laid = |paper, card, duplex| {
            let page = Page::new(paper, card, duplex);
            let cell = if page.folded { 2 * page.card_height } else { page.card_height };
            let (width, height) =
                if page.turned { (page.height, page.width) } else { (page.width, page.height) };
            assert!(2 * page.left + page.columns * page.card_width <= width);
            assert!(2 * page.top + page.rows * cell <= height);
            (page.columns, page.rows)
        };
        let grid = |paper, card| laid(paper, card, true);
        assert_eq!(grid(PaperSize::A4, CardSize::Poker), (3, 3));
        assert_eq!(grid(PaperSize::Letter, CardSize::Poker), (3, 3));
        assert_eq!(grid(PaperSize::A4, CardSize::Tarot), (2, 2));
        assert_eq!(grid(PaperSize::Letter, CardSize::Tarot), (2, 2));
        assert_eq!(grid(PaperSize::A4, CardSize::A6), (2, 2));
        assert_eq!(grid(PaperSize::Letter, CardSize::Half), (1, 2));
        let folded = |paper, card| laid(paper, card, false);
        assert_eq!(folded(PaperSize::A4, CardSize::Poker), (4, 1), "on paper laid across");
        assert_eq!(folded(PaperSize::Letter, CardSize::Poker), (4, 1));
        assert_eq!(folded(PaperSize::A4, CardSize::Tarot), (2, 1));
        assert_eq!(folded(PaperSize::A4, CardSize::A6), (2, 1));
        assert_eq!(folded(PaperSize::A4, CardSize::Half), (1, 2), "not folded");
    }
}
