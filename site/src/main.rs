//! Writes the builder as a static site: the page, the engine as WebAssembly, a file for each game,
//! and what makes it an app that works without a network.
//!
//! `cargo run -p site [FOLDER]` writes to `target/site` unless told otherwise.

mod files;
mod size;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs};

use files::{copy, games, page, print_files, service_worker};
use wasm_bindgen_cli_support::Bindgen;

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let out = env::args_os().nth(1).map_or_else(|| root.join("target/site"), PathBuf::from);
    match write(&root, &out) {
        Ok(()) => {
            println!("The site is in {}", out.display());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("the site was not written: {error}");
            ExitCode::FAILURE
        }
    }
}

fn write(root: &Path, out: &Path) -> Result {
    let wasm = build(root)?;
    if out.exists() {
        fs::remove_dir_all(out)?;
    }
    fs::create_dir_all(out)?;
    copy(&root.join("web"), out)?;
    print_files(root, out)?;
    page(out)?;
    games(root, out)?;
    Bindgen::new().input_path(&wasm).web(true)?.typescript(false).generate(out.join("engine"))?;
    service_worker(out)?;
    size::check(out)
}

/// Compiles the engine and says where it is.
fn build(root: &Path) -> Result<PathBuf> {
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .current_dir(root)
        .args(["build", "--package", "orbat-wasm", "--profile", "wasm"])
        .args(["--target", "wasm32-unknown-unknown"])
        // The default stack of a megabyte is little for nested expressions.
        .env("RUSTFLAGS", "-C link-arg=-zstack-size=4194304")
        .status()?;
    if !status.success() {
        return Err("the engine does not compile; `rustup target add wasm32-unknown-unknown` may be missing".into());
    }
    Ok(target.join("wasm32-unknown-unknown/wasm/orbat_wasm.wasm"))
}
