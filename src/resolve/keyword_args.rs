//! Keywords and attributes as an entry states them.

use crate::diagnostic::{Diagnostic, codes};
use crate::model::{AttributeGiven, AttributeId, Bearer, EntryKind, KeywordUse, NodeKind};
use crate::resolve::Resolver;
use crate::resolve::body::{Place, count};
use crate::resolve::fact_graph::Node;
use crate::resolve::names::Admits;
use crate::resolve::scope::{Scope, Subject};
use crate::resolve::text::plain;
use crate::syntax::{ast, statement_words};

impl<'t> Resolver<'t> {
    pub(crate) fn keyword_use(
        &mut self,
        scope: &Scope<'t>,
        one: &ast::KeywordUse<'t>,
    ) -> Option<KeywordUse> {
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
            let message =
                format!("`{}` takes {needs}, here it has {}", one.name.text, one.arguments.len());
            self.report(
                Diagnostic::new(&codes::KEYWORD_ARGUMENTS, one.span, message)
                    .related(defined, "defined here"),
            );
            return None;
        }
        let mut arguments = Vec::new();
        for ((kind, name), given) in kinds.into_iter().zip(names).zip(&one.arguments) {
            let (value, needed) = match (kind, given.value) {
                (ParameterKind::Int, ast::Value::Number(number)) => {
                    (Some(Argument::Int(number)), "")
                }
                (ParameterKind::Text, ast::Value::Text(text)) => {
                    (Some(Argument::Text(plain(text))), "")
                }
                (ParameterKind::Unit | ParameterKind::Entry(_), ast::Value::Word(word)) => {
                    let (admits, what) = if kind == ParameterKind::Unit {
                        (Admits::Unit, "unit")
                    } else {
                        (Admits::Profiled, "weapon")
                    };
                    let entry = self.need_entry(
                        scope.owner,
                        scope.root,
                        ast::Name { text: word, span: given.span },
                        admits,
                        what,
                    )?;
                    let fits = match (kind, self.game.entries[entry].kind) {
                        (ParameterKind::Entry(wanted), EntryKind::Profile(profile)) => {
                            self.game.is_or_extends(profile, wanted)
                        }
                        _ => true,
                    };
                    if fits {
                        (Some(Argument::Entry(entry)), "")
                    } else {
                        (None, "an entry of the right kind")
                    }
                }
                (ParameterKind::Int, _) => (None, "a number"),
                (ParameterKind::Text, _) => (None, "a text in quotes"),
                (ParameterKind::Unit, _) => (None, "the id of a unit"),
                (ParameterKind::Entry(_), _) => (None, "the id of an entry"),
            };
            if value.is_none() {
                let message = format!("`{name}` of `{}` must be {needed}", one.name.text);
                let diagnostic =
                    Diagnostic::new(&codes::KEYWORD_ARGUMENT_TYPE, given.span, message);
                self.report(diagnostic.related(defined, "defined here"));
            }
            arguments.push(value);
        }
        arguments.into_iter().collect()
    }

    pub(crate) fn attribute(&mut self, name: ast::Name<'t>) -> Option<AttributeId> {
        let found = self.names.attributes.get(name.text).map(|(id, _)| *id);
        if found.is_none() {
            // A misspelt statement looks like an attribute.
            let mut known: Vec<&'t str> = self.names.attributes.keys().copied().collect();
            known.extend(statement_words());
            self.unknown(&codes::UNKNOWN_ATTRIBUTE, name, "attribute", known);
        }
        found
    }

    pub(crate) fn attribute_given(
        &mut self,
        scope: &Scope<'t>,
        place: Place,
        one: &ast::AttributeValue<'t>,
    ) -> Option<AttributeGiven> {
        let attribute = self.attribute(one.name)?;
        let definition = &self.game.attributes[attribute];
        let (defined, list) = (definition.span, definition.list);
        let fits = match (&scope.subject, place) {
            (_, Place::Card) => definition.on.is_empty() || definition.on.contains(&Bearer::Card),
            (_, Place::Army) => definition.on.contains(&Bearer::Node(NodeKind::Army)),
            (Subject::This(kind), _) => crate::resolve::expr::facts::bears(&definition.on, *kind),
            _ => crate::resolve::expr::facts::bears(&definition.on, NodeKind::Any),
        };
        if definition.chosen {
            let message = format!("`{}` is stated by the list, not by the data", one.name.text);
            self.report(
                Diagnostic::new(&codes::CATEGORY_PLACE, one.name.span, message)
                    .related(defined, "declared here"),
            );
            return None;
        }
        if !fits {
            let message = format!("the attribute `{}` does not belong here", one.name.text);
            self.report(
                Diagnostic::new(&codes::CATEGORY_PLACE, one.name.span, message)
                    .related(defined, "declared here"),
            );
            return None;
        }
        if one.values.len() > 1 && !list {
            let message = format!("`{}` has one value, not a list", one.name.text);
            let written = one
                .values
                .first()
                .zip(one.values.last())
                .map_or(one.name.span, |(first, last)| first.span.to(last.span));
            self.report(
                Diagnostic::new(&codes::STAT_SHAPE, written, message)
                    .related(defined, "declared here"),
            );
            return None;
        }
        let values: Vec<_> =
            one.values.iter().map(|value| self.attribute_value(attribute, *value)).collect();
        Some(AttributeGiven {
            attribute,
            values: values.into_iter().collect::<Option<_>>()?,
            span: one.name.span,
        })
    }
}
