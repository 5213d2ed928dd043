//! The C sources, built by CMake: always optimized, once for all profiles.

use std::ffi::OsString;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{for_target, is_on, variable, Library};

/// What the library is made of.
const SOURCES: [&str; 5] = ["CMakeLists.txt", "cmake", "include", "kernels", "src"];

fn is_tree(folder: &Path) -> bool {
    folder.join("include/rustg/rustg.h").is_file() && folder.join("CMakeLists.txt").is_file()
}

fn source_folder() -> Result<PathBuf, String> {
    let manifest = std::env::var("CARGO_MANIFEST_DIR").map_err(|problem| problem.to_string())?;
    let in_tree = Path::new(&manifest).join("../../..");
    // A package has a copy, which is links to the tree's in the tree.
    let beside = if is_tree(&in_tree) { in_tree } else { Path::new(&manifest).join("source") };
    let folder = variable("RUSTG_SOURCE_DIR").map_or(beside, PathBuf::from);
    let folder = folder.canonicalize().unwrap_or(folder);
    if is_tree(&folder) {
        return Ok(folder);
    }
    Err(format!(
        "rustg's C library was not found: install it and set RUSTG_DIR to where, or set RUSTG_SOURCE_DIR to its sources\n\
         ({} has no include/rustg/rustg.h; pkg-config knows no rustg_core {})",
        folder.display(),
        env!("CARGO_PKG_VERSION")
    ))
}

/// Cargo runs this script once a profile and again for build dependencies; all of them share one build in the target
/// folder.
fn shared_folder(options: &[String]) -> Result<PathBuf, String> {
    let out = PathBuf::from(std::env::var("OUT_DIR").map_err(|problem| problem.to_string())?);
    let target = out.ancestors().find(|folder| folder.join("CACHEDIR.TAG").is_file()).unwrap_or(&out);
    let mut hasher = DefaultHasher::new();
    (options, for_target("CC"), for_target("CFLAGS"), variable("CUDA_PATH")).hash(&mut hasher);
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
    options.extend(cross_options());
    if Command::new("ninja").arg("--version").output().is_ok_and(|output| output.status.success()) {
        options.extend(["-G".into(), "Ninja".into()]);
    }
    options
}

/// What CMake is told of a target that is not the machine that builds: the system, and a compiler for it, unless a
/// toolchain file says.
fn cross_options() -> Vec<String> {
    let (host, target) = (std::env::var("HOST").unwrap_or_default(), std::env::var("TARGET").unwrap_or_default());
    let mut options = Vec::new();
    let toolchain = for_target("CMAKE_TOOLCHAIN_FILE");
    if let Some(file) = &toolchain {
        options.push(format!("-DCMAKE_TOOLCHAIN_FILE={file}"));
    }
    if let Some(folder) = for_target("RUSTG_SYSROOT") {
        options.push(format!("-DCMAKE_SYSROOT={folder}"));
    }
    if host == target || toolchain.is_some() {
        return options;
    }
    let words: Vec<&str> = target.split('-').collect();
    options.push("-DCMAKE_SYSTEM_NAME=Linux".into());
    options.push(format!("-DCMAKE_SYSTEM_PROCESSOR={}", words[0]));
    options.push(format!("-DCMAKE_C_COMPILER_TARGET={target}"));
    let gcc = format!("{}-linux-{}-gcc", words[0], words.last().unwrap_or(&"gnu"));
    if for_target("CC").is_none() && Command::new(&gcc).arg("--version").output().is_ok() {
        options.push(format!("-DCMAKE_C_COMPILER={gcc}"));
    }
    options
}

fn run(program: &str, words: &[OsString]) -> Result<(), String> {
    let mut command = Command::new(program);
    for name in ["CC", "CFLAGS"] {
        if let Some(value) = for_target(name) {
            command.env(name, value);
        }
    }
    let output = command.args(words).output();
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
