//! How often an address may ask. A hall full of players may share one, so only floods and guessing
//! are stopped.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// How often something may happen: at once, and each second after that.
struct Rate {
    burst: f64,
    per_second: f64,
}

/// Any call.
const CALLS: Rate = Rate { burst: 600.0, per_second: 100.0 };
/// New lists.
const NEW_LISTS: Rate = Rate { burst: 200.0, per_second: 5.0 };
/// Wrong keys.
const WRONG_KEYS: Rate = Rate { burst: 30.0, per_second: 0.2 };
/// The most addresses that are remembered; the quietest are forgotten first.
const MOST_ADDRESSES: usize = 20_000;

/// What an address has left.
struct Left {
    calls: f64,
    lists: f64,
    keys: f64,
    seen: Instant,
}

/// What every address has left.
#[derive(Default)]
pub(super) struct RateLimits(Mutex<HashMap<IpAddr, Left>>);

impl RateLimits {
    /// Whether an address may make this call now.
    pub(super) fn allows(&self, asker: IpAddr, call: &str) -> bool {
        self.at(asker, Instant::now(), |left| {
            let is_list = call == "send";
            let allowed = left.calls >= 1.0 && left.keys > 0.0 && (!is_list || left.lists >= 1.0);
            if allowed {
                left.calls -= 1.0;
                left.lists -= f64::from(u8::from(is_list));
            }
            allowed
        })
    }

    /// Remembers that an address tried a wrong key.
    pub(super) fn count_wrong_key(&self, asker: IpAddr) {
        self.at(asker, Instant::now(), |left| left.keys -= 1.0);
    }

    fn at<T>(&self, asker: IpAddr, now: Instant, use_up: impl FnOnce(&mut Left) -> T) -> T {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MOST_ADDRESSES && !all.contains_key(&asker) {
            // After a quiet minute everything is restored except tries of keys.
            all.retain(|_, left| now.duration_since(left.seen).as_secs() < 60 || left.keys < 1.0);
            if all.len() >= MOST_ADDRESSES {
                all.clear();
            }
        }
        let left = all.entry(asker).or_insert(Left {
            calls: CALLS.burst,
            lists: NEW_LISTS.burst,
            keys: WRONG_KEYS.burst,
            seen: now,
        });
        let seconds = now.duration_since(left.seen).as_secs_f64();
        let regain = |left: &mut f64, rate: &Rate| {
            *left = (*left + seconds * rate.per_second).min(rate.burst);
        };
        regain(&mut left.calls, &CALLS);
        regain(&mut left.lists, &NEW_LISTS);
        regain(&mut left.keys, &WRONG_KEYS);
        left.seen = now;
        use_up(left)
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    #[test]
    fn floods_are_stopped_and_others_are_not() {
        let limits = RateLimits::default();
        let flood = IpAddr::V4(Ipv4Addr::new(10, 0, 0, 1));
        let other = IpAddr::V4(Ipv4Addr::new(10, 0, 0, 2));
        assert!((0..600).all(|_| limits.allows(flood, "read")));
        let refused = (0..600).filter(|_| !limits.allows(flood, "read")).count();
        assert!(refused > 400, "{refused}");
        assert!(limits.allows(other, "read"));
    }

    #[test]
    fn guessing_keys_ends_soon() {
        let limits = RateLimits::default();
        let guesser = IpAddr::V4(Ipv4Addr::LOCALHOST);
        (0..31).for_each(|_| limits.count_wrong_key(guesser));
        assert!(!limits.allows(guesser, "mine"));
    }
}
