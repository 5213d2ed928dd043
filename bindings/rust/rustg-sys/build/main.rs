//! Finds rustg's C library or builds it, tells cargo how to link it, and which bindings to compile.
//!
//! In this order: `RUSTG_DIR`, an installed tree; pkg-config's `rustg_core`; the C sources beside this crate, or in
//! `RUSTG_SOURCE_DIR`, through CMake. `RUSTG_FROM_SOURCE=1` leaves the first two out. With `DOCS_RS` nothing is linked.
//!
//! Crates that depend on this one read in their build scripts: `DEP_RUSTG_CORE_ROOT`, `_INCLUDE`, `_LIB`, `_VERSION`,
//! `_FROM` (`dir`, `pkg-config` or `cmake`) and, where CMake built it, `_BUILD`.

mod bindings;
mod cmake;
mod find;

use std::path::PathBuf;

/// Where the library is.
struct Library {
    from: &'static str,
    root: PathBuf,
    include: PathBuf,
    lib: PathBuf,
    build: Option<PathBuf>,
}

/// What decides what is built or found.
const VARIABLES: [&str; 14] = [
    "RUSTG_DIR",
    "RUSTG_FROM_SOURCE",
    "RUSTG_SOURCE_DIR",
    "RUSTG_BUILD_TESTS",
    "RUSTG_CUDA",
    "RUSTG_CUDA_ARCHITECTURES",
    "RUSTG_SANITIZE",
    "RUSTG_BINDGEN",
    "CUDA_PATH",
    "DOCS_RS",
    "PKG_CONFIG",
    "PKG_CONFIG_PATH",
    "CMAKE",
    "CC",
];

/// A variable that is set and not empty.
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// A variable of the target's, as crates that build C have them: `CC_aarch64-unknown-linux-gnu`,
/// `CC_aarch64_unknown_linux_gnu`, `TARGET_CC` (`HOST_CC` where the target is the host), `CC`.
fn for_target(name: &str) -> Option<String> {
    let (host, target) = (std::env::var("HOST").unwrap_or_default(), std::env::var("TARGET").unwrap_or_default());
    let kind = if host == target { "HOST" } else { "TARGET" };
    let names = [
        format!("{name}_{target}"),
        format!("{name}_{}", target.replace('-', "_")),
        format!("{kind}_{name}"),
        name.into(),
    ];
    for name in &names {
        println!("cargo:rerun-if-env-changed={name}");
    }
    names.iter().find_map(|name| variable(name))
}

/// A switch: set, and to nothing that means no.
fn is_on(name: &str) -> bool {
    variable(name).is_some_and(|value| !["0", "off", "no", "false"].contains(&value.to_lowercase().as_str()))
}

fn library() -> Result<Library, String> {
    if !is_on("RUSTG_FROM_SOURCE") {
        if let Some(dir) = variable("RUSTG_DIR") {
            return find::in_folder(dir.into());
        }
        if let Some(found) = find::by_pkg_config() {
            return Ok(found);
        }
    }
    cmake::build()
}

fn run() -> Result<(), String> {
    for name in VARIABLES {
        println!("cargo:rerun-if-env-changed={name}");
    }
    println!("cargo:rerun-if-changed=build");
    if is_on("DOCS_RS") {
        println!("cargo:rustc-env=RUSTG_CORE_IDENTITY=");
        return bindings::choose(None);
    }
    let library = library()?;
    find::check_version(&library)?;
    find::check_machine(&library)?;
    println!("cargo:rustc-env=RUSTG_CORE_IDENTITY={}", find::identity(&library));
    println!("cargo:rustc-link-search=native={}", library.lib.display());
    println!("cargo:rustc-link-lib=static=rustg_core");
    for name in ["pthread", "dl", "m"] {
        println!("cargo:rustc-link-lib={name}");
    }
    println!("cargo:root={}", library.root.display());
    println!("cargo:include={}", library.include.display());
    println!("cargo:lib={}", library.lib.display());
    println!("cargo:version={}", env!("CARGO_PKG_VERSION"));
    println!("cargo:from={}", library.from);
    if let Some(build) = &library.build {
        println!("cargo:build={}", build.display());
    }
    bindings::choose(Some(&library))
}

fn main() {
    if let Err(problem) = run() {
        for line in problem.lines() {
            println!("cargo:warning={line}");
        }
        eprintln!("rustg-sys: {problem}");
        std::process::exit(1);
    }
}
