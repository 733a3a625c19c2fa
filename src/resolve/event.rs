//! Resolves events: what they allow, and the lists and teams they ask for.

use super::Resolver;
use super::body::BodyKind;
use super::scope::Scope;
use super::text::plain;
use crate::diagnostic::codes;
use crate::model::{
    Across, AllowedFactions, Answer, AnswerMeaning, Body, Deadline, Event, EventId, EventPart,
    ExprKind, OptionalSwitch, Range, SharedCap, SharedThings, Teams,
};
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::ast::{Head, Name, Statement, StatementKind, Text};

/// What an event, or one of its lists, requires of army lists.
#[derive(Default)]
struct Terms {
    points: Option<Range>,
    charts: Vec<crate::model::ChartId>,
    factions: Option<AllowedFactions>,
    optionals: Vec<OptionalSwitch>,
}

/// Which lists a limit counts over, if its scope names several.
pub(crate) fn across(at_most: &ast::AtMost<'_>) -> Option<Across> {
    match at_most.scope?.text {
        "player" => Some(Across::Player),
        "team" => Some(Across::Team),
        _ => None,
    }
}

impl<'t> Resolver<'t> {
    /// Gives an event and its lists their ids.
    pub(crate) fn declare_event(
        &mut self,
        head: &Head<'t>,
        statements: &[&'t Statement<'t>],
    ) -> EventId {
        let mut event = blank(head.id, plain(head.title));
        event.version = head.version.map(plain);
        event.cites = self.cites(&head.cites);
        let id = self.game.events.add(event);
        let lists = statements.iter().filter_map(|statement| match &statement.kind {
            StatementKind::EventList(list) => Some(list.as_ref()),
            _ => None,
        });
        let lists: Vec<_> = lists.collect();
        self.once_each(lists.iter().map(|list| ("list", list.id)));
        for list in lists {
            let mut own = blank(list.id, format!("{}, {}", plain(head.title), plain(list.title)));
            own.id = format!("{}.{}", head.id.text, list.id.text);
            own.version = head.version.map(plain);
            own.within = Some(id);
            own.cites = self.cites(&list.cites);
            let own = self.game.events.add(own);
            let title = plain(list.title);
            self.game.events.get_mut(id).lists.push(EventPart { event: own, title });
        }
        id
    }

    pub(crate) fn lower_event(
        &mut self,
        scope: &mut Scope<'t>,
        id: EventId,
        statements: &[&'t Statement<'t>],
        body: Body,
    ) {
        let terms = self.event_terms(scope, statements.iter().copied());
        let mut shared = Vec::new();
        let (mut teams, mut deadline, mut revisions) = (None, None, None);
        let mut answers = Vec::new();
        for statement in statements {
            let span = statement.span;
            match &statement.kind {
                StatementKind::AtMost(at_most) => {
                    if let Some(across) = across(at_most) {
                        shared.extend(self.shared_cap(scope, at_most, across, span));
                    }
                }
                StatementKind::Teams(decl) => {
                    self.only_once(teams.is_some(), span, "the size of teams");
                    let range = self.whole_range(scope, &decl.size, "teams");
                    let (low, high) = (whole(&range.low), whole(&range.high));
                    let cites = self.cites(&decl.cites);
                    teams = Some(Teams { low: low.unwrap_or(1), high, span: range.span, cites });
                }
                StatementKind::Deadline(text) => {
                    self.only_once(deadline.is_some(), span, "the deadline");
                    deadline = self.deadline(*text).or(deadline);
                }
                StatementKind::Revisions(number) => {
                    self.only_once(revisions.is_some(), span, "the number of revisions");
                    revisions = Some(number.value);
                }
                StatementKind::Answer(decl) => answers.extend(self.answer(decl, span)),
                _ => {}
            }
        }
        let own: Vec<(&'t ast::EventList<'t>, EventId)> = statements
            .iter()
            .filter_map(|statement| match &statement.kind {
                StatementKind::EventList(list) => Some(list.as_ref()),
                _ => None,
            })
            .zip(self.game.events[id].lists.iter().map(|part| part.event))
            .collect();
        for (list, own) in own {
            self.lower_list(scope, list, own, &terms, &body);
        }
        let event = self.game.events.get_mut(id);
        (event.points, event.charts) = (terms.points, terms.charts);
        (event.factions, event.optionals) = (terms.factions, terms.optionals);
        (event.shared, event.teams, event.deadline) = (shared, teams, deadline);
        (event.revisions, event.answers, event.body) = (revisions, answers, body);
    }

    /// Resolves a list of an event: its own lines, and those of the event for everything it leaves
    /// out.
    fn lower_list(
        &mut self,
        scope: &mut Scope<'t>,
        list: &'t ast::EventList<'t>,
        id: EventId,
        around: &Terms,
        around_body: &Body,
    ) {
        let own = self.event_terms(scope, list.body.iter());
        let lines: Vec<&'t Statement<'t>> =
            list.body.iter().filter(|line| !is_term(line)).collect();
        let mut body = around_body.clone();
        for statement in lines {
            self.statement(scope, BodyKind::EventList, statement, &mut body);
        }
        let event = self.game.events.get_mut(id);
        event.points = own.points.or_else(|| around.points.clone());
        event.charts = if own.charts.is_empty() { around.charts.clone() } else { own.charts };
        event.factions = own.factions.or_else(|| around.factions.clone());
        // A switch in the list overrides the event's switch for the same rule.
        let is_own =
            |switch: &&OptionalSwitch| own.optionals.iter().any(|own| own.rule == switch.rule);
        let others = around.optionals.iter().filter(|switch| !is_own(switch)).cloned();
        event.optionals = others.chain(own.optionals.iter().cloned()).collect();
        event.body = body;
    }

