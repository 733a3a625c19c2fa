//! Applies an [`Edit`] to a list.

use crate::list::edit::{Edit, EditError, ForceKey, HeadKey, Holder, UnitKey};
use crate::list::{
    Design, GameKey, GameValue, LineId, List, Models, Name, Scalar, Spanned, UnitLine,
};
use crate::source::Span;

/// The result of an edit or of a part of it.
pub(crate) type EditResult<T = ()> = Result<T, EditError>;

impl Edit {
    /// Applies the edit and returns the line it added, if any. On an error the list is unchanged.
    pub fn apply(&self, list: &mut List) -> EditResult<Option<LineId>> {
        let added = self.change(list)?;
        list.sort();
        Ok(added)
    }

    /// The list with this change.
    pub fn applied_to(&self, list: &List) -> EditResult<List> {
        let mut list = list.clone();
        self.apply(&mut list)?;
        Ok(list)
    }

    fn change(&self, list: &mut List) -> EditResult<Option<LineId>> {
        match self {
            Edit::AddUnit { line, to } => return list.add_unit(line, to).map(Some),
            Edit::RemoveLine { unit } => list.remove_line(*unit)?,
            Edit::SetNotes { unit, notes } => {
                let notes = notes.iter().map(|note| list.added(note.clone())).collect();
                match unit {
                    Some(unit) => list.line_mut(*unit)?.notes = notes,
                    None => list.notes = notes,
                }
            }
            Edit::AddForce { within, force } => return list.add_force(*within, force).map(Some),
            Edit::RemoveUnit { unit } => list.remove_unit(*unit)?,
            Edit::MoveUnit { unit, to } => list.move_unit(*unit, to)?,
            Edit::RemoveForce { force } => list.remove_force(*force)?,
            Edit::SetForceChart { force, chart } => {
                let chart = list.added(chart.clone());
                list.force_mut(*force).ok_or(EditError::NoSuchForce)?.chart = Some(chart);
            }
            Edit::SetForceText { force, key, value } => {
                let value = value.clone().map(|value| list.added(value));
                let force = list.force_mut(*force).ok_or(EditError::NoSuchForce)?;
                match key {
                    ForceKey::Name => force.name = value,
                    ForceKey::Faction => force.faction = value,
                }
            }
            Edit::SetForcePoints { force, points } => {
                let at = list.span;
                let points = points.clone().map(|points| points.at(at));
                list.force_mut(*force).ok_or(EditError::NoSuchForce)?.points = points;
            }
            Edit::SetModels { .. }
            | Edit::SetModelCount { .. }
            | Edit::SetCount { .. }
            | Edit::SetUnitText { .. }
            | Edit::Join { .. }
            | Edit::Leave { .. } => self.change_unit(list)?,
            Edit::TakeOption { of, offer, times } => list.take_option(of, offer, *times)?,
            Edit::DropOption(option) => list.drop_option(option)?,
            Edit::SetTimes { option, times } => {
                let times = list.added(*times);
                list.option_mut(option).ok_or(EditError::NotThere)?.times = Some(times);
            }
            Edit::SetOptions { of, options } => {
                *list.options_mut(of).ok_or(EditError::NotThere)? = options.clone();
            }
            Edit::SetKey { of, key, value } => list.set_key(of, key, value.as_ref())?,
            Edit::Rename { place, to } => {
                list.name_mut(place).ok_or(EditError::NotThere)?.value.clone_from(to);
            }
            Edit::SetHead { .. }
            | Edit::SetPoints(_)
            | Edit::DropRule(_)
            | Edit::TakeRule(_)
            | Edit::SetDesign { .. }
            | Edit::RemoveDesign(_)
            | Edit::SetDerived { .. }
            | Edit::ClearDerived
            | Edit::SetCard { .. }
            | Edit::SetPick { .. } => self.change_head(list)?,
        }
        Ok(None)
    }

    fn change_unit(&self, list: &mut List) -> EditResult {
        let nowhere = Span::nowhere(list.span.source);
        match self {
            Edit::SetModels { unit, models } => list.line_mut(*unit)?.models = models.clone(),
            Edit::SetModelCount { unit, row, count } => {
                let Models::Lines(lines) = &mut list.line_mut(*unit)?.models else {
                    return Err(EditError::NotThere);
                };
                let line = lines.get_mut(*row).ok_or(EditError::NotThere)?;
                line.count = Some(Spanned::new(*count, nowhere));
            }
            Edit::SetCount { unit, count } => {
                let count = (*count != 1).then(|| Spanned::new(*count, nowhere));
                list.line_mut(*unit)?.count = count;
            }
            Edit::SetUnitText { unit, key, value } => {
                let value = value.clone().map(|value| Spanned::new(value, nowhere));
                *list.line_mut(*unit)?.text_mut(*key) = value;
            }
            Edit::Join { host, guest } => {
                list.line_mut(*host)?;
                for line in list.unit_lines_mut() {
                    line.joined.retain(|name| name.value != *guest);
                }
                list.line_mut(*host)?.joined.push(Spanned::new(guest.clone(), nowhere));
            }
            Edit::Leave { host, guest } => {
                list.line_mut(*host)?.joined.retain(|name| name.value != *guest);
            }
            _ => {}
        }
        Ok(())
    }

