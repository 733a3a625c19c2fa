//! What is said of one unit: its models, its options, whom it joins.

use crate::builder::change::{Done, Others};
use crate::builder::reference::reference;
use crate::builder::stated::state;
use crate::builder::take::take;
use crate::builder::{Change, LookupError, UnitChange, find, resolve_name};
use crate::engine::Offered;
use crate::list::{ModelLine, Models, Spanned, UnitLine, places, sort, unit_mut};
use crate::model::NodeKind;
use crate::source::Span;

impl Change<'_, '_> {
    pub(crate) fn set_unit(&mut self, at: Span, change: &UnitChange, others: Others) -> Done {
        let text = |text: &String| (!text.is_empty()).then(|| Spanned::new(text.clone(), at));
        let slot = match change.slot.as_deref() {
            None => None,
            Some("") => Some(None),
            Some(name) => Some(Some(Spanned::new(find::slot(self.game, name)?.to_owned(), at))),
        };
        let game = self.game;
        let line = self.line_at(at)?;
        if let Some(models) = change.models {
            set_models(line, models, at)?;
        }
        let mut others_stated = line.others.clone();
        for (key, word) in &change.stated {
            state(game, NodeKind::Unit, &mut others_stated, (key, word), at)?;
        }
        line.others = others_stated;
        if let Some(count) = change.count {
            line.count = (count != 1).then(|| Spanned::new(count, at));
        }
        if let Some(name) = &change.name {
            line.name = text(name);
        }
        if let Some(id) = &change.id {
            line.id = text(id);
        }
        if let Some(slot) = slot {
            line.slot = slot;
        }
        sort(&mut self.list);
        if let Some(name) = &change.design {
            self.design(at, name)?;
        }
        for (name, times) in &change.take {
            self.take(at, name, *times)?;
        }
        for name in &change.drop {
            self.take(at, name, Some(0))?;
        }
        if change.join.is_some() {
            self.join(at, others.host)?;
        }
        if change.ride.is_some() {
            let carrier = others.carrier.map(|carrier| self.reference_of(carrier)).transpose()?;
            self.line_at(at)?.rides = carrier.map(|carrier| Spanned::new(carrier, at));
        }
        sort(&mut self.list);
        Ok(())
    }

    fn take(&mut self, at: Span, name: &str, times: Option<i64>) -> Done {
        let place = self.place_at(at)?;
        let line =
            places(&self.list).into_iter().find(|(one, _)| *one == place).map(|(_, line)| line);
        let offered =
            line.map(|line| self.checker.session(&self.list).offered(line)).unwrap_or_default();
        let entry =
            line.and_then(|line| self.game.units().find(|(_, unit)| unit.id == line.unit.value));
        let title = entry.map_or(name, |(_, unit)| unit.title.as_str());
        let found = find::options(&offered, name, title)?;
        // Where several choices have it, the one that took it is meant.
        let drops = |option: &&&Offered| {
            let Some(mut without) = line.cloned() else { return false };
            take(&mut without, option, Some(0), at);
            Some(&without) != line
        };
        let option = match (found.as_slice(), times) {
            ([one], _) => *one,
            (all, times) => {
                let mut taken = all.iter().filter(drops).filter(|_| times == Some(0));
                match (taken.next(), taken.next()) {
                    (Some(one), None) => *one,
                    _ => return Err(in_several_choices(name, all)),
                }
            }
        };
        let option = option.clone();
        let line = self.line_at(at)?;
        take(line, &option, times, at);
        sort(&mut self.list);
        Ok(())
    }

    fn join(&mut self, at: Span, host: Option<Span>) -> Done {
        let guest = host.map(|host| Ok((host, self.reference_of(at)?))).transpose()?;
        let guest_line = self.line_at(at)?;
        // Others of its entry may be called by the entry's name.
        let own = guest_line.id.as_ref().unwrap_or(&guest_line.unit).value.clone();
        for (place, _) in places(&self.list.clone()) {
            if let Some(line) = unit_mut(&mut self.list, place) {
                line.joined.retain(|name| name.value != own);
            }
        }
        if let Some((host, guest)) = guest {
            let line = self.line_at(host)?;
            line.joined.push(Spanned::new(guest, at));
            line.joined.sort();
            line.joined.dedup();
        }
        Ok(())
    }

    /// All models of the unit are of one of the player's own designs: as many as were stated, or as
    /// few as may be.
    fn design(&mut self, at: Span, name: &str) -> Done {
        let known: Vec<(String, String)> =
            self.list.designs.iter().map(|one| (one.name.value.clone(), String::new())).collect();
        let name = resolve_name("design", name, &known)?.to_owned();
        let place = self.place_at(at)?;
        let line =
            places(&self.list).into_iter().find(|(one, _)| *one == place).map(|(_, line)| line);
        let (least, _) =
            line.and_then(|line| self.checker.session(&self.list).sizes(line)).unwrap_or((1, None));
        let line = self.line_at(at)?;
        let count = match &line.models {
            Models::Total(count) => count.value,
            Models::Unstated | Models::Lines(_) => least.max(1),
        };
        let count = Some(Spanned::new(count, at));
        line.models = Models::Lines(vec![ModelLine {
            model: Spanned::new(name, at),
            design: Some(true),
            count,
            options: Vec::new(),
        }]);
        Ok(())
    }

    /// The id by which another unit can speak of a unit of the list, which gets one if it has none
    /// of its own.
    fn reference_of(&mut self, at: Span) -> Done<String> {
        let unit = self.line_at(at)?.unit.value.clone();
        reference(&mut self.list, at).ok_or_else(|| {
            LookupError(format!("`{unit}` stands for several units: name one of them"))
        })
    }
}

fn in_several_choices(name: &str, all: &[&Offered]) -> LookupError {
    let choices: Vec<&str> =
        all.iter().filter_map(|one| one.choose.as_ref()).map(|(id, _)| id.as_str()).collect();
    let ways: Vec<String> = choices.iter().map(|choice| format!("`{choice}={name}`")).collect();
    LookupError(format!("several choices have an option `{name}`: say {}", ways.join(" or ")))
}

/// Another number of models. Where several kinds or options are stated line by line, nobody knows
/// which of them is meant.
fn set_models(line: &mut UnitLine, models: i64, at: Span) -> Done {
    match &mut line.models {
        Models::Lines(lines)
            if lines.len() > 1 || lines.iter().any(|line| !line.options.is_empty()) =>
        {
            Err(LookupError(format!(
                "`{}` states its models one by one: change these lines by hand",
                line.unit.value
            )))
        }
        other => {
            *other = Models::Total(Spanned::new(models, at));
            Ok(())
        }
    }
}
