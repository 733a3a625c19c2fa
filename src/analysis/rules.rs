//! Finds rules that no list can break, and rules that no list can keep.

use crate::analysis::Changeable;
use crate::analysis::abstract_eval::AbstractEval;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{Game, RuleContent};

/// Warns about requirements that can never fail or never hold.
pub(super) fn check(game: &Game, changeable: &Changeable<'_>, warnings: &mut Vec<Diagnostic>) {
    let eval = AbstractEval { game, changeable, unit: None };
    for rule in game.rules.values() {
        let RuleContent::Clauses(clauses) = &rule.content else { continue };
        if clauses.iter().all(|clause| clause.requirements.is_empty()) {
            let message = format!("the rule `{}` requires nothing", rule.id);
            warnings.push(Diagnostic::new(&codes::RULE_ALWAYS, rule.span, message));
        }
        for requirement in clauses.iter().flat_map(|clause| &clause.requirements) {
            let value = eval.value(&requirement.condition);
            let span = requirement.condition.span;
            if !value.may_be_no() {
                warnings.push(
                    Diagnostic::new(&codes::RULE_ALWAYS, span, "this can never fail")
                        .help("no list breaks the rule: is it what you mean?"),
                );
            } else if !value.may_be_yes() {
                warnings.push(
                    Diagnostic::new(&codes::RULE_NEVER, span, "this can never hold")
                        .help("no list keeps the rule: is it what you mean?"),
                );
            }
        }
    }
}
