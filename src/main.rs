//! The program `orbat`.

/// Judging a list makes many small values and drops them again, on all cores at once.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    orbat::cli::run()
}
