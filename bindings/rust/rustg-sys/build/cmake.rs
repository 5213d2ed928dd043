//! The C sources, built by CMake: always optimized, once for all profiles.

use std::ffi::OsString;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{is_on, variable, Library};

/// What the library is made of.
const SOURCES: [&str; 5] = ["CMakeLists.txt", "cmake", "include", "kernels", "src"];

fn source_folder() -> Result<PathBuf, String> {
    let manifest = std::env::var("CARGO_MANIFEST_DIR").map_err(|problem| problem.to_string())?;
    let folder = variable("RUSTG_SOURCE_DIR").map_or_else(|| Path::new(&manifest).join("../../.."), PathBuf::from);
    let folder = folder.canonicalize().unwrap_or(folder);
    if folder.join("include/rustg/rustg.h").is_file() {
        return Ok(folder);
    }
    Err(format!(
        "rustg's C library was not found: install it and set RUSTG_DIR to where, or set RUSTG_SOURCE_DIR to its sources\n\
         ({} has no include/rustg/rustg.h; pkg-config knows no rustg_core {})",
        folder.display(),
        env!("CARGO_PKG_VERSION")
    ))
}

/// Cargo runs this script once a profile and again for build dependencies; all of them share one build in the target folder.
fn shared_folder(options: &[String]) -> Result<PathBuf, String> {
    let out = PathBuf::from(std::env::var("OUT_DIR").map_err(|problem| problem.to_string())?);
    let target = out.ancestors().find(|folder| folder.join("CACHEDIR.TAG").is_file()).unwrap_or(&out);
    let mut hasher = DefaultHasher::new();
    (options, variable("CC"), variable("CFLAGS"), variable("CUDA_PATH")).hash(&mut hasher);
    Ok(target.join(format!("rustg-core-{:016x}", hasher.finish())))
}

fn options(source: &Path) -> Vec<String> {
    let mut options = vec!["-S".into(), source.display().to_string()];
    options.push("-DCMAKE_BUILD_TYPE=Release".into());
    options.push("-DCMAKE_INSTALL_LIBDIR=lib".into());
    options.push(format!("-DRUSTG_BUILD_TESTS={}", if is_on("RUSTG_BUILD_TESTS") { "ON" } else { "OFF" }));
    for name in ["RUSTG_CUDA", "RUSTG_CUDA_ARCHITECTURES", "RUSTG_SANITIZE"] {
        if let Some(value) = variable(name) {
            options.push(format!("-D{name}={value}"));
        }
    }
    if Command::new("ninja").arg("--version").output().is_ok_and(|output| output.status.success()) {
        options.extend(["-G".into(), "Ninja".into()]);
    }
    options
}

fn run(program: &str, words: &[OsString]) -> Result<(), String> {
    let output = Command::new(program).args(words).output();
    let output = output
        .map_err(|problem| format!("{program} could not be started ({problem}): install CMake, or set RUSTG_DIR"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = [String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr)].concat();
    let lines: Vec<&str> = said.lines().collect();
    Err(format!("{program} failed:\n{}", lines[lines.len().saturating_sub(30)..].join("\n")))
}

pub fn build() -> Result<Library, String> {
    let source = source_folder()?;
    for name in SOURCES {
        println!("cargo:rerun-if-changed={}", source.join(name).display());
    }
    let program = variable("CMAKE").unwrap_or("cmake".into());
    let options = options(&source);
    let folder = shared_folder(&options)?;
    fs::create_dir_all(&folder).map_err(|problem| format!("{}: {problem}", folder.display()))?;
    let lock = File::create(folder.join("lock")).map_err(|problem| format!("{}: {problem}", folder.display()))?;
    lock.lock().map_err(|problem| format!("{}: {problem}", folder.display()))?;
    let mut words: Vec<OsString> = options.into_iter().map(OsString::from).collect();
    words.extend(["-B".into(), folder.clone().into()]);
    run(&program, &words)?;
    let mut words: Vec<OsString> = vec!["--build".into(), folder.clone().into(), "--parallel".into()];
    words.push(std::env::var("NUM_JOBS").unwrap_or("2".into()).into());
    if !is_on("RUSTG_BUILD_TESTS") {
        words.extend(["--target".into(), "rustg_core".into()]);
    }
    run(&program, &words)?;
    Ok(Library {
        from: "cmake",
        include: source.join("include"),
        root: source,
        lib: folder.clone(),
        build: Some(folder),
    })
}
