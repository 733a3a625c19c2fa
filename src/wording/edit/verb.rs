//! The verb of a sentence about an edit. Edits with the same verb share a sentence, and a search
//! that needs only a few of each compares verbs without making sentences.

use crate::list::{Edit, ForceKey, HeadKey, List, UnitKey};

/// What an edit does, in a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Verb {
    Add,
    AgreeOn,
    Begin,
    Design,
    Drop,
    Keep,
    Leave,
    LeaveOut,
    Let,
    /// The unit that joins another, by the name that the list gives it.
    LetJoin(String),
    Move,
    Pick,
    Play,
    Remove,
    State,
    Take,
    Write,
}

impl Verb {
    /// The verb of an edit of this list.
    pub(crate) fn of(list: &List, edit: &Edit) -> Self {
        match edit {
            Edit::AddUnit { .. } => Verb::Add,
            Edit::RemoveUnit { .. }
            | Edit::RemoveLine { .. }
            | Edit::RemoveForce { .. }
            | Edit::RemoveDesign(_) => Verb::Remove,
            Edit::MoveUnit { .. } => Verb::Move,
            Edit::AddForce { .. } => Verb::Begin,
            Edit::SetForceText { key: ForceKey::Faction, value: Some(_), .. }
            | Edit::SetModels { .. }
            | Edit::SetModelCount { .. }
            | Edit::TakeOption { .. }
            | Edit::SetTimes { .. }
            | Edit::SetOptions { .. } => Verb::Take,
            Edit::SetForcePoints { points: Some(_), .. } => Verb::AgreeOn,
            Edit::SetForceText { .. } | Edit::SetForcePoints { points: None, .. } => Verb::State,
            Edit::SetCount { .. } => Verb::Keep,
            Edit::SetUnitText { key: UnitKey::Rides, value: None, .. } | Edit::Leave { .. } => {
                Verb::Let
            }
            Edit::SetUnitText { value: None, .. } => Verb::LeaveOut,
            Edit::Join { guest, .. } => Verb::LetJoin(guest.clone()),
            Edit::SetForceChart { .. }
            | Edit::SetHead { key: HeadKey::Chart, value: Some(_) }
            | Edit::TakeRule(_) => Verb::Play,
            Edit::DropOption(_)
            | Edit::SetKey { value: None, .. }
            | Edit::SetHead { value: None, .. }
            | Edit::SetPoints(None)
            | Edit::DropRule(_) => Verb::Drop,
            Edit::SetNotes { .. }
            | Edit::SetUnitText { .. }
            | Edit::SetKey { .. }
            | Edit::SetHead { .. }
            | Edit::SetPoints(_)
            | Edit::SetDerived { value: Some(_), .. }
            | Edit::Rename { .. } => Verb::Write,
            Edit::SetDesign { .. } => Verb::Design,
            Edit::SetDerived { .. } | Edit::ClearDerived => Verb::Leave,
            Edit::SetPick { .. } => Verb::Pick,
            Edit::SetCard { count: 0, .. } => Verb::LeaveOut,
            Edit::SetCard { card, .. } => {
                let has_it = list.deck.iter().any(|(name, _)| name.value == *card);
                if has_it { Verb::Take } else { Verb::Add }
            }
        }
    }

    /// The verb at the start of a sentence, without the unit of `LetJoin`.
    pub(super) fn text(&self) -> &'static str {
        match self {
            Verb::Add => "add",
            Verb::AgreeOn => "agree on",
            Verb::Begin => "begin",
            Verb::Design => "design",
            Verb::Drop => "drop",
            Verb::Keep => "keep",
            Verb::Leave => "leave",
            Verb::LeaveOut => "leave out",
            Verb::Let | Verb::LetJoin(_) => "let",
            Verb::Move => "move",
            Verb::Pick => "pick",
            Verb::Play => "play",
            Verb::Remove => "remove",
            Verb::State => "state",
            Verb::Take => "take",
            Verb::Write => "write",
        }
    }
}
