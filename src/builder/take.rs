//! An option is taken by a unit, wherever it is offered: by the unit, by one of its models, inside
//! another option.

use crate::engine::Offered;
use crate::list::{ModelLine, Models, OptionPick, Spanned, UnitLine};
use crate::source::Span;

/// Takes an option: so many times in all, or once more.
pub(crate) fn take(line: &mut UnitLine, option: &Offered, times: Option<i64>, at: Span) {
    let options = match &option.model {
        None => &mut line.options,
        Some(model) => model_options(line, model, at),
    };
    let mut inside = options;
    for outer in &option.within {
        let Some(place) = position(inside, None, outer, false) else { return };
        inside = match inside.get_mut(place.0) {
            Some(taken) => match place.1 {
                Some(inner) => match taken.inner.get_mut(inner) {
                    Some(inner) => &mut inner.inner,
                    None => return,
                },
                None => &mut taken.inner,
            },
            None => return,
        };
    }
    let taken_before = inside.clone();
    put(inside, option, times, at);
    // What a line of models takes of the unit's own options is dropped there.
    if times == Some(0)
        && *inside == taken_before
        && let Models::Lines(lines) = &mut line.models
    {
        lines.iter_mut().for_each(|line| put(&mut line.options, option, times, at));
    }
}

/// The options of a model of the unit; the line that names it is added if there is none.
fn model_options<'l>(line: &'l mut UnitLine, model: &str, at: Span) -> &'l mut Vec<OptionPick> {
    if !matches!(line.models, Models::Lines(_)) {
        let count = match &line.models {
            Models::Total(total) => Some(total.clone()),
            _ => None,
        };
        let model = Spanned::new(model.to_owned(), at);
        line.models = Models::Lines(vec![ModelLine {
            model,
            design: Some(false),
            count,
            options: Vec::new(),
        }]);
    }
    let Models::Lines(lines) = &mut line.models else { return &mut line.options };
    let place = lines.iter().position(|line| line.model.value == model);
    let place = place.unwrap_or_else(|| {
        let design = lines.first().and_then(|line| line.design);
        lines.push(ModelLine {
            model: Spanned::new(model.to_owned(), at),
            design,
            count: None,
            options: Vec::new(),
        });
        lines.len() - 1
    });
    match lines.get_mut(place) {
        Some(line) => &mut line.options,
        None => &mut line.options,
    }
}

/// Where an option is taken: inside its choice, or by itself. Where other choices have one of its
/// name, only inside its own.
fn position(
    options: &[OptionPick],
    choose: Option<&str>,
    option: &str,
    is_ambiguous: bool,
) -> Option<(usize, Option<usize>)> {
    let dotted = choose.map(|choose| format!("{choose}.{option}"));
    let inside =
        |taken: &OptionPick| taken.inner.iter().position(|inner| inner.name.value == option);
    let in_choice = options.iter().enumerate().find_map(|(at, taken)| {
        let name = Some(taken.name.value.as_str());
        let inner = inside(taken).filter(|_| name == choose);
        (inner.is_some() || name == dotted.as_deref()).then_some((at, inner))
    });
    let by_itself =
        || options.iter().position(|taken| taken.name.value == option).map(|at| (at, None));
    let anywhere =
        || options.iter().enumerate().find_map(|(at, taken)| Some((at, Some(inside(taken)?))));
    in_choice.or_else(by_itself).or_else(|| if is_ambiguous { None } else { anywhere() })
}

fn put(options: &mut Vec<OptionPick>, option: &Offered, times: Option<i64>, at: Span) {
    let choose = option.choose.as_ref().map(|(id, _)| id.as_str());
    let known = position(options, choose, &option.option, option.is_ambiguous && choose.is_some());
    let taken = known.and_then(|(outer, inner)| {
        let outer = options.get_mut(outer)?;
        match inner {
            Some(inner) => outer.inner.get_mut(inner),
            None => Some(outer),
        }
    });
    match (taken, times) {
        (_, Some(0)) => {
            if let Some((outer, inner)) = known {
                let emptied = match (inner, options.get_mut(outer)) {
                    (Some(inner), Some(taken)) => {
                        taken.inner.remove(inner);
                        taken.inner.is_empty()
                    }
                    _ => true,
                };
                if emptied {
                    options.remove(outer);
                }
            }
        }
        (Some(taken), times) => {
            let now = taken.times.as_ref().map_or(1, |times| times.value);
            taken.times = Some(Spanned::new(times.unwrap_or(now + 1), at));
        }
        (None, times) => {
            let name = match choose.filter(|_| option.is_ambiguous) {
                Some(choose) => format!("{choose}.{}", option.option),
                None => option.option.clone(),
            };
            let times = times.filter(|times| *times != 1).map(|times| Spanned::new(times, at));
            options.push(OptionPick { name: Spanned::new(name, at), times, inner: Vec::new() });
        }
    }
    options.sort();
}
