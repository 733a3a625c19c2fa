//! Builds rules, derived values, permissions and blocks of changes.

use super::super::ast::{
    AtMost, Binder, Clause, Derive, Expr, ExprKind, ForEach, Grant, Limit, Name, Permit, PermitSet,
    Requirement, Rule as RuleLine, RuleContent, Text, Waive, When,
};
use super::super::grammar::Rule;
use super::super::tree::Pair;
use super::Builder;
use crate::diagnostic::Severity;

impl<'a> Builder<'a> {
    pub(crate) fn derive(&mut self, pair: Pair<'_>) -> Option<Derive<'a>> {
        Some(Derive {
            id: self.declared_id(pair)?,
            title: self.title(pair),
            binders: self.opt(pair, Rule::each_header, Self::binders)?.unwrap_or_default(),
            value: self.need(pair, Rule::expr, Self::expr)?,
            cites: self.cites(pair),
        })
    }

    pub(crate) fn grant(&mut self, pair: Pair<'_>) -> Option<Grant<'a>> {
        Some(Grant {
            slot: self.id(pair)?,
            to: match self.opt(pair, Rule::paren, Self::paren)? {
                Some(condition) => condition,
                None => self.need(pair, Rule::path, Self::path)?,
            },
            up_to: self.need(pair, Rule::bound, Self::bound)?,
            each: self.opt(pair, Rule::binder, Self::binder)?,
            when: self.opt(pair, Rule::on_condition, Self::inner_expr)?,
            cites: self.cites(pair),
        })
    }

    pub(crate) fn permit(&mut self, pair: Pair<'_>) -> Option<Permit<'a>> {
        let (say, help) = self.say_and_help(pair);
        Some(Permit {
            allow: pair.rule() == Rule::allow,
            set: self.permit_set(pair)?,
            when: self.opt(pair, Rule::on_condition, Self::inner_expr)?,
            cites: self.cites(pair),
            say,
            help,
        })
    }

    fn permit_set(&mut self, pair: Pair<'_>) -> Option<PermitSet<'a>> {
        Some(match pair.part(Rule::banned) {
            Some(names) => PermitSet::Names(self.names(names), self.span(names)),
            None => PermitSet::Set(self.need(pair, Rule::set, Self::set)?),
        })
    }

    pub(crate) fn limit(&mut self, pair: Pair<'_>) -> Option<Limit<'a>> {
        let (say, help) = self.say_and_help(pair);
        Some(Limit {
            currency: self.id(pair)?,
            most: self.need(pair, Rule::amount, Self::bound)?,
            cites: self.cites(pair),
            say,
            help,
        })
    }

    /// The texts after the words `say` and `help`.
    fn say_and_help(&mut self, pair: Pair<'_>) -> (Option<Text<'a>>, Option<Text<'a>>) {
        let (mut say, mut help, mut helping) = (None, None, false);
        for part in pair.parts() {
            match part.rule() {
                Rule::w_help => helping = true,
                Rule::string if helping => help = Some(self.string(part)),
                Rule::string => say = Some(self.string(part)),
                _ => {}
            }
        }
        (say, help)
    }

    pub(crate) fn waive(&mut self, pair: Pair<'_>) -> Option<Waive<'a>> {
        Some(Waive {
            rules: pair.parts_of(Rule::rule_id).map(|rule| self.name(rule)).collect(),
            condition: self.opt(pair, Rule::where_, Self::where_)?,
            cites: self.cites(pair),
        })
    }

    pub(crate) fn for_each(&mut self, pair: Pair<'_>) -> Option<ForEach<'a>> {
        Some(ForEach {
            binders: self.binders(pair)?,
            cites: self.cites(pair),
            body: self.body(pair),
        })
    }

    pub(crate) fn when(&mut self, pair: Pair<'_>) -> Option<When<'a>> {
        Some(When {
            condition: self.inner_expr(pair)?,
            cites: self.cites(pair),
            body: self.body(pair),
        })
    }

    pub(crate) fn rule(&mut self, pair: Pair<'_>) -> Option<RuleLine<'a>> {
        let mut cites = self.cites(pair);
        let content = match pair.part(Rule::covers) {
            Some(covers) => {
                cites.extend(self.cites(covers));
                let codes = covers.parts_of(Rule::code).map(|code| self.name(code));
                RuleContent::Covers(codes.collect())
            }
            None => RuleContent::Clauses(self.each(pair, Rule::clause, Self::clause)?),
        };
        let id = self.name(pair.part(Rule::rule_id)?);
        Some(RuleLine {
            id: self.declared(id, pair),
            title: self.title(pair),
            weight: match (pair.has(Rule::w_warning), pair.has(Rule::w_note)) {
                (true, _) => Severity::Warning,
                (_, true) => Severity::Note,
                _ => Severity::Error,
            },
            cites,
            content,
        })
    }

    fn clause(&mut self, pair: Pair<'_>) -> Option<Clause<'a>> {
        Some(Clause {
            binders: self.opt(pair, Rule::each_header, Self::binders)?.unwrap_or_default(),
            requirements: self.each(pair, Rule::requirement, Self::requirement)?,
        })
    }

    fn requirement(&mut self, pair: Pair<'_>) -> Option<Requirement<'a>> {
        let (say, help) = self.say_and_help(pair);
        let condition = self.inner_expr(pair)?;
        Some(Requirement { condition, say, help, span: self.span(pair) })
    }

    pub(crate) fn at_most(&mut self, pair: Pair<'_>) -> Option<AtMost<'a>> {
        let mut of = self.opt(pair, Rule::binder, Self::binder)?;
        let scope = match pair.part(Rule::kind_word) {
            Some(scope) => Some(self.name(scope)),
            // `where support in wing`: the place belongs to the limit, not to its condition.
            None => of.as_mut().and_then(|of| of.condition.as_mut()).and_then(take_scope),
        };
        let scope = scope.or_else(|| of.as_mut().and_then(kind_in_place));
        Some(AtMost {
            most: self.need(pair, Rule::bound, Self::bound)?,
            of,
            scope,
            label: self.id(pair),
            words: pair.part(Rule::in_words).and_then(|words| self.title(words)),
            cites: self.cites(pair),
        })
    }
}

/// `of any weapon in army` reads as a kind and a scope, not as a variable and a set.
fn kind_in_place<'a>(of: &mut Binder<'a>) -> Option<Name<'a>> {
    let (None, Some(kind), Some(Expr { kind: ExprKind::Name(place), .. })) =
        (of.kind, of.variable, &of.set)
    else {
        return None;
    };
    let place = matches!(place.text, "army" | "force" | "unit" | "model" | "team" | "player")
        .then_some(*place)?;
    (of.kind, of.variable, of.set) = (Some(kind), None, None);
    Some(place)
}

/// Takes `in SCOPE` off the end of a condition.
fn take_scope<'a>(condition: &mut Expr<'a>) -> Option<Name<'a>> {
    match &mut condition.kind {
        ExprKind::Binary(_, _, right) => take_scope(right),
        ExprKind::Not(inner) => take_scope(inner),
        ExprKind::In { what, of, directly: false } => {
            let ExprKind::Name(scope) = of.kind else { return None };
            let nothing = Expr { kind: ExprKind::None, span: what.span };
            *condition = std::mem::replace(what, nothing);
            Some(scope)
        }
        _ => None,
    }
}
