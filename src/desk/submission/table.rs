//! Tables: a list in each row. Columns are found by their names.

use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};

use calamine::{DataRef, Reader, Xlsx};

use super::archive::{Archive, unpacked};
use super::{Content, Inbox, LARGEST_ARCHIVE, MOST_SUBMISSIONS, SubmissionError, content_of};
use crate::desk::read::fold::fold;
use crate::desk::read::words::{HeadWord, head_word};

/// Columns to the right of these belong to no table of players.
const MOST_COLUMNS: usize = 200;
/// What the cells of a sheet may hold together. A workbook writes a text once and repeats it.
const LARGEST_SHEET: usize = 64 << 20;
/// Rows above the names of the columns, such as a title.
const HIGHEST_HEAD: usize = 10;

/// A row with its number, from 1.
type NumberedRow = (usize, Vec<String>);

/// Which column is what.
struct Columns {
    player: Option<usize>,
    team: Option<usize>,
    list: Option<usize>,
}

impl Inbox {
    /// Adds the rows of a table of separated values.
    pub(super) fn add_csv(&mut self, origin: &str, text: &str) {
        let (stated, text) = separator(text);
        let first = text.lines().next().unwrap_or_default();
        let guessed = || {
            let marks = [b',', b';', b'\t'].into_iter();
            marks.max_by_key(|mark| first.bytes().filter(|byte| byte == mark).count())
        };
        let mut reader = csv::ReaderBuilder::new();
        reader.delimiter(stated.or_else(guessed).unwrap_or(b',')).flexible(true).has_headers(false);
        let mut rows: Vec<NumberedRow> = Vec::new();
        let mut damaged = Vec::new();
        let above = usize::from(stated.is_some());
        for (at, row) in reader.from_reader(text.as_bytes()).records().enumerate() {
            let at = at + above;
            if at > MOST_SUBMISSIONS {
                damaged.push((at + 1, SubmissionError::TooMany));
                break;
            }
            match row {
                Ok(row) => rows.push((at + 1, row.iter().map(str::to_owned).collect())),
                Err(_) => damaged.push((at + 1, SubmissionError::Damaged)),
            }
        }
        self.add_rows(origin, rows);
        for (row, fault) in damaged {
            self.bad(format!("{origin} (row {row})"), fault);
        }
    }

    /// Adds the rows of all sheets of a workbook.
    pub(super) fn add_workbook(&mut self, origin: &str, bytes: &[u8], archive: &mut Archive<'_>) {
        // What reads workbooks may panic at those that no program wrote; the others must not
        // suffer.
        let read = catch_unwind(AssertUnwindSafe(|| sheets(bytes, archive)));
        match read.unwrap_or(Err(SubmissionError::Damaged)) {
            Ok(sheets) => {
                let several = sheets.len() > 1;
                for (name, rows) in sheets {
                    let sheet =
                        if several { format!("{origin}/{name}") } else { origin.to_owned() };
                    self.add_rows(&sheet, rows);
                }
            }
            Err(fault) => self.bad(origin.to_owned(), fault),
        }
    }

    fn add_rows(&mut self, origin: &str, rows: Vec<NumberedRow>) {
        let mut rows = rows.into_iter().filter(|(_, row)| row.iter().any(|cell| !cell.is_empty()));
        let mut above: Vec<NumberedRow> = Vec::new();
        let mut found = None;
        for (number, row) in rows.by_ref().take(HIGHEST_HEAD) {
            let columns = self.columns(&row);
            if columns.player.is_some() || columns.list.is_some() {
                found = Some(columns);
                break;
            }
            above.push((number, row));
        }
        let (columns, rows): (Columns, Vec<NumberedRow>) = match found {
            Some(columns) => (columns, rows.collect()),
            // Without names of columns the longest cell of a row is its list.
            None => (
                Columns { player: None, team: None, list: None },
                above.into_iter().chain(rows).collect(),
            ),
        };
        if columns.player.is_none() && columns.list.is_none() && is_one_list(&rows) {
            let lines: Vec<String> = rows.iter().map(|(_, row)| row.join("\t")).collect();
            return self.add_text(origin, &lines.join("\n"));
        }
        for (number, row) in rows {
            self.add_row(format!("{origin} (row {number})"), &row, &columns);
        }
    }

