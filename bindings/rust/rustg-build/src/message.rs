//! Errors of kernels as cargo's messages, for `cargo rustg check`.

use std::env;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;

use rustg::CompilationResult;

/// A text as JSON.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c < ' ' => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out + "\""
}

/// What cargo says about an error that rustc finds in a build script's crate.
fn message(folder: &Path, name: &str, version: &str, diagnostic: &str) -> String {
    let path = |file: &str| quoted(&folder.join(file).display().to_string());
    let id = quoted(&format!("path+file://{}#{name}@{version}", folder.display()));
    format!(
        "{{\"reason\":\"compiler-message\",\"package_id\":{id},\"manifest_path\":{},\"target\":{{\"kind\":[\"custom-build\"],\
         \"crate_types\":[\"bin\"],\"name\":\"build-script-build\",\"src_path\":{},\"edition\":\"2024\",\"doc\":false,\
         \"doctest\":false,\"test\":false}},\"message\":{diagnostic}}}\n",
        path("Cargo.toml"),
        path("build.rs")
    )
}

/// Adds a result's errors and warnings to the file. Paths are absolute: whoever reads them need not know the package's folder.
pub fn write(to: &Path, result: &CompilationResult) -> io::Result<()> {
    let variable = |name| env::var(name).unwrap_or_default();
    let folder = Path::new(&variable("CARGO_MANIFEST_DIR")).to_path_buf();
    let (name, version) = (variable("CARGO_PKG_NAME"), variable("CARGO_PKG_VERSION"));
    let absolute = |file: &str| folder.join(file).display().to_string();
    let (errors, warnings) = (result.diagnostics_as_json(absolute), result.warnings_as_json(absolute));
    let text: String = errors.iter().chain(&warnings).map(|line| message(&folder, &name, &version, line)).collect();
    OpenOptions::new().append(true).create(true).open(to)?.write_all(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_json() {
        assert_eq!(quoted("a\"b\\c\n\u{e9}"), "\"a\\\"b\\\\c\\u000a\u{e9}\"");
        let line = message(Path::new("/p"), "n", "1.0.0", "{}");
        assert!(line.contains("\"package_id\":\"path+file:///p#n@1.0.0\"") && line.ends_with("\"message\":{}}\n"));
    }
}
