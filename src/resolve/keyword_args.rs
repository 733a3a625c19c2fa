//! Resolves keywords and attributes as an entry states them.

use crate::diagnostic::codes;
use crate::model::{
    Argument, AttributeGiven, AttributeId, Bearer, EntryKind, KeywordId, KeywordUse, NodeKind,
    ParameterKind,
};
use crate::resolve::Resolver;
use crate::resolve::body::BodyKind;
use crate::resolve::fact_graph::Node;
use crate::resolve::names::NameUse;
use crate::resolve::scope::{Scope, Subject};
use crate::resolve::text::plain;
use crate::syntax::ast;
use crate::syntax::words::STATEMENT_WORDS;

impl<'t> Resolver<'t> {
    pub(crate) fn keyword_use(
        &mut self,
        scope: &Scope<'t>,
        keyword_use: &ast::KeywordUse<'t>,
    ) -> Option<KeywordUse> {
        let keyword = self.keyword(keyword_use.name)?;
        self.guard(Node::Keyword(keyword));
        let arguments = self.arguments(scope, keyword, keyword_use)?;
        Some(KeywordUse { keyword, arguments, after_removal: false, span: keyword_use.span })
    }

    fn arguments(
        &mut self,
        scope: &Scope<'t>,
        keyword: KeywordId,
        keyword_use: &ast::KeywordUse<'t>,
    ) -> Option<Vec<Argument>> {
        let (name, values) = (keyword_use.name.text, &keyword_use.arguments);
        let definition = &self.game.keywords[keyword];
        let (parameters, defined) = (definition.parameters.clone(), definition.span);
        if parameters.len() != values.len() {
            let names: Vec<&str> = parameters.iter().map(|parameter| &*parameter.name).collect();
            let takes = match names.len() {
                0 => "no value".to_owned(),
                1 => format!("1 value ({})", names.join(", ")),
                count => format!("{count} values ({})", names.join(", ")),
            };
            let message = format!("`{name}` takes {takes}, but {} given", were(values.len()));
            let values: Vec<&str> = parameters
                .iter()
                .map(|parameter| match parameter.kind {
                    ParameterKind::Int => "1",
                    ParameterKind::Text => "\"…\"",
                    ParameterKind::Unit | ParameterKind::Entry(_) => "…",
                })
                .collect();
            let text = match values.is_empty() {
                true => name.to_owned(),
                false => format!("{name}({})", values.join(", ")),
            };
            let mut diagnostic = codes::KEYWORD_ARGUMENTS
                .at(keyword_use.span, message)
                .related(defined, "defined here")
                .help(format!("write `{text}`"));
            if !values.contains(&"…") {
                diagnostic = diagnostic.replace(keyword_use.span, text);
            }
            self.report(diagnostic);
            return None;
        }
        let mut arguments = Vec::new();
        for (parameter, value) in parameters.iter().zip(values) {
            let argument = self.argument(scope, parameter.kind, *value)?;
            if let Err(needed) = argument {
                let message = format!("`{}` of `{name}` must be {needed}", parameter.name);
                self.report(
                    codes::KEYWORD_ARGUMENT_TYPE
                        .at(value.span, message)
                        .related(defined, "defined here"),
                );
            }
            arguments.push(argument.ok());
        }
        arguments.into_iter().collect()
    }

