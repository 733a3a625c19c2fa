//! A program and all processes it starts, which end together.

use std::io;
use std::process::{Child, Command};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

pub(super) struct Processes {
    first: Child,
}

impl Processes {
    pub(super) fn spawn(mut command: Command) -> io::Result<Self> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        Ok(Processes { first: command.spawn()? })
    }

    /// Waits for the program; the reason if it fails, takes too long or shall stop.
    pub(super) fn wait(&mut self, timeout: Duration, stop: &AtomicBool) -> Result<(), String> {
        let start = Instant::now();
        loop {
            match self.first.try_wait() {
                Ok(Some(status)) if status.success() => return Ok(()),
                Ok(Some(status)) => return Err(format!("it ended with {status}")),
                Ok(None) if stop.load(Ordering::Relaxed) => {
                    return Err("it was stopped".to_owned());
                }
                Ok(None) if start.elapsed() > timeout => {
                    return Err(format!("it had not ended after {} seconds", timeout.as_secs()));
                }
                Ok(None) => sleep(Duration::from_millis(20)),
                Err(error) => return Err(error.to_string()),
            }
        }
    }
}

impl Drop for Processes {
    fn drop(&mut self) {
        // They may all have ended, which is as well.
        #[cfg(unix)]
        let _ = rustix::process::kill_process_group(
            rustix::process::Pid::from_child(&self.first),
            rustix::process::Signal::KILL,
        );
        // Elsewhere the other processes of a browser end with its first.
        let _ = self.first.kill();
        let _ = self.first.wait();
    }
}

#[cfg(all(test, unix))]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::io::Read;
    use std::process::Stdio;

    use super::*;

    /// A shell with a child that holds its output open; it closes when both have ended.
    fn hanging() -> (Processes, impl Read) {
        let mut command = Command::new("sh");
        command.args(["-c", "sleep 1000 & echo started; wait"]).stdout(Stdio::piped());
        let mut processes = Processes::spawn(command).unwrap();
        let mut output = processes.first.stdout.take().unwrap();
        output.read_exact(&mut [0; 8]).unwrap();
        (processes, output)
    }

    #[test]
    fn a_program_that_hangs_is_ended_with_all_it_started() {
        let (mut processes, mut output) = hanging();
        let reason = processes.wait(Duration::from_millis(1), &AtomicBool::new(false));
        assert_eq!(reason.unwrap_err(), "it had not ended after 0 seconds");
        drop(processes);
        assert_eq!(output.read_to_end(&mut Vec::new()).unwrap(), 0);
    }

    #[test]
    fn a_program_is_ended_when_nobody_waits() {
        let (mut processes, mut output) = hanging();
        let reason = processes.wait(Duration::MAX, &AtomicBool::new(true));
        assert_eq!(reason.unwrap_err(), "it was stopped");
        drop(processes);
        assert_eq!(output.read_to_end(&mut Vec::new()).unwrap(), 0);
    }
}
