//! The two databases, with what the desk needs of them: statements with numbered values, rows of
//! texts and numbers.

use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

use postgres::types::{ToSql, Type};
use rusqlite::types::ValueRef;

use super::{Result, StoreError};

/// A value of a row or a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    Text(String),
    Integer(i64),
}

impl Value {
    pub(super) fn text(&self) -> String {
        match self {
            Value::Text(text) => text.clone(),
            Value::Integer(number) => number.to_string(),
        }
    }

    pub(super) fn integer(&self) -> i64 {
        match self {
            Value::Text(_) => 0,
            Value::Integer(number) => *number,
        }
    }
}

/// How long a statement waits for another process.
const WAITING_TIME: Duration = Duration::from_secs(10);
/// Connections to PostgreSQL.
const CONNECTIONS: usize = 4;

pub(super) enum Database {
    Sqlite(Mutex<rusqlite::Connection>),
    Postgres(Box<Pool>),
}

impl Database {
    pub(super) fn open(place: &str) -> Result<Self> {
        if place.starts_with("postgres://") || place.starts_with("postgresql://") {
            return Pool::open(place).map(|pool| Database::Postgres(Box::new(pool)));
        }
        let connection = rusqlite::Connection::open(place)?;
        connection.busy_timeout(WAITING_TIME)?;
        // Written ahead and synced: what was acknowledged survives a crash of the machine.
        connection.pragma_update(None, "journal_mode", "wal")?;
        connection.pragma_update(None, "synchronous", "full")?;
        Ok(Database::Sqlite(Mutex::new(connection)))
    }

    /// Makes the tables that are missing.
    pub(super) fn set_up(&self, tables: &[&str]) -> Result<()> {
        let Database::Postgres(pool) = self else {
            return tables.iter().try_for_each(|table| self.execute(table, &[]).map(drop));
        };
        // Two servers that start at once must not make the same table.
        let all = tables.join(";\n");
        let lock = "SELECT pg_advisory_xact_lock(20261118)";
        pool.with(&mut |client| client.batch_execute(&format!("BEGIN;\n{lock};\n{all};\nCOMMIT")))
    }

    /// Runs a statement, and tells how many rows it changed.
    pub(super) fn execute(&self, statement: &str, values: &[Value]) -> Result<u64> {
        match self {
            Database::Sqlite(connection) => {
                let connection = locked(connection);
                let mut statement = connection.prepare(statement)?;
                Ok(statement.execute(rusqlite::params_from_iter(values))? as u64)
            }
            Database::Postgres(pool) => pool.with(&mut |client| {
                let (types, values) = typed(values);
                client.execute_typed(statement, &pairs(&types, &values))
            }),
        }
    }

    /// Asks for rows.
    pub(super) fn query(&self, statement: &str, values: &[Value]) -> Result<Vec<Vec<Value>>> {
        match self {
            Database::Sqlite(connection) => {
                let connection = locked(connection);
                let mut statement = connection.prepare(statement)?;
                let width = statement.column_count();
                let rows = statement.query_map(rusqlite::params_from_iter(values), |row| {
                    (0..width).map(|at| Ok(of_sqlite(row.get_ref(at)?))).collect()
                })?;
                Ok(rows.collect::<rusqlite::Result<_>>()?)
            }
            Database::Postgres(pool) => pool.with(&mut |client| {
                let (types, values) = typed(values);
                let rows = client.query_typed(statement, &pairs(&types, &values))?;
                rows.iter()
                    .map(|row| (0..row.len()).map(|at| of_postgres(row, at)).collect())
                    .collect()
            }),
        }
    }
}

/// A lock that a panicking thread held is as good as any: statements are whole or not at all.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn of_sqlite(value: ValueRef<'_>) -> Value {
    match value {
        ValueRef::Integer(number) => Value::Integer(number),
        ValueRef::Text(bytes) => Value::Text(String::from_utf8_lossy(bytes).into_owned()),
        _ => Value::Text(String::new()),
    }
}

impl rusqlite::ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
        match self {
            Value::Text(text) => rusqlite::ToSql::to_sql(text),
            Value::Integer(number) => rusqlite::ToSql::to_sql(number),
        }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        StoreError::Database(error.to_string())
    }
}

impl From<postgres::Error> for StoreError {
    fn from(error: postgres::Error) -> Self {
        let detail = error.as_db_error().map(|error| error.message().to_owned());
        StoreError::Database(detail.unwrap_or_else(|| error.to_string()))
    }
}

type PgResult<T> = std::result::Result<T, postgres::Error>;

fn of_postgres(row: &postgres::Row, at: usize) -> PgResult<Value> {
    let is_text = row.columns().get(at).is_some_and(|column| *column.type_() == Type::TEXT);
    if is_text { row.try_get(at).map(Value::Text) } else { row.try_get(at).map(Value::Integer) }
}

/// PostgreSQL refuses the character NUL in a text, which no list needs.
fn typed(values: &[Value]) -> (Vec<Type>, Vec<Value>) {
    let pairs = values.iter().map(|value| match value {
        Value::Text(text) => (Type::TEXT, Value::Text(text.replace('\0', "\u{fffd}"))),
        Value::Integer(number) => (Type::INT8, Value::Integer(*number)),
    });
    pairs.unzip()
}

fn pairs<'v>(types: &[Type], values: &'v [Value]) -> Vec<(&'v (dyn ToSql + Sync), Type)> {
    let parameter = |value: &'v Value| -> &'v (dyn ToSql + Sync) {
        match value {
            Value::Text(text) => text,
            Value::Integer(number) => number,
        }
    };
    values.iter().map(parameter).zip(types.iter().cloned()).collect()
}

/// Connections to PostgreSQL. One that broke is opened again.
pub(super) struct Pool {
    url: String,
    first: Connection,
    others: Vec<Connection>,
}

type Connection = Mutex<Option<postgres::Client>>;

impl Pool {
    fn open(url: &str) -> Result<Self> {
        let first = Mutex::new(Some(connect(url)?));
        let others = (1..CONNECTIONS).map(|_| Mutex::new(None)).collect();
        Ok(Pool { url: url.to_owned(), first, others })
    }

    fn with<T>(&self, work: &mut dyn FnMut(&mut postgres::Client) -> PgResult<T>) -> Result<T> {
        let mut slot = self.free();
        let is_new = slot.is_none();
        let mut client = match slot.take() {
            Some(client) => client,
            None => connect(&self.url)?,
        };
        let mut done = work(&mut client);
        if client.is_closed() && !is_new {
            // The server was restarted. A statement that did run does no harm twice: at most a
            // revision stands there two times.
            client = connect(&self.url)?;
            done = work(&mut client);
        }
        if !client.is_closed() {
            *slot = Some(client);
        }
        Ok(done?)
    }

    fn free(&self) -> MutexGuard<'_, Option<postgres::Client>> {
        for client in std::iter::once(&self.first).chain(&self.others) {
            match client.try_lock() {
                Ok(free) => return free,
                Err(TryLockError::Poisoned(free)) => return free.into_inner(),
                Err(TryLockError::WouldBlock) => {}
            }
        }
        locked(&self.first)
    }
}

fn connect(url: &str) -> Result<postgres::Client> {
    let mut config: postgres::Config = url.parse()?;
    config.connect_timeout(WAITING_TIME).application_name("orbat");
    // Whatever the server is used to: what is acknowledged is on its disk.
    config.options("-c synchronous_commit=on");
    Ok(config.connect(postgres::NoTls)?)
}
