//! Which bindings are compiled: the committed ones, or with `RUSTG_BINDGEN=1` what bindgen makes of the found headers.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{is_on, Library};

fn fresh(library: &Library, out: &Path) -> Result<(), String> {
    let include = &library.include;
    let result = Command::new("bindgen")
        .arg(include.join("rustg/rustg.h"))
        .args(include_str!("../bindgen.args").split_whitespace())
        .arg("-o")
        .arg(out)
        .arg("--")
        .arg(format!("-I{}", include.display()))
        .args(["-include", "rustg/arrow.h"])
        .output();
    match result {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => Err(String::from_utf8_lossy(&output.stderr).lines().last().unwrap_or("it failed").to_string()),
        Err(problem) => Err(problem.to_string()),
    }
}

/// Names the file for `include!`.
pub fn choose(library: Option<&Library>) -> Result<(), String> {
    let manifest = std::env::var("CARGO_MANIFEST_DIR").map_err(|problem| problem.to_string())?;
    let mut chosen = PathBuf::from(manifest).join("src/bindings.rs");
    println!("cargo:rerun-if-changed=bindgen.args");
    println!("cargo:rerun-if-changed={}", chosen.display());
    if let (true, Some(library)) = (is_on("RUSTG_BINDGEN"), library) {
        let out = PathBuf::from(std::env::var("OUT_DIR").map_err(|problem| problem.to_string())?).join("bindings.rs");
        match fresh(library, &out) {
            Ok(()) => chosen = out,
            Err(problem) => println!("cargo:warning=bindgen made nothing ({problem}): the committed bindings are used"),
        }
    }
    println!("cargo:rustc-env=RUSTG_BINDINGS={}", chosen.display());
    Ok(())
}
