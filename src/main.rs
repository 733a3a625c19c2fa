fn main() -> std::process::ExitCode {
    orbat::cli::run()
}
