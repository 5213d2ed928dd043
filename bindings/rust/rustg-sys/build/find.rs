//! Libraries that are installed.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{variable, Library};

const ARCHIVE: &str = "librustg_core.a";

/// `RUSTG_DIR`: what `cmake --install` wrote, or a build folder.
pub fn in_folder(root: PathBuf) -> Result<Library, String> {
    println!("cargo:rerun-if-changed={}", root.display());
    let mut folders = vec![root.join("lib"), root.join("lib64"), root.clone()];
    let below = std::fs::read_dir(root.join("lib")).into_iter().flatten().flatten(); // lib/x86_64-linux-gnu
    folders.extend(below.map(|entry| entry.path()));
    let lib = folders.into_iter().find(|folder| folder.join(ARCHIVE).is_file());
    let include = [root.join("include")].into_iter().find(|folder| folder.join("rustg/rustg.h").is_file());
    match (lib, include) {
        (Some(lib), Some(include)) => Ok(Library { from: "dir", root, include, lib, build: None }),
        (None, _) => Err(format!("RUSTG_DIR is {}, and there is no lib/{ARCHIVE} in it", root.display())),
        (_, None) => Err(format!("RUSTG_DIR is {}, and there is no include/rustg/rustg.h in it", root.display())),
    }
}

/// An installed library of this crate's version.
pub fn by_pkg_config() -> Option<Library> {
    let program = variable("PKG_CONFIG").unwrap_or("pkg-config".into());
    let ask = |words: &[&str]| {
        let output = Command::new(&program).args(words).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
    };
    ask(&["--exists", concat!("rustg_core = ", env!("CARGO_PKG_VERSION"))])?;
    let lib = PathBuf::from(ask(&["--variable=libdir", "rustg_core"])?);
    let include = PathBuf::from(ask(&["--variable=includedir", "rustg_core"])?);
    let root = PathBuf::from(ask(&["--variable=prefix", "rustg_core"])?);
    println!("cargo:rerun-if-changed={}", lib.join(ARCHIVE).display());
    lib.join(ARCHIVE).is_file().then_some(Library { from: "pkg-config", root, include, lib, build: None })
}

/// A number for the library's bytes: cargo compiles what depends on this crate again only where the crate's metadata
/// changes, and kernels that a build script embeds go with one build of the library. Empty: the library is not there
/// yet.
pub fn identity(library: &Library) -> String {
    let Ok(bytes) = std::fs::read(library.lib.join(ARCHIVE)) else { return String::new() };
    let mut hash = bytes.len() as u64;
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        hash = (hash.rotate_left(5) ^ u64::from_le_bytes(word)).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
    format!("{hash:016x}")
}

/// The number behind `#define NAME ` in a header.
fn defined(text: &str, name: &str) -> Option<u32> {
    let line = text.lines().find_map(|line| line.strip_prefix("#define ")?.strip_prefix(name))?;
    line.trim().parse().ok()
}

fn abi(header: &Path) -> Option<u32> {
    defined(&std::fs::read_to_string(header).ok()?, "RUSTG_ABI_VERSION")
}

/// The bindings are for one interface.
pub fn check_version(library: &Library) -> Result<(), String> {
    const COMMITTED: &str = "pub const RUSTG_ABI_VERSION: u32 = ";
    let committed = include_str!("../src/bindings.rs");
    let wanted =
        committed.lines().find_map(|line| line.strip_prefix(COMMITTED)?.strip_suffix(';')?.parse::<u32>().ok());
    let header = library.include.join("rustg/compile.h");
    if abi(&header) == wanted {
        return Ok(());
    }
    Err(format!("{} is of another version than this crate ({})", header.display(), env!("CARGO_PKG_VERSION")))
}

/// The machine of the first object of an archive: ELF's e_machine, and whether it is of 64 bits.
fn machine(archive: &[u8]) -> Option<(u16, bool)> {
    const MEMBER: usize = 60;
    let mut at = archive.starts_with(b"!<arch>\n").then_some(8)?;
    while let Some(header) = archive.get(at..at + MEMBER) {
        let size: usize = std::str::from_utf8(&header[48..58]).ok()?.trim().parse().ok()?;
        let object = archive.get(at + MEMBER..)?;
        if object.starts_with(b"\x7fELF") && object.len() > 20 {
            let bytes = [object[18], object[19]];
            let number = if object[5] == 2 { u16::from_be_bytes(bytes) } else { u16::from_le_bytes(bytes) };
            return Some((number, object[4] == 2));
        }
        at += MEMBER + size + size % 2;
    }
    None
}

/// An archive for another machine than rustc's target would be an error of the linker's with many lines.
pub fn check_machine(library: &Library) -> Result<(), String> {
    const MACHINES: [(&str, u16, bool); 6] = [
        ("x86_64", 62, true),
        ("aarch64", 183, true),
        ("x86", 3, false),
        ("arm", 40, false),
        ("riscv64", 243, true),
        ("powerpc64", 21, true),
    ];
    let path = library.lib.join(ARCHIVE);
    let target = std::env::var("CARGO_CFG_TARGET_ARCH").unwrap_or_default();
    let Some(wanted) = MACHINES.iter().find(|row| row.0 == target) else { return Ok(()) };
    let Some(found) = std::fs::read(&path).ok().and_then(|bytes| machine(&bytes)) else { return Ok(()) };
    if found == (wanted.1, wanted.2) {
        return Ok(());
    }
    let name = MACHINES.iter().find(|row| (row.1, row.2) == found).map_or("another machine", |row| row.0);
    Err(format!("{} is for {name}, and the target is {target}: build rustg for it, or unset RUSTG_DIR", path.display()))
}
