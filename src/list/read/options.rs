//! Reads options in all the forms in which they may be written.

use crate::diagnostic::{Diagnostic, codes};
use crate::list::read::Reader;
use crate::list::yaml::{Tree, YamlKind};
use crate::list::{Name, OptionPick, Spanned};

/// More options than any army takes.
const MOST_OPTIONS: usize = 5_000;

/// The options that a key and its value take, in a list without errors.
pub(crate) fn taken_by(name: Name, value: Tree) -> Vec<OptionPick> {
    let mut taken = Vec::new();
    Reader::default().taken(name, value, &mut taken);
    taken
}

impl Reader {
    /// `{lmg: 1}`, `[average, ground]`, `lmg`
    pub(crate) fn options(&mut self, value: Tree) -> Vec<OptionPick> {
        let mut taken = Vec::new();
        self.options_into(value, &mut taken);
        taken.sort();
        taken
    }

    pub(crate) fn options_into(&mut self, value: Tree, taken: &mut Vec<OptionPick>) {
        let span = value.span;
        match value.kind {
            YamlKind::Nothing => {}
            YamlKind::Map(pairs) => pairs
                .into_iter()
                .for_each(|(key, at, value)| self.taken(Spanned::new(key, at), value, taken)),
            YamlKind::Sequence(all) => {
                all.into_iter().for_each(|tree| self.options_into(tree, taken))
            }
            kind => {
                if let Some(name) = self.name(Tree::at(span, kind), "options") {
                    self.taken(name, Tree::at(span, YamlKind::Bool(true)), taken);
                }
            }
        }
    }

    pub(crate) fn taken(&mut self, name: Name, value: Tree, taken: &mut Vec<OptionPick>) {
        let span = value.span;
        self.options += 1;
        if self.options == MOST_OPTIONS {
            let message = format!("a list takes at most {MOST_OPTIONS} options");
            self.found.push(Diagnostic::new(&codes::LIST_TOO_LARGE, name.span, message));
        }
        if self.options >= MOST_OPTIONS {
            return;
        }
        match value.kind {
            YamlKind::Bool(true) => taken.push(OptionPick { name, times: None, inner: Vec::new() }),
            YamlKind::Bool(false) => taken.push(OptionPick {
                name,
                times: Some(Spanned::new(0, span)),
                inner: Vec::new(),
            }),
            YamlKind::Int(number) => {
                let times = self.amount(Tree::at(span, YamlKind::Int(number)), &name.value);
                taken.extend(times.map(|times| OptionPick {
                    name,
                    times: Some(times),
                    inner: Vec::new(),
                }));
            }
            YamlKind::Sequence(all) => {
                all.into_iter().for_each(|tree| self.taken(name.clone(), tree, taken))
            }
            YamlKind::Map(mut pairs) => {
                // `count` may stand next to the options inside; any other key is an option inside.
                let times =
                    pairs.iter().position(|(key, ..)| key == "count").map(|at| pairs.remove(at));
                let times = times.and_then(|(_, _, value)| self.amount(value, "count"));
                let mut inner = Vec::new();
                for (key, at, value) in pairs {
                    if key == "options" {
                        self.options_into(value, &mut inner);
                    } else {
                        self.taken(Spanned::new(key, at), value, &mut inner);
                    }
                }
                inner.sort();
                taken.push(OptionPick { name, times, inner });
            }
            kind @ YamlKind::Text(_) => {
                let member = self.name(Tree::at(span, kind), &name.value);
                let inner = member.map(|name| OptionPick { name, times: None, inner: Vec::new() });
                taken.push(OptionPick { name, times: None, inner: inner.into_iter().collect() });
            }
            YamlKind::Nothing | YamlKind::OtherNumber(_) => {
                self.wrong(
                    span,
                    format!("`{}` needs a number, `true`, a name or a block", name.value),
                );
            }
        }
    }
}
