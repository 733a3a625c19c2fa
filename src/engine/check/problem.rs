//! A problem of a list, with its proof. It contains no words: `wording` adds those, and a search
//! never needs them.

use crate::diagnostic::{Code, Severity, did_you_mean};
use crate::engine::army::{NodeId, UnitIndex};
use crate::engine::check::kind::ProblemKind;
use crate::model::{ChartId, Cite};
use crate::source::Span;

/// Something that is wrong with a list.
#[derive(Debug, Clone)]
pub struct Problem<'g> {
    pub kind: ProblemKind<'g>,
    pub severity: Severity,
    /// The rules of the rulebook that it breaks, the closest first.
    pub cites: Vec<&'g str>,
    /// The place in the list.
    pub at: Span,
    /// The place of the broken rule in the data.
    pub defined_at: Option<Span>,
    /// What caused it: a trade, a condition, a grant.
    pub causes: Vec<Cause<'g>>,
    /// The units it concerns, for the search for fixes.
    pub units: Vec<UnitIndex>,
    /// Whether `units` are the units that a limit counted, shown as its proof.
    pub counts_units: bool,
    /// The option it concerns.
    pub option: Option<NodeId>,
    /// The name to write instead.
    pub suggestion: Option<String>,
    /// An old name that is written, and the new one.
    pub renamed: Option<(Span, String)>,
}

/// Something that led to a problem.
#[derive(Debug, Clone)]
pub struct Cause<'g> {
    pub kind: CauseKind<'g>,
    pub at: Span,
    /// The rule of the rulebook that it comes from.
    pub cite: Option<&'g str>,
}

/// What led to a problem.
#[derive(Debug, Clone)]
pub enum CauseKind<'g> {
    /// Another unit with the same id.
    SameId,
    BoundChanged,
    SizeChanged,
    ValueChanged,
    LimitChanged,
    /// A slot with room for more units.
    OpenSlot {
        title: &'g str,
        /// The force the slot belongs to, if it is inside the force the problem is about.
        force: Option<usize>,
        count: i64,
        wanted: i64,
    },
    UnlockedBy {
        unit: UnitIndex,
        by: Vec<UnitIndex>,
    },
    Traded {
        chart: ChartId,
        give: (i64, usize),
        get: (i64, usize),
    },
    GrantUsed {
        chart: ChartId,
        slot: &'g str,
        most: i64,
        used: usize,
    },
}

impl<'g> Problem<'g> {
    pub(crate) fn new(kind: impl Into<ProblemKind<'g>>, at: Span) -> Self {
        Problem {
            kind: kind.into(),
            severity: Severity::Error,
            cites: Vec::new(),
            at,
            defined_at: None,
            causes: Vec::new(),
            units: Vec::new(),
            counts_units: false,
            option: None,
            suggestion: None,
            renamed: None,
        }
    }

    pub fn code(&self) -> &'static Code {
        self.kind.code()
    }

    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// Sets the line of the data that is broken, and the rules that it cites.
    pub(crate) fn rule(mut self, span: Span, cites: &'g [Cite]) -> Self {
        self.defined_at = Some(span);
        self.cites.extend(cites.iter().map(|cite| cite.id.as_str()));
        self
    }

    /// Adds rules that concern it.
    pub(crate) fn cite(&mut self, cites: &'g [Cite]) {
        for cite in cites {
            if !self.cites.contains(&cite.id.as_str()) {
                self.cites.push(&cite.id);
            }
        }
    }

    /// Adds a cause, and the rules that it cites.
    pub(crate) fn cause(&mut self, kind: CauseKind<'g>, at: Span, cites: &'g [Cite]) {
        self.cite(cites);
        let cite = cites.first().map(|cite| cite.id.as_str());
        self.causes.push(Cause { kind, at, cite });
    }

    pub(crate) fn counted(mut self, units: impl IntoIterator<Item = UnitIndex>) -> Self {
        self.counts_units = true;
        self.units.extend(units);
        self
    }

    pub(crate) fn concerns(mut self, units: impl IntoIterator<Item = UnitIndex>) -> Self {
        self.units.extend(units);
        self
    }

    pub(crate) fn of_option(mut self, option: NodeId) -> Self {
        self.option = Some(option);
        self
    }

    /// Suggests a known name that is close to the one written.
    pub(crate) fn suggest<'n>(
        mut self,
        written: &str,
        known: impl IntoIterator<Item = &'n str>,
    ) -> Self {
        self.suggestion = did_you_mean(written, known).map(str::to_owned);
        self
    }
}

/// The rules that a line cites, or else those around it.
pub(crate) fn own_or<'c>(own: &'c [Cite], around: &'c [Cite]) -> &'c [Cite] {
    if own.is_empty() { around } else { own }
}
