//! Resolves the statements of a body.

use super::Resolver;
use super::names::NameUse;
use super::scope::Scope;
use super::text::plain;
use crate::diagnostic::codes;
use crate::model::{
    Body, Brings, Change, ChangeKind, Effect, Join, KeywordUse, Mode, NodeKind, Owner,
    PointsRequired, PriceLine, ProfileId, Ride, Stat, StatValue, Type, WeaponGroup,
};
use crate::resolve::fact_graph::Node;
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::ast::{ChangeValue, Statement, StatementKind};
use crate::syntax::lexer::word_at;

/// What a body belongs to, which decides which statements it allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BodyKind {
    /// The braces of a system, faction or event.
    Top(Owner),
    Army,
    Unit,
    Profiled(ProfileId),
    Option,
    Choose,
    Chart,
    Force,
    Card,
    Mode,
    /// A list of an event.
    EventList,
    /// `when`, `for each`, the body of an `include`.
    Block,
}

impl BodyKind {
    fn words(self) -> &'static str {
        match self {
            BodyKind::Top(Owner::System) => "directly in a system",
            BodyKind::Top(Owner::Faction(_)) => "directly in a faction",
            BodyKind::Top(Owner::Event(_)) => "in an event",
            BodyKind::Army => "in `army`",
            BodyKind::Unit => "in a unit",
            BodyKind::Profiled(_) => "in a model, weapon or the like",
            BodyKind::Option => "in an option",
            BodyKind::Choose => "in a choice",
            BodyKind::Chart => "in a chart",
            BodyKind::Force => "in a force",
            BodyKind::Card => "in a card",
            BodyKind::Mode => "in a mode, which has characteristics, keywords and notes",
            BodyKind::EventList => "in a list of an event",
            BodyKind::Block => "in a block of changes",
        }
    }
}

