//! Resolves changes: characteristics and attributes altered or set, categories added, bounds moved.

use super::Resolver;
use super::scope::Scope;
use crate::diagnostic::codes;
use crate::model::{
    Alteration, AttributeGiven, AttributeType, Body, BoundTo, Change, ChangeKind, Effect, StatBase,
    StatValue,
};
use crate::resolve::fact_graph::Node;
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::ast::ChangeValue;

impl<'t> Resolver<'t> {
    pub(crate) fn set_bound(
        &mut self,
        scope: &mut Scope<'t>,
        set_bound: &'t ast::SetBound<'t>,
        span: Span,
    ) -> Option<Effect> {
        let choose = match set_bound.choose {
            None => None,
            Some(name) => match self.find_choose(scope.owner, scope.root, name.text) {
                Some(choose) => Some(choose),
                None => {
                    let known: Vec<_> = self.names.visible(scope.owner, scope.root).collect();
                    self.unknown(&codes::UNKNOWN_OPTION, name, "choice", known);
                    return None;
                }
            },
        };
        let to = match &set_bound.value {
            ast::BoundValue::By(by) => BoundTo::By(*by),
            ast::BoundValue::To(expr) => BoundTo::To(self.number(scope, expr)),
        };
        Some(Effect::Change(Change::new(
            ChangeKind::Bound { upper: set_bound.upper, choose, to },
            span,
        )))
    }

    pub(crate) fn change_categories(
        &mut self,
        names: &[ast::Name<'t>],
        kind: fn(crate::model::CategoryId) -> ChangeKind,
        body: &mut Body,
    ) {
        for name in names {
            if let Some(category) = self.category(*name) {
                self.guard(Node::Category(category));
                body.effects.push(Effect::Change(Change::new(kind(category), name.span)));
            }
        }
    }

    /// `remove scout, Fear`: categories, and keywords with a capital.
    pub(crate) fn remove(&mut self, names: &[ast::Name<'t>], body: &mut Body) {
        for name in names {
            if !name.text.starts_with(|char: char| char.is_ascii_uppercase()) {
                self.change_categories(std::slice::from_ref(name), ChangeKind::Remove, body);
            } else if let Some(keyword) = self.keyword(*name) {
                self.guard(Node::Keyword(keyword));
                let kind = ChangeKind::Lose(Some(keyword));
                body.effects.push(Effect::Change(Change::new(kind, name.span)));
            }
        }
    }

    /// `LD +1`, `rank = 3`: a characteristic or an attribute of the target.
    pub(crate) fn change(
        &mut self,
        scope: &mut Scope<'t>,
        change: &'t ast::Change<'t>,
        span: Span,
    ) -> Option<Change> {
        let capital = change.name.text.starts_with(|char: char| char.is_ascii_uppercase());
        if change.name.text == "title" && !self.names.attributes.contains_key("title") {
            return self.change_title(scope, change, span);
        }
        if !capital {
            let attribute = self.attribute(change.name)?;
            self.guard(Node::Attribute(attribute));
            let alteration = match &change.value {
                ChangeValue::By(by) => {
                    if self.game.attributes[attribute].shape != AttributeType::Int {
                        self.no_number(change.name);
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
                    Alteration::Set(AttributeGiven {
                        attribute,
                        values: vec![value],
                        span: token.span,
                    })
                }
            };
            return Some(Change::new(ChangeKind::Attribute(attribute, alteration), span));
        }
        let found = self
            .game
            .profiles
            .values()
            .find_map(|profile| profile.characteristic(change.name.text))
            .cloned();
        let Some(characteristic) = found else {
            let known = self.stat_names();
            let message = format!("no profile has a characteristic `{}`", change.name.text);
            self.report(
                codes::UNKNOWN_STAT
                    .at(change.name.span, message)
                    .suggest(change.name.text, known.iter().map(String::as_str)),
            );
            return None;
        };
        let node = Node::Stat(change.name.text.to_owned());
        self.guard(node.clone());
        let alteration: Alteration<StatValue> = match &change.value {
            ChangeValue::By(by) => {
                if matches!(characteristic.shape.base, StatBase::Text | StatBase::Choice(_)) {
                    self.no_number(change.name);
                    return None;
                }
                Alteration::By(by.value)
            }
            ChangeValue::Expr(expr) => {
                let value = self.number(scope, expr);
                self.reads.add_expr(node, &value);
                Alteration::SetTo(value)
            }
            ChangeValue::Token(token) => {
                Alteration::Set(self.stat_values(&characteristic, &[*token])?)
            }
        };
        Some(Change::new(ChangeKind::Stat(change.name.text.to_owned(), alteration), span))
    }

    /// `title = "Veteran sergeant"`
    fn change_title(
        &mut self,
        scope: &mut Scope<'t>,
        change: &'t ast::Change<'t>,
        span: Span,
    ) -> Option<Change> {
        let ChangeValue::Token(ast::StatValue { raw, quoted: true, span: at }) = change.value
        else {
            let message = "a title is a text in quotes";
            let help = "values stand in its braces: `title = \"Veteran {entry}\"`";
            self.report(codes::TYPE_MISMATCH.at(span, message).help(help));
            return None;
        };
        let text = self.text(scope, ast::Text { raw, span: at });
        Some(Change::new(ChangeKind::Title(text), span))
    }

    fn no_number(&mut self, name: ast::Name<'t>) {
        let message = format!("`{}` is not a number, so it cannot be raised or lowered", name.text);
        self.report(codes::TYPE_MISMATCH.at(name.span, message).help("set it with `=`"));
    }

    /// Records that a fact changed here depends on every condition around the change.
    pub(crate) fn guard(&mut self, node: Node) {
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
