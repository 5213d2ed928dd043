//! `cargo rustg check [OPTIONS OF CARGO CHECK]`: cargo check, and with `--message-format=json` the errors of kernels
//! too, as cargo's own messages. For rust-analyzer: `"rust-analyzer.check.overrideCommand": ["cargo", "rustg", "check",
//! "--message-format=json"]`.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

const HELP: &str = "Usage: cargo rustg check [OPTIONS]

Runs cargo check with these options. With --message-format=json, errors of kernels that rustg-build finds are
printed as cargo's messages about rustc's errors are, so that editors show them at their place.
";

/// A file of messages that build scripts write, gone at the end.
struct Messages(PathBuf);

impl Messages {
    fn new() -> io::Result<Messages> {
        let path = env::temp_dir().join(format!("rustg_messages_{}", std::process::id()));
        fs::File::create_new(&path)?;
        Ok(Messages(path))
    }

    fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Messages {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Copies cargo's messages, and those of build scripts before the last one, which says how the build ended.
fn pass_on(cargo: impl BufRead, messages: &Path, mut out: impl Write) -> io::Result<()> {
    let mut end = None;
    for line in cargo.lines() {
        let line = line?;
        if line.starts_with("{\"reason\":\"build-finished\"") {
            end = Some(line);
        } else {
            writeln!(out, "{line}")?;
        }
    }
    out.write_all(&fs::read(messages)?)?;
    if let Some(end) = end {
        writeln!(out, "{end}")?;
    }
    out.flush()
}

fn check(options: &[OsString]) -> io::Result<ExitCode> {
    let messages = Messages::new()?;
    let cargo = env::var_os("CARGO").unwrap_or("cargo".into());
    let mut command = Command::new(cargo);
    command.arg("check").args(options).env("RUSTG_MESSAGES", messages.path());
    let words: Vec<_> = options.iter().map(|word| word.to_string_lossy()).collect();
    let is_json = words.iter().any(|word| word.starts_with("--message-format=json"))
        || words.windows(2).any(|pair| pair[0] == "--message-format" && pair[1].starts_with("json"));
    if !is_json {
        return Ok(code(command.status()?.code()));
    }
    let mut child = command.stdout(Stdio::piped()).spawn()?;
    if let Some(stdout) = child.stdout.take() {
        pass_on(BufReader::new(stdout), messages.path(), io::stdout().lock())?;
    }
    Ok(code(child.wait()?.code()))
}

fn code(status: Option<i32>) -> ExitCode {
    ExitCode::from(status.and_then(|status| u8::try_from(status).ok()).unwrap_or(101))
}

fn main() -> ExitCode {
    let mut words: Vec<OsString> = env::args_os().skip(1).collect();
    if words.first().is_some_and(|word| word == "rustg") {
        words.remove(0); // as cargo calls its subcommands
    }
    match words.first().and_then(|word| word.to_str()) {
        Some("check") => check(&words[1..]).unwrap_or_else(|problem| {
            eprintln!("cargo rustg: {problem}");
            ExitCode::FAILURE
        }),
        Some("help" | "--help" | "-h") => {
            print!("{HELP}");
            ExitCode::SUCCESS
        }
        _ => {
            eprint!("{HELP}");
            ExitCode::from(2)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_kernels_come_before_the_end() {
        let messages = Messages::new().unwrap();
        fs::write(messages.path(), "{\"reason\":\"compiler-message\"}\n").unwrap();
        let cargo = "{\"reason\":\"build-script-executed\"}\n{\"reason\":\"build-finished\",\"success\":false}\n";
        let mut out = Vec::new();
        pass_on(cargo.as_bytes(), messages.path(), &mut out).unwrap();
        let lines: Vec<_> = std::str::from_utf8(&out).unwrap().lines().collect();
        assert_eq!(lines.len(), 3);
        assert!(lines[1].contains("compiler-message") && lines[2].contains("build-finished"));
    }
}
