//! The statements of a body.

use super::Resolver;
use super::names::Admits;
use super::scope::{Scope, Subject};
use super::text::plain;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{
    AttributeGiven, Body, Brings, Change, ChangeKind, Effect, Join, Mode, NodeKind, Owner,
    PriceLine, ProfileId, Ride, Stat, StatValue, Type, WeaponGroup,
};
use crate::resolve::fact_graph::Node;
use crate::source::Span;
use crate::syntax::ast::{ChangeValue, Statement, StatementKind};
use crate::syntax::{ast, first_word};

/// What a body belongs to, which decides what may stand in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
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
    /// `when`, `for each`, the body of an `include`.
    Block,
}

impl Place {
    fn words(self) -> &'static str {
        match self {
            Place::Top(Owner::System) => "in a system itself",
            Place::Top(Owner::Faction(_)) => "in a faction itself",
            Place::Top(Owner::Event(_)) => "in an event",
            Place::Army => "in `army`",
            Place::Unit => "in a unit",
            Place::Profiled(_) => "in a model, weapon or the like",
            Place::Option => "in an option",
            Place::Choose => "in a choice",
            Place::Chart => "in a chart",
            Place::Force => "in a force",
            Place::Card => "in a card",
            Place::Mode => "in a mode, which has characteristics, keywords and notes",
            Place::Block => "in a block of changes",
        }
    }
}

