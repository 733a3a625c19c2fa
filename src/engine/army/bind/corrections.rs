//! Corrections to the first binding of a list. Only evaluating the army shows which defaults may
//! not be taken and which units come with others without being written; the list is then bound
//! again.

use rustc_hash::FxHashSet;

use crate::engine::army::bind::Binder;
use crate::list::UnitLine;
use crate::model::EntryId;
use crate::source::Span;

/// What to bind differently from what the list alone says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Corrections {
    /// Options that would be taken automatically, and may not be.
    pub refused: FxHashSet<Automatic>,
    /// Units that come with others and need not be written, as their lines are sorted.
    pub free: Vec<FreeUnit>,
    /// Units that leave a choice, and so must be written.
    pub choosy: FxHashSet<EntryId>,
}

/// An option that was taken automatically: its holder, its entry, and its number among the
/// automatic options of that entry.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Automatic {
    pub holder: OptionHolder,
    pub entry: EntryId,
    pub nth: u32,
}

/// The node that an option is taken in.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(crate) enum OptionHolder {
    #[default]
    Army,
    Force(usize),
    Unit(String),
}

/// A unit that comes with another and need not be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FreeUnit {
    pub entry: EntryId,
    pub force: Option<usize>,
    /// The place in the list of whatever brings this unit.
    pub span: Span,
}

/// A unit line of the list, or the line of an unwritten unit with the place of whatever brings it.
pub(super) type AnyLine<'l> = (&'l UnitLine, Option<Span>);

impl<'g, 'l> Binder<'g, 'l, '_> {
    /// The lines of a force and of the units that come with it unwritten, in sorted order, so that
    /// the army is the same whether or not those units are written.
    pub(super) fn with_free(
        &self,
        lines: &'l [UnitLine],
        force: Option<usize>,
    ) -> Vec<AnyLine<'l>> {
        let mut all: Vec<AnyLine<'l>> = lines.iter().map(|line| (line, None)).collect();
        for unit in self.corrections.free.iter().filter(|unit| unit.force == force) {
            if let Some(line) = self.book.free_line(unit.entry) {
                let at = all.partition_point(|(other, _)| *other <= line);
                all.insert(at, (line, Some(unit.span)));
            }
        }
        all
    }

    /// Restarts the count of automatic options for a new holder.
    pub(super) fn enter(&mut self, holder: OptionHolder) {
        self.holder = holder;
        self.automatics.clear();
    }

    /// Which automatic option of its entry this is; none if it may not be taken.
    pub(super) fn nth_automatic(&mut self, entry: EntryId) -> Option<u32> {
        let nth = self.automatics.iter().filter(|other| **other == entry).count();
        self.automatics.push(entry);
        let nth = u32::try_from(nth).unwrap_or(u32::MAX);
        if self.corrections.refused.is_empty() {
            return Some(nth);
        }
        let automatic = Automatic { holder: self.holder.clone(), entry, nth };
        (!self.corrections.refused.contains(&automatic)).then_some(nth)
    }
}
