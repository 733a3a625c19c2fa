//! Categories and attributes: what they are on, and their values.

use super::Resolver;
use super::scope::{Scope, Subject};
use super::text::{plain, title_of};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{
    Attribute, AttributeId, AttributeType, AttributeValue, Bearer, NodeKind, Owner, Type,
};
use crate::syntax::ast;
use crate::syntax::ast::{BaseType, Name, Statement, StatementKind, Value};

impl<'t> Resolver<'t> {
    pub(crate) fn declare_attribute(&mut self, one: &ast::Attribute<'t>) {
        let attribute = Attribute {
            id: one.id.text.to_owned(),
            title: title_of(one.id.text, one.title),
            span: one.id.span,
            shape: AttributeType::Int,
            list: one.shape.list,
            optional: one.shape.optional,
            limits: (None, None),
            default: None,
            chosen: one.chosen,
            on: Vec::new(),
        };
        let id = self.game.attributes.add(attribute);
        if self.define_fact(one.id, "attribute") {
            self.define(|names| &mut names.attributes, one.id, "attribute", id);
        }
    }

    pub(crate) fn lower_categories(&mut self, one: &ast::Categories<'t>) {
        let on = self.bearers(&one.on);
        for (name, _) in &one.names {
            if let Some((id, _)) = self.names.categories.get(name.text) {
                self.game.categories.get_mut(*id).on = on.clone();
            }
        }
    }

    /// `on unit, option`
    fn bearers(&mut self, names: &[Name<'t>]) -> Vec<Bearer> {
        let mut bearers = Vec::new();
        for name in names {
            let bearer = match name.text {
                "army" => Bearer::Node(NodeKind::Army),
                "force" => Bearer::Node(NodeKind::Force(None)),
                "unit" => Bearer::Node(NodeKind::Unit),
                "model" => Bearer::Node(NodeKind::Model),
                "option" => Bearer::Node(NodeKind::Option),
                "faction" => Bearer::Faction,
                "card" => Bearer::Card,
                other => match (self.names.profiles.get(other), self.names.forces.get(other)) {
                    (Some((profile, _)), _) => Bearer::Node(NodeKind::Gear(*profile)),
                    (None, Some((force, _))) => Bearer::Node(NodeKind::Force(Some(*force))),
                    (None, None) => {
                        let mut known: Vec<&str> =
                            vec!["army", "force", "unit", "model", "option", "faction", "card"];
                        known.extend(self.names.profiles.keys());
                        known.extend(self.names.forces.keys());
                        self.unknown(&codes::UNKNOWN_KIND, *name, "kind of thing", known);
                        continue;
                    }
                },
            };
            bearers.push(bearer);
        }
        bearers
    }

    pub(crate) fn lower_attribute(&mut self, one: &ast::Attribute<'t>) {
        let Some((id, at)) = self.names.attributes.get(one.id.text).copied() else { return };
        if at != one.id.span {
            return;
        }
        let shape = match &one.shape.base {
            BaseType::Int | BaseType::Inches => AttributeType::Int,
            BaseType::Text => AttributeType::Text,
            BaseType::Category => AttributeType::Category,
            BaseType::OneOf(words) => AttributeType::Choice(self.choices(words, one.id.text)),
            BaseType::Shape(pattern) => {
                let diagnostic =
                    Diagnostic::new(&codes::BAD_SHAPE, pattern.span, "an attribute has no shape");
                self.report(diagnostic.help(
                    "only characteristics of a profile have; use `int`, `text` or `one of …`",
                ));
                AttributeType::Text
            }
        };
        if let Some(first) = one.shape.words.first() {
            let diagnostic = Diagnostic::new(
                &codes::BAD_SHAPE,
                first.word.span,
                "an attribute has no other words beside its type",
            );
            self.report(diagnostic.help("only characteristics of a profile have; use `one of …`"));
        }
        if let Some(name) = one.on.iter().find(|name| name.text == "faction") {
            let diagnostic =
                Diagnostic::new(&codes::CATEGORY_PLACE, name.span, "a faction has no attributes");
            self.report(diagnostic.help("a faction may have categories"));
        }
        let (limits, on) = (self.limits(one.limits), self.bearers(&one.on));
        let attribute = self.game.attributes.get_mut(id);
        (attribute.shape, attribute.limits, attribute.on) = (shape, limits, on);
        if let Some(default) = one.default {
            let value = self.attribute_value(id, default);
            self.game.attributes.get_mut(id).default = value;
        }
    }

    /// A plain value as the attribute's type wants it.
    pub(crate) fn attribute_value(
        &mut self,
        id: AttributeId,
        word: ast::ValueWord<'t>,
    ) -> Option<AttributeValue> {
        let attribute = &self.game.attributes[id];
        let (low, high) = attribute.limits;
        match (attribute.shape, word.value) {
            (AttributeType::Int, Value::Number(value)) => {
                if low.is_some_and(|low| value < low) || high.is_some_and(|high| value > high) {
                    let message = format!("{value} is out of range for `{}`", attribute.id);
                    let bounds = super::stat::bounds(low, high);
                    self.report(
                        Diagnostic::new(&codes::STAT_RANGE, word.span, message)
                            .help(format!("it is {bounds}")),
                    );
                }
                Some(AttributeValue::Int(value))
            }
            (AttributeType::Text, Value::Text(text)) => Some(AttributeValue::Text(plain(text))),
            (AttributeType::Category, Value::Word(text)) => {
                self.category(Name { text, span: word.span }).map(AttributeValue::Category)
            }
            (AttributeType::Choice(choices), Value::Word(text)) => {
                let words = &self.game.choices[choices].words;
                let found = words.iter().position(|choice| choice.word == text);
                if found.is_none() {
                    let known: Vec<String> =
                        words.iter().map(|choice| choice.word.clone()).collect();
                    self.wrong_word(text, word.span, &known);
                }
                found.map(AttributeValue::Choice)
            }
            (shape, _) => {
                let needed = match shape {
                    AttributeType::Int => "a number",
                    AttributeType::Text => "a text in quotes",
                    AttributeType::Category => "a category",
                    AttributeType::Choice(_) => "a word",
                };
                let message = format!("`{}` needs {needed}", attribute.id);
                self.report(Diagnostic::new(&codes::STAT_SHAPE, word.span, message));
                None
            }
        }
    }

    pub(crate) fn wrong_word(
        &mut self,
        written: &str,
        span: crate::source::Span,
        known: &[String],
    ) {
        let message = format!("`{written}` is none of {}", known.join(", "));
        self.report(
            Diagnostic::new(&codes::STAT_SHAPE, span, message)
                .suggest(written, known.iter().map(String::as_str)),
        );
    }

    /// Categories by definition, once every name is known: the condition speaks of the bearer.
    pub(crate) fn define_categories(&mut self, owner: Owner, statements: &[&'t Statement<'t>]) {
        for statement in statements {
            let StatementKind::Categories(one) = &statement.kind else { continue };
            let (Some(defined), [(name, _)]) = (&one.defined, one.names.as_slice()) else {
                continue;
            };
            let Some((id, _)) = self.names.categories.get(name.text).copied() else { continue };
            let root = Some(self.force_root(owner));
            let mut scope = Scope::new(owner, root, Subject::This(NodeKind::Unit));
            let condition = self.condition(&mut scope, defined);
            self.reads.add_expr(crate::resolve::fact_graph::Node::Category(id), &condition);
            debug_assert!(matches!(condition.ty, Type::Bool | Type::Unknown));
            self.game.categories.get_mut(id).defined = Some(condition);
        }
    }
}
