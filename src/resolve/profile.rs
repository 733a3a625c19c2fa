//! Resolves profiles and keywords.

use rustc_hash::FxHashSet;

use super::text::plain;
use super::{Resolver, shape};
use crate::diagnostic::{codes, did_you_mean};
use crate::model::{
    Characteristic, Choice, Choices, ChoicesId, Keyword, Parameter, ParameterKind, ProfileId,
    SectionId, StatBase, StatType, Text,
};
use crate::source::Span;
use crate::syntax::ast::{BaseType, Name, Statement, StatementKind};
use crate::syntax::{DEEPEST, ast};

impl<'t> Resolver<'t> {
    pub(crate) fn declare_keyword(&mut self, decl: &ast::Keyword<'t>, section: Option<SectionId>) {
        let keyword = Keyword {
            name: decl.name.text.to_owned(),
            title: Text::default(),
            text: Text::default(),
            parameters: Vec::new(),
            section,
            span: decl.name.span,
            text_span: decl.text.span,
        };
        let id = self.game.keywords.add(keyword);
        if self.define(|names| &mut names.keywords, decl.name, "keyword", id)
            && let Some(section) = section
        {
            self.game.sections.get_mut(section).keywords.push(id);
        }
    }

    /// Resolves the declarations that `declare` only gave an id.
    pub(crate) fn lower_declarations(&mut self, statements: &[&'t Statement<'t>]) {
        for statement in statements {
            match &statement.kind {
                StatementKind::Profile(profile) => self.lower_profile(profile),
                StatementKind::Section(section) => {
                    section.keywords.iter().for_each(|keyword| self.lower_keyword(keyword))
                }
                StatementKind::Keyword(keyword) => self.lower_keyword(keyword),
                StatementKind::Categories(categories) => self.lower_categories(categories),
                StatementKind::Attribute(attribute) => self.lower_attribute(attribute),
                _ => {}
            }
        }
    }

    fn lower_profile(&mut self, decl: &ast::Profile<'t>) {
        let Some((id, at)) = self.names.profiles.get(decl.id.text).copied() else { return };
        if at != decl.id.span {
            return; // a second definition of the name, already reported
        }
        let mut names = FxHashSet::default();
        let mut characteristics = Vec::new();
        for line in &decl.characteristics {
            if !names.insert(line.name.text) {
                let message =
                    format!("the profile lists the characteristic `{}` twice", line.name.text);
                self.report(codes::DUPLICATE.at(line.name.span, message));
                continue;
            }
            if let Some((_, keyword)) = self.names.keywords.get(line.name.text).copied() {
                // The later of the two is the one to rename.
                let (later, first) = if keyword > line.name.span {
                    (keyword, line.name.span)
                } else {
                    (line.name.span, keyword)
                };
                self.duplicate(
                    Name { span: later, ..line.name },
                    "keyword or characteristic",
                    first,
                );
            }
            let mut shape = self.stat_type(&line.shape, line.limits, line.name.text);
            shape.strict = self.is_strict(line.strict, shape.is_limited());
            let title = line.title.map(plain);
            characteristics.push(Characteristic {
                name: line.name.text.to_owned(),
                title,
                span: line.name.span,
                shape,
                cites: self.cites(&decl.cites),
            });
        }
        let extends = decl.extends.and_then(|base| self.profile(base));
        let profile = self.game.profiles.get_mut(id);
        profile.characteristics = characteristics;
        profile.extends = extends;
    }

    pub(crate) fn profile(&mut self, name: Name<'t>) -> Option<ProfileId> {
        self.look_up(|names| &names.profiles, name, &codes::UNKNOWN_PROFILE, "profile")
    }