    fn change_head(&self, list: &mut List) -> EditResult {
        match self {
            Edit::SetHead { key, value } => {
                let value = value.clone().map(|value| list.added(value));
                *list.head_mut(*key) = value;
            }
            Edit::SetPoints(points) => {
                let at = list.span;
                list.points = points.clone().map(|points| points.at(at));
            }
            Edit::DropRule(rule) => list.optional.retain(|name| name.value != *rule),
            Edit::TakeRule(rule) => {
                if list.optional.iter().any(|name| name.value == *rule) {
                    return Err(EditError::NothingToDo);
                }
                let rule = list.added(rule.clone());
                list.optional.push(rule);
            }
            Edit::SetDesign { design, model } => {
                let model = list.added(model.clone());
                match list.designs.iter_mut().find(|known| known.name.value == *design) {
                    Some(known) => known.model = model,
                    None => {
                        let name = list.added(design.clone());
                        let (picks, options) = (Vec::new(), Vec::new());
                        list.designs.push(Design { name, model, picks, options });
                    }
                }
            }
            Edit::RemoveDesign(design) => {
                list.designs.retain(|known| known.name.value != *design);
            }
            Edit::SetDerived { name, value } => {
                let known = list.derived.iter_mut().find(|(stated, _)| stated.value == *name);
                match (known, value) {
                    (Some(stated), Some(value)) => stated.1 = value.clone(),
                    (None, Some(value)) => {
                        let name = list.added(name.clone());
                        list.derived.push((name, value.clone()));
                    }
                    (_, None) => list.derived.retain(|(stated, _)| stated.value != *name),
                }
            }
            Edit::ClearDerived => list.derived.clear(),
            Edit::SetCard { card, count } => {
                match list.deck.iter_mut().find(|(name, _)| name.value == *card) {
                    Some((_, amount)) => amount.value = *count,
                    None => {
                        let card = (list.added(card.clone()), list.added(*count));
                        list.deck.push(card);
                    }
                }
                list.deck.retain(|(_, amount)| amount.value > 0);
            }
            Edit::SetPick { design, pick, value } => {
                let added = (list.added(pick.clone()), list.added(*value));
                let known = list.designs.iter_mut().find(|known| known.name.value == *design);
                let picks = &mut known.ok_or(EditError::NotThere)?.picks;
                match picks.iter_mut().find(|(name, _)| name.value == *pick) {
                    Some((_, amount)) => amount.value = *value,
                    None => picks.push(added),
                }
            }
            _ => {}
        }
        Ok(())
    }
}

impl List {
    /// A value with no place in the text.
    pub fn added<T>(&self, value: T) -> Spanned<T> {
        Spanned::new(value, Span::nowhere(self.span.source))
    }

    pub(crate) fn line_mut(&mut self, unit: LineId) -> EditResult<&mut UnitLine> {
        self.unit_mut(unit).ok_or(EditError::NoSuchUnit)
    }

    /// A name of the head.
    pub(crate) fn head(&self, key: HeadKey) -> Option<&Name> {
        match key {
            HeadKey::Name => self.name.as_ref(),
            HeadKey::Player => self.player.as_ref(),
            HeadKey::Faction => self.faction.as_ref(),
            HeadKey::Chart => self.chart.as_ref(),
            HeadKey::Event => self.event.as_ref(),
            HeadKey::Opponent => self.opponent.as_ref(),
        }
    }

    pub(crate) fn head_mut(&mut self, key: HeadKey) -> &mut Option<Name> {
        match key {
            HeadKey::Name => &mut self.name,
            HeadKey::Player => &mut self.player,
            HeadKey::Faction => &mut self.faction,
            HeadKey::Chart => &mut self.chart,
            HeadKey::Event => &mut self.event,
            HeadKey::Opponent => &mut self.opponent,
        }
    }

    fn set_key(&mut self, of: &Holder, key: &str, value: Option<&Scalar>) -> EditResult {
        let nowhere = Span::nowhere(self.span.source);
        let others = self.keys_mut(of).ok_or(EditError::NotThere)?;
        others.retain(|other| other.key.value != key);
        others.extend(value.map(|value| GameKey {
            key: Spanned::new(key.to_owned(), nowhere),
            value: GameValue::Scalars(vec![value.clone()]),
        }));
        Ok(())
    }

    pub(crate) fn keys_mut(&mut self, of: &Holder) -> Option<&mut Vec<GameKey>> {
        match of {
            Holder::Army => Some(&mut self.others),
            Holder::Force(id) => self.force_mut(*id).map(|force| &mut force.others),
            Holder::Unit(id) => self.unit_mut(*id).map(|unit| &mut unit.others),
            Holder::Models(..) | Holder::Design(_) => None,
        }
    }
}

impl UnitLine {
    pub(crate) fn text(&self, key: UnitKey) -> Option<&Name> {
        match key {
            UnitKey::Name => self.name.as_ref(),
            UnitKey::Id => self.id.as_ref(),
            UnitKey::Slot => self.slot.as_ref(),
            UnitKey::Rides => self.rides.as_ref(),
        }
    }

    pub(crate) fn text_mut(&mut self, key: UnitKey) -> &mut Option<Name> {
        match key {
            UnitKey::Name => &mut self.name,
            UnitKey::Id => &mut self.id,
            UnitKey::Slot => &mut self.slot,
            UnitKey::Rides => &mut self.rides,
        }
    }
}
