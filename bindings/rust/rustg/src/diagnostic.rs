//! Errors of Rust source.

use std::ffi::CString;
use std::ptr::NonNull;

use rustg_sys as sys;

use crate::error::{c_text, sized_text, static_text};
use crate::result::ResultHandle;

/// What is wrong with a source, in rustc's words.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in characters.
    pub column: u32,
    /// Bytes of the file, half-open.
    pub span: (u32, u32),
    /// The name of its kind, as in "UNEXPECTED_TOKEN".
    pub kind: &'static str,
    /// rustc's code, as in "E0425", the name of a warning's lint, or "".
    pub code: &'static str,
    /// Whether it is a warning and no error.
    pub is_warning: bool,
    /// The first line.
    pub message: String,
    /// What could have stood there, where a token is unexpected.
    pub expected: Vec<&'static str>,
    /// The first help or suggestion.
    pub help: Option<String>,
    /// All of it as rustc shows it.
    pub rendered: String,
}

/// How diagnostics are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DiagnosticFormat {
    /// As rustc shows them.
    Human,
    /// A line each.
    Short,
    /// rustc's JSON, a line each.
    Json,
}

impl DiagnosticFormat {
    pub(crate) fn raw(self) -> sys::rustg_error_format {
        match self {
            DiagnosticFormat::Human => sys::RUSTG_FORMAT_HUMAN,
            DiagnosticFormat::Short => sys::RUSTG_FORMAT_SHORT,
            DiagnosticFormat::Json => sys::RUSTG_FORMAT_JSON,
        }
    }
}

/// What becomes of what a lint finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LintLevel {
    /// Nothing is told.
    Allow,
    /// A warning.
    Warn,
    /// An error.
    Deny,
    /// An error, as rustc's `-F`.
    Forbid,
}

impl LintLevel {
    pub(crate) fn raw(self) -> u32 {
        match self {
            LintLevel::Allow => sys::RUSTG_LINT_ALLOW,
            LintLevel::Warn => sys::RUSTG_LINT_WARN,
            LintLevel::Deny => sys::RUSTG_LINT_DENY,
            LintLevel::Forbid => sys::RUSTG_LINT_FORBID,
        }
    }
}

/// What a code of an error ("E0502") means, with a program that has it and one that does not.
pub fn explain(code: &str) -> Option<&'static str> {
    let code = CString::new(code).ok()?;
    // SAFETY: the code lives through the call; the text is in static storage.
    unsafe {
        let text = sys::rustg_explain(code.as_ptr());
        (!text.is_null()).then(|| static_text(text))
    }
}

/// The lines of a file, for all of its diagnostics.
struct Lines(NonNull<sys::rustg_lines>);

impl Lines {
    fn of(file: &sys::rustg_file) -> Option<Lines> {
        // SAFETY: the file's bytes outlive the lines, which `all` drops before it returns.
        NonNull::new(unsafe { sys::rustg_lines_make(file.bytes, file.n_bytes) }).map(Lines)
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        // SAFETY: made by `of`.
        unsafe { sys::rustg_lines_free(self.0.as_ptr()) }
    }
}

impl Diagnostic {
    /// Of rows sorted by file.
    pub(crate) fn all(result: &ResultHandle, rows: &[sys::rustg_diagnostic]) -> Vec<Diagnostic> {
        let mut all = Vec::with_capacity(rows.len());
        let mut lines: Option<(u32, sys::rustg_file, Lines)> = None;
        for row in rows {
            if lines.as_ref().is_none_or(|(file, ..)| *file != row.file) {
                lines = result.file(row.file as usize).and_then(|file| Some((row.file, file, Lines::of(&file)?)));
            }
            if let Some((_, file, lines)) = &lines {
                all.push(Diagnostic::of(row, file, lines));
            }
        }
        all
    }

    /// rustc's JSON of rows sorted by file, a line each, with other paths.
    pub(crate) fn json(
        result: &ResultHandle,
        rows: &[sys::rustg_diagnostic],
        path: impl Fn(&str) -> String,
    ) -> Vec<String> {
        let mut all = Vec::with_capacity(rows.len());
        let mut lines: Option<(u32, CString, Lines)> = None;
        for row in rows {
            if lines.as_ref().is_none_or(|(file, ..)| *file != row.file) {
                lines = result.file(row.file as usize).and_then(|file| {
                    // SAFETY: the result's text.
                    let name = path(&unsafe { c_text(file.name) });
                    Some((row.file, CString::new(name).ok()?, Lines::of(&file)?))
                });
            }
            if let Some((_, name, lines)) = &lines {
                let (lines, json) = (lines.0.as_ptr(), sys::RUSTG_FORMAT_JSON);
                // SAFETY: row, name and lines are alive.
                let text = sized_text(|to, room| unsafe {
                    sys::rustg_lines_render(lines, row, name.as_ptr(), json, 0, to, room)
                });
                all.push(text.trim_end().into());
            }
        }
        all
    }

    fn of(row: &sys::rustg_diagnostic, file: &sys::rustg_file, lines: &Lines) -> Diagnostic {
        let (lines, mut line, mut column) = (lines.0.as_ptr(), 0, 0);
        // SAFETY: row, name, bytes and lines are alive.
        unsafe {
            sys::rustg_lines_find(lines, row.start, &mut line, &mut column);
            let human = sys::RUSTG_FORMAT_HUMAN;
            let rendered = sized_text(|to, room| sys::rustg_lines_render(lines, row, file.name, human, 0, to, room));
            // "error[E0425]: cannot find ..."; the message alone would not know the file's name
            let first = rendered.lines().next().unwrap_or_default();
            Diagnostic {
                file: c_text(file.name).into_owned(),
                line,
                column,
                span: (row.start, row.end),
                kind: static_text(sys::rustg_diagnostic_kind_name(row.kind)),
                code: static_text(sys::rustg_diagnostic_code(row.kind)),
                is_warning: parts(row).iter().any(|part| part.kind == sys::RUSTG_PART_IS_WARNING),
                message: first.split_once(": ").map_or(first, |(_, message)| message).into(),
                expected: expected(row),
                help: help(row),
                rendered,
            }
        }
    }
}

fn expected(row: &sys::rustg_diagnostic) -> Vec<&'static str> {
    let bits =
        (0..32 * row.expected.len() as u32).filter(|bit| row.expected[*bit as usize / 32] >> (bit % 32) & 1 != 0);
    // SAFETY: static storage, for any bit.
    bits.map(|bit| unsafe { static_text(sys::rustg_diagnostic_expected(bit)) }).collect()
}

/// # Safety
/// The row's result is alive.
unsafe fn parts(row: &sys::rustg_diagnostic) -> &[sys::rustg_diagnostic_part] {
    // SAFETY: n_parts rows of the result's.
    if row.n_parts == 0 { &[] } else { unsafe { std::slice::from_raw_parts(row.parts, row.n_parts as usize) } }
}

/// # Safety
/// The row's result is alive.
unsafe fn help(row: &sys::rustg_diagnostic) -> Option<String> {
    let helps = [
        sys::RUSTG_PART_HELP,
        sys::RUSTG_PART_HELP_AT,
        sys::RUSTG_PART_SUGGESTION,
        sys::RUSTG_PART_SUGGESTION_BESIDE,
        sys::RUSTG_PART_SUGGESTION_MARKED,
        sys::RUSTG_PART_SUGGESTION_TOLD,
    ];
    // SAFETY: the caller's.
    let found = unsafe { parts(row) }.iter().find(|part| helps.contains(&part.kind))?;
    // SAFETY: the result's text.
    Some(unsafe { c_text(found.text) }.into_owned())
}
