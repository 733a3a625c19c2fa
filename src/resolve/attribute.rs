//! Resolves categories and attributes: what they can be put on, and their values.

use super::Resolver;
use super::scope::{Scope, Subject};
use super::text::{plain, title_of};
use crate::diagnostic::codes;
use crate::model::{
    Attribute, AttributeId, AttributeType, AttributeValue, Bearer, NodeKind, Owner, Type,
};
use crate::syntax::ast;
use crate::syntax::ast::{BaseType, Name, Statement, StatementKind, Value};

impl<'t> Resolver<'t> {
    pub(crate) fn declare_attribute(&mut self, decl: &ast::Attribute<'t>) {
        let attribute = Attribute {
            id: decl.id.text.to_owned(),
            title: title_of(decl.id.text, decl.title),
            span: decl.id.span,
            shape: AttributeType::Int,
            list: decl.shape.list,
            optional: decl.shape.optional,
            limits: (None, None),
            strict: false,
            default: None,
            chosen: decl.chosen,
            on: Vec::new(),
        };
        let id = self.game.attributes.add(attribute);
        if self.define_fact(decl.id, "attribute") {
            self.define(|names| &mut names.attributes, decl.id, "attribute", id);
        }
    }

    pub(crate) fn lower_categories(&mut self, categories: &ast::Categories<'t>) {
        let on = self.bearers(&categories.on);
        for (name, _) in &categories.names {
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

    pub(crate) fn lower_attribute(&mut self, decl: &ast::Attribute<'t>) {
        let Some((id, at)) = self.names.attributes.get(decl.id.text).copied() else { return };
        if at != decl.id.span {
            return;
        }
        let shape = match &decl.shape.base {
            BaseType::Int | BaseType::Inches => AttributeType::Int,
            BaseType::Text => AttributeType::Text,
            BaseType::Category => AttributeType::Category,
            BaseType::OneOf(words) => AttributeType::Choice(self.choices(words, decl.id.text)),
            BaseType::Shape(pattern) => {
                self.report(
                    codes::BAD_SHAPE
                        .at(pattern.span, "an attribute cannot have a shape")
                        .help("only characteristics can; use `int`, `text` or `one of …`"),
                );
                AttributeType::Text
            }
        };
        if let Some(first) = decl.shape.words.first() {
            self.report(
                codes::BAD_SHAPE
                    .at(first.word.span, "an attribute cannot add words to its type")
                    .help("only characteristics can; use `one of …`"),
            );
        }
        if let Some(name) = decl.on.iter().find(|name| name.text == "faction") {
            self.report(
                codes::CATEGORY_PLACE
                    .at(name.span, "a faction cannot have attributes")
                    .help("a faction can have categories"),
            );
        }
        let (limits, on) = (self.limits(decl.limits), self.bearers(&decl.on));
        let strict = self.is_strict(decl.strict, limits != (None, None));
        let attribute = self.game.attributes.get_mut(id);
        (attribute.shape, attribute.limits, attribute.on) = (shape, limits, on);
        attribute.strict = strict;
        if let Some(default) = decl.default {
            let value = self.attribute_value(id, default);
            self.game.attributes.get_mut(id).default = value;
        }
    }

    /// Converts a plain value to the attribute's type.
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
                        codes::STAT_RANGE.at(word.span, message).help(format!("it is {bounds}")),
                    );
                }
                Some(AttributeValue::Int(value))
            }
            (AttributeType::Text, Value::Text(text)) => Some(AttributeValue::Text(plain(text))),
            (AttributeType::Category, Value::Word(text)) => {
                self.category(Name { text, span: word.span }).map(AttributeValue::Category)
            }
            (AttributeType::Choice(choices), Value::Word(text)) => {
                let choices = &self.game.choices[choices];
                let found = choices.position(text);
                if found.is_none() {
                    let known: Vec<&str> = choices.names().collect();
                    let message = format!("`{text}` is not one of {}", known.join(", "));
                    let diagnostic = codes::STAT_SHAPE.at(word.span, message).suggest(text, known);
                    self.report(diagnostic);
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
                self.report(codes::STAT_SHAPE.at(word.span, message));
                None
            }
        }
    }

    /// Resolves computed categories once every name is known. The subject of the condition is the
    /// unit.
    pub(crate) fn define_categories(&mut self, owner: Owner, statements: &[&'t Statement<'t>]) {
        for statement in statements {
            let StatementKind::Categories(categories) = &statement.kind else { continue };
            let (Some(defined), [(name, _)]) = (&categories.defined, categories.names.as_slice())
            else {
                continue;
            };
            let Some((id, _)) = self.names.categories.get(name.text).copied() else { continue };
            let root = Some(self.army_root(owner));
            let mut scope = Scope::new(owner, root, Subject::This(NodeKind::Unit));
            let condition = self.condition(&mut scope, defined);
            self.reads.add_expr(crate::resolve::fact_graph::Node::Category(id), &condition);
            debug_assert!(matches!(condition.ty, Type::Bool | Type::Unknown));
            self.game.categories.get_mut(id).defined = Some(condition);
        }
    }
}
