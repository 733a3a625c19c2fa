//! Statements: limits, joins, grants, changes and the lines of charts, one sentence each.

use crate::model::{
    Alteration, Binder, BoundTo, Brings, Cap, Change, ChangeKind, Chart, EntryId, Expr, ExprKind,
    Grant, GrantTo, Join, Limit, NodeKind, Offers, Permit, Permitted, Price, Range, Ride, Steps,
    Text, TextPart, Trade, Unlock, Waive,
};
use crate::number::Number;
use crate::wording::sentence::set::names_several;
use crate::wording::sentence::{Noun, Speaker};
use crate::wording::{
    Quantity, RangeText, a, all_of, attribute_words, either, of_currency, price_words, stat_words,
};

impl<'g> Speaker<'_, 'g> {
    pub(crate) fn range(&self, range: &'g Range) -> RangeText {
        let bound = |bound: &'g Option<Expr>| bound.as_ref().map(|bound| self.allowance(bound));
        if let Steps::Only(numbers) = &range.steps {
            numbers.iter().for_each(|number| self.states(Number::whole(*number)));
        }
        RangeText::new(bound(&range.low), bound(&range.high)).with_steps(&range.steps)
    }

    /// `12 points, 1 glory`
    pub(crate) fn price(&self, price: &'g Price) -> String {
        price_words(self.amounts(price))
    }

    fn amounts(&self, price: &'g Price) -> Vec<(Quantity, &'g str)> {
        let amount = |(currency, amount): &'g (crate::model::CurrencyId, Expr)| {
            // Words given in the data already say what is counted.
            let title = match self.worded(amount) {
                Some(_) => "",
                None => self.game.currencies[*currency].title.as_str(),
            };
            (self.price_amount(amount), title)
        };
        price.amounts.iter().map(amount).collect()
    }

    /// `at most 2 in the army`
    pub(crate) fn cap(&self, cap: &'g Cap) -> String {
        let sentence = cap.words.clone().unwrap_or_else(|| self.cap_sentence(cap));
        match &cap.label {
            Some(label) if cap.words.is_none() => {
                format!("{}: {sentence}", label.replace('_', " "))
            }
            _ => sentence,
        }
    }

    fn cap_sentence(&self, cap: &'g Cap) -> String {
        let most = self.allowance(&cap.most);
        let place = match cap.within {
            NodeKind::Army => "the army".to_owned(),
            kind => a(&self.kind_name(kind)),
        };
        let each = match &cap.of {
            Some(binder) => format!(" of each {}", self.visited(binder).one()),
            None => String::new(),
        };
        match most.number() {
            Some(most) => format!("at most {most}{each} in {place}"),
            None if each.is_empty() => format!("in {place} at most {most}"),
            None => format!("{} in {place} at most {most}", each.trim_start()),
        }
    }

    /// The same in the body of a force, where it limits what the force costs.
    pub(crate) fn force_cap(&self, cap: &'g Cap) -> String {
        let currency = self.game.currencies.values().next();
        let points = currency.map_or("points", |currency| currency.title.as_str());
        match &cap.words {
            Some(words) => format!("cost: {words}"),
            None => self.costs_at_most(&cap.most, points, true),
        }
    }

    pub(crate) fn limit(&self, limit: &'g Limit) -> String {
        let title = &self.game.currencies[limit.currency].title;
        let first = self.game.currencies.ids().next();
        self.costs_at_most(&limit.most, title, first == Some(limit.currency))
    }

    /// `costs at most 100 points`; of the first currency, also `half of the agreed points`.
    fn costs_at_most(&self, most: &'g Expr, title: &str, is_first: bool) -> String {
        if self.worded(most).is_some() {
            return format!("costs at most {}", self.amount(most));
        }
        if let Some(share) = self.share_of_points(most).filter(|_| is_first) {
            return format!("costs at most {share}");
        }
        let most = match self.per(most, 1) {
            Some(per) => Quantity::rate("1", per),
            None => self.allowance(most),
        };
        match most {
            Quantity::Rate { number, per } => {
                format!("costs at most {} {per}", of_currency(&number, title))
            }
            most => format!("costs at most {}", of_currency(&most.to_string(), title)),
        }
    }

    pub(crate) fn join(&self, join: &'g Join) -> String {
        self.join_of(join, self.whom(&join.hosts))
    }

    /// The same with the hosts in other words.
    pub(crate) fn join_of(&self, join: &'g Join, hosts: String) -> String {
        let mut words = format!("may join {hosts}");
        if join.takes_no_slot {
            words += ", taking no slot";
        }
        if let Some(most) = &join.most_each {
            let kind = if join.of_a_kind { " of a kind" } else { "" };
            words += &format!("; at most {}{kind} to a unit", self.allowance(most));
        }
        words
    }

    pub(crate) fn ride(&self, ride: &'g Ride) -> String {
        format!("may ride in {}", self.whom(&ride.carriers))
    }

    pub(crate) fn brings(&self, brings: &'g Brings) -> String {
        let title = self.title(brings.unit);
        let range = self.range(&brings.range);
        let may_be_none = range.low.as_ref().is_none_or(|low| low.is(0));
        match range.only() {
            Some(only) if only.is(1) => format!("brings {title}"),
            Some(only) => format!("brings {only} {title}"),
            None if may_be_none && range.high.as_ref().is_some_and(|high| high.is(1)) => {
                format!("may bring {title}")
            }
            None if may_be_none => format!("may bring {} {title}", range.words()),
            None => format!("brings {} {title}", range.words()),
        }
    }

    pub(crate) fn grant(&self, grant: &'g Grant) -> String {
        let inner = grant.each.as_ref().map_or_else(|| self.clone(), |_| self.inside(1));
        let whom = match &grant.to {
            GrantTo::Entry(entry) => inner.thing(entry).text().to_owned(),
            GrantTo::Units(condition) => inner.whom(condition),
        };
        let slot = grant.slot.replace('_', " ");
        let slots = self.game.charts.values().flat_map(|chart| &chart.slots);
        let mut titled = slots.filter(|known| known.id == grant.slot);
        let slot = titled.next().map_or(slot, |slot| slot.title.clone());
        let mut words = format!("{slot} also takes up to {} {whom}", inner.allowance(&grant.up_to));
        if let Some(binder) = &grant.each {
            words += &format!(" for each {}", self.visited(binder).one());
        }
        if let Some(when) = &grant.when {
            words += &format!(", if {}", inner.sentence(when));
        }
        words
    }

    pub(crate) fn permit(&self, permit: &'g Permit) -> String {
        let units = match &permit.of {
            Permitted::Units(set) | Permitted::Parts(set) => self.set(set).many(),
            Permitted::Named(entries) => {
                let mut titles: Vec<String> = entries.iter().map(|id| self.title(*id)).collect();
                titles.dedup();
                all_of(&titles)
            }
        };
        let may = if permit.allow { "may be taken" } else { "may not be taken" };
        match &permit.when {
            Some(when) => format!("{units} {may} if {}", self.sentence(when)),
            None => format!("{units} {may}"),
        }
    }

    pub(crate) fn waive(&self, waive: &'g Waive) -> String {
        let titles = waive.rules.iter().map(|id| {
            let rule = &self.game.rules[*id];
            rule.title
                .as_ref()
                .map_or_else(|| rule.id.replace('_', " "), |title| format!("“{title}”"))
        });
        let titles: Vec<String> = titles.collect();
        let rules = all_of(&titles);
        let verb = if titles.len() == 1 { "does" } else { "do" };
        match &waive.condition {
            Some(condition) => format!("{rules} {verb} not apply to {}", self.whom(condition)),
            None => format!("{rules} {verb} not apply"),
        }
    }

    pub(crate) fn trade(&self, chart: &'g Chart, trade: &'g Trade) -> String {
        let slot = |place: usize| {
            chart.slots.get(place).map_or_else(String::new, |slot| slot.title.clone())
        };
        let places = |count: i64| if count == 1 { "place" } else { "places" };
        let ((give, from), (get, to)) = (trade.give, trade.get);
        let times = match self.allowance(&trade.most) {
            most if most.is(1) => "once".to_owned(),
            most if most.is(2) => "up to twice".to_owned(),
            most => format!("up to {most} times"),
        };
        self.states(Number::whole(give));
        self.states(Number::whole(get));
        format!(
            "{give} {} of {} may become {get} {} of {}, {times}",
            places(give),
            slot(from),
            places(get),
            slot(to)
        )
    }

    pub(crate) fn unlock(&self, chart: &'g Chart, unlock: &'g Unlock) -> String {
        let slot = |place: usize| {
            chart.slots.get(place).map_or_else(String::new, |slot| slot.title.clone())
        };
        let slots = unlock.slots.iter().map(|(place, first_is_free)| {
            let after = if *first_is_free { " after the first" } else { "" };
            format!("{}{after}", slot(*place))
        });
        let by: Vec<String> = unlock.by.iter().map(|place| slot(*place)).collect();
        let units = if unlock.count == 1 { "unit" } else { "units" };
        self.states(Number::whole(unlock.count));
        format!(
            "each unit of {} needs {} {units} of {}",
            either(&slots.collect::<Vec<_>>()),
            unlock.count,
            either(&by)
        )
    }

    pub(crate) fn offers(&self, offers: &'g Offers) -> String {
        let by = &self.game.categories[offers.by].title;
        let all: Vec<String> = offers
            .offers
            .iter()
            .map(|(count, whom)| {
                self.states(Number::whole(*count));
                let of = if names_several(whom) { "of " } else { "" };
                format!("{count} {of}{}", self.whom(whom))
            })
            .collect();
        format!("each unit of {by} opens places for {}", all_of(&all))
    }

    /// What a binder visits: `unit that has Fear`.
    pub(crate) fn visited(&self, binder: &'g Binder) -> super::set::SetNoun {
        let set = self.set(&binder.set);
        match &binder.condition {
            Some(condition) => self.filtered(set, binder.variable, condition),
            None => set,
        }
    }

    pub(crate) fn title(&self, id: EntryId) -> String {
        self.game.entries[id].title.clone()
    }

    pub(crate) fn change(&self, change: &'g Change) -> String {
        let game = self.game;
        match &change.kind {
            ChangeKind::Stat(name, Alteration::By(by)) => format!("{name} {by:+}"),
            ChangeKind::Stat(name, Alteration::Set(value)) => {
                format!("{name} {}", stat_words(game, value))
            }
            ChangeKind::Stat(name, Alteration::SetTo(value)) => {
                format!("{name} becomes {}", self.amount(value))
            }
            ChangeKind::Attribute(id, Alteration::By(by)) => {
                format!("{} {by:+}", game.attributes[*id].title)
            }
            ChangeKind::Attribute(id, Alteration::Set(given)) => {
                format!("{} {}", game.attributes[*id].title, attribute_words(game, given))
            }
            ChangeKind::Attribute(id, Alteration::SetTo(value)) => {
                format!("{} becomes {}", game.attributes[*id].title, self.amount(value))
            }
            ChangeKind::Add(category) => format!("counts as {}", game.categories[*category].title),
            ChangeKind::Remove(category) => {
                format!("no longer counts as {}", game.categories[*category].title)
            }
            ChangeKind::Lose(Some(keyword)) => format!("loses {}", self.bare_keyword(*keyword)),
            ChangeKind::Lose(None) => "loses all keywords".to_owned(),
            ChangeKind::Hide => "may not be taken".to_owned(),
            ChangeKind::Cost(price) => self.cost(price),
            ChangeKind::Title(text) => format!("is called “{}”", self.title_text(text)),
            ChangeKind::Bound { upper, choose, to } => {
                let what = |count: i64| match choose {
                    Some(choose) => game.chooses[*choose].title.as_str(),
                    None if count == 1 => "model",
                    None => "models",
                };
                let end = if *upper { "at most" } else { "at least" };
                match to {
                    BoundTo::To(number) => {
                        let number = self.allowance(number);
                        match (number.is(0), upper) {
                            (true, true) => format!("no {}", what(2)),
                            (true, false) => format!("need not have any {}", what(2)),
                            _ => {
                                format!("{end} {number} {}", what(if number.is(1) { 1 } else { 2 }))
                            }
                        }
                    }
                    BoundTo::By(by) => {
                        let (count, more) = (by.abs(), if *by < 0 { "fewer" } else { "more" });
                        match (choose, upper) {
                            (None, true) => format!("may have {count} {more} {}", what(count)),
                            (None, false) => format!("needs {count} {more} {}", what(count)),
                            (Some(_), true) => {
                                format!("may take {count} {more} of {}", what(count))
                            }
                            (Some(_), false) => format!("needs {count} {more} of {}", what(count)),
                        }
                    }
                }
            }
        }
    }

    /// `costs 5 points more`
    fn cost(&self, price: &'g Price) -> String {
        let told = |(currency, amount): &'g (crate::model::CurrencyId, Expr)| {
            let title = &self.game.currencies[*currency].title;
            let (by, more, moves) = match &amount.kind {
                ExprKind::Negate(less) => (less.as_ref(), "less", "falls"),
                _ => (amount, "more", "rises"),
            };
            if let Some(words) = self.worded(by) {
                return format!("its cost {moves} by {words}");
            }
            match self.price_amount(by) {
                Quantity::Rate { number, per } => {
                    format!("costs {} {more} {per}", of_currency(&number, title))
                }
                by => format!("costs {} {more}", of_currency(&by.to_string(), title)),
            }
        };
        all_of(&price.amounts.iter().map(told).collect::<Vec<_>>())
    }

    /// A title whose value `this` is replaced by the current title, and other values by `…`.
    fn title_text(&self, text: &'g Text) -> String {
        let part = |part: &'g TextPart| match part {
            TextPart::Plain(text) | TextPart::Link(_, text) => text.clone(),
            TextPart::Value(Expr { kind: ExprKind::This, .. }) => {
                self.own_title.unwrap_or("…").to_owned()
            }
            TextPart::Parameter(_) | TextPart::Value(_) => "…".to_owned(),
        };
        text.parts.iter().map(part).collect()
    }

    /// A text with descriptions in place of its values.
    pub(crate) fn text(&self, text: &'g Text) -> String {
        let part = |part: &'g TextPart| match part {
            TextPart::Plain(text) | TextPart::Link(_, text) => text.clone(),
            TextPart::Parameter(_) => String::new(),
            TextPart::Value(value) => match self.thing(value) {
                Noun::Whoever => "it".to_owned(),
                Noun::Called(name) => name,
            },
        };
        text.parts.iter().map(part).collect()
    }
}
