//! What is wrong with a list, and the proof of it.

use crate::diagnostic::{Code, Diagnostic};
use crate::engine::army::{NodeId, UnitIndex};
use crate::engine::eval::Evaluator;
use crate::model::{Cite, RuleWeight};
use crate::source::Span;

/// One thing that is wrong with a list.
#[derive(Debug, Clone)]
pub struct Issue {
    pub code: &'static Code,
    pub weight: RuleWeight,
    /// The rules of the book it breaks, the nearest first.
    pub cites: Vec<String>,
    pub message: String,
    /// What is said of the place in the list.
    pub label: String,
    pub at: Span,
    /// Where the rule stands.
    pub defined_at: Option<Span>,
    /// What the rule is called, if it has a title.
    pub rule_title: Option<String>,
    pub counted: Vec<Counted>,
    /// What changed the limit that was met: a trade, a condition, a grant.
    pub causes: Vec<Cause>,
    pub help: Option<String>,
    /// Single changes that were tried and mend it.
    pub fixes: Vec<String>,
    /// Whom it is about, for the search for fixes.
    pub about: About,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counted {
    pub what: String,
    pub at: Span,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cause {
    pub text: String,
    pub at: Span,
    pub cites: Vec<String>,
}

/// What a fix could touch.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct About {
    pub units: Vec<UnitIndex>,
    /// A slot that lacks units: its place in the chart of the force.
    pub slot: Option<(Option<usize>, usize)>,
    pub option: Option<NodeId>,
}

impl Issue {
    pub fn new(code: &'static Code, at: Span, message: impl Into<String>) -> Self {
        Issue {
            code,
            weight: RuleWeight::Error,
            cites: Vec::new(),
            message: message.into(),
            label: String::new(),
            at,
            defined_at: None,
            rule_title: None,
            counted: Vec::new(),
            causes: Vec::new(),
            help: None,
            fixes: Vec::new(),
            about: About::default(),
        }
    }

    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The line of the data that is broken, and the rules of the book it cites.
    pub fn rule(mut self, span: Span, cites: &[Cite]) -> Self {
        self.defined_at = Some(span);
        self.cites.extend(cites.iter().map(|cite| cite.id.clone()));
        self
    }

    pub fn cause(mut self, text: impl Into<String>, at: Span, cites: &[Cite]) -> Self {
        let cites: Vec<String> = cites.iter().map(|cite| cite.id.clone()).collect();
        // A rule that changed the limit took part in breaking it.
        self.cites.extend(
            cites.iter().filter(|cite| !self.cites.contains(cite)).cloned().collect::<Vec<_>>(),
        );
        self.causes.push(Cause { text: text.into(), at, cites });
        self
    }

    pub fn counted(
        mut self,
        evaluator: &Evaluator<'_, '_>,
        units: impl IntoIterator<Item = UnitIndex>,
    ) -> Self {
        for index in units {
            let at = evaluator.army.node(evaluator.army.unit(index).node).span;
            self.counted.push(Counted { what: evaluator.army.unit_title(index).to_owned(), at });
            self.about.units.push(index);
        }
        self
    }

    pub fn about_option(mut self, option: NodeId, unit: Option<UnitIndex>) -> Self {
        self.about.option = Some(option);
        self.about.units.extend(unit);
        self
    }

    pub fn about_unit(mut self, unit: UnitIndex) -> Self {
        self.about.units.push(unit);
        self
    }

    pub fn is_error(&self) -> bool {
        self.weight == RuleWeight::Error
    }
}

impl From<&Diagnostic> for Issue {
    fn from(diagnostic: &Diagnostic) -> Self {
        let mut issue = Issue::new(diagnostic.code, diagnostic.at.span, diagnostic.message.clone())
            .label(diagnostic.at.text.clone());
        for label in &diagnostic.related {
            // Another place of the list is no rule.
            match label.span.source == diagnostic.at.span.source {
                true => issue.causes.push(Cause {
                    text: label.text.clone(),
                    at: label.span,
                    cites: Vec::new(),
                }),
                false => issue.defined_at = issue.defined_at.or(Some(label.span)),
            }
        }
        issue.help = diagnostic.help.clone();
        issue
    }
}
