//! Describes types in words for messages.

use super::super::Resolver;
use crate::model::{ChoicesId, NodeKind, Type};

impl Resolver<'_> {
    /// A type in words: "a number", "a set of units".
    pub(crate) fn describe(&self, ty: &Type) -> String {
        match ty {
            Type::Bool => "a condition".to_owned(),
            Type::Number => "a number".to_owned(),
            Type::Text => "a text".to_owned(),
            Type::Choice(id) => format!("one of {}", self.words(*id)),
            Type::NumberOr(id) => format!("a number or {}", self.words(*id)),
            Type::Category => "a category".to_owned(),
            Type::Faction => "a faction".to_owned(),
            Type::Chart => "a chart".to_owned(),
            Type::Slot => "a slot".to_owned(),
            Type::Section => "a section of keywords".to_owned(),
            Type::Event => "an event".to_owned(),
            Type::KeywordUse(_) => "a keyword".to_owned(),
            Type::Entry(kind) => format!("the definition of {}", self.describe_kind(*kind)),
            Type::Node(kind) => self.describe_kind(*kind),
            Type::Set(of) => format!("a set ({} each)", self.describe(of)),
            Type::Nothing => "`none`".to_owned(),
            Type::Unknown => "unknown".to_owned(),
        }
    }

    pub(crate) fn words(&self, id: ChoicesId) -> String {
        self.game.choices[id].names().collect::<Vec<_>>().join(", ")
    }

    pub(crate) fn describe_kind(&self, kind: NodeKind) -> String {
        match kind {
            NodeKind::Army => "the army".to_owned(),
            NodeKind::Force(None) => "a force".to_owned(),
            NodeKind::Force(Some(force)) => format!("a {}", self.game.forces[force].id),
            NodeKind::Unit => "a unit".to_owned(),
            NodeKind::Model => "a model".to_owned(),
            NodeKind::Option => "an option".to_owned(),
            NodeKind::Gear(profile) => format!("a {}", self.game.profiles[profile].id),
            NodeKind::AnyGear => "a weapon or the like".to_owned(),
            NodeKind::Any => "anything".to_owned(),
        }
    }
}