impl<'t> Resolver<'t> {
    pub(crate) fn body(
        &mut self,
        scope: &mut Scope<'t>,
        body_kind: BodyKind,
        statements: &'t [Statement<'t>],
    ) -> Body {
        let mut body = Body::default();
        for statement in statements {
            self.statement(scope, body_kind, statement, &mut body);
        }
        body
    }

    pub(crate) fn statement(
        &mut self,
        scope: &mut Scope<'t>,
        body_kind: BodyKind,
        statement: &'t Statement<'t>,
        body: &mut Body,
    ) {
        let span = statement.span;
        match &statement.kind {
            // A derived value needs a name that is known in the whole game, so a block cannot
            // define one.
            StatementKind::Derive(_) if body_kind == BodyKind::Block => {
                self.misplaced(body_kind, statement)
            }
            StatementKind::Derive(derive) => {
                body.derives.extend(self.names.derives.get(derive.id.text).map(|(id, _)| *id))
            }
            StatementKind::Rule(rule) => body.rules.extend(self.lower_rule(scope, rule)),
            StatementKind::Grant(grant) => body.grants.extend(self.grant(scope, grant, span)),
            StatementKind::Permit(permit) => body.permits.extend(self.permit(scope, permit, span)),
            StatementKind::Waive(waive) => body.waives.push(self.waive(scope, waive, span)),
            StatementKind::PointsRequired(cites) => {
                body.points_required.push(PointsRequired { span, cites: self.cites(cites) })
            }
            StatementKind::ForEach(for_each) => {
                body.effects.extend(self.for_each(scope, for_each, span).map(Effect::ForEach))
            }
            StatementKind::When(decl) => {
                let when = self.when(scope, body_kind, decl, span);
                body.effects.push(Effect::When(when));
            }
            StatementKind::AtMost(at_most)
                if at_most.of.is_none()
                    && matches!(
                        body_kind,
                        BodyKind::Top(_) | BodyKind::Chart | BodyKind::EventList
                    ) =>
            {
                self.misplaced(body_kind, statement);
            }
            StatementKind::AtMost(at_most) => body.caps.extend(self.cap(scope, at_most, span)),
            StatementKind::Limit(limit) if body_kind != BodyKind::Choose => {
                body.limits.extend(self.limit(scope, limit, span))
            }
            StatementKind::Note(text) => {
                let text = self.text(scope, *text);
                body.notes.push(text);
            }
            kind if !allowed(body_kind, kind) => self.misplaced(body_kind, statement),
            StatementKind::Models(models) => self.models(scope, models, body, span),
            StatementKind::Mode(mode) => body.modes.extend(self.mode(scope, body_kind, mode, span)),
            StatementKind::Stat(stat) => self.add_stat(body_kind, stat, body),
            StatementKind::Weapons(group) => {
                let weapons = self.weapons(scope, &group.names);
                body.weapons.push(WeaponGroup { title: group.group.map(plain), weapons, span });
            }
            StatementKind::Has(uses) => {
                let after_removal = body.effects.iter().any(is_removal);
                for keyword_use in uses {
                    let given = self.keyword_use(scope, keyword_use);
                    body.keywords.extend(given.map(|given| KeywordUse { after_removal, ..given }));
                }
            }
            StatementKind::AttributeValue(value) => {
                self.add_attribute(scope, body_kind, value, body)
            }
            StatementKind::Choose(choose) => {
                if let Some(&id) = self.choose_ids.get(&(scope.owner, choose.id.span)) {
                    self.lower_choose(scope, id);
                    body.chooses.push(id);
                }
            }
            StatementKind::Option(line) => body.options.extend(self.member(scope, line)),
            StatementKind::Include(include) => {
                body.includes.extend(self.include(scope, include, span))
            }
            StatementKind::Cost(cost) => {
                let price = self.price(scope, &cost.price);
                for (currency, _) in &price.amounts {
                    self.guard(Node::Price(*currency));
                }
                if cost.change {
                    body.effects.push(Effect::Change(Change::new(ChangeKind::Cost(price), span)));
                } else {
                    body.prices.push(PriceLine { price, cites: self.cites(&cost.cites) });
                }
            }
            StatementKind::MayJoin(join) => {
                let hosts = self.about_unit(scope, &join.hosts);
                if join.takes_no_slot {
                    self.reads.add_expr(Node::Slots, &hosts);
                }
                body.joins.push(Join {
                    hosts,
                    takes_no_slot: join.takes_no_slot,
                    most_each: join.most_each.as_ref().map(|most| self.number(scope, most)),
                    of_a_kind: join.of_a_kind,
                    span,
                    cites: self.cites(&join.cites),
                });
            }
            StatementKind::MayRide(ride) => {
                let carriers = self.about_unit(scope, &ride.carriers);
                body.rides.push(Ride { carriers, span, cites: self.cites(&ride.cites) });
            }
            StatementKind::Brings(brings) => {
                let range = self.whole_range(scope, &brings.range, "units that are brought");
                if let Some(unit) = self.need_entry(scope, brings.unit, NameUse::Unit) {
                    body.brings.push(Brings {
                        range,
                        unit,
                        span,
                        cites: self.cites(&brings.cites),
                    });
                }
            }
            StatementKind::Hide => {
                body.effects.push(Effect::Change(Change::new(ChangeKind::Hide, span)))
            }
            StatementKind::SetBound(set_bound) => {
                body.effects.extend(self.set_bound(scope, set_bound, span))
            }
            StatementKind::Add(names) => self.change_categories(names, ChangeKind::Add, body),
            StatementKind::Remove(names) => self.remove(names, body),
            StatementKind::RemoveKeywords => {
                for keyword in self.game.keywords.ids().collect::<Vec<_>>() {
                    self.guard(Node::Keyword(keyword));
                }
                body.effects.push(Effect::Change(Change::new(ChangeKind::Lose(None), span)));
            }
            // Directly in the entry of a profile, `X -3` is a value, not a change.
            StatementKind::Change(ast::Change { name, value: ChangeValue::By(number) })
                if matches!(body_kind, BodyKind::Profiled(_)) =>
            {
                let raw = self.sources.text(number.span);
                let value = ast::StatValue { raw, quoted: false, span: number.span };
                let value = ast::StatGiven::Values(vec![value]);
                self.add_stat(body_kind, &ast::Stat { name: *name, value }, body);
            }
            StatementKind::Change(decl) => {
                let change = self.change(scope, decl, span);
                body.effects.extend(change.map(Effect::Change));
            }
            _ => {}
        }
    }

    fn add_attribute(
        &mut self,
        scope: &Scope<'t>,
        body_kind: BodyKind,
        value: &ast::AttributeValue<'t>,
        body: &mut Body,
    ) {
        let Some(given) = self.attribute_given(scope, body_kind, value) else { return };
        if body.attributes.iter().any(|known| known.attribute == given.attribute) {
            self.second_value(value.name);
        } else {
            body.attributes.push(given);
        }
    }

    fn add_stat(&mut self, body_kind: BodyKind, stat: &ast::Stat<'t>, body: &mut Body) {
        let BodyKind::Profiled(profile) = body_kind else { return };
        let name = stat.name;
        if body.stats.iter().any(|known| known.name == name.text) {
            self.second_value(name);
            return;
        }
        // A wrong value is reported already; do not report it as missing too.
        let value = self.stat(profile, stat).unwrap_or(StatValue::None);
        body.stats.push(Stat { name: name.text.to_owned(), value, span: name.span });
    }

    fn second_value(&mut self, name: ast::Name<'t>) {
        let message = format!("`{}` already has a value", name.text);
        self.report(codes::REPEATED.at(name.span, message));
    }

    fn misplaced(&mut self, body_kind: BodyKind, statement: &Statement<'t>) {
        if self.damaged(statement.span) {
            return; // a brace is wrong, not the statement
        }
        let word = word_at(self.sources.text(statement.span), 0);
        let message = format!("`{word}` is not allowed {}", body_kind.words());
        let first = Span::new(
            statement.span.source,
            statement.span.start(),
            statement.span.start() + word.len(),
        );
        self.report(codes::MISPLACED.at(first, message));
    }

    /// An open condition about a candidate unit.
    pub(crate) fn about_unit(
        &mut self,
        scope: &Scope<'t>,
        condition: &ast::Expr<'t>,
    ) -> crate::model::Expr {
        let (mut inner, _) = scope.visiting("", Type::Node(NodeKind::Unit));
        self.condition(&mut inner, condition)
    }

    fn mode(
        &mut self,
        scope: &mut Scope<'t>,
        body_kind: BodyKind,
        mode: &'t ast::Mode<'t>,
        span: Span,
    ) -> Option<Mode> {
        let BodyKind::Profiled(profile) = body_kind else { return None };
        let mut body = Body::default();
        for statement in &mode.body {
            match statement.kind {
                StatementKind::Stat(_)
                | StatementKind::Has(_)
                | StatementKind::Note(_)
                | StatementKind::Change(_) => {
                    self.statement(scope, BodyKind::Profiled(profile), statement, &mut body);
                }
                _ => self.misplaced(BodyKind::Mode, statement),
            }
        }
        Some(Mode {
            title: plain(mode.title),
            stats: body.stats,
            keywords: body.keywords,
            notes: body.notes,
            span,
        })
    }
}

