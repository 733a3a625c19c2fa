//! Ties that the list leaves open, and the units that could be named to break them.

use crate::builder::Builder;
use crate::builder::repair::Repairs;
use crate::engine::check::ProblemKind;
use crate::engine::check::kind::DerivedKind;
use crate::list::{Edit, List, Scalar};
use crate::source::Sources;
use crate::wording::edit::{EditContext, EditWords, edit as words};

/// How many of the tied units are offered.
const MOST_OFFERED: usize = 9;

impl Builder<'_, '_> {
    /// Ways to name one of several units that tie for a value. Each leaves the list legal.
    pub(crate) fn names_for_ties(&self, sources: &Sources, list: &List) -> Vec<Repairs> {
        let session = self.rules.session(list);
        let army = &session.evaluator().army;
        let mut ways: Vec<Repairs> = Vec::new();
        for problem in session.problems() {
            let ProblemKind::Derived(DerivedKind::Tie { derive, .. }) = &problem.kind else {
                continue;
            };
            let name = &session.evaluator().game.derives[*derive].id;
            for unit in &problem.units {
                let line = army.unit(*unit).line.line();
                let Some((called, id)) = list.reference_to_first(line) else { continue };
                let stated = Scalar::Text(list.added(called));
                let value = Edit::SetDerived { name: name.clone(), value: Some(stated) };
                let edits: Vec<Edit> = id.into_iter().chain([value]).collect();
                let mut named = list.clone();
                let applied = edits.iter().all(|edit| edit.apply(&mut named).is_ok());
                let assessment = self.rules.assess(&named);
                if !applied || !assessment.is_legal() || ways.iter().any(|way| way.list == named) {
                    continue;
                }
                let context = EditContext { session: &session, sources };
                let worded: Vec<EditWords> =
                    edits.iter().map(|edit| words(context, edit)).collect();
                let plain = worded.iter().map(EditWords::without_file);
                ways.push(Repairs {
                    list: named,
                    plain: plain.map(|words| words.to_string()).collect(),
                    changes: worded.iter().map(EditWords::to_string).collect(),
                    units: 0,
                    costs: assessment.costs.clone(),
                });
                if ways.len() == MOST_OFFERED {
                    return ways;
                }
            }
        }
        ways
    }
}