    /// Copies inherited characteristics into profiles that extend others, once all are known.
    pub(crate) fn inherit_profiles(&mut self) {
        for id in self.game.profiles.ids() {
            let mut chain = vec![id];
            while let Some(base) = chain.last().and_then(|last| self.game.profiles[*last].extends) {
                if base == id {
                    self.extends_cycle(
                        self.game.profiles[id].span,
                        &self.game.profiles[id].id.clone(),
                    );
                    self.game.profiles.get_mut(id).extends = None;
                    break;
                }
                if chain.len() > DEEPEST {
                    let message = format!("a chain of more than {DEEPEST} profiles");
                    self.report(codes::TOO_DEEP.at(self.game.profiles[id].span, message));
                    self.game.profiles.get_mut(id).extends = None;
                    break;
                }
                if chain.contains(&base) {
                    break; // the cycle is reported at those that form it
                }
                chain.push(base);
            }
        }
        let inherited: Vec<_> =
            self.game.profiles.ids().map(|id| self.all_characteristics(id)).collect();
        for (id, characteristics) in self.game.profiles.ids().zip(inherited) {
            self.game.profiles.get_mut(id).characteristics = characteristics;
        }
    }

    fn all_characteristics(&self, id: ProfileId) -> Vec<Characteristic> {
        let profile = &self.game.profiles[id];
        let mut all =
            profile.extends.map(|base| self.all_characteristics(base)).unwrap_or_default();
        for own in &profile.characteristics {
            match all.iter_mut().find(|inherited| inherited.name == own.name) {
                Some(inherited) => *inherited = own.clone(),
                None => all.push(own.clone()),
            }
        }
        all
    }

    pub(crate) fn extends_cycle(&mut self, span: Span, id: &str) {
        let message = format!("`{id}` extends itself, directly or through others");
        self.report(codes::EXTENDS_CYCLE.at(span, message).help("remove one `extends`"));
    }

    fn stat_type(
        &mut self,
        ty: &ast::TypeName<'t>,
        limits: Option<ast::NumberLimits>,
        name: &str,
    ) -> StatType {
        let base = match &ty.base {
            BaseType::Int => StatBase::Int,
            BaseType::Inches => StatBase::Inches,
            BaseType::Text => StatBase::Text,
            BaseType::OneOf(words) => StatBase::Choice(self.choices(words, name)),
            BaseType::Shape(pattern) => match shape::parse(&plain_shape(*pattern)) {
                Ok(shape) => StatBase::Shape(shape),
                Err(reason) => {
                    let message = format!("`{}` is not a shape: {reason}", pattern.raw);
                    self.report(codes::BAD_SHAPE.at(pattern.span, message));
                    StatBase::Text
                }
            },
            BaseType::Category => {
                self.report(
                    codes::TYPE_MISMATCH
                        .at(ty.span, "a characteristic cannot be a category")
                        .help("an `attribute` can"),
                );
                StatBase::Text
            }
        };
        let words = (!ty.words.is_empty()).then(|| self.choices(&ty.words, name));
        StatType {
            base,
            list: ty.list,
            words,
            optional: ty.optional,
            limits: self.limits(limits),
            strict: false,
        }
    }

    /// Whether `strict` is set, which requires limits: changes may then not lead out of them.
    pub(crate) fn is_strict(&mut self, word: Option<Span>, is_limited: bool) -> bool {
        if let Some(span) = word.filter(|_| !is_limited) {
            let message = "`strict` is about limits, and there are none";
            let help = "write them before it: `int 1..20 strict`";
            self.report(codes::MISPLACED.at(span, message).help(help));
        }
        word.is_some()
    }

