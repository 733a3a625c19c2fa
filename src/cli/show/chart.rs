use super::{draw_source, draw_texts, draw_title, home, with_id};
use crate::cli::output::{FAINT, TITLE, styled, width};
use crate::cli::table::{Table, wrap};
use crate::model::Game;
use crate::views::{ChartView, SlotView};
use crate::wording::range_words;

/// A chart on a page of its own.
pub(crate) fn draw_page(chart: &ChartView, game: &Game) -> String {
    let mut page = draw_title(&chart.name, &chart.id, &home(game, chart.faction.as_deref()));
    page.push_str(&wrap(
        "",
        &format!("a chart{}; in a list: `chart: {}`", force(chart), chart.id),
        2,
        width(),
    ));
    page.push_str(&super::heading("Slots"));
    page.push_str(&draw_slots(&chart.slots, 2));
    page.push_str(&draw_texts("Terms", &chart.terms));
    page.push_str(&draw_texts("Rules", &chart.rules));
    page.push_str(&draw_texts("Notes", &chart.notes));
    page.push_str(&draw_source(&chart.file, chart.line));
    page
}

/// A chart among those of an army.
pub(crate) fn draw_chart(chart: &ChartView) -> String {
    let lead = format!("  {}  ", with_id(&styled(TITLE, &chart.name), &chart.id));
    let mut text = wrap(&lead, &styled(FAINT, force(chart).trim_start()), 4, width());
    text.push_str(&draw_slots(&chart.slots, 4));
    for line in chart.terms.iter().chain(&chart.rules).chain(&chart.notes) {
        text.push_str(&wrap("      ", line, 8, width()));
    }
    text
}

fn force(chart: &ChartView) -> String {
    chart.force.as_ref().map_or_else(String::new, |force| format!(" for the force {force}"))
}

fn draw_slots(slots: &[SlotView], indent: usize) -> String {
    let mut table = Table::default();
    for slot in slots {
        // A slot that bears the name of what it takes need not say so twice.
        let takes = if slot.takes == slot.name { String::new() } else { slot.takes.clone() };
        table.row([with_id(&slot.name, &slot.id), range_words(&slot.range), takes]);
    }
    table.draw_within(indent, width())
}