    fn add_row(&mut self, origin: String, row: &[String], columns: &Columns) {
        let cell = |column: Option<usize>| {
            let text = column.and_then(|at| row.get(at)).map(|text| text.trim());
            text.filter(|text| !text.is_empty()).map(str::to_owned)
        };
        let longest = || row.iter().max_by_key(|cell| cell.len()).cloned();
        let text = if columns.list.is_some() { cell(columns.list) } else { longest() };
        let content =
            text.map_or(Content::Unreadable(SubmissionError::Empty), |text| content_of(&text));
        self.push(origin, cell(columns.player), cell(columns.team), content);
    }

    fn columns(&self, head: &[String]) -> Columns {
        let folded: Vec<String> = head.iter().map(|name| fold(name)).collect();
        let given = |what: &str| {
            let name = self.columns.iter().find(|(known, _)| known == what)?;
            Some(fold(&name.1))
        };
        let place = |what: &str, is_word: &dyn Fn(&str) -> bool| match given(what) {
            Some(name) => folded.iter().position(|column| *column == name),
            None => folded.iter().position(|column| is_word(column)),
        };
        let is_player = |name: &str| head_word(name) == Some(HeadWord::Player) || name == "name";
        let lists = ["list", "army list", "armylist", "army", "liste", "roster", "link", "text"];
        Columns {
            player: place("player", &is_player),
            team: place("team", &|name| head_word(name) == Some(HeadWord::Team)),
            list: place("list", &|name| lists.contains(&name)),
        }
    }
}

/// A cell that holds a list is longer.
const SHORT_CELL: usize = 80;

/// Whether the rows are the units of one list, as some programs export it.
fn is_one_list(rows: &[NumberedRow]) -> bool {
    let is_short = |cell: &String| cell.len() < SHORT_CELL && !cell.contains(['\n', '#', ';']);
    rows.len() > 1 && rows.iter().all(|(_, row)| row.len() > 1 && row.iter().all(is_short))
}

/// The separator that some programs state in the first line, and the rest.
fn separator(text: &str) -> (Option<u8>, &str) {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let stated = first.trim().strip_prefix("sep=").and_then(|mark| mark.bytes().next());
    stated.map_or((None, text), |mark| (Some(mark), rest))
}

/// The rows of all sheets that have any.
fn sheets(
    bytes: &[u8],
    archive: &mut Archive<'_>,
) -> Result<Vec<(String, Vec<NumberedRow>)>, SubmissionError> {
    // What reads workbooks unpacks without a limit, so this happens here first.
    let mut room = LARGEST_ARCHIVE;
    for at in 0..archive.len() {
        let file = archive.by_index(at).map_err(|_| SubmissionError::Damaged)?;
        unpacked(file, &mut room)?;
    }
    let damaged = |_| SubmissionError::Damaged;
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(damaged)?;
    let mut room = LARGEST_SHEET;
    let mut sheets = Vec::new();
    for name in book.sheet_names() {
        // Sheets of charts and the like have no cells.
        let Ok(mut cells) = book.worksheet_cells_reader(&name) else { continue };
        let mut rows: Vec<NumberedRow> = Vec::new();
        while let Some(cell) = cells.next_cell().map_err(damaged)? {
            let (row, column) = cell.get_position();
            let (number, column) = (row as usize + 1, column as usize);
            let text = words(cell.get_value());
            if text.is_empty() || column >= MOST_COLUMNS {
                continue;
            }
            room = room.checked_sub(text.len()).ok_or(SubmissionError::Bomb)?;
            // Cells come row by row; a file that mixes them is read as far as that goes.
            if rows.last().is_none_or(|(last, _)| *last != number) {
                if rows.len() > MOST_SUBMISSIONS {
                    return Err(SubmissionError::TooMany);
                }
                rows.push((number, Vec::new()));
            }
            if let Some((_, row)) = rows.last_mut() {
                row.resize(row.len().max(column + 1), String::new());
                if let Some(cell) = row.get_mut(column) {
                    *cell = text;
                }
            }
        }
        if !rows.is_empty() {
            sheets.push((name, rows));
        }
    }
    Ok(sheets)
}

fn words(value: &DataRef<'_>) -> String {
    match value {
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => {
            text.clone()
        }
        DataRef::SharedString(text) => (*text).to_owned(),
        DataRef::Int(number) => number.to_string(),
        DataRef::Float(number) => number.to_string(),
        DataRef::Bool(is) => is.to_string(),
        DataRef::DateTime(_) | DataRef::Error(_) | DataRef::Empty => String::new(),
    }
}