/// Which statements are allowed in which body. Not called for statements that are allowed
/// everywhere (rules, blocks, notes).
fn allowed(body_kind: BodyKind, kind: &StatementKind<'_>) -> bool {
    use StatementKind as S;
    match kind {
        S::Models(_) => matches!(body_kind, BodyKind::Unit | BodyKind::Option | BodyKind::Block),
        S::Mode(_) | S::Stat(_) => matches!(body_kind, BodyKind::Profiled(_)),
        S::Weapons(_) | S::Has(_) => !matches!(
            body_kind,
            BodyKind::Top(_)
                | BodyKind::Chart
                | BodyKind::Choose
                | BodyKind::Force
                | BodyKind::EventList
        ),
        S::AttributeValue(_) => {
            matches!(
                body_kind,
                BodyKind::Unit
                    | BodyKind::Profiled(_)
                    | BodyKind::Option
                    | BodyKind::Card
                    | BodyKind::Army
                    | BodyKind::Force
            )
        }
        S::Choose(_) | S::Option(_) | S::Include(_) => !matches!(
            body_kind,
            BodyKind::Top(_) | BodyKind::Chart | BodyKind::Card | BodyKind::EventList
        ),
        S::Cost(_) => !matches!(
            body_kind,
            BodyKind::Top(_) | BodyKind::Chart | BodyKind::Choose | BodyKind::EventList
        ),
        S::MayJoin(_) | S::MayRide(_) => {
            matches!(body_kind, BodyKind::Unit | BodyKind::Block | BodyKind::Option)
        }
        S::Brings(_) => {
            matches!(
                body_kind,
                BodyKind::Unit
                    | BodyKind::Army
                    | BodyKind::Option
                    | BodyKind::Block
                    | BodyKind::Force
            )
        }
        S::Hide | S::SetBound(_) | S::Add(_) | S::Remove(_) | S::RemoveKeywords | S::Change(_) => {
            !matches!(
                body_kind,
                BodyKind::Top(_) | BodyKind::Chart | BodyKind::Card | BodyKind::EventList
            )
        }
        // Inner entries have been declared already and are lowered with all others.
        S::Entry(_) => !matches!(
            body_kind,
            BodyKind::Chart | BodyKind::Force | BodyKind::Card | BodyKind::EventList
        ),
        S::Slot(_) | S::Trade(_) | S::Unlock(_) | S::UnlockOnce(_) | S::Offers(_) => {
            body_kind == BodyKind::Chart
        }
        S::Holds(_) | S::Subforce(_) => body_kind == BodyKind::Force,
        S::PointsRequired(_) => {
            matches!(body_kind, BodyKind::Top(_) | BodyKind::Chart | BodyKind::EventList)
        }
        S::Points(_)
        | S::Charts(_)
        | S::Factions(_)
        | S::OptionalSet(_)
        | S::DataPin(_)
        | S::Deadline(_)
        | S::Revisions(_)
        | S::Teams(_)
        | S::EventList(_)
        | S::Answer(_) => matches!(body_kind, BodyKind::Top(Owner::Event(_))),
        // An alias belongs to the thing whose braces it stands in, so there must be one.
        S::Alias(_) => !matches!(
            body_kind,
            BodyKind::Block | BodyKind::Army | BodyKind::Mode | BodyKind::EventList
        ),
        _ => matches!(body_kind, BodyKind::Top(_)),
    }
}

fn is_removal(effect: &Effect) -> bool {
    matches!(effect, Effect::Change(Change { kind: ChangeKind::Lose(_), .. }))
}
