//! Writes options one by one, keeping the form they have in the text. New options go to the end.

use crate::list::read::options::taken_by;
use crate::list::rewrite::entries::{KeyChange, NewEntry};
use crate::list::rewrite::splice::{NewItem, RewriteResult, Splices, Unsupported};
use crate::list::rewrite::{render, value};
use crate::list::yaml::{Pair, Tree, YamlKind};
use crate::list::{Name, OptionPick, Spanned};

/// An option in the text, and where it is written.
struct WrittenOption<'t> {
    taken: OptionPick,
    at: OptionPlace<'t>,
}

#[derive(Clone, Copy)]
enum OptionPlace<'t> {
    /// `lmg: 2`
    Pair(&'t Tree, &'t Pair),
    /// `heavy: [lmg, rockets]`: a member of the list under a key.
    Member(&'t Tree),
    /// `[lmg, rockets]`: a name in a list.
    Name(&'t Tree, &'t Tree),
}

impl<'t> OptionPlace<'t> {
    /// The tree of the option's value.
    fn tree(self) -> &'t Tree {
        let (OptionPlace::Pair(_, (_, _, tree))
        | OptionPlace::Member(tree)
        | OptionPlace::Name(_, tree)) = self;
        tree
    }
}

/// Whether two picks are the same option with other values.
type Same<'s> = &'s dyn Fn(&OptionPick, &OptionPick) -> bool;

/// Keys inside an option that are not options.
const NO_OPTIONS: &[&str] = &["count", "options"];

/// Writes the contents of `options`. If that key is new, it goes after the first key of `after`
/// that exists.
pub(crate) fn options(
    splices: &mut Splices<'_>,
    map: &Tree,
    old: &[OptionPick],
    new: &[OptionPick],
    after: &[&str],
) -> RewriteResult {
    if old == new {
        return Ok(());
    }
    let whole = render::options(new);
    let tree = match value(map, "options")
        .filter(|_| whole.is_some() || splices.has_comments(map, "options"))
    {
        Some(tree) if matches!(tree.kind, YamlKind::Map(_) | YamlKind::Sequence(_)) => tree,
        Some(tree)
            if matches!(tree.kind, YamlKind::Text(_))
                && new.iter().any(|pick| old.contains(pick)) =>
        {
            return extend_single(splices, tree, old, new);
        }
        _ => return splices.set_key(map, "options", whole, after),
    };
    set_options(splices, tree, &[], new)
}

/// `options: lmg` becomes a list when more is taken.
fn extend_single(
    splices: &mut Splices<'_>,
    tree: &Tree,
    old: &[OptionPick],
    new: &[OptionPick],
) -> RewriteResult {
    let more: String = new
        .iter()
        .filter(|pick| !old.contains(pick))
        .map(|pick| format!(", {}", in_brackets(pick)))
        .collect();
    splices.put(tree.span.start()..tree.span.start(), "[");
    splices.put(tree.end..tree.end, format!("{more}]"));
    Ok(())
}

/// Makes a map or list take exactly these options.
fn set_options(
    splices: &mut Splices<'_>,
    tree: &Tree,
    besides: &[&str],
    new: &[OptionPick],
) -> RewriteResult {
    let mut slots = Vec::new();
    slots_of(tree, besides, &mut slots)?;
    let mut left: Vec<&OptionPick> = new.iter().collect();
    slots.retain(|slot| take_first(&mut left, |pick| **pick == slot.taken).is_none());
    // If several have the same name, those that share an inner option belong together.
    let alike = |a: &OptionPick, b: &OptionPick| {
        a.inner.iter().any(|pick| b.inner.iter().any(|other| other.name == pick.name))
    };
    let tests: [Same<'_>; 2] = [&|a, b| a.name == b.name && alike(a, b), &|a, b| a.name == b.name];
    let mut changed = Vec::new();
    for test in tests {
        slots.retain(|slot| {
            let found = take_first(&mut left, |pick| test(&slot.taken, pick));
            changed.extend(found.map(|now| (slot.at, now)));
            found.is_none()
        });
    }
    for (at, now) in changed {
        change(splices, at, now)?;
    }
    let gone: Vec<&Tree> = slots.iter().map(|slot| slot.at.tree()).collect();
    replace(splices, tree, &gone, &left)
}

fn take_first<'n>(
    all: &mut Vec<&'n OptionPick>,
    test: impl Fn(&&'n OptionPick) -> bool,
) -> Option<&'n OptionPick> {
    all.iter().position(test).map(|at| all.remove(at))
}

