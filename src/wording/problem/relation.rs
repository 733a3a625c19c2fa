//! Problems with units that join others or ride in them.

use crate::engine::check::kind::{RelationKind, TooManyOf};
use crate::engine::eval::Evaluator;
use crate::wording::many;
use crate::wording::problem::ProblemWords;

pub(crate) fn words(evaluator: &Evaluator<'_, '_>, kind: RelationKind) -> ProblemWords {
    let title = |unit| evaluator.unit_title(unit);
    match kind {
        RelationKind::JoinedEachOther { guest, host } => ProblemWords::new(format!(
            "{} and {} have joined each other",
            title(guest),
            title(host)
        )),
        RelationKind::JoinNotAllowed { guest, host, anyone } => {
            let worded =
                ProblemWords::new(format!("{} may not join {}", title(guest), title(host)))
                    .label("joined here");
            match anyone {
                true => worded,
                false => worded.help(format!("{} may not join any unit", title(guest))),
            }
        }
        RelationKind::TooManyJoined { of, host, count, most } => {
            let what = match of {
                TooManyOf::All => many(count, "unit"),
                TooManyOf::Kind(entry) => {
                    format!("{count} × {}", evaluator.game.entries[entry].title)
                }
            };
            ProblemWords::new(format!("{what} have joined {}, {most} at most", title(host)))
        }
        RelationKind::SeveralHosts { guest, hosts } => {
            let hosts = many(hosts, "unit");
            ProblemWords::new(format!("{} has joined {hosts}: it can stand with one", title(guest)))
        }
        RelationKind::RideNotAllowed { rider, carrier, anything } => {
            let worded =
                ProblemWords::new(format!("{} may not ride in {}", title(rider), title(carrier)));
            match anything {
                true => worded,
                false => worded.help(format!("no unit may carry {}", title(rider))),
            }
        }
    }
}
