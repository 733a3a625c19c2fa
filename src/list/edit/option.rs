//! The options that a list takes, identified by the names that lead to them. Start at
//! [`OptionPath`].

use serde::{Deserialize, Serialize};

use crate::list::edit::apply::EditResult;
use crate::list::edit::{EditError, Holder};
use crate::list::{LineId, List, Models, OptionPick, UnitLine};

/// The path to an option that a list takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OptionPath {
    /// The holder that takes it.
    pub of: Holder,
    /// The names that lead to it, the outermost first.
    pub names: Vec<String>,
}

impl OptionPath {
    /// The line of the unit that takes it.
    pub fn unit(&self) -> Option<LineId> {
        match &self.of {
            Holder::Unit(id) | Holder::Models(id, _) => Some(*id),
            Holder::Army | Holder::Force(_) | Holder::Design(_) => None,
        }
    }
}

impl List {
    pub(crate) fn options_of(&self, of: &Holder) -> Option<&Vec<OptionPick>> {
        match of {
            Holder::Army => Some(&self.options),
            Holder::Force(id) => self.force(*id).map(|force| &force.options),
            Holder::Unit(id) => self.unit(*id).map(|unit| &unit.options),
            Holder::Models(id, row) => match &self.unit(*id)?.models {
                Models::Lines(lines) => lines.get(*row).map(|line| &line.options),
                _ => None,
            },
            Holder::Design(name) => {
                let design = self.designs.iter().find(|design| design.name.value == *name);
                design.map(|design| &design.options)
            }
        }
    }

    pub(crate) fn options_mut(&mut self, of: &Holder) -> Option<&mut Vec<OptionPick>> {
        match of {
            Holder::Army => Some(&mut self.options),
            Holder::Force(id) => self.force_mut(*id).map(|force| &mut force.options),
            Holder::Unit(id) => self.unit_mut(*id).map(|unit| &mut unit.options),
            Holder::Models(id, row) => match &mut self.unit_mut(*id)?.models {
                Models::Lines(lines) => lines.get_mut(*row).map(|line| &mut line.options),
                _ => None,
            },
            Holder::Design(name) => {
                let design = self.designs.iter_mut().find(|design| design.name.value == *name);
                design.map(|design| &mut design.options)
            }
        }
    }

    /// An option that is taken.
    pub fn option(&self, path: &OptionPath) -> Option<&OptionPick> {
        self.options_below(&path.of).into_iter().find(|(at, _)| at == path).map(|(_, pick)| pick)
    }

    pub(crate) fn option_mut(&mut self, path: &OptionPath) -> Option<&mut OptionPick> {
        fn find<'p>(options: &'p mut [OptionPick], names: &[String]) -> Option<&'p mut OptionPick> {
            let (first, rest) = names.split_first()?;
            options.iter_mut().filter(|pick| pick.name.value == *first).find_map(|pick| {
                if rest.is_empty() { Some(pick) } else { find(&mut pick.inner, rest) }
            })
        }
        find(self.options_mut(&path.of)?, &path.names)
    }

    /// Every option that a holder takes, at any depth.
    pub(crate) fn options_below(&self, of: &Holder) -> Vec<(OptionPath, &OptionPick)> {
        fn collect<'p>(
            of: &Holder,
            outer: &[String],
            options: &'p [OptionPick],
            all: &mut Vec<(OptionPath, &'p OptionPick)>,
        ) {
            for pick in options {
                let mut names = outer.to_vec();
                names.push(pick.name.value.clone());
                all.push((OptionPath { of: of.clone(), names: names.clone() }, pick));
                collect(of, &names, &pick.inner, all);
            }
        }
        let mut all = Vec::new();
        collect(of, &[], self.options_of(of).map(Vec::as_slice).unwrap_or_default(), &mut all);
        all
    }

    /// Everything that takes options.
    pub(crate) fn holders(&self) -> Vec<Holder> {
        let mut all = vec![Holder::Army];
        all.extend(self.designs.iter().map(|design| Holder::Design(design.name.value.clone())));
        all.extend(self.force_lines().map(|force| Holder::Force(force.line())));
        all.extend(self.unit_lines().flat_map(UnitLine::holders));
        all
    }

    pub(crate) fn drop_option(&mut self, path: &OptionPath) -> EditResult {
        let times = &mut self.option_mut(path).ok_or(EditError::NotThere)?.times;
        if let Some(times) = times.as_mut().filter(|times| times.value > 1) {
            times.value -= 1;
            return Ok(());
        }
        remove(self.options_mut(&path.of).ok_or(EditError::NotThere)?, &path.names);
        Ok(())
    }
}

impl UnitLine {
    /// The holders in a unit line: the unit, and its model lines.
    pub(crate) fn holders(&self) -> Vec<Holder> {
        let rows = if let Models::Lines(lines) = &self.models { lines.len() } else { 0 };
        let rows = (0..rows).map(|row| Holder::Models(self.line(), row));
        std::iter::once(Holder::Unit(self.line())).chain(rows).collect()
    }
}

/// Removes an option, and its choice too if nothing else is taken from it.
fn remove(options: &mut Vec<OptionPick>, names: &[String]) -> bool {
    let Some((first, rest)) = names.split_first() else { return false };
    for at in 0..options.len() {
        let Some(pick) = options.get_mut(at).filter(|pick| pick.name.value == *first) else {
            continue;
        };
        let is_found = rest.is_empty() || remove(&mut pick.inner, rest);
        let is_empty = rest.is_empty() || pick.inner.is_empty();
        if is_found {
            if is_empty {
                options.remove(at);
            }
            return true;
        }
    }
    false
}
