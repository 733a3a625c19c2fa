//! Additions of units, each with the options it must take.

use rayon::prelude::*;

use crate::builder::Builder;
use crate::builder::candidate::Candidate;
use crate::builder::find::{faction_of, is_native};
use crate::builder::force::{PossibleForce, forces, possible_forces};
use crate::diagnostic::codes;
use crate::list::{Edit, ForceRef, UnitLine};
use crate::model::EntryId;

impl Builder<'_, '_> {
    /// Where units might be added.
    fn stations_for_additions(&self, base: &Candidate) -> Vec<ForceRef> {
        let list = &base.list;
        let forces = forces(self.game, list);
        let mut stations: Vec<ForceRef> = Vec::new();
        if forces.is_empty() || !list.units.is_empty() {
            stations.push(ForceRef::Army);
        }
        stations.extend(forces.into_iter().map(ForceRef::Force));
        let lacks_force = base.has_error(&codes::FORCE_TOO_FEW);
        if lacks_force {
            stations
                .extend(possible_forces(self.game, list).iter().flat_map(PossibleForce::stations));
        }
        stations
    }

    /// How many additions there are at most.
    pub(crate) fn count_of_additions(&self, base: &Candidate) -> usize {
        let faction = faction_of(self.game, &base.list);
        let units = self.game.units().filter(|(_, unit)| is_native(faction, unit)).count();
        self.stations_for_additions(base).len().saturating_mul(units)
    }

    pub(crate) fn unit_additions(&self, base: &Candidate, units: &[EntryId]) -> Vec<Edit> {
        let list = &base.list;
        let stations = self.stations_for_additions(base);
        let keys = base.assessment.keys();
        let all: Vec<(EntryId, &ForceRef)> =
            units.iter().flat_map(|unit| stations.iter().map(move |to| (*unit, to))).collect();
        let additions = all.into_par_iter().filter_map(|(entry, to)| {
            let (with, unit) = self.with_unit(list, entry, to)?;
            // A unit that the army may not take never repairs anything.
            let barred = [&codes::UNIT_NOT_AVAILABLE, &codes::UNIT_UNIQUE];
            let new = with.assessment.new_errors(&keys);
            if with.short > base.short || new.iter().any(|problem| barred.contains(&problem.code)) {
                return None;
            }
            // The target list gives the unit an id if it needs one.
            let line = UnitLine { id: None, ..with.list.unit(unit)?.clone() };
            Some(Edit::AddUnit { line: Box::new(line), to: to.clone() })
        });
        additions.collect()
    }
}
