//! Pages for a terminal: fills the templates in `templates/terminal`, and defines their filters.

use anstyle::{AnsiColor, Style};
use serde_json::Value as Json;
use tera::{Context, Error, Kwargs, State, Tera, TeraResult, Value};

use super::TemplateError;
use super::table::{Table, wrap};
use crate::diagnostic::screen::styled;

include!(concat!(env!("OUT_DIR"), "/terminal_templates.rs"));

pub(crate) const TITLE: Style = Style::new().bold();
pub(crate) const HEAD: Style = AnsiColor::Cyan.on_default().bold();
pub(crate) const FAINT: Style = Style::new().dimmed();

/// Fills the template `name` with `data`, for a terminal of `width` columns.
pub(crate) fn terminal_page(
    name: &str,
    mut data: Json,
    width: usize,
) -> Result<String, TemplateError> {
    // Escaping in templates would lose the styles that filters add.
    remove_controls(&mut data);
    let mut tera = Tera::new();
    tera.autoescape_on(Vec::<&str>::new());
    add_filters(&mut tera, width);
    tera.add_raw_templates(TERMINAL_TEMPLATES.iter().copied())?;
    Ok(tera.render(&format!("{name}.txt"), &Context::from_serialize(&data)?)?)
}

fn add_filters(tera: &mut Tera, width: usize) {
    for (name, style) in [("strong", TITLE), ("heading", HEAD), ("faint", FAINT)] {
        tera.register_filter(name, move |text: &str, _: Kwargs, _: &State<'_>| styled(style, text));
    }
    tera.register_filter("id", |id: &str, _: Kwargs, _: &State<'_>| {
        styled(FAINT, &format!("[{id}]"))
    });
    tera.register_filter("wrap", move |text: &str, arguments: Kwargs, _: &State<'_>| {
        Ok::<_, Error>(wrap(text, arguments.get("hang")?.unwrap_or(2), width))
    });
    tera.register_filter("table", move |rows: &[Value], arguments: Kwargs, _: &State<'_>| {
        draw_table(rows, &arguments, width)
    });
}

/// Rows are lists of cells; a text goes below the previous row, over the whole width.
fn draw_table(rows: &[Value], arguments: &Kwargs, width: usize) -> TeraResult<String> {
    let mut table = Table::default();
    for row in rows {
        match row.as_array() {
            Some(cells) => table.row(cells.iter().map(Value::to_string)),
            None => table.below(row.to_string()),
        }
    }
    let indent = arguments.get("indent")?.unwrap_or(2);
    match arguments.get("too_wide")?.unwrap_or("wrap") {
        "wrap" => Ok(table.draw_within(indent, width)),
        "fold" => Ok(table.draw_folded(indent, width)),
        "stack" => Ok(table.draw_or_stack(indent, width)),
        other => Err(Error::message(format!("a table cannot `{other}`"))),
    }
}

/// Line ends, other control characters and runs of spaces become one space: no name can move the
/// cursor or break a column.
fn remove_controls(data: &mut Json) {
    match data {
        Json::String(text) => {
            let words = text.split(|char: char| char.is_whitespace() || char.is_control());
            *text = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
        }
        Json::Array(values) => values.iter_mut().for_each(remove_controls),
        Json::Object(fields) => fields.values_mut().for_each(remove_controls),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::diagnostic::screen::unstyled;

    #[test]
    fn names_cannot_move_the_cursor() {
        let chart = json!({
            "chart": {
                "name": "A\u{1b}[2Jb\u{9b}1A", "id": "a\nb", "slots": [], "terms": [],
                "file": "x", "line": 1,
            },
            "home": "Two\tspaces  here",
        });
        let page = terminal_page("chart", chart, 80).unwrap();
        let page = unstyled(&page);
        assert!(page.starts_with("A [2Jb 1A [a b]  Two spaces here\n"), "{page}");
    }
}
