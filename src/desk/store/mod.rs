//! Where the desk keeps what players send: SQLite in a file, or PostgreSQL by URL.
//!
//! Start at [`Store`]. The statements stand here once and run on both; `database` holds the two
//! connections, `record` what comes out, `key` the keys by which players and organisers are known.
//! Only hashes of keys are kept. Nothing is ever overwritten: a changed list is a further revision,
//! so that what was acknowledged stays. Several servers may share one database, because none keeps
//! anything to itself.

mod database;
mod key;
mod record;

pub(crate) use key::{AccessKey, KeyHash};
pub(crate) use record::{Decision, Locked, Record, Revision, Sent};

use database::{Database, Value};

/// Why a store cannot be used.
#[derive(Debug)]
pub(crate) enum StoreError {
    /// What the database says about it.
    Database(String),
    /// It belongs to another event.
    OtherEvent {
        /// The id of that event.
        event: String,
    },
    /// It holds something that this program did not write.
    Unknown,
}

impl std::fmt::Display for StoreError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            StoreError::Database(message) => f.write_str(message),
            StoreError::OtherEvent { event } => {
                write!(f, "it holds the lists of another event, `{event}`")
            }
            StoreError::Unknown => f.write_str("it holds tables that are not those of a desk"),
        }
    }
}

impl std::error::Error for StoreError {}

type Result<T> = std::result::Result<T, StoreError>;

/// A server of another version must not write into tables it does not know.
const FORMAT: &str = "1";

const TABLES: [&str; 5] = [
    "CREATE TABLE IF NOT EXISTS orbat_state (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS orbat_organiser (hash TEXT PRIMARY KEY, made BIGINT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS orbat_player (id TEXT PRIMARY KEY, hash TEXT NOT NULL, \
     made BIGINT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS orbat_revision (player TEXT NOT NULL, number BIGINT NOT NULL, \
     name TEXT NOT NULL, team TEXT NOT NULL, list TEXT NOT NULL, withdrawn BIGINT NOT NULL, \
     sent BIGINT NOT NULL, PRIMARY KEY (player, number))",
    "CREATE TABLE IF NOT EXISTS orbat_decision (player TEXT PRIMARY KEY, verdict TEXT NOT NULL, \
     reason TEXT NOT NULL, made BIGINT NOT NULL)",
];

/// How often a revision is tried again when another server was faster.
const TRIES: usize = 20;

/// Everything that was sent to one event.
pub(crate) struct Store {
    database: Database,
}

impl Store {
    /// Opens a store: a file, or a URL that begins with `postgres`. It is made if it is new.
    pub(crate) fn open(place: &str, event: &str) -> Result<Self> {
        let store = Store { database: Database::open(place)? };
        store.database.set_up(&TABLES)?;
        let kept = |name: &str, value: &str| -> Result<String> {
            store.insert_state(name, value)?;
            Ok(store.state(name)?.unwrap_or_default())
        };
        if kept("format", FORMAT)? != FORMAT {
            return Err(StoreError::Unknown);
        }
        match kept("event", event)? {
            owner if owner == event => Ok(store),
            owner => Err(StoreError::OtherEvent { event: owner }),
        }
    }

    /// Keeps a first list, and gives the key by which its player is known from now on. It is on the
    /// disk when this returns.
    pub(crate) fn add(&self, sent: &Sent<'_>, now: i64) -> Result<(String, AccessKey)> {
        let (id, key) = (key::public_id()?, AccessKey::new()?);
        // A player without a revision does not count: if the server is killed in between, nothing
        // was acknowledged.
        self.database.execute(
            "INSERT INTO orbat_player (id, hash, made) VALUES ($1, $2, $3)",
            &[text(&id), text(key.hash().as_str()), Value::Integer(now)],
        )?;
        self.revise(&id, sent, now)?;
        Ok((id, key))
    }

    /// Keeps a further revision, and gives its number.
    pub(crate) fn revise(&self, id: &str, sent: &Sent<'_>, now: i64) -> Result<i64> {
        for _ in 0..TRIES {
            let next = 1 + self.latest_number(id)?;
            let added = self.database.execute(
                "INSERT INTO orbat_revision (player, number, name, team, list, withdrawn, sent) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
                &[
                    text(id),
                    Value::Integer(next),
                    text(sent.name),
                    text(sent.team),
                    text(sent.list),
                    Value::Integer(i64::from(sent.is_withdrawn)),
                    Value::Integer(now),
                ],
            )?;
            if added == 1 {
                return Ok(next);
            }
        }
        Err(StoreError::Database("too many changes of one list at once".to_owned()))
    }

    fn latest_number(&self, id: &str) -> Result<i64> {
        let rows = self.database.query(
            "SELECT COALESCE(MAX(number), 0) FROM orbat_revision WHERE player = $1",
            &[text(id)],
        )?;
        Ok(rows.first().and_then(|row| row.first()).map_or(0, Value::integer))
    }

    /// The hash of a player's key.
    pub(crate) fn player_hash(&self, id: &str) -> Result<Option<KeyHash>> {
        let rows =
            self.database.query("SELECT hash FROM orbat_player WHERE id = $1", &[text(id)])?;
        Ok(rows.first().and_then(|row| row.first()).map(|hash| KeyHash::of_store(hash.text())))
    }

