//! `orbat units`: the units of a faction.

use clap::Args;

use super::faction::find;
use super::output::{FAINT, HEAD, TITLE, print, print_json, styled, width};
use super::table::{Table, wrap};
use super::{Format, Global, Outcome, Printing};
use crate::budget::{Budget, BudgetLimits};
use crate::engine::Ruleset;
use crate::views;
use crate::views::{Amount, UnitLine, told};

/// List the units of a faction
#[derive(Args)]
pub(crate) struct UnitsArguments {
    /// The id or name of a faction, or of a game for its units without a faction
    faction: String,
    /// The game, if several have a faction of that name
    #[arg(long)]
    system: Option<String>,
    #[command(flatten)]
    printing: Printing,
}

pub(crate) fn run(global: &Global, arguments: &UnitsArguments) -> Outcome {
    let (name, system) = (&arguments.faction, arguments.system.as_deref());
    let data = global.data()?;
    let (system, faction) = find(&data, name, system)?;
    let game = &data.game(&system)?.game;
    let id = game.faction(&faction);
    let budget = Budget::new(BudgetLimits::PAGE);
    let units = views::unit_lines(&Ruleset::new(game).within(&budget), id);
    if arguments.printing.format == Format::Json {
        print_json(&units);
    } else if units.is_empty() && id.is_none() {
        let text = format!(
            "{} has no units of its own; `orbat factions {}` lists its factions\n",
            game.title, game.id
        );
        print(&wrap(&text, 0, width()));
    } else {
        let hint = format!(
            "`orbat show ID` shows one unit, `orbat show {faction}` the charts and options of the army"
        );
        print(&format!(
            "{}\n{}",
            draw(&units),
            wrap(&format!("{}\n", styled(FAINT, &hint)), 0, width())
        ));
    }
    super::refuse_gaps(&budget)
}

/// Units under the title of their first category.
fn draw(units: &[UnitLine]) -> String {
    let mut headings: Vec<&str> = Vec::new();
    for unit in units {
        if !headings.contains(&unit.heading.as_str()) {
            headings.push(&unit.heading);
        }
    }
    let mut table = Table::default();
    let mut stacked = String::new();
    for heading in headings {
        let heading_words = styled(HEAD, if heading.is_empty() { "Units" } else { heading });
        stacked.push_str(&format!("{heading_words}\n"));
        table.row([heading_words]);
        for unit in units.iter().filter(|unit| unit.heading == heading) {
            let [name, id, models, points, marks] = cells(unit);
            stacked.push_str(&wrap(&format!("  {name}  {id}\n"), 4, width()));
            let below = [models.as_str(), points.trim(), marks.as_str()]
                .into_iter()
                .filter(|cell| !cell.is_empty());
            let below = below.collect::<Vec<_>>().join(", ");
            stacked.push_str(&wrap(&format!("      {below}\n"), 0, width()));
            table.row([format!("  {name}"), id, models, points, marks]);
        }
    }
    // If the terminal is too narrow for columns, each unit is a paragraph.
    if table.width_before_last() <= width() { table.draw_within(0, width()) } else { stacked }
}

fn cells(unit: &UnitLine) -> [String; 5] {
    let points = unit.points.as_ref().map_or_else(|| "?".to_owned(), Amount::to_string);
    let others = told(&unit.other_costs);
    let others = others.iter().filter_map(|cost| Some((cost.amount.as_ref()?, &cost.title)));
    let others: String = others.map(|(amount, title)| format!(", {amount} {title}")).collect();
    let further = unit.categories.iter().skip(1).map(|category| category.replace('_', " "));
    let marks: Vec<String> =
        unit.unique.then(|| "unique".to_owned()).into_iter().chain(further).collect();
    let (name, id) = (styled(TITLE, &unit.name), styled(FAINT, &unit.id));
    [
        name,
        id,
        unit.size.words.clone(),
        format!("{points:>5}{others}"),
        styled(FAINT, &marks.join(", ")),
    ]
}
