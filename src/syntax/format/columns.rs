//! Keeps the columns an author made: pieces of neighbouring lines that are aligned stay aligned.
//!
//! Pieces of neighbouring lines form a column if they begin at the same place and at least one of
//! them has more than one space before it. A column begins one space after the widest text before
//! it, or two if every piece in it had more than one space. Two or more spaces that form no column
//! become two.

use super::line::Line;

/// A column: where the author put it, and its pieces by line.
struct Column {
    written: usize,
    pieces: Vec<(usize, usize)>,
}

/// Sets the spaces before pieces that belong to columns.
pub(crate) fn align(lines: &mut [Line]) {
    let mut columns = columns(lines);
    // From left to right: the place of a column depends on those before it.
    columns.sort_by_key(|column| column.written);
    let mut reached: Vec<(usize, usize)> = lines.iter().map(|line| (0, line.indent)).collect();
    for column in &columns {
        let mut ends = Vec::with_capacity(column.pieces.len());
        let mut all_wide = true;
        for &(line, piece) in &column.pieces {
            let (Some(line), Some(reached)) = (lines.get(line), reached.get_mut(line)) else {
                continue;
            };
            let before = line.pieces.get(reached.0..piece).unwrap_or_default();
            reached.1 += before.iter().map(|piece| piece.spaces + piece.width()).sum::<usize>();
            reached.0 = piece;
            all_wide &= line.pieces.get(piece).is_some_and(|piece| piece.wide);
            ends.push(reached.1);
        }
        let gap = if all_wide { 2 } else { 1 };
        let stands = ends.iter().max().unwrap_or(&0) + gap;
        for (&(line, piece), end) in column.pieces.iter().zip(ends) {
            let piece = lines.get_mut(line).and_then(|line| line.pieces.get_mut(piece));
            piece.into_iter().for_each(|piece| piece.spaces = stands - end);
        }
    }
}

fn columns(lines: &[Line]) -> Vec<Column> {
    let mut columns: Vec<Column> = Vec::new();
    // The columns of the previous line, by piece.
    let mut above: Vec<Option<usize>> = Vec::new();
    for (at, pair) in lines.windows(2).enumerate() {
        let [upper, lower] = pair else { continue };
        let mut below = vec![None; lower.pieces.len()];
        above.resize(upper.pieces.len(), None);
        let together = !lower.blank_before && upper.indent == lower.indent;
        for (high, low) in together.then(|| same_places(upper, lower)).into_iter().flatten() {
            let Some(known) = above.get_mut(high) else { continue };
            let column = *known.get_or_insert_with(|| {
                let written = upper.pieces.get(high).map_or(0, |piece| piece.written);
                columns.push(Column { written, pieces: vec![(at, high)] });
                columns.len() - 1
            });
            columns.get_mut(column).into_iter().for_each(|it| it.pieces.push((at + 1, low)));
            below.get_mut(low).into_iter().for_each(|it| *it = Some(column));
        }
        above = below;
    }
    columns
}

/// Pairs of pieces in two lines that begin at the same place, at least one after more than one
/// space.
fn same_places(upper: &Line, lower: &Line) -> Vec<(usize, usize)> {
    let mut same = Vec::new();
    let mut low = 1;
    for (high, piece) in upper.pieces.iter().enumerate().skip(1) {
        while lower.pieces.get(low).is_some_and(|below| below.written < piece.written) {
            low += 1;
        }
        let Some(below) = lower.pieces.get(low) else { break };
        let apart = piece.spaces > 0 && below.spaces > 0;
        if below.written == piece.written && apart && (piece.wide || below.wide) {
            same.push((high, low));
        }
    }
    same
}