    /// The words of a type: those of a named enumeration, or its own.
    pub(crate) fn choices(&mut self, words: &[ast::ChoiceWord<'t>], name: &str) -> ChoicesId {
        if let [ast::ChoiceWord { word, text: None }] = words {
            if let Some((known, _)) = self.names.enumerations.get(word.text) {
                return *known;
            }
            // A single word is hardly an enumeration of its own; it may be a misspelt name.
            let known: Vec<&str> = self.names.enumerations.keys().copied().collect();
            if let Some(near) = did_you_mean(word.text, known.iter().copied())
                && let Some((meant, _)) = self.names.enumerations.get(near).copied()
            {
                self.unknown(&codes::UNKNOWN_KIND, *word, "enumeration", known);
                return meant;
            }
        }
        self.enumeration(words, name, false)
    }

    pub(crate) fn enumeration(
        &mut self,
        words: &[ast::ChoiceWord<'t>],
        name: &str,
        ordered: bool,
    ) -> ChoicesId {
        let mut seen = FxHashSet::default();
        let mut choices = Vec::new();
        for choice in words {
            if seen.insert(choice.word.text) {
                let text = choice.text.map(plain);
                choices.push(Choice {
                    word: choice.word.text.to_owned(),
                    text,
                    span: choice.word.span,
                });
            } else {
                let message = format!("the word `{}` is listed twice", choice.word.text);
                self.report(codes::DUPLICATE.at(choice.word.span, message));
            }
        }
        self.game.choices.add(Choices { name: name.to_owned(), words: choices, ordered })
    }

    pub(crate) fn limits(
        &mut self,
        limits: Option<ast::NumberLimits>,
    ) -> (Option<i64>, Option<i64>) {
        let Some(limits) = limits else { return (None, None) };
        let bounds =
            (limits.low.map(|number| number.value), limits.high.map(|number| number.value));
        if let (Some(low), Some(high)) = bounds
            && low > high
        {
            self.empty_range(limits.span, low, high);
            return (None, None);
        }
        bounds
    }

    pub(crate) fn empty_range(&mut self, span: Span, low: i64, high: i64) {
        let message = format!("the range {low}..{high} is empty");
        let turned = format!("{high}..{low}");
        let mut diagnostic =
            codes::EMPTY_RANGE.at(span, message).help(format!("did you mean {turned}?"));
        if self.sources.text(span) == format!("{low}..{high}") {
            diagnostic = diagnostic.replace(span, turned);
        }
        self.report(diagnostic);
    }

    fn lower_keyword(&mut self, decl: &ast::Keyword<'t>) {
        let Some((id, at)) = self.names.keywords.get(decl.name.text).copied() else { return };
        if at != decl.name.span {
            return; // a second definition of the name, already reported
        }
        let mut parameters: Vec<Parameter> = Vec::new();
        for parameter in &decl.parameters {
            let name = parameter.name.text;
            if parameters.iter().any(|known| known.name == name) {
                let message = format!("the parameter `{name}` is listed twice");
                self.report(codes::DUPLICATE.at(parameter.name.span, message));
            }
            parameters.push(Parameter {
                name: name.to_owned(),
                kind: self.parameter_kind(parameter.kind),
            });
        }
        let title = match decl.title {
            Some(title) => self.keyword_text(title, &decl.parameters, false),
            None => Text::plain(decl.name.text.replace('_', " ")),
        };
        let text = self.keyword_text(decl.text, &decl.parameters, true);
        let keyword = self.game.keywords.get_mut(id);
        (keyword.title, keyword.text, keyword.parameters) = (title, text, parameters);
    }

    fn parameter_kind(&mut self, kind: Name<'t>) -> ParameterKind {
        match kind.text {
            "int" => ParameterKind::Int,
            "text" => ParameterKind::Text,
            "unit" => ParameterKind::Unit,
            name => match self.names.profiles.get(name) {
                Some((profile, _)) => ParameterKind::Entry(*profile),
                None => {
                    let mut known: Vec<&str> = vec!["int", "text", "unit"];
                    known.extend(self.names.profiles.keys());
                    self.unknown(&codes::UNKNOWN_KIND, kind, "kind of value", known);
                    ParameterKind::Text
                }
            },
        }
    }
}

/// A pattern keeps its braces and brackets; only escaped quotes are undone.
fn plain_shape(text: ast::Text<'_>) -> String {
    text.raw.replace("\\\"", "\"")
}
