//! Searches that may take long: the changes that mend everything, and what would spend the rest.

use serde::{Deserialize, Serialize};

use crate::builder::{Builder, CompleteOptions, Completion, Minimality, Proof, Shortage, Stock};
use crate::engine::{Number, Ruleset};
use crate::list::{List, UnitLine};
use crate::views::Amount;
use crate::web::Watch;
use crate::web::collection::stock;
use crate::web::issue::sentence;
use crate::web::open::{AboutList, CallError, Opened, open_whole};
use crate::workspace::Data;

/// Sets of changes, each of which makes the list legal.
#[derive(Debug, Serialize)]
pub(crate) struct FixAnswer {
    pub ways: Vec<FixWay>,
    /// Whether it is known that fewer changes are not enough.
    pub proven: bool,
}

#[derive(Debug, Serialize)]
pub(crate) struct FixWay {
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
    watch: &Watch<'_>,
) -> Result<FixAnswer, CallError> {
    let opened = open_whole(data, &asked.list)?;
    let rules = Ruleset::new(opened.game);
    let now = rules.assess(&opened.list).points;
    let found = Builder::new(&rules)
        .repair(&opened.sources, &opened.list, &|doing: &str| watch.may_do(doing));
    let mut ways = Vec::new();
    for way in found.ways {
        let points = way.costs.first().copied().unwrap_or(Number::ZERO);
        ways.push(FixWay {
            changes: way.plain.iter().map(|change| sentence(change)).collect(),
            points: Amount::from(points),
            moved: Amount::from(points.subtract(now).unwrap_or(Number::ZERO)),
            list: opened.with(&way.list)?,
        });
    }
    Ok(FixAnswer { ways, proven: found.fewest == Minimality::Proven })
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
    /// The text of a collection (`owned.yaml`): only its models are taken.
    #[serde(default)]
    owned: String,
}

#[derive(Debug, Serialize)]
pub(crate) struct CompleteAnswer {
    pub proposals: Vec<Proposal>,
    /// What is in the way if there is none.
    pub remaining: Vec<String>,
    /// Models that the list itself lacks in the collection. Then no addition helps.
    pub short: Vec<Shortage>,
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
    watch: &Watch<'_>,
) -> Result<CompleteAnswer, CallError> {
    let opened = open_whole(data, &asked.list)?;
    let rules = Ruleset::new(opened.game);
    let stock = stock(opened.game, &asked.owned)?;
    let builder = Builder::new(&rules).owning(stock.as_ref());
    let before = rules.assess(&opened.list);
    let mut answer =
        CompleteAnswer { proposals: Vec::new(), remaining: Vec::new(), short: Vec::new() };
    let short = |stock: &Stock| stock.shortages(opened.game, std::slice::from_ref(&before));
    answer.short = stock.as_ref().map(short).unwrap_or_default();
    if !answer.short.is_empty() {
        return Ok(answer);
    }
    let spend = asked.spend && before.limit().is_some();
    let may_do = |doing: &str| watch.may_do(doing);
    let options = CompleteOptions { spend, seed: 1, should_continue: &may_do };
    let wanted = asked.proposals.clamp(1, MOST_PROPOSALS);
    let proposal = |list: &List, points: Number, proof: Proof| {
        let left = before.limit().and_then(|limit| limit.subtract(points));
        let moved = points.subtract(before.points).unwrap_or(Number::ZERO);
        Ok::<_, CallError>(Proposal {
            points: Amount::from(points),
            moved: Amount::from(moved),
            left: left.map(Amount::from),
            proven: proof == Proof::LimitReached,
            list: opened.with(list)?,
            added: added(&opened, &rules, list),
        })
    };
    let mut tell = |found: &Completion| {
        if let Completion::Done { list, points, proof } = found
            && let Ok(proposal) = proposal(list, *points, *proof)
        {
            watch.found(&proposal);
        }
    };
    for completion in builder.proposals_told(&opened.list, &options, wanted, &mut tell) {
        match completion {
            Completion::Done { list, points, proof } => {
                answer.proposals.push(proposal(&list, points, proof)?);
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