/// Every option of a map or list, as reading finds them.
fn slots_of<'t>(
    tree: &'t Tree,
    besides: &[&str],
    slots: &mut Vec<WrittenOption<'t>>,
) -> RewriteResult {
    let single = |name: &Name, value: &Tree| -> RewriteResult<OptionPick> {
        let mut taken = taken_by(name.clone(), value.clone());
        taken.pop().filter(|_| taken.is_empty()).ok_or(Unsupported(value.span.start()))
    };
    match &tree.kind {
        YamlKind::Map(pairs) => {
            for pair in pairs.iter().filter(|(key, ..)| !besides.contains(&key.as_str())) {
                let (key, at, value) = pair;
                let name = Spanned::new(key.clone(), *at);
                match &value.kind {
                    YamlKind::Sequence(all) => {
                        for item in all {
                            slots.push(WrittenOption {
                                taken: single(&name, item)?,
                                at: OptionPlace::Member(item),
                            });
                        }
                    }
                    _ => slots.push(WrittenOption {
                        taken: single(&name, value)?,
                        at: OptionPlace::Pair(tree, pair),
                    }),
                }
            }
        }
        YamlKind::Sequence(all) => {
            for item in all {
                match &item.kind {
                    YamlKind::Map(_) | YamlKind::Sequence(_) => slots_of(item, &[], slots)?,
                    _ => {
                        let name = name_alone(item).ok_or(Unsupported(item.span.start()))?;
                        let taken = OptionPick { name, times: None, inner: Vec::new() };
                        slots.push(WrittenOption { taken, at: OptionPlace::Name(tree, item) });
                    }
                }
            }
        }
        _ => return Err(Unsupported(tree.span.start())),
    }
    Ok(())
}

/// A name that stands alone.
fn name_alone(item: &Tree) -> Option<Name> {
    match &item.kind {
        YamlKind::Text(name) => Some(Spanned::new(name.clone(), item.span)),
        YamlKind::Int(number) => Some(Spanned::new(number.to_string(), item.span)),
        _ => None,
    }
}

fn change(splices: &mut Splices<'_>, at: OptionPlace<'_>, now: &OptionPick) -> RewriteResult {
    let tree = at.tree();
    if let (YamlKind::Map(pairs), false) = (&tree.kind, now.inner.is_empty()) {
        let before = pairs.iter().find(|(key, ..)| key == "count").map(|(_, _, count)| &count.kind);
        let times = now.times.as_ref().map(|times| times.value);
        if !matches!((before, times), (Some(YamlKind::Int(before)), Some(times)) if *before == times)
        {
            splices.set_key(tree, "count", times.map(|times| times.to_string()), &[])?;
        }
        return match value(tree, "options").filter(|below| !matches!(below.kind, YamlKind::Nothing))
        {
            Some(below) if pairs.iter().all(|(key, ..)| NO_OPTIONS.contains(&key.as_str())) => {
                set_options(splices, below, &[], &now.inner)
            }
            Some(below) => Err(Unsupported(below.span.start())),
            None => set_options(splices, tree, NO_OPTIONS, &now.inner),
        };
    }
    match at {
        OptionPlace::Pair(map, (key, ..)) => {
            return splices.set_key(map, key, Some(render::value(now)), &[]);
        }
        OptionPlace::Member(item) => splices.put(item.span.start()..item.end, render::value(now)),
        OptionPlace::Name(list, item) if splices.is_flow(list) => {
            splices.put(item.span.start()..item.end, in_brackets(now))
        }
        OptionPlace::Name(_, item) => splices.put(item.span.start()..item.end, render::pair(now)),
    }
    Ok(())
}