    fn event_terms<'s>(
        &mut self,
        scope: &mut Scope<'t>,
        statements: impl Iterator<Item = &'s Statement<'t>>,
    ) -> Terms
    where
        't: 's,
    {
        let mut terms = Terms::default();
        for statement in statements {
            let span = statement.span;
            match &statement.kind {
                StatementKind::Points(range) => {
                    self.only_once(terms.points.is_some(), span, "the points of the event");
                    terms.points = Some(self.range(scope, range));
                }
                StatementKind::Charts(names) => {
                    terms.charts.extend(names.iter().filter_map(|name| self.chart(*name)))
                }
                StatementKind::Factions(decl) => {
                    self.only_once(terms.factions.is_some(), span, "the factions of the event");
                    let (of, cites) = (self.some_factions(&decl.names), self.cites(&decl.cites));
                    // If all names are unknown, the line must not allow every faction.
                    if !of.is_any() {
                        terms.factions = Some(AllowedFactions { of, span, cites });
                    }
                }
                StatementKind::OptionalSet(decl) => {
                    for name in &decl.names {
                        let Some(rule) = self.optional_rule(*name) else { continue };
                        let is_known = terms.optionals.iter().any(|known| known.rule == rule);
                        self.only_once(is_known, name.span, "this optional rule");
                        let (is_on, cites) = (decl.is_on, self.cites(&decl.cites));
                        terms.optionals.push(OptionalSwitch { rule, is_on, span, cites });
                    }
                }
                _ => {}
            }
        }
        terms
    }

    fn optional_rule(&mut self, name: Name<'t>) -> Option<crate::model::OptionalId> {
        let (table, code) = (&self.names.optionals, &codes::UNKNOWN_NAME);
        if let Some((id, _)) = table.get(name.text) {
            return Some(*id);
        }
        let known: Vec<&str> = table.keys().copied().collect();
        self.unknown(code, name, "optional rule", known);
        None
    }

    fn only_once(&mut self, is_second: bool, span: Span, what: &str) {
        if is_second {
            self.report(codes::REPEATED.at(span, format!("{what} is given twice")));
        }
    }

    fn deadline(&mut self, text: Text<'t>) -> Option<Deadline> {
        let deadline = Deadline::parse(plain(text).trim());
        if deadline.is_none() {
            let message = format!("`{}` is not a date", plain(text));
            let help = "write it as `2027-03-05 20:00`, perhaps with `+01:00` behind it; without a time it is the end of the day";
            self.report(codes::BAD_DATE.at(text.span, message).help(help));
        }
        deadline
    }

    fn shared_cap(
        &mut self,
        scope: &Scope<'t>,
        at_most: &'t ast::AtMost<'t>,
        across: Across,
        span: Span,
    ) -> Option<SharedCap> {
        let mut inner = scope.clone();
        let most = self.number(&mut inner, &at_most.most);
        let ExprKind::Number(most) = most.kind else {
            let message = "what is counted over several lists has a plain number";
            self.report(codes::TYPE_MISMATCH.at(most.span, message));
            return None;
        };
        let Some(binder) = &at_most.of else {
            let message = "say what is counted: `at most 1 of any …`";
            self.report(codes::MISPLACED.at(span, message));
            return None;
        };
        let is_faction = binder.kind.is_some_and(|kind| kind.text == "faction");
        let of = match is_faction && binder.condition.is_none() && binder.set.is_none() {
            true => SharedThings::Factions,
            false => SharedThings::Entries(Box::new(self.binder(&mut inner, binder)?)),
        };
        Some(SharedCap { most, of, across, span, cites: self.cites(&at_most.cites) })
    }

    fn answer(&mut self, decl: &ast::Answer<'t>, span: Span) -> Option<Answer> {
        let of = match decl.of {
            Some(name) => Some(self.unit_named(name)?),
            None => None,
        };
        let meant = match (decl.meant.text, of) {
            ("nothing", _) => AnswerMeaning::Nothing,
            (part, Some(_)) => AnswerMeaning::Part(part.to_owned()),
            (_, None) => AnswerMeaning::Unit(self.unit_named(decl.meant)?),
        };
        Some(Answer { written: plain(decl.written), of, meant, span })
    }

    fn unit_named(&mut self, name: Name<'t>) -> Option<crate::model::EntryId> {
        if let Some(id) = self.names.units.get(name.text) {
            return Some(*id);
        }
        let known: Vec<&str> = self.names.units.keys().copied().collect();
        self.unknown(&codes::UNKNOWN_UNIT, name, "unit", known);
        None
    }
}

fn blank(id: Name<'_>, title: String) -> Event {
    Event {
        id: id.text.to_owned(),
        title,
        version: None,
        span: id.span,
        within: None,
        lists: Vec::new(),
        points: None,
        charts: Vec::new(),
        factions: None,
        optionals: Vec::new(),
        body: Body::default(),
        shared: Vec::new(),
        teams: None,
        deadline: None,
        revisions: None,
        answers: Vec::new(),
        digest: [0; 8],
        cites: Vec::new(),
    }
}

/// Whether a line sets a term of the list.
fn is_term(line: &Statement<'_>) -> bool {
    matches!(
        line.kind,
        StatementKind::Points(_)
            | StatementKind::Charts(_)
            | StatementKind::Factions(_)
            | StatementKind::OptionalSet(_)
    )
}

/// The value of a bound that is a plain number.
fn whole(bound: &Option<crate::model::Expr>) -> Option<i64> {
    match bound.as_ref()?.kind {
        ExprKind::Number(number) => Some(number),
        _ => None,
    }
}
