//! Builds what only events have, and names in other languages.

use super::super::ast::{
    Alias, Answer, DataPin, Declared, EventList, Factions, InnerAlias, Name, OptionalSet, Teams,
};
use super::super::grammar::Rule;
use super::super::tree::Pair;
use super::Builder;

/// The rules for the braces after a declared name.
const BODIES: [Rule; 4] = [Rule::body, Rule::force_body, Rule::card_body, Rule::choices];

impl<'a> Builder<'a> {
    pub(crate) fn factions(&mut self, pair: Pair<'_>) -> Factions<'a> {
        Factions { names: self.names_of(pair, Rule::ids), cites: self.cites(pair) }
    }

    pub(crate) fn optional_set(&mut self, pair: Pair<'_>) -> OptionalSet<'a> {
        OptionalSet {
            names: self.names_of(pair, Rule::ids),
            is_on: pair.has(Rule::w_on),
            cites: self.cites(pair),
        }
    }

    pub(crate) fn data_pin(&mut self, pair: Pair<'_>) -> Option<DataPin<'a>> {
        Some(DataPin { version: self.title(pair)?, is_warning: pair.has(Rule::w_warning) })
    }

    pub(crate) fn teams(&mut self, pair: Pair<'_>) -> Option<Teams<'a>> {
        Some(Teams { size: self.need(pair, Rule::range, Self::range)?, cites: self.cites(pair) })
    }

    pub(crate) fn event_list(&mut self, pair: Pair<'_>) -> Option<EventList<'a>> {
        let body = pair.part(Rule::event_list_body);
        Some(EventList {
            id: self.declared_id(pair)?,
            title: self.title(pair)?,
            cites: self.cites(pair),
            body: body.map(|body| self.lines(body)).unwrap_or_default(),
        })
    }

    pub(crate) fn answer(&mut self, pair: Pair<'_>) -> Option<Answer<'a>> {
        let meant = pair.part(Rule::answer_id)?;
        let span = self.span(meant);
        Some(Answer {
            written: self.title(pair)?,
            of: self.id(pair),
            meant: Name { text: self.slice(span), span },
        })
    }

    pub(crate) fn alias(&mut self, pair: Pair<'_>) -> Option<Alias<'a>> {
        let language = self.span(pair.part(Rule::language)?);
        let titles = pair.parts_of(Rule::string).collect::<Vec<_>>();
        let of = pair.part(Rule::alias_of).map(|of| self.names(of));
        Some(Alias {
            language: Name { text: self.slice(language), span: language },
            titles: titles.into_iter().map(|title| self.string(title)).collect(),
            of: match of.as_deref() {
                Some([name]) => Some((None, *name)),
                Some([around, name]) => Some((Some(*around), *name)),
                _ => None,
            },
        })
    }

    /// Records a declared name and the aliases in its braces.
    pub(crate) fn note_declared(&mut self, name: Name<'a>, pair: Pair<'_>) {
        self.names.now.push(Declared { name, whole: self.span(pair) });
        let bodies = pair.parts().filter(|part| BODIES.contains(&part.rule()));
        for line in bodies.flat_map(|body| body.parts()) {
            let line = match line.rule() {
                Rule::statement => line.part(Rule::alias),
                _ => None,
            };
            let Some(line) = line else { continue };
            let (of, span) = (name.span, self.span(line));
            let alias = self.alias(line);
            self.names.aliases.extend(alias.map(|alias| InnerAlias { alias, of, span }));
        }
    }
}
