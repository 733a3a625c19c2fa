//! A PostgreSQL server of the test's own, from the packages of the machine.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub(crate) struct Postgres {
    programs: PathBuf,
    folder: PathBuf,
    port: u16,
    as_root: bool,
}

impl Postgres {
    /// None where PostgreSQL is not installed, which is said; with `CI` set that is a failure.
    pub(crate) fn start() -> Option<Self> {
        let Some(programs) = programs() else {
            let words = "PostgreSQL is not installed, so its store is not tested";
            assert!(std::env::var_os("CI").is_none(), "{words}");
            eprintln!("skipped: {words}");
            return None;
        };
        let as_root = Command::new("id").arg("-u").output().unwrap().stdout == b"0\n";
        let folder = std::env::temp_dir().join(format!("orbat-postgres-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let port = free_port();
        let postgres = Postgres { programs, folder, port, as_root };
        if as_root {
            // PostgreSQL refuses to run as root.
            let owner = Command::new("chown").arg("postgres").arg(&postgres.folder).status();
            assert!(owner.unwrap().success());
        }
        let data = postgres.folder.join("data").to_string_lossy().into_owned();
        postgres.done("initdb", &["-D", &data, "-A", "trust", "-U", "postgres", "--no-sync"]);
        let folder = postgres.folder.display();
        let options = format!("-p {port} -k {folder} -c listen_addresses=127.0.0.1");
        let log = postgres.folder.join("log").to_string_lossy().into_owned();
        postgres.done("pg_ctl", &["-D", &data, "-o", &options, "-l", &log, "-w", "start"]);
        Some(postgres)
    }

    /// A new database, by its URL.
    pub(crate) fn url(&self, name: &str) -> String {
        let port = self.port.to_string();
        self.done("createdb", &["-h", "127.0.0.1", "-p", &port, "-U", "postgres", name]);
        format!("postgres://postgres@127.0.0.1:{port}/{name}")
    }

    fn done(&self, program: &str, arguments: &[&str]) {
        let output = self.run(program, arguments);
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{program}: {words}");
    }

    fn run(&self, program: &str, arguments: &[&str]) -> Output {
        let program = self.programs.join(program);
        let mut command = if self.as_root {
            let mut command = Command::new("setpriv");
            command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]).arg(program);
            command
        } else {
            Command::new(program)
        };
        let log = fs::File::create(self.folder.join("errors")).unwrap();
        // The server goes on running: it must not hold a pipe of ours open.
        let status = command
            .args(arguments)
            .current_dir(&self.folder)
            .stdin(std::process::Stdio::null())
            .stdout(std::process::Stdio::null())
            .stderr(log)
            .status()
            .unwrap();
        let stderr = fs::read(self.folder.join("errors")).unwrap();
        Output { status, stdout: Vec::new(), stderr }
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let data = self.folder.join("data").to_string_lossy().into_owned();
        self.run("pg_ctl", &["-D", &data, "-m", "immediate", "stop"]);
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn programs() -> Option<PathBuf> {
    let all = fs::read_dir("/usr/lib/postgresql").ok()?;
    let mut versions: Vec<PathBuf> = all.flatten().map(|entry| entry.path().join("bin")).collect();
    versions.sort();
    versions.into_iter().rev().find(|folder: &PathBuf| Path::new(&folder.join("initdb")).exists())
}

fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}
