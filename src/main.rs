//! The program `orbat`.

fn main() -> std::process::ExitCode {
    orbat::cli::run()
}
