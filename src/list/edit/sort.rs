//! Sorts a list, so that equal lists have the same order.

use crate::list::line::forces_at_mut;
use crate::list::{GameKey, List, Models, OptionPick, UnitLine};

impl List {
    /// Sorts everything, as reading does.
    pub(crate) fn sort(&mut self) {
        sort_options(&mut self.options);
        for design in &mut self.designs {
            sort_options(&mut design.options);
            design.picks.sort();
        }
        self.designs.sort_by(|a, b| a.name.cmp(&b.name));
        self.optional.sort();
        self.derived.sort();
        self.deck.sort();
        self.others.sort_by(|a, b| a.key.cmp(&b.key));
        sort_units(&mut self.units);
        sort_forces(&mut self.others);
    }
}

fn sort_forces(others: &mut [GameKey]) {
    for force in forces_at_mut(others) {
        sort_options(&mut force.options);
        sort_units(&mut force.units);
        sort_forces(&mut force.others);
        force.others.sort_by(|a, b| a.key.cmp(&b.key));
    }
}

fn sort_units(units: &mut [UnitLine]) {
    for unit in units.iter_mut() {
        sort_options(&mut unit.options);
        unit.joined.sort();
        unit.joined.dedup();
        unit.others.sort();
        if let Models::Lines(lines) = &mut unit.models {
            lines.iter_mut().for_each(|line| sort_options(&mut line.options));
            // In a sequence, the order says which model leads, and every line says whether it names
            // a design.
            if lines.iter().all(|line| line.design.is_none()) {
                lines.sort();
            }
        }
    }
    units.sort();
}

fn sort_options(options: &mut [OptionPick]) {
    options.iter_mut().for_each(|option| sort_options(&mut option.inner));
    options.sort();
}
