//! Names in other languages, and the version of the data that an event was written for.

use super::Resolver;
use super::digest::Digests;
use super::load::MergedItem;
use super::text::plain;
use crate::diagnostic::codes;
use crate::model::{Alias, EventId, Owner, signs};
use crate::source::Span;
use crate::syntax::Parsed;
use crate::syntax::ast::{Alias as AliasLine, Declared, Head, Item, StatementKind};

impl<'t> Resolver<'t> {
    /// Resolves aliases written in the body of the thing they name.
    pub(crate) fn inner_aliases(&mut self, parsed: &[Parsed<'t>]) {
        for inner in parsed.iter().flat_map(|file| &file.names.aliases) {
            match inner.alias.of {
                None => self.add_alias(&inner.alias, inner.of, None),
                Some((_, name)) => {
                    let message = "an alias for something else stands outside all braces but those of the game, faction or event";
                    self.report(codes::MISPLACED.at(name.span, message));
                }
            }
        }
    }

    /// Resolves aliases written directly in the braces of a system, faction or event.
    pub(crate) fn outer_aliases(
        &mut self,
        owner: Owner,
        whole: &MergedItem<'t>,
        declared: &[Declared<'t>],
    ) {
        let Some(head) = head_of(whole.item) else { return };
        let event = match owner {
            Owner::Event(id) => Some(id),
            _ => None,
        };
        for statement in &whole.statements {
            let StatementKind::Alias(line) = &statement.kind else { continue };
            let Some((around, name)) = line.of else {
                self.add_alias(line, head.id.span, None);
                continue;
            };
            let is_inside = |thing: &&Declared<'t>| {
                around.is_none_or(|around| {
                    declared.iter().any(|outer| {
                        outer.name.text == around.text && outer.whole.contains(thing.name.span)
                    })
                })
            };
            let found: Vec<Span> = declared
                .iter()
                .filter(|thing| thing.name.text == name.text)
                .filter(is_inside)
                .map(|thing| thing.name.span)
                .collect();
            if found.is_empty() {
                let known = declared.iter().map(|thing| thing.name.text);
                self.unknown(&codes::UNKNOWN_NAME, name, "thing", known);
            }
            for span in found {
                self.add_alias(line, span, event);
            }
        }
    }

    fn add_alias(&mut self, line: &AliasLine<'t>, of: Span, event: Option<EventId>) {
        for title in &line.titles {
            let alias = Alias {
                language: line.language.text.to_owned(),
                title: plain(*title),
                event,
                span: title.span,
            };
            let all = self.game.aliases.entry(of).or_default();
            if !all.contains(&alias) {
                all.push(alias);
            }
        }
    }

    /// Stores the hashes and compares the data with the version each event was written for.
    pub(crate) fn take_digests(&mut self, wholes: &[MergedItem<'t>], digests: Digests<'t>) {
        self.game.digest = digests.game;
        for (id, digest) in digests.events {
            let Some((event, _)) = self.names.events.get(id).copied() else { continue };
            self.game.events.get_mut(event).digest = digest;
            for list in self.game.events[event].lists.clone() {
                self.game.events.get_mut(list.event).digest = digest;
            }
        }
        let mark = signs(&self.game.digest, 0);
        wholes.iter().for_each(|whole| self.check_pins(whole, &mark));
    }

    fn check_pins(&mut self, whole: &MergedItem<'t>, mark: &str) {
        for statement in &whole.statements {
            let StatementKind::DataPin(pin) = &statement.kind else { continue };
            let wanted = plain(pin.version);
            let version = self.game.version.clone().unwrap_or_default();
            if wanted == mark || wanted == version {
                continue;
            }
            let named = if version.is_empty() { String::new() } else { format!("{version}, ") };
            let code = match pin.is_warning {
                true => &codes::OTHER_VERSION,
                false => &codes::WRONG_VERSION,
            };
            let message = format!("the event was written for data {wanted}, this is {named}{mark}");
            let help = format!("look at its rules again, then write `data \"{mark}\"`");
            let written = self.sources.text(pin.version.span);
            // The span of the text may include its quotes.
            let quoted = written.starts_with(['"', '“']);
            let new = if quoted { format!("\"{mark}\"") } else { mark.to_owned() };
            self.report(
                code.at(pin.version.span, message).help(help).replace(pin.version.span, new),
            );
        }
    }
}

fn head_of<'p, 't>(item: &'p Item<'t>) -> Option<&'p Head<'t>> {
    match item {
        Item::System(head, _) | Item::Faction(head, _) | Item::Event(head, _) => Some(head),
        Item::Part(_) => None,
    }
}