impl<'t> Resolver<'t> {
    pub(crate) fn body(
        &mut self,
        scope: &mut Scope<'t>,
        place: Place,
        statements: &'t [Statement<'t>],
    ) -> Body {
        let mut body = Body::default();
        for statement in statements {
            self.statement(scope, place, statement, &mut body);
        }
        body
    }

    pub(crate) fn statement(
        &mut self,
        scope: &mut Scope<'t>,
        place: Place,
        statement: &'t Statement<'t>,
        body: &mut Body,
    ) {
        let span = statement.span;
        match &statement.kind {
            // The thing visited has no name that a value of the game could be asked under.
            StatementKind::Derive(_) if place == Place::Block => self.misplaced(place, statement),
            StatementKind::Derive(one) => {
                body.derives.extend(self.names.derives.get(one.id.text).map(|(id, _)| *id))
            }
            StatementKind::Rule(one) => body.rules.extend(self.lower_rule(scope, one)),
            StatementKind::Grant(one) => body.grants.extend(self.grant(scope, one, span)),
            StatementKind::Permit(one) => body.permits.extend(self.permit(scope, one, span)),
            StatementKind::Waive(one) => body.waives.push(self.waive(scope, one, span)),
            StatementKind::ForEach(one) => {
                body.effects.extend(self.for_each(scope, one, span).map(Effect::ForEach))
            }
            StatementKind::When(one) => {
                let when = self.when(scope, place, one, span);
                body.effects.push(Effect::When(when));
            }
            StatementKind::AtMost(one)
                if one.of.is_none() && matches!(place, Place::Top(_) | Place::Chart) =>
            {
                self.misplaced(place, statement);
            }
            StatementKind::AtMost(one) => body.caps.extend(self.cap(scope, one, span)),
            StatementKind::Note(text) => {
                let text = self.text(scope, *text);
                body.notes.push(text);
            }
            kind if !allowed(place, kind) => self.misplaced(place, statement),
            StatementKind::Models(models) => self.models(scope, models, body, span),
            StatementKind::Mode(mode) => body.modes.extend(self.mode(scope, place, mode, span)),
            StatementKind::Stat(stat) => {
                if let Place::Profiled(profile) = place {
                    self.add_stat(profile, stat, body);
                }
            }
            StatementKind::Weapons(one) => {
                let weapons = self.weapons(scope, one);
                let title = one.group.map(plain);
                body.weapons.push(WeaponGroup { title, weapons, span });
            }
            StatementKind::Has(uses) => {
                for one in uses {
                    body.keywords.extend(self.keyword_use(scope, one));
                }
            }
            StatementKind::AttributeValue(one) => {
                let given = self.attribute_given(scope, place, one);
                let known = |known: &AttributeGiven| {
                    given.as_ref().is_some_and(|new| new.attribute == known.attribute)
                };
                if body.attributes.iter().any(known) {
                    let message = format!("`{}` has a value already", one.name.text);
                    self.report(Diagnostic::new(&codes::REPEATED, one.name.span, message));
                } else {
                    body.attributes.extend(given);
                }
            }
            StatementKind::Choose(one) => {
                if let Some(id) = self.choose_ids.get(&(scope.owner, one.id.span)).copied() {
                    self.lower_choose(scope, id);
                    body.chooses.push(id);
                }
            }
            StatementKind::Option(line) => body.options.extend(self.member(scope, line)),
            StatementKind::Include(one) => body.includes.extend(self.include(scope, one, span)),
            StatementKind::Cost(one) => {
                let price = self.price(scope, &one.price);
                self.guard(Node::Price);
                if one.change {
                    body.effects.push(Effect::Change(Change::new(ChangeKind::Cost(price), span)));
                } else {
                    body.prices.push(PriceLine { price, cites: self.cites(&one.cites) });
                }
            }
            StatementKind::MayJoin(one) => {
                let hosts = self.about_unit(scope, &one.hosts);
                if one.takes_no_slot {
                    self.reads.add_expr(Node::Slots, &hosts);
                }
                let most_each = one.most_each.as_ref().map(|most| self.number(scope, most));
                let cites = self.cites(&one.cites);
                body.joins.push(Join {
                    hosts,
                    takes_no_slot: one.takes_no_slot,
                    most_each,
                    span,
                    cites,
                });
            }
            StatementKind::MayRide(one) => {
                let carriers = self.about_unit(scope, &one.carriers);
                body.rides.push(Ride { carriers, span, cites: self.cites(&one.cites) });
            }
            StatementKind::Brings(one) => {
                let range = self.range(scope, &one.range);
                let unit = self.need_entry(scope.owner, scope.root, one.unit, Admits::Unit, "unit");
                body.brings.extend(unit.map(|unit| Brings {
                    range,
                    unit,
                    span,
                    cites: self.cites(&one.cites),
                }));
            }
            StatementKind::Hide => {
                body.effects.push(Effect::Change(Change::new(ChangeKind::Hide, span)))
            }
            StatementKind::SetBound(one) => body.effects.extend(self.set_bound(scope, one, span)),
            StatementKind::Add(names) => self.change_categories(names, ChangeKind::Add, body),
            StatementKind::Remove(names) => self.change_categories(names, ChangeKind::Remove, body),
            // Directly in a profile's entry `X -3` is a value, not a change.
            StatementKind::Change(ast::Change { name, value: ChangeValue::By(number) })
                if matches!(place, Place::Profiled(_)) =>
            {
                self.signed_stat(place, *name, *number, body);
            }
            StatementKind::Change(one) => {
                let change = self.change(scope, one, span);
                body.effects.extend(change.map(Effect::Change));
            }
            _ => {}
        }
    }

    fn add_stat(&mut self, profile: ProfileId, stat: &ast::Stat<'t>, body: &mut Body) {
        if body.stats.iter().any(|one| one.name == stat.name.text) {
            let message = format!("`{}` has a value already", stat.name.text);
            self.report(Diagnostic::new(&codes::REPEATED, stat.name.span, message));
        } else {
            // A value that was wrong is reported once, not as missing too.
            let faulty = Stat {
                name: stat.name.text.to_owned(),
                value: StatValue::None,
                span: stat.name.span,
            };
            body.stats.push(self.stat(profile, stat).unwrap_or(faulty));
        }
    }

    fn signed_stat(
        &mut self,
        place: Place,
        name: ast::Name<'t>,
        number: ast::Number,
        body: &mut Body,
    ) {
        let Place::Profiled(profile) = place else { return };
        let raw = self.sources.text(number.span);
        let value = ast::StatValue { raw, quoted: false, span: number.span };
        self.add_stat(
            profile,
            &ast::Stat { name, value: ast::StatGiven::Values(vec![value]) },
            body,
        );
    }

    fn misplaced(&mut self, place: Place, statement: &Statement<'t>) {
        if self.damaged(statement.span) {
            return; // a brace is wrong, not the statement
        }
        let word = first_word(self.sources.text(statement.span));
        let message = format!("`{word}` means nothing {}", place.words());
        let first = Span::new(
            statement.span.source,
            statement.span.start(),
            statement.span.start() + word.len(),
        );
        self.report(Diagnostic::new(&codes::MISPLACED, first, message));
    }

    /// An open condition that speaks of a candidate unit.
    pub(crate) fn about_unit(
        &mut self,
        scope: &Scope<'t>,
        condition: &ast::Expr<'t>,
    ) -> crate::model::Expr {
        let mut inner = scope.clone();
        let variable = inner.bind("", Type::Node(NodeKind::Unit));
        inner.subject = Subject::Variable(variable, Type::Node(NodeKind::Unit));
        self.condition(&mut inner, condition)
    }

    fn weapons(&mut self, scope: &Scope<'t>, one: &ast::Weapons<'t>) -> Vec<crate::model::EntryId> {
        let find = |name: &ast::Name<'t>| {
            self.need_entry(scope.owner, scope.root, *name, Admits::Profiled, "weapon")
        };
        one.names.iter().filter_map(find).collect()
    }

    fn mode(
        &mut self,
        scope: &mut Scope<'t>,
        place: Place,
        mode: &'t ast::Mode<'t>,
        span: Span,
    ) -> Option<Mode> {
        let Place::Profiled(profile) = place else { return None };
        let mut body = Body::default();
        for statement in &mode.body {
            match statement.kind {
                StatementKind::Stat(_)
                | StatementKind::Has(_)
                | StatementKind::Note(_)
                | StatementKind::Change(_) => {
                    self.statement(scope, Place::Profiled(profile), statement, &mut body);
                }
                _ => self.misplaced(Place::Mode, statement),
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

pub(crate) fn count(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

/// Which statements mean something in which body. What is good everywhere (rules, changes, notes)
/// is not asked.
fn allowed(place: Place, kind: &StatementKind<'_>) -> bool {
    use StatementKind as S;
    match kind {
        S::Models(_) => matches!(place, Place::Unit | Place::Option | Place::Block),
        S::Mode(_) | S::Stat(_) => matches!(place, Place::Profiled(_)),
        S::Weapons(_) | S::Has(_) => {
            !matches!(place, Place::Top(_) | Place::Chart | Place::Choose | Place::Force)
        }
        S::AttributeValue(_) => {
            matches!(
                place,
                Place::Unit
                    | Place::Profiled(_)
                    | Place::Option
                    | Place::Card
                    | Place::Army
                    | Place::Force
            )
        }
        S::Choose(_) | S::Option(_) | S::Include(_) => {
            !matches!(place, Place::Top(_) | Place::Chart | Place::Card)
        }
        S::Cost(_) => !matches!(place, Place::Top(_) | Place::Chart | Place::Choose),
        S::MayJoin(_) | S::MayRide(_) => {
            matches!(place, Place::Unit | Place::Block | Place::Option)
        }
        S::Brings(_) => {
            matches!(place, Place::Unit | Place::Army | Place::Option | Place::Block | Place::Force)
        }
        S::Hide | S::SetBound(_) | S::Add(_) | S::Remove(_) | S::Change(_) => {
            !matches!(place, Place::Top(_) | Place::Chart | Place::Card)
        }
        // Inner entries were declared before; they are lowered with all others.
        S::Entry(_) => !matches!(place, Place::Chart | Place::Force | Place::Card),
        S::Slot(_) | S::Trade(_) | S::Unlock(_) | S::UnlockOnce(_) | S::Offers(_) => {
            place == Place::Chart
        }
        S::Holds(_) | S::Subforce(_) => place == Place::Force,
        S::Points(_) | S::Charts(_) => matches!(place, Place::Top(Owner::Event(_))),
        _ => matches!(place, Place::Top(_)),
    }
}