/// Removes options of a map or list, and adds others.
fn replace(
    splices: &mut Splices<'_>,
    tree: &Tree,
    gone: &[&Tree],
    added: &[&OptionPick],
) -> RewriteResult {
    let is_gone = |tree: &Tree| gone.iter().any(|gone| std::ptr::eq(*gone, tree));
    match &tree.kind {
        YamlKind::Map(pairs) => replace_keys(splices, tree, pairs, &is_gone, added),
        YamlKind::Sequence(all) => {
            let mut places = Vec::new();
            for (place, item) in all.iter().enumerate() {
                let mut below = Vec::new();
                if matches!(item.kind, YamlKind::Map(_) | YamlKind::Sequence(_)) {
                    slots_of(item, &[], &mut below)?;
                }
                let below: Vec<&Tree> = below.iter().map(|slot| slot.at.tree()).collect();
                if is_gone(item) || !below.is_empty() && below.iter().all(|tree| is_gone(tree)) {
                    places.push((place, false));
                } else if below.iter().any(|tree| is_gone(tree)) {
                    replace(splices, item, gone, &[])?;
                }
            }
            let items = added.iter().map(|pick| {
                (None, NewItem::new(vec![format!("- {}", in_block(pick))], in_brackets(pick)))
            });
            splices.change_items(tree, &places, items.collect())
        }
        _ => Err(Unsupported(tree.span.start())),
    }
}

fn replace_keys(
    splices: &mut Splices<'_>,
    tree: &Tree,
    pairs: &[Pair],
    is_gone: &dyn Fn(&Tree) -> bool,
    added: &[&OptionPick],
) -> RewriteResult {
    let of_name = |name: &str| {
        added.iter().copied().filter(|pick| pick.name.value == name).collect::<Vec<_>>()
    };
    let mut sets: Vec<(String, Option<String>)> = Vec::new();
    for (key, _, value) in pairs {
        let more = of_name(key);
        match &value.kind {
            YamlKind::Sequence(all)
                if more.is_empty() && !all.is_empty() && all.iter().all(is_gone) =>
            {
                sets.push((key.clone(), None))
            }
            YamlKind::Sequence(all) => {
                let places = (0..)
                    .zip(all)
                    .filter(|(_, item)| is_gone(item))
                    .map(|(place, _)| (place, false));
                let words = more.iter().map(|pick| render::value(pick));
                let items: NewEntry = words
                    .map(|word| (None, NewItem::new(vec![format!("- {word}")], word)))
                    .collect();
                splices.change_items(value, &places.collect::<Vec<_>>(), items)?;
            }
            _ if is_gone(value) => sets.push((key.clone(), None)),
            _ if more.is_empty() => {}
            // If the option is taken once more, the value becomes a list.
            _ => {
                let more: String =
                    more.iter().map(|pick| format!(", {}", render::value(pick))).collect();
                splices.put(value.span.start()..value.span.start(), "[");
                splices.put(value.end..value.end, format!("{more}]"));
            }
        }
    }
    for pick in added {
        let name = render::word(&pick.name.value);
        if !pairs.iter().any(|(key, ..)| *key == pick.name.value)
            && !sets.iter().any(|(key, _)| *key == name)
        {
            sets.push((name, Some(render::values(&of_name(&pick.name.value)))));
        }
    }
    let sets: Vec<KeyChange<'_>> = sets
        .iter()
        .map(|(key, value)| KeyChange { key, value: value.clone(), after: &[] })
        .collect();
    splices.set_keys(tree, &sets)
}

fn is_plain(pick: &OptionPick) -> bool {
    pick.times.is_none() && pick.inner.is_empty()
}

/// An option as an item of a list.
fn in_brackets(pick: &OptionPick) -> String {
    if is_plain(pick) {
        render::word(&pick.name.value)
    } else {
        format!("{{{}}}", render::pair(pick))
    }
}

fn in_block(pick: &OptionPick) -> String {
    if is_plain(pick) { render::word(&pick.name.value) } else { render::pair(pick) }
}
