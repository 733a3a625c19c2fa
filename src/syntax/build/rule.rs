use super::super::ast::{
    AtMost, Binder, Body, Clause, Derive, Expr, ExprKind, ForEach, Grant, Name, Permit,
    Requirement, Rule as RuleLine, RuleContent, RuleWeight, Waive, When,
};
use super::super::grammar::Rule;
use super::{Builder, P};

impl<'a> Builder<'a> {
    pub(crate) fn derive(&mut self, pair: P<'_>) -> Option<Derive<'a>> {
        let (mut id, mut title, mut binders) = (None, None, Vec::new());
        let (mut value, mut cites) = (None, Vec::new());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::id | Rule::plain_id => id = Some(self.name(&part)),
                Rule::string => title = Some(self.text(&part)),
                Rule::each_header => binders = self.binders(part)?,
                Rule::expr => value = Some(self.expr(part)?),
                Rule::cite => cites = self.names(part),
                _ => {}
            }
        }
        Some(Derive { id: id?, title, binders, value: value?, cites })
    }

    pub(crate) fn grant(&mut self, pair: P<'_>) -> Option<Grant<'a>> {
        let (mut slot, mut to, mut up_to) = (None, None, None);
        let (mut each, mut when, mut cites) = (None, None, Vec::new());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::id | Rule::plain_id => slot = Some(self.name(&part)),
                Rule::paren => to = Some(self.paren(part)?),
                Rule::path => to = Some(self.path(part)?),
                Rule::bound => up_to = Some(self.bound(part)?),
                Rule::binder => each = Some(self.binder(part)?),
                Rule::on_condition => when = Some(self.on_condition(part)?),
                Rule::cite => cites = self.names(part),
                _ => {}
            }
        }
        Some(Grant { slot: slot?, to: to?, up_to: up_to?, each, when, cites })
    }

    fn on_condition(&mut self, pair: P<'_>) -> Option<Expr<'a>> {
        let expr = pair.into_inner().find(|part| part.as_rule() == Rule::expr)?;
        self.expr(expr)
    }

    pub(crate) fn permit(&mut self, pair: P<'_>) -> Option<Permit<'a>> {
        let allow = pair.as_rule() == Rule::allow;
        let (mut set, mut when, mut cites) = (None, None, Vec::new());
        let (mut say, mut help, mut helping) = (None, None, false);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::set => set = Some(self.set(part)?),
                Rule::on_condition => when = Some(self.on_condition(part)?),
                Rule::cite => cites = self.names(part),
                Rule::w_help => helping = true,
                Rule::string if helping => help = Some(self.text(&part)),
                Rule::string => say = Some(self.text(&part)),
                _ => {}
            }
        }
        Some(Permit { allow, set: set?, when, cites, say, help })
    }

    pub(crate) fn waive(&mut self, pair: P<'_>) -> Option<Waive<'a>> {
        let (mut rules, mut condition, mut cites) = (Vec::new(), None, Vec::new());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::rule_id => rules.push(self.name(&part)),
                Rule::where_ => condition = Some(self.where_(part)?),
                Rule::cite => cites = self.names(part),
                _ => {}
            }
        }
        Some(Waive { rules, condition, cites })
    }

    pub(crate) fn for_each(&mut self, pair: P<'_>) -> Option<ForEach<'a>> {
        let (mut binders, mut cites, mut body) = (Vec::new(), Vec::new(), Body::default());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::binder => binders.push(self.binder(part)?),
                Rule::cite => cites = self.names(part),
                Rule::body => body = self.body(part),
                _ => {}
            }
        }
        Some(ForEach { binders, cites, body })
    }

    pub(crate) fn when(&mut self, pair: P<'_>) -> Option<When<'a>> {
        let (mut condition, mut cites, mut body) = (None, Vec::new(), Body::default());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::expr => condition = Some(self.expr(part)?),
                Rule::cite => cites = self.names(part),
                Rule::body => body = self.body(part),
                _ => {}
            }
        }
        Some(When { condition: condition?, cites, body })
    }

    pub(crate) fn rule(&mut self, pair: P<'_>) -> Option<RuleLine<'a>> {
        let (mut id, mut title, mut weight, mut cites) =
            (None, None, RuleWeight::Error, Vec::new());
        let (mut covers, mut clauses) = (None, Vec::new());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::rule_id => id = Some(self.name(&part)),
                Rule::string => title = Some(self.text(&part)),
                Rule::w_warning => weight = RuleWeight::Warning,
                Rule::w_note => weight = RuleWeight::Note,
                Rule::cite => cites.extend(self.names(part)),
                Rule::covers => {
                    cites.extend(self.cites_of(part));
                    let codes = part.into_inner().filter(|part| part.as_rule() == Rule::code);
                    covers = Some(codes.map(|code| self.name(&code)).collect());
                }
                Rule::clause => clauses.push(self.clause(part)?),
                _ => {}
            }
        }
        let content = covers.map_or(RuleContent::Clauses(clauses), RuleContent::Covers);
        Some(RuleLine { id: id?, title, weight, cites, content })
    }

    fn clause(&mut self, pair: P<'_>) -> Option<Clause<'a>> {
        let (mut binders, mut requirements) = (Vec::new(), Vec::new());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::each_header => binders = self.binders(part)?,
                Rule::requirement => requirements.push(self.requirement(part)?),
                _ => {}
            }
        }
        Some(Clause { binders, requirements })
    }

    fn requirement(&mut self, pair: P<'_>) -> Option<Requirement<'a>> {
        let span = self.span(&pair);
        let (mut condition, mut say, mut help) = (None, None, None);
        let mut helping = false;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::expr => condition = Some(self.expr(part)?),
                Rule::w_help => helping = true,
                Rule::string if helping => help = Some(self.text(&part)),
                Rule::string => say = Some(self.text(&part)),
                _ => {}
            }
        }
        Some(Requirement { condition: condition?, say, help, span })
    }

    pub(crate) fn at_most(&mut self, pair: P<'_>) -> Option<AtMost<'a>> {
        let (mut most, mut of, mut scope, mut label, mut cites) =
            (None, None, None, None, Vec::new());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::bound => most = Some(self.bound(part)?),
                Rule::binder => of = Some(self.binder(part)?),
                Rule::kind_word => scope = Some(self.name(&part)),
                Rule::id | Rule::plain_id => label = Some(self.name(&part)),
                Rule::cite => cites = self.names(part),
                _ => {}
            }
        }
        // `where support in wing`: the place belongs to the limit, not to its condition.
        if scope.is_none()
            && let Some(condition) =
                of.as_mut().and_then(|binder: &mut Binder<'a>| binder.condition.as_mut())
        {
            scope = take_place(condition);
        }
        Some(AtMost { most: most?, of, scope, label, cites })
    }
}

/// Takes `in PLACE` off the end of a condition.
fn take_place<'a>(condition: &mut Expr<'a>) -> Option<Name<'a>> {
    match &mut condition.kind {
        ExprKind::Binary(_, _, right) => take_place(right),
        ExprKind::Not(inner) => take_place(inner),
        ExprKind::In { what, of, directly: false } => {
            let ExprKind::Name(place) = of.kind else { return None };
            let nothing = Expr { kind: ExprKind::None, span: what.span };
            *condition = std::mem::replace(what, nothing);
            Some(place)
        }
        _ => None,
    }
}
