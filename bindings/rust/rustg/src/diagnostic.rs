//! Errors of Rust source.

use rustg_sys as sys;

use crate::error::{c_text, static_text};
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
    /// rustc's code, as in "E0425", or "".
    pub code: &'static str,
    /// The first line.
    pub message: String,
    /// The first help or suggestion.
    pub help: Option<String>,
    /// All of it as rustc shows it.
    pub rendered: String,
}

/// A text of the library's that tells how long it is.
fn text(call: impl Fn(*mut std::ffi::c_char, usize) -> usize) -> String {
    let mut bytes = vec![0u8; 256];
    let n = call(bytes.as_mut_ptr().cast(), bytes.len());
    if n >= bytes.len() {
        bytes = vec![0; n + 1];
        call(bytes.as_mut_ptr().cast(), bytes.len());
    }
    bytes.truncate(n);
    String::from_utf8_lossy(&bytes).into_owned()
}

impl Diagnostic {
    pub(crate) fn of(result: &ResultHandle, row: &sys::rustg_diagnostic) -> Option<Diagnostic> {
        let file = result.file(row.file as usize)?;
        let (bytes, n_bytes) = (file.bytes, file.n_bytes);
        let (mut line, mut column) = (0, 0);
        // SAFETY: row, name and bytes are the result's, which is alive.
        unsafe {
            sys::rustg_line_column(bytes, n_bytes, row.start, &mut line, &mut column);
            let human = sys::RUSTG_FORMAT_HUMAN;
            let rendered =
                text(|to, room| sys::rustg_diagnostic_render(row, file.name, bytes, n_bytes, human, 0, to, room));
            // "error[E0425]: cannot find ..."; the message alone would not know the file's name
            let first = rendered.lines().next().unwrap_or_default();
            Some(Diagnostic {
                file: c_text(file.name).into_owned(),
                line,
                column,
                span: (row.start, row.end),
                code: static_text(sys::rustg_diagnostic_code(row.kind)),
                message: first.split_once(": ").map_or(first, |(_, message)| message).into(),
                help: help(row),
                rendered,
            })
        }
    }
}

/// # Safety
/// The row's result is alive.
unsafe fn help(row: &sys::rustg_diagnostic) -> Option<String> {
    if row.n_parts == 0 {
        return None;
    }
    // SAFETY: n_parts rows of the result's.
    let parts = unsafe { std::slice::from_raw_parts(row.parts, row.n_parts as usize) };
    let helps = [
        sys::RUSTG_PART_HELP,
        sys::RUSTG_PART_HELP_AT,
        sys::RUSTG_PART_SUGGESTION,
        sys::RUSTG_PART_SUGGESTION_BESIDE,
        sys::RUSTG_PART_SUGGESTION_MARKED,
        sys::RUSTG_PART_SUGGESTION_TOLD,
    ];
    let found = parts.iter().find(|part| helps.contains(&part.kind))?;
    // SAFETY: the result's text.
    Some(unsafe { c_text(found.text) }.into_owned())
}
