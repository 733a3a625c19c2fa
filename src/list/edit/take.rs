//! Takes an option wherever it is offered: by a unit, by one of its models, or inside another
//! option.

use crate::list::edit::apply::EditResult;
use crate::list::edit::{EditError, Holder, Offer};
use crate::list::{List, ModelLine, Models, OptionPick, Spanned, UnitLine};
use crate::source::Span;

impl List {
    pub(crate) fn take_option(
        &mut self,
        of: &Holder,
        offer: &Offer,
        times: Option<i64>,
    ) -> EditResult {
        let nowhere = Span::nowhere(self.span.source);
        match of {
            Holder::Unit(id) => self.line_mut(*id)?.take(offer, times, nowhere),
            _ => put(self.options_mut(of).ok_or(EditError::NotThere)?, offer, times, nowhere),
        }
        Ok(())
    }
}

impl UnitLine {
    fn take(&mut self, offer: &Offer, times: Option<i64>, nowhere: Span) {
        let mut inside = match &offer.model {
            None => &mut self.options,
            Some(model) => self.model_options(model, nowhere),
        };
        for outer in &offer.within {
            let place = position(inside, None, outer, false);
            let Some(taken) = place.and_then(|place| at_mut(inside, place)) else { return };
            inside = &mut taken.inner;
        }
        let taken_before = inside.clone();
        put(inside, offer, times, nowhere);
        // An option of the unit may be written under a line of models, and is dropped there.
        if times == Some(0)
            && *inside == taken_before
            && let Models::Lines(lines) = &mut self.models
        {
            lines.iter_mut().for_each(|line| put(&mut line.options, offer, times, nowhere));
        }
    }

    /// The options of a model of the unit; the line that names it is added if there is none.
    fn model_options(&mut self, model: &str, nowhere: Span) -> &mut Vec<OptionPick> {
        let line = |design, count| ModelLine {
            model: Spanned::new(model.to_owned(), nowhere),
            design,
            count,
            options: Vec::new(),
        };
        match &mut self.models {
            Models::Lines(lines) => {
                if !lines.iter().any(|line| line.model.value == model) {
                    let design = lines.first().and_then(|line| line.design);
                    lines.push(line(design, None));
                }
            }
            Models::Total(total) => {
                let total = total.clone();
                self.models = Models::Lines(vec![line(Some(false), Some(total))]);
            }
            Models::Unstated => self.models = Models::Lines(vec![line(Some(false), None)]),
        }
        match &mut self.models {
            Models::Lines(lines) => {
                let line = lines.iter_mut().find(|line| line.model.value == model);
                line.map_or(&mut self.options, |line| &mut line.options)
            }
            _ => &mut self.options,
        }
    }
}

/// The position of an option among others: its own index, or the index of its choice and its index
/// inside that.
type OptionPosition = (usize, Option<usize>);

fn at_mut(options: &mut [OptionPick], (outer, inner): OptionPosition) -> Option<&mut OptionPick> {
    let outer = options.get_mut(outer)?;
    match inner {
        Some(inner) => outer.inner.get_mut(inner),
        None => Some(outer),
    }
}

/// Where an option is taken: inside its choice or on its own. If other choices have an option of
/// the same name, only its own choice counts.
fn position(
    options: &[OptionPick],
    choice: Option<&str>,
    option: &str,
    is_ambiguous: bool,
) -> Option<OptionPosition> {
    let dotted = choice.map(|choice| format!("{choice}.{option}"));
    let inside =
        |taken: &OptionPick| taken.inner.iter().position(|inner| inner.name.value == option);
    let in_choice = options.iter().enumerate().find_map(|(at, taken)| {
        let name = Some(taken.name.value.as_str());
        let inner = inside(taken).filter(|_| name == choice);
        (inner.is_some() || name == dotted.as_deref()).then_some((at, inner))
    });
    let by_itself =
        || options.iter().position(|taken| taken.name.value == option).map(|at| (at, None));
    let anywhere =
        || options.iter().enumerate().find_map(|(at, taken)| Some((at, Some(inside(taken)?))));
    in_choice.or_else(by_itself).or_else(|| if is_ambiguous { None } else { anywhere() })
}

fn put(options: &mut Vec<OptionPick>, offer: &Offer, times: Option<i64>, nowhere: Span) {
    let choice = offer.choice.as_deref();
    let known = position(options, choice, &offer.option, offer.is_ambiguous && choice.is_some());
    match (known, times) {
        (Some(at), Some(0)) => remove(options, at),
        (None, Some(0)) => {}
        (Some(at), times) => {
            if let Some(taken) = at_mut(options, at) {
                let now = taken.times.as_ref().map_or(1, |times| times.value);
                taken.times = Some(Spanned::new(times.unwrap_or(now + 1), nowhere));
            }
        }
        (None, times) => {
            let name = match choice.filter(|_| offer.is_ambiguous) {
                Some(choice) => format!("{choice}.{}", offer.option),
                None => offer.option.clone(),
            };
            let times = times.filter(|times| *times != 1).map(|times| Spanned::new(times, nowhere));
            let name = Spanned::new(name, nowhere);
            options.push(OptionPick { name, times, inner: Vec::new() });
        }
    }
}

/// Removes an option, and its choice too if nothing else is taken from that.
fn remove(options: &mut Vec<OptionPick>, (outer, inner): OptionPosition) {
    let Some(taken) = options.get_mut(outer) else { return };
    if let Some(inner) = inner {
        taken.inner.remove(inner);
        if !taken.inner.is_empty() {
            return;
        }
    }
    options.remove(outer);
}
