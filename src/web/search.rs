//! Searches that may take long: the changes that mend everything, and what would spend the rest.

use serde::{Deserialize, Serialize};

use crate::builder::{Builder, CompleteOptions, Completion, Fewest, Proof};
use crate::engine::{Number, Ruleset};
use crate::list::{List, UnitLine};
use crate::views::Amount;
use crate::web::ShouldContinue;
use crate::web::issue::sentence;
use crate::web::open::{AboutList, Fault, Opened, open_whole};
use crate::workspace::Data;

/// Sets of changes, each of which makes the list legal.
#[derive(Debug, Serialize)]
pub(crate) struct FixAnswer {
    pub ways: Vec<Way>,
    /// Whether it is known that fewer changes are not enough.
    pub proven: bool,
}

#[derive(Debug, Serialize)]
pub(crate) struct Way {
    pub changes: Vec<String>,
    /// What the list costs then, and how much that is more than now.
    pub points: Amount,
    pub moved: Amount,
    /// The text of the changed list.
    pub list: String,
}

pub(crate) fn fix(
    data: &Data,
    asked: &AboutList,
    go_on: ShouldContinue<'_>,
) -> Result<FixAnswer, Fault> {
    let opened = open_whole(data, &asked.list)?;
    let rules = Ruleset::new(opened.game);
    let now = rules.assess(&opened.list).points;
    let found = Builder::new(&rules).repair(&opened.sources, &opened.list, go_on);
    let mut ways = Vec::new();
    for way in found.ways {
        let points = way.costs.first().copied().unwrap_or(Number::ZERO);
        ways.push(Way {
            changes: way.plain.iter().map(|change| sentence(change)).collect(),
            points: Amount::from(points),
            moved: Amount::from(points.subtract(now).unwrap_or(Number::ZERO)),
            list: opened.with(&way.list)?,
        });
    }
    Ok(FixAnswer { ways, proven: found.fewest == Fewest::Proven })
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CompleteAsk {
    list: String,
    /// Whether to spend points up to the limit.
    #[serde(default)]
    spend: bool,
    /// How many proposals are wanted, up to three.
    #[serde(default)]
    proposals: usize,
}

#[derive(Debug, Serialize)]
pub(crate) struct CompleteAnswer {
    pub proposals: Vec<Proposal>,
    /// What is in the way if there is none.
    pub remaining: Vec<String>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Proposal {
    pub added: Vec<Added>,
    pub points: Amount,
    pub moved: Amount,
    pub left: Option<Amount>,
    /// Whether nothing can spend more.
    pub proven: bool,
    pub list: String,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Added {
    pub title: String,
    pub models: i64,
    pub points: Amount,
    /// Whether the unit was in the list before, and has more now.
    pub grown: bool,
}

const MOST_PROPOSALS: usize = 3;

pub(crate) fn complete(
    data: &Data,
    asked: &CompleteAsk,
    go_on: ShouldContinue<'_>,
) -> Result<CompleteAnswer, Fault> {
    let opened = open_whole(data, &asked.list)?;
    let rules = Ruleset::new(opened.game);
    let builder = Builder::new(&rules);
    let before = rules.assess(&opened.list);
    let spend = asked.spend && before.limit().is_some();
    let mut answer = CompleteAnswer { proposals: Vec::new(), remaining: Vec::new() };
    let options = CompleteOptions { spend, seed: 1, should_continue: go_on };
    let wanted = asked.proposals.clamp(1, MOST_PROPOSALS);
    for completion in builder.proposals(&opened.list, &options, wanted) {
        match completion {
            Completion::Done { list, points, proof } => {
                let left = before.limit().and_then(|limit| limit.subtract(points));
                let moved = points.subtract(before.points).unwrap_or(Number::ZERO);
                answer.proposals.push(Proposal {
                    points: Amount::from(points),
                    moved: Amount::from(moved),
                    left: left.map(Amount::from),
                    proven: proof == Proof::LimitReached,
                    list: opened.with(&list)?,
                    added: added(&opened, &rules, &list),
                });
            }
            Completion::Impossible { remaining, .. } => {
                answer.remaining = remaining.iter().map(|text| sentence(text)).collect();
            }
        }
    }
    Ok(answer)
}

/// What a completed list has more.
fn added(opened: &Opened<'_>, rules: &Ruleset<'_>, list: &List) -> Vec<Added> {
    let (old, new) = (rules.assess(&opened.list), rules.assess(list));
    let mut all = Vec::new();
    for unit in &new.units {
        let is_new = !list.unit(unit.line).is_some_and(UnitLine::is_in_text);
        let before = old.units.iter().find(|known| known.line == unit.line).filter(|_| !is_new);
        let cost = match before {
            Some(before) => unit.cost().subtract(before.cost()).unwrap_or(Number::ZERO),
            None => unit.cost(),
        };
        if before.is_none() || cost != Number::ZERO {
            all.push(Added {
                title: unit.title.clone(),
                models: unit.size - before.map_or(0, |before| before.size),
                points: Amount::from(cost),
                grown: before.is_some(),
            });
        }
    }
    all
}