    /// Converts a value to the parameter's type; the error says what was expected. `None`: already
    /// reported.
    fn argument(
        &mut self,
        scope: &Scope<'t>,
        kind: ParameterKind,
        word: ast::ValueWord<'t>,
    ) -> Option<Result<Argument, &'static str>> {
        use ast::Value;
        Some(match (kind, word.value) {
            (ParameterKind::Int, Value::Number(number)) => Ok(Argument::Int(number)),
            (ParameterKind::Int, _) => Err("a number"),
            (ParameterKind::Text, Value::Text(text)) => Ok(Argument::Text(plain(text))),
            (ParameterKind::Text, _) => Err("a text in quotes"),
            (ParameterKind::Unit, Value::Word(text)) => {
                let name = ast::Name { text, span: word.span };
                Ok(Argument::Entry(self.need_entry(scope, name, NameUse::Unit)?))
            }
            (ParameterKind::Unit, _) => Err("the id of a unit"),
            (ParameterKind::Entry(wanted), Value::Word(text)) => {
                let name = ast::Name { text, span: word.span };
                let entry = self.need_entry(scope, name, NameUse::Weapon)?;
                match self.game.entries[entry].kind {
                    EntryKind::Profile(profile) if !self.game.is_or_extends(profile, wanted) => {
                        Err("an entry of the right kind")
                    }
                    _ => Ok(Argument::Entry(entry)),
                }
            }
            (ParameterKind::Entry(_), _) => Err("the id of an entry"),
        })
    }

    pub(crate) fn attribute(&mut self, name: ast::Name<'t>) -> Option<AttributeId> {
        let found = self.names.attributes.get(name.text).map(|(id, _)| *id);
        if found.is_none() {
            // A misspelt statement looks like an attribute.
            let mut known: Vec<&'t str> = self.names.attributes.keys().copied().collect();
            known.extend(STATEMENT_WORDS);
            // `range 24` is the characteristic `Range`.
            let stats = self.stat_names();
            if let Some(stat) = stats.iter().find(|stat| stat.eq_ignore_ascii_case(name.text)) {
                let message = format!("the characteristic `{stat}` is written in these letters");
                self.report(
                    codes::UNKNOWN_ATTRIBUTE
                        .at(name.span, message)
                        .help(format!("write `{stat}`"))
                        .replace(name.span, stat.clone()),
                );
                return None;
            }
            self.unknown(&codes::UNKNOWN_ATTRIBUTE, name, "attribute", known);
        }
        found
    }

    pub(crate) fn attribute_given(
        &mut self,
        scope: &Scope<'t>,
        body_kind: BodyKind,
        statement: &ast::AttributeValue<'t>,
    ) -> Option<AttributeGiven> {
        let attribute = self.attribute(statement.name)?;
        let definition = &self.game.attributes[attribute];
        let (defined, list) = (definition.span, definition.list);
        let fits = match (&scope.subject, body_kind) {
            (_, BodyKind::Card) => {
                definition.on.is_empty() || definition.on.contains(&Bearer::Card)
            }
            (_, BodyKind::Army) => definition.on.contains(&Bearer::Node(NodeKind::Army)),
            (Subject::This(kind), _) => crate::resolve::expr::facts::bears(&definition.on, *kind),
            _ => crate::resolve::expr::facts::bears(&definition.on, NodeKind::Any),
        };
        if definition.chosen {
            let message =
                format!("`{}` is chosen by the list, not stated in the data", statement.name.text);
            self.report(
                codes::CATEGORY_PLACE
                    .at(statement.name.span, message)
                    .related(defined, "declared here"),
            );
            return None;
        }
        if !fits {
            let message = format!("the attribute `{}` is not allowed here", statement.name.text);
            self.report(
                codes::CATEGORY_PLACE
                    .at(statement.name.span, message)
                    .related(defined, "declared here"),
            );
            return None;
        }
        if statement.values.len() > 1 && !list {
            let message = format!("`{}` takes one value, not a list", statement.name.text);
            let written = statement
                .values
                .first()
                .zip(statement.values.last())
                .map_or(statement.name.span, |(first, last)| first.span.to(last.span));
            self.report(codes::STAT_SHAPE.at(written, message).related(defined, "declared here"));
            return None;
        }
        let values: Vec<_> =
            statement.values.iter().map(|value| self.attribute_value(attribute, *value)).collect();
        Some(AttributeGiven {
            attribute,
            values: values.into_iter().collect::<Option<_>>()?,
            span: statement.name.span,
        })
    }
}

/// "1 was", "3 were"
fn were(number: usize) -> String {
    if number == 1 { "1 was".to_owned() } else { format!("{number} were") }
}
