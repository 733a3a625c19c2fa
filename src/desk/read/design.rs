//! Designs in a text: `drone: trooper, Attack 1, Hits 1, cowardly`.

use crate::desk::read::draft::DesignDraft;
use crate::desk::read::fold::{fold, unsheltered};
use crate::desk::read::lexicon::Lexicon;
use crate::desk::read::scan::CutLine;
use crate::desk::read::segment::{Segment, SegmentPrefix};
use crate::model::{Entry, EntryKind, StatValue};

/// The designs of a text, and for each line whether it is one.
pub(crate) fn designs(lexicon: &Lexicon<'_>, lines: &[CutLine]) -> (Vec<DesignDraft>, Vec<bool>) {
    let game = lexicon.game;
    let models: Vec<(&Entry, Vec<&str>)> = game
        .entries
        .values()
        .filter(|entry| matches!(entry.kind, EntryKind::Profile(_)))
        .map(|entry| {
            let picked =
                entry.body.stats.iter().filter(|stat| matches!(stat.value, StatValue::Pick(_)));
            (entry, picked.map(|stat| stat.name.as_str()).collect::<Vec<&str>>())
        })
        .filter(|(_, picked)| !picked.is_empty())
        .collect();
    let mut all = Vec::new();
    let mut is_design = vec![false; lines.len()];
    if models.is_empty() {
        return (all, is_design);
    }
    for (cut, is_design) in lines.iter().zip(&mut is_design) {
        if let Some(design) = design(&models, &cut.segments) {
            *is_design = true;
            all.push(design);
        }
    }
    (all, is_design)
}

fn design(models: &[(&Entry, Vec<&str>)], segments: &[Segment]) -> Option<DesignDraft> {
    let [name, model, rest @ ..] = segments else { return None };
    if model.mark != SegmentPrefix::Colon {
        return None;
    }
    let folded = fold(&model.name);
    let (model, picked) = models
        .iter()
        .find(|(entry, _)| fold(&entry.id) == folded || fold(&entry.title) == folded)?;
    let mut design = DesignDraft {
        name: unsheltered(&name.name),
        model: model.id.clone(),
        picks: Vec::new(),
        options: Vec::new(),
    };
    for segment in rest {
        let folded = fold(&segment.name);
        let number = segment.bare.first().copied().or(segment.count.map(|count| count.number));
        let pick = picked.iter().find(|pick| fold(pick) == folded);
        match (pick, number) {
            (Some(pick), Some(number)) => design.picks.push(((*pick).to_owned(), number)),
            (_, times) => design.options.push((times, unsheltered(&segment.name))),
        }
    }
    (!design.picks.is_empty()).then_some(design)
}
