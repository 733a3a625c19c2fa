//! The scope of an expression: which names it sees, and the subject of its bare facts.

use super::names::RootId;
use crate::model::{NodeKind, Owner, Type, VariableId};

/// The scope of an expression.
#[derive(Debug, Clone)]
pub(crate) struct Scope<'t> {
    pub owner: Owner,
    /// The definition whose inner names are visible.
    pub root: Option<RootId>,
    pub subject: Subject,
    /// The subject outside the condition.
    pub outer: Option<Subject>,
    /// Variables in scope, innermost last; one without a name serves only as a subject.
    pub variables: Vec<(&'t str, Type)>,
    /// Only derived values and messages may read which slot a unit fills.
    pub reads_slots: bool,
}

/// The node whose facts are meant by bare names.
#[derive(Debug, Clone)]
pub(crate) enum Subject {
    /// The node in whose body the expression stands.
    This(NodeKind),
    Variable(VariableId, Type),
    Army,
}

impl<'t> Scope<'t> {
    pub(crate) fn new(owner: Owner, root: Option<RootId>, subject: Subject) -> Self {
        Scope { owner, root, subject, outer: None, variables: Vec::new(), reads_slots: false }
    }

    /// Brings a variable into scope.
    pub(crate) fn bind(&mut self, name: &'t str, ty: Type) -> VariableId {
        self.variables.push((name, ty));
        VariableId(self.variables.len() - 1)
    }

    pub(crate) fn variable(&self, name: &str) -> Option<(VariableId, &Type)> {
        let index = self.variables.iter().rposition(|(known, _)| *known == name)?;
        self.variables.get(index).map(|(_, ty)| (VariableId(index), ty))
    }

    /// A scope inside this one whose subject is a new variable.
    pub(crate) fn visiting(&self, name: &'t str, ty: Type) -> (Self, VariableId) {
        let mut inner = self.clone();
        let variable = inner.bind(name, ty.clone());
        inner.outer = Some(std::mem::replace(&mut inner.subject, Subject::Variable(variable, ty)));
        (inner, variable)
    }

    /// The same scope with another subject.
    pub(crate) fn about(&self, subject: Subject) -> Self {
        let mut inner = self.clone();
        // In the body of another node, `outer` means the node above, so no subject is kept for it.
        let is_body = matches!(subject, Subject::This(_));
        let outer = std::mem::replace(&mut inner.subject, subject);
        inner.outer = Some(outer).filter(|_| !is_body);
        inner
    }
}
