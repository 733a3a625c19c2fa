//! The statements of a body.

use super::Resolver;
use super::cycle::Node;
use super::names::Admits;
use super::scope::{Scope, Subject};
use super::text::plain;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{
    Alteration, AttributeGiven, AttributeId, AttributeType, Bearer, Body, BoundTo, Brings, Change, ChangeKind, Effect, EntryKind,
    Home, Join, KeywordUse, Mode, NodeKind, PriceLine, ProfileId, Ride, Stat, StatBase, StatValue, Type, WeaponGroup,
};
use crate::source::Span;
use crate::syntax::ast::{self, ChangeValue, Statement, StatementKind};
use crate::syntax::{first_word, statement_words};

/// What a body belongs to, which decides what may stand in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// The braces of a system, faction or event.
    Top(Home),
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
            Place::Top(Home::System) => "in a system itself",
            Place::Top(Home::Faction(_)) => "in a faction itself",
            Place::Top(Home::Event(_)) => "in an event",
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
    pub(super) fn body(&mut self, scope: &mut Scope<'t>, place: Place, statements: &'t [Statement<'t>]) -> Body {
        let mut body = Body::default();
        for statement in statements {
            self.statement(scope, place, statement, &mut body);
        }
        body
    }

    pub(super) fn statement(&mut self, scope: &mut Scope<'t>, place: Place, statement: &'t Statement<'t>, body: &mut Body) {
        let span = statement.span;
        match &statement.kind {
            // The thing visited has no name that a value of the game could be asked under.
            StatementKind::Derive(_) if place == Place::Block => self.misplaced(place, statement),
            StatementKind::Derive(one) => body.derives.extend(self.names.derives.get(one.id.text).map(|(id, _)| *id)),
            StatementKind::Rule(one) => body.rules.extend(self.lower_rule(scope, one)),
            StatementKind::Grant(one) => body.grants.extend(self.grant(scope, one, span)),
            StatementKind::Permit(one) => body.permits.extend(self.permit(scope, one, span)),
            StatementKind::Waive(one) => body.waives.push(self.waive(scope, one, span)),
            StatementKind::ForEach(one) => body.effects.extend(self.for_each(scope, one, span).map(Effect::ForEach)),
            StatementKind::When(one) => {
                let when = self.when(scope, place, one, span);
                body.effects.push(Effect::When(when));
            }
            StatementKind::AtMost(one) if one.of.is_none() && matches!(place, Place::Top(_) | Place::Chart) => {
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
                let known = |known: &AttributeGiven| given.as_ref().is_some_and(|new| new.attribute == known.attribute);
                if body.attributes.iter().any(known) {
                    let message = format!("`{}` has a value already", one.name.text);
                    self.report(Diagnostic::new(&codes::REPEATED, one.name.span, message));
                } else {
                    body.attributes.extend(given);
                }
            }
            StatementKind::Choose(one) => {
                if let Some(id) = self.choose_ids.get(&(scope.home, one.id.span)).copied() {
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
                    body.effects.push(Effect::Change(Change { kind: ChangeKind::Cost(price), span }));
                } else {
                    body.prices.push(PriceLine { price, cites: Self::cites(&one.cites) });
                }
            }
            StatementKind::MayJoin(one) => {
                let hosts = self.about_unit(scope, &one.hosts);
                if one.takes_no_slot {
                    self.reads.add_expr(Node::Slots, &hosts);
                }
                let most_each = one.most_each.as_ref().map(|most| self.number(scope, most));
                let cites = Self::cites(&one.cites);
                body.joins.push(Join { hosts, takes_no_slot: one.takes_no_slot, most_each, span, cites });
            }
            StatementKind::MayRide(one) => {
                let carriers = self.about_unit(scope, &one.carriers);
                body.rides.push(Ride { carriers, span, cites: Self::cites(&one.cites) });
            }
            StatementKind::Brings(one) => {
                let range = self.range(scope, &one.range);
                let unit = self.need_entry(scope.home, scope.root, one.unit, Admits::Unit, "unit");
                body.brings.extend(unit.map(|unit| Brings { range, unit, span, cites: Self::cites(&one.cites) }));
            }
            StatementKind::Hide => body.effects.push(Effect::Change(Change { kind: ChangeKind::Hide, span })),
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
            let faulty = Stat { name: stat.name.text.to_owned(), value: StatValue::None, span: stat.name.span };
            body.stats.push(self.stat(profile, stat).unwrap_or(faulty));
        }
    }

    fn signed_stat(&mut self, place: Place, name: ast::Name<'t>, number: ast::Number, body: &mut Body) {
        let Place::Profiled(profile) = place else { return };
        let raw = self.sources.text(number.span);
        let value = ast::StatValue { raw, quoted: false, span: number.span };
        self.add_stat(profile, &ast::Stat { name, value: ast::StatGiven::Values(vec![value]) }, body);
    }

    fn misplaced(&mut self, place: Place, statement: &Statement<'t>) {
        if self.damaged(statement.span) {
            return; // a brace is wrong, not the statement
        }
        let word = first_word(self.sources.text(statement.span));
        let message = format!("`{word}` means nothing {}", place.words());
        let first = Span::new(statement.span.source, statement.span.start(), statement.span.start() + word.len());
        self.report(Diagnostic::new(&codes::MISPLACED, first, message));
    }

    /// An open condition that speaks of a candidate unit.
    pub(super) fn about_unit(&mut self, scope: &Scope<'t>, condition: &ast::Expr<'t>) -> crate::model::Expr {
        let mut inner = scope.clone();
        let variable = inner.bind("", Type::Node(NodeKind::Unit));
        inner.subject = Subject::Variable(variable, Type::Node(NodeKind::Unit));
        self.condition(&mut inner, condition)
    }

    fn weapons(&mut self, scope: &Scope<'t>, one: &ast::Weapons<'t>) -> Vec<crate::model::EntryId> {
        let find = |name: &ast::Name<'t>| self.need_entry(scope.home, scope.root, *name, Admits::Profiled, "weapon");
        one.names.iter().filter_map(find).collect()
    }

    fn mode(&mut self, scope: &mut Scope<'t>, place: Place, mode: &'t ast::Mode<'t>, span: Span) -> Option<Mode> {
        let Place::Profiled(profile) = place else { return None };
        let mut body = Body::default();
        for statement in &mode.body.statements {
            match statement.kind {
                StatementKind::Stat(_) | StatementKind::Has(_) | StatementKind::Note(_) | StatementKind::Change(_) => {
                    self.statement(scope, Place::Profiled(profile), statement, &mut body);
                }
                _ => self.misplaced(Place::Mode, statement),
            }
        }
        Some(Mode { title: plain(mode.title), stats: body.stats, keywords: body.keywords, notes: body.notes, span })
    }

    pub(super) fn keyword_use(&mut self, scope: &Scope<'t>, one: &ast::KeywordUse<'t>) -> Option<KeywordUse> {
        let keyword = self.keyword(one.name)?;
        self.guard(Node::Keyword(keyword));
        let arguments = self.arguments(scope, keyword, one)?;
        Some(KeywordUse { keyword, arguments, span: one.span })
    }

    fn arguments(
        &mut self,
        scope: &Scope<'t>,
        keyword: crate::model::KeywordId,
        one: &ast::KeywordUse<'t>,
    ) -> Option<Vec<crate::model::Argument>> {
        use crate::model::{Argument, ParameterKind};
        let definition = &self.game.keywords[keyword];
        let kinds: Vec<ParameterKind> = definition.parameters.iter().map(|one| one.kind).collect();
        let names: Vec<String> = definition.parameters.iter().map(|one| one.name.clone()).collect();
        let defined = definition.span;
        if kinds.len() != one.arguments.len() {
            let needs = if names.is_empty() {
                "no value".to_owned()
            } else {
                format!("{} ({})", count(names.len(), "value"), names.join(", "))
            };
            let message = format!("`{}` takes {needs}, here it has {}", one.name.text, one.arguments.len());
            self.report(Diagnostic::new(&codes::KEYWORD_ARGUMENTS, one.span, message).related(defined, "defined here"));
            return None;
        }
        let mut arguments = Vec::new();
        for ((kind, name), given) in kinds.into_iter().zip(names).zip(&one.arguments) {
            let (value, needed) = match (kind, given.value) {
                (ParameterKind::Int, ast::Value::Number(number)) => (Some(Argument::Int(number)), ""),
                (ParameterKind::Text, ast::Value::Text(text)) => (Some(Argument::Text(plain(text))), ""),
                (ParameterKind::Unit | ParameterKind::Entry(_), ast::Value::Word(word)) => {
                    let (admits, what) =
                        if kind == ParameterKind::Unit { (Admits::Unit, "unit") } else { (Admits::Profiled, "weapon") };
                    let entry =
                        self.need_entry(scope.home, scope.root, ast::Name { text: word, span: given.span }, admits, what)?;
                    let fits = match (kind, self.game.entries[entry].kind) {
                        (ParameterKind::Entry(wanted), EntryKind::Profile(profile)) => self.is_or_extends(profile, wanted),
                        _ => true,
                    };
                    if fits { (Some(Argument::Entry(entry)), "") } else { (None, "an entry of the right kind") }
                }
                (ParameterKind::Int, _) => (None, "a number"),
                (ParameterKind::Text, _) => (None, "a text in quotes"),
                (ParameterKind::Unit, _) => (None, "the id of a unit"),
                (ParameterKind::Entry(_), _) => (None, "the id of an entry"),
            };
            if value.is_none() {
                let message = format!("`{name}` of `{}` must be {needed}", one.name.text);
                let diagnostic = Diagnostic::new(&codes::KEYWORD_ARGUMENT_TYPE, given.span, message);
                self.report(diagnostic.related(defined, "defined here"));
            }
            arguments.push(value);
        }
        arguments.into_iter().collect()
    }

    fn attribute(&mut self, name: ast::Name<'t>) -> Option<AttributeId> {
        let found = self.names.attributes.get(name.text).map(|(id, _)| *id);
        if found.is_none() {
            // A misspelt statement looks like an attribute.
            let mut known: Vec<&'t str> = self.names.attributes.keys().copied().collect();
            known.extend(statement_words());
            self.unknown(&codes::UNKNOWN_ATTRIBUTE, name, "attribute", known);
        }
        found
    }

    fn attribute_given(&mut self, scope: &Scope<'t>, place: Place, one: &ast::AttributeValue<'t>) -> Option<AttributeGiven> {
        let attribute = self.attribute(one.name)?;
        let definition = &self.game.attributes[attribute];
        let (defined, list) = (definition.span, definition.list);
        let fits = match (&scope.subject, place) {
            (_, Place::Card) => definition.on.is_empty() || definition.on.contains(&Bearer::Card),
            (_, Place::Army) => definition.on.contains(&Bearer::Node(NodeKind::Army)),
            (Subject::This(kind), _) => super::expr::bears(&definition.on, *kind),
            _ => super::expr::bears(&definition.on, NodeKind::Any),
        };
        if definition.chosen {
            let message = format!("`{}` is stated by the list, not by the data", one.name.text);
            self.report(Diagnostic::new(&codes::CATEGORY_PLACE, one.name.span, message).related(defined, "declared here"));
            return None;
        }
        if !fits {
            let message = format!("the attribute `{}` does not belong here", one.name.text);
            self.report(Diagnostic::new(&codes::CATEGORY_PLACE, one.name.span, message).related(defined, "declared here"));
            return None;
        }
        if one.values.len() > 1 && !list {
            let message = format!("`{}` has one value, not a list", one.name.text);
            let written =
                one.values.first().zip(one.values.last()).map_or(one.name.span, |(first, last)| first.span.to(last.span));
            self.report(Diagnostic::new(&codes::STAT_SHAPE, written, message).related(defined, "declared here"));
            return None;
        }
        let values: Vec<_> = one.values.iter().map(|value| self.attribute_value(attribute, *value)).collect();
        Some(AttributeGiven { attribute, values: values.into_iter().collect::<Option<_>>()?, span: one.name.span })
    }

    fn set_bound(&mut self, scope: &mut Scope<'t>, one: &'t ast::SetBound<'t>, span: Span) -> Option<Effect> {
        let choose = match one.choose {
            None => None,
            Some(name) => match self.find_choose(scope.home, scope.root, name.text) {
                Some(choose) => Some(choose),
                None => {
                    let known: Vec<_> = self.names.visible(scope.home, scope.root).collect();
                    self.unknown(&codes::UNKNOWN_OPTION, name, "choice", known);
                    return None;
                }
            },
        };
        let to = match &one.value {
            ast::BoundValue::By(by) => BoundTo::By(*by),
            ast::BoundValue::To(expr) => BoundTo::To(self.number(scope, expr)),
        };
        Some(Effect::Change(Change { kind: ChangeKind::Bound { upper: one.upper, choose, to }, span }))
    }

    fn change_categories(&mut self, names: &[ast::Name<'t>], kind: fn(crate::model::CategoryId) -> ChangeKind, body: &mut Body) {
        for name in names {
            if let Some(category) = self.category(*name) {
                self.guard(Node::Category(category));
                body.effects.push(Effect::Change(Change { kind: kind(category), span: name.span }));
            }
        }
    }

    /// `LD +1`, `rank = 3`: a characteristic or an attribute of the target.
    fn change(&mut self, scope: &mut Scope<'t>, one: &'t ast::Change<'t>, span: Span) -> Option<Change> {
        let capital = one.name.text.starts_with(|char: char| char.is_ascii_uppercase());
        if !capital {
            let attribute = self.attribute(one.name)?;
            self.guard(Node::Attribute(attribute));
            let alteration = match &one.value {
                ChangeValue::By(by) => {
                    if self.game.attributes[attribute].shape != AttributeType::Int {
                        self.no_number(one.name);
                        return None;
                    }
                    Alteration::By(by.value)
                }
                ChangeValue::Expr(expr) => {
                    let wanted = self.attribute_type(attribute);
                    let value = self.expr_of(scope, expr, &wanted);
                    self.reads.add_expr(Node::Attribute(attribute), &value);
                    Alteration::SetTo(value)
                }
                ChangeValue::Token(token) => {
                    let word = token_word(*token);
                    let value = self.attribute_value(attribute, word)?;
                    Alteration::Set(AttributeGiven { attribute, values: vec![value], span: token.span })
                }
            };
            return Some(Change { kind: ChangeKind::Attribute(attribute, alteration), span });
        }
        let found = self.game.profiles.values().find_map(|profile| profile.characteristic(one.name.text)).cloned();
        let Some(characteristic) = found else {
            let known = self.stat_names();
            let message = format!("no profile has a characteristic `{}`", one.name.text);
            let diagnostic = Diagnostic::new(&codes::UNKNOWN_STAT, one.name.span, message);
            self.report(diagnostic.suggest(one.name.text, known.iter().map(String::as_str)));
            return None;
        };
        let node = Node::Stat(one.name.text.to_owned());
        self.guard(node.clone());
        let alteration: Alteration<StatValue> = match &one.value {
            ChangeValue::By(by) => {
                if matches!(characteristic.shape.base, StatBase::Text | StatBase::Choice(_)) {
                    self.no_number(one.name);
                    return None;
                }
                Alteration::By(by.value)
            }
            ChangeValue::Expr(expr) => {
                let value = self.number(scope, expr);
                self.reads.add_expr(node, &value);
                Alteration::SetTo(value)
            }
            ChangeValue::Token(token) => Alteration::Set(self.stat_values(&characteristic, &[*token])?),
        };
        Some(Change { kind: ChangeKind::Stat(one.name.text.to_owned(), alteration), span })
    }

    fn no_number(&mut self, name: ast::Name<'t>) {
        let message = format!("`{}` is no number, so it cannot be raised or lowered", name.text);
        self.report(Diagnostic::new(&codes::TYPE_MISMATCH, name.span, message).help("set it with `=`"));
    }

    /// A fact that is changed here depends on every condition around the change.
    fn guard(&mut self, node: Node) {
        self.reads.guarded(node);
    }
}

/// A stat token as a plain value: `3`, `assault`, `"text"`.
fn token_word(token: ast::StatValue<'_>) -> ast::ValueWord<'_> {
    let value = if token.quoted {
        ast::Value::Text(ast::Text { raw: token.raw, span: token.span })
    } else {
        token.raw.parse().map_or(ast::Value::Word(token.raw), ast::Value::Number)
    };
    ast::ValueWord { value, span: token.span }
}

pub(super) fn count(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

/// Which statements mean something in which body. What is good everywhere (rules, changes, notes) is not asked.
fn allowed(place: Place, kind: &StatementKind<'_>) -> bool {
    use StatementKind as S;
    match kind {
        S::Models(_) => matches!(place, Place::Unit | Place::Option | Place::Block),
        S::Mode(_) | S::Stat(_) => matches!(place, Place::Profiled(_)),
        S::Weapons(_) | S::Has(_) => !matches!(place, Place::Top(_) | Place::Chart | Place::Choose | Place::Force),
        S::AttributeValue(_) => {
            matches!(place, Place::Unit | Place::Profiled(_) | Place::Option | Place::Card | Place::Army | Place::Force)
        }
        S::Choose(_) | S::Option(_) | S::Include(_) => !matches!(place, Place::Top(_) | Place::Chart | Place::Card),
        S::Cost(_) => !matches!(place, Place::Top(_) | Place::Chart | Place::Choose),
        S::MayJoin(_) | S::MayRide(_) => matches!(place, Place::Unit | Place::Block | Place::Option),
        S::Brings(_) => matches!(place, Place::Unit | Place::Army | Place::Option | Place::Block | Place::Force),
        S::Hide | S::SetBound(_) | S::Add(_) | S::Remove(_) | S::Change(_) => {
            !matches!(place, Place::Top(_) | Place::Chart | Place::Card)
        }
        // Inner entries were declared before; they are lowered with all others.
        S::Entry(_) => !matches!(place, Place::Chart | Place::Force | Place::Card),
        S::Slot(_) | S::Trade(_) | S::Unlock(_) | S::UnlockOnce(_) | S::Offers(_) => place == Place::Chart,
        S::Holds(_) | S::Subforce(_) => place == Place::Force,
        S::Points(_) | S::Charts(_) => matches!(place, Place::Top(Home::Event(_))),
        _ => matches!(place, Place::Top(_)),
    }
}