    /// All revisions of a player, the first first.
    pub(crate) fn revisions(&self, id: &str) -> Result<Vec<Revision>> {
        let rows = self.database.query(
            "SELECT number, name, team, list, withdrawn, sent FROM orbat_revision \
             WHERE player = $1 ORDER BY number",
            &[text(id)],
        )?;
        Ok(rows.iter().map(|row| Revision::of_row(row)).collect())
    }

    /// The latest list of every player, in the order in which players first sent one.
    pub(crate) fn records(&self) -> Result<Vec<Record>> {
        let rows = self.database.query(
            "SELECT r.number, r.name, r.team, r.list, r.withdrawn, r.sent, p.id \
             FROM orbat_player p JOIN orbat_revision r ON r.player = p.id \
             WHERE r.number = (SELECT MAX(l.number) FROM orbat_revision l WHERE l.player = p.id) \
             ORDER BY p.made, p.id",
            &[],
        )?;
        let record = |row: &Vec<Value>| Record {
            id: row.get(6).map(Value::text).unwrap_or_default(),
            latest: Revision::of_row(row),
        };
        Ok(rows.iter().map(record).collect())
    }

    /// What an organiser decided against the verdict of the rules, by player.
    pub(crate) fn decisions(&self) -> Result<Vec<(String, Decision)>> {
        let rows =
            self.database.query("SELECT player, verdict, reason FROM orbat_decision", &[])?;
        let decision = |row: &Vec<Value>| {
            let cell = |at: usize| row.get(at).map(Value::text).unwrap_or_default();
            (cell(0), Decision { verdict: cell(1), reason: cell(2) })
        };
        Ok(rows.iter().map(decision).collect())
    }

    /// Keeps a decision, or takes it back.
    pub(crate) fn decide(&self, id: &str, decision: Option<&Decision>, now: i64) -> Result<()> {
        let Some(decision) = decision else {
            let delete = "DELETE FROM orbat_decision WHERE player = $1";
            return self.database.execute(delete, &[text(id)]).map(drop);
        };
        let keep = "INSERT INTO orbat_decision (player, verdict, reason, made) \
                    VALUES ($1, $2, $3, $4) ON CONFLICT (player) DO UPDATE \
                    SET verdict = excluded.verdict, reason = excluded.reason, made = excluded.made";
        let values =
            [text(id), text(&decision.verdict), text(&decision.reason), Value::Integer(now)];
        self.database.execute(keep, &values).map(drop)
    }

    /// Creates another key for organisers.
    pub(crate) fn add_organiser(&self, now: i64) -> Result<AccessKey> {
        let key = AccessKey::new()?;
        self.database.execute(
            "INSERT INTO orbat_organiser (hash, made) VALUES ($1, $2)",
            &[text(key.hash().as_str()), Value::Integer(now)],
        )?;
        Ok(key)
    }

    /// Revokes all keys of organisers.
    pub(crate) fn remove_organisers(&self) -> Result<()> {
        self.database.execute("DELETE FROM orbat_organiser", &[]).map(drop)
    }

    /// Whether this is an organiser's key.
    pub(crate) fn is_organiser(&self, key: &AccessKey) -> Result<bool> {
        let rows = self.database.query("SELECT hash FROM orbat_organiser", &[])?;
        let hash = key.hash();
        // All are compared, so that the time taken tells nothing.
        let mut found = false;
        for known in rows.iter().filter_map(|row| row.first()) {
            found |= hash.is_same(&KeyHash::of_store(known.text()));
        }
        Ok(found)
    }

    /// The lists as they were locked, if they were.
    pub(crate) fn locked(&self) -> Result<Option<Locked>> {
        Ok(self.state("locked")?.as_deref().and_then(Locked::of_store))
    }

    /// Locks, or unlocks.
    pub(crate) fn lock(&self, locked: Option<&Locked>) -> Result<()> {
        match locked {
            Some(locked) => self.set_state("locked", &locked.to_store()),
            None => self.remove_state("locked"),
        }
    }

    /// Whether everybody may see all lists.
    pub(crate) fn is_published(&self) -> Result<bool> {
        Ok(self.state("published")?.is_some())
    }

    /// Shows all lists to everybody, or to nobody.
    pub(crate) fn publish(&self, is_published: bool) -> Result<()> {
        if is_published {
            self.set_state("published", "yes")
        } else {
            self.remove_state("published")
        }
    }

    fn state(&self, name: &str) -> Result<Option<String>> {
        let rows =
            self.database.query("SELECT value FROM orbat_state WHERE name = $1", &[text(name)])?;
        Ok(rows.first().and_then(|row| row.first()).map(Value::text))
    }

    fn insert_state(&self, name: &str, value: &str) -> Result<()> {
        let insert = "INSERT INTO orbat_state (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        self.database.execute(insert, &[text(name), text(value)]).map(drop)
    }

    fn set_state(&self, name: &str, value: &str) -> Result<()> {
        let set = "INSERT INTO orbat_state (name, value) VALUES ($1, $2) \
                   ON CONFLICT (name) DO UPDATE SET value = excluded.value";
        self.database.execute(set, &[text(name), text(value)]).map(drop)
    }

    fn remove_state(&self, name: &str) -> Result<()> {
        let delete = "DELETE FROM orbat_state WHERE name = $1";
        self.database.execute(delete, &[text(name)]).map(drop)
    }
}

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}
