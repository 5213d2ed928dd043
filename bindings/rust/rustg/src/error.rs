//! Errors: what failed, where, and what to do next.

use std::ffi::{CStr, c_char};
use std::fmt;

use rustg_sys as sys;

use crate::diagnostic::Diagnostic;

/// What went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A wrong call.
    Argument,
    /// Out of host memory.
    Memory,
    /// Reading or writing a file.
    Io,
    /// The caller cancelled it.
    Cancelled,
    /// The library was not prepared.
    NotInitialized,
    /// A buffer too small.
    Capacity,
    /// A source longer than offsets can say.
    TooLong,
    /// No CUDA driver, or none that can be used.
    NoCuda,
    /// No such device.
    Device,
    /// Out of device memory, or over the limit that was set. The device stays usable.
    DeviceMemory,
    /// A call of the CUDA driver failed.
    Cuda,
    /// A call of the CUDA driver failed, and the context is lost.
    CudaSticky,
    /// A bug of rustg.
    Internal,
    /// NVRTC was not found.
    NoNvrtc,
    /// No C compiler was found.
    NoCompiler,
    /// A kernel panicked. The device stays usable.
    Panic,
    /// Threads of a block wait at a barrier that not all of them reach.
    Deadlock,
    /// The source is wrong.
    Source,
    /// A library of the GPU's vendor was not found.
    NoLibrary,
}

impl ErrorKind {
    /// What it is, in general: "out of device memory".
    pub fn text(self) -> &'static str {
        // SAFETY: static storage, for any number.
        unsafe { static_text(sys::rustg_status_string(self.raw())) }
    }

    /// What to do next, in general; errors know better at times.
    pub fn hint(self) -> &'static str {
        // SAFETY: static storage, for any number.
        unsafe { static_text(sys::rustg_status_hint(self.raw())) }
    }

    fn raw(self) -> sys::rustg_status {
        match self {
            ErrorKind::Argument => sys::RUSTG_ERR_ARGUMENT,
            ErrorKind::Memory => sys::RUSTG_ERR_MEMORY,
            ErrorKind::Io => sys::RUSTG_ERR_IO,
            ErrorKind::Cancelled => sys::RUSTG_ERR_CANCELLED,
            ErrorKind::NotInitialized => sys::RUSTG_ERR_NOT_INITIALIZED,
            ErrorKind::Capacity => sys::RUSTG_ERR_CAPACITY,
            ErrorKind::TooLong => sys::RUSTG_ERR_TOO_LONG,
            ErrorKind::NoCuda => sys::RUSTG_ERR_NO_CUDA,
            ErrorKind::Device => sys::RUSTG_ERR_DEVICE,
            ErrorKind::DeviceMemory => sys::RUSTG_ERR_DEVICE_MEMORY,
            ErrorKind::Cuda => sys::RUSTG_ERR_CUDA,
            ErrorKind::CudaSticky => sys::RUSTG_ERR_CUDA_STICKY,
            ErrorKind::Internal => sys::RUSTG_ERR_INTERNAL,
            ErrorKind::NoNvrtc => sys::RUSTG_ERR_NO_NVRTC,
            ErrorKind::NoCompiler => sys::RUSTG_ERR_NO_CC,
            ErrorKind::Panic => sys::RUSTG_ERR_PANIC,
            ErrorKind::Deadlock => sys::RUSTG_ERR_DEADLOCK,
            ErrorKind::Source => sys::RUSTG_ERR_SOURCE,
            ErrorKind::NoLibrary => sys::RUSTG_ERR_NO_LIBRARY,
        }
    }

    fn of(status: sys::rustg_status) -> ErrorKind {
        match status {
            sys::RUSTG_ERR_ARGUMENT => ErrorKind::Argument,
            sys::RUSTG_ERR_MEMORY => ErrorKind::Memory,
            sys::RUSTG_ERR_IO => ErrorKind::Io,
            sys::RUSTG_ERR_CANCELLED => ErrorKind::Cancelled,
            sys::RUSTG_ERR_NOT_INITIALIZED => ErrorKind::NotInitialized,
            sys::RUSTG_ERR_CAPACITY => ErrorKind::Capacity,
            sys::RUSTG_ERR_TOO_LONG => ErrorKind::TooLong,
            sys::RUSTG_ERR_NO_CUDA => ErrorKind::NoCuda,
            sys::RUSTG_ERR_DEVICE => ErrorKind::Device,
            sys::RUSTG_ERR_DEVICE_MEMORY => ErrorKind::DeviceMemory,
            sys::RUSTG_ERR_CUDA => ErrorKind::Cuda,
            sys::RUSTG_ERR_CUDA_STICKY => ErrorKind::CudaSticky,
            sys::RUSTG_ERR_NO_NVRTC => ErrorKind::NoNvrtc,
            sys::RUSTG_ERR_NO_CC => ErrorKind::NoCompiler,
            sys::RUSTG_ERR_PANIC => ErrorKind::Panic,
            sys::RUSTG_ERR_DEADLOCK => ErrorKind::Deadlock,
            sys::RUSTG_ERR_SOURCE => ErrorKind::Source,
            sys::RUSTG_ERR_NO_LIBRARY => ErrorKind::NoLibrary,
            _ => ErrorKind::Internal,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Record {
    kind: ErrorKind,
    category: &'static str,
    message: String,
    hint: String,
    file: Option<String>,
    line: Option<u32>,
    column: Option<u32>,
    cuda_result: i32,
    is_recoverable: bool,
    can_fallback: bool,
    diagnostics: Vec<Diagnostic>,
    snippet: String,
    panic: Option<String>,
}

/// An error of any call. Shown, it has its place, the source there where that is known, and what to do next; of wrong
/// source all errors, as rustc shows them. `{:?}` is the same behind its kind, for programs whose `main` returns it.
///
/// ```
/// let device = rustg::Device::cpu()?;
/// let text = "use rustg_std::prelude::*;\n#[kernel]\npub fn k() {\n    a;\n    b;\n}\n";
/// let error = rustg::Module::from_source(&device, text).unwrap_err();
/// assert_eq!(error.diagnostics().len(), 2);
/// let shown = error.to_string();
/// assert!(shown.contains(" --> source.rs:4:5\n") && shown.contains("5 |     b;\n"), "{shown}");
/// # Ok::<(), rustg::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Error(Box<Record>);

impl Error {
    /// What went wrong.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// What failed, naming the argument, file or driver call.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// What to do next.
    pub fn hint(&self) -> Option<&str> {
        Some(self.0.hint.as_str()).filter(|hint| !hint.is_empty())
    }

    /// All that is wrong with the source, where that is what failed.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.0.diagnostics
    }

    /// What a kernel that panicked said, as Rust would: "index out of bounds: the len is 4 but the index is 9".
    pub fn panic_message(&self) -> Option<&str> {
        self.0.panic.as_deref()
    }

    /// "usage", "memory", "launch", ...
    pub fn category(&self) -> &'static str {
        self.0.category
    }

    /// The source file concerned: of an error in it, or of the line where a kernel panicked.
    pub fn file(&self) -> Option<&str> {
        self.0.file.as_deref()
    }

    /// The line in [`file`](Error::file), from 1.
    pub fn line(&self) -> Option<u32> {
        self.0.line
    }

    /// The column in [`line`](Error::line), from 1, in characters.
    pub fn column(&self) -> Option<u32> {
        self.0.column
    }

    /// The driver's own number (`CUresult`), where it failed.
    pub fn cuda_result(&self) -> Option<i32> {
        Some(self.0.cuda_result).filter(|result| *result != 0)
    }

    /// Trying again, or going on with the same device, can succeed.
    pub fn is_recoverable(&self) -> bool {
        self.0.is_recoverable
    }

    /// The CPU device can do the same work.
    pub fn can_fallback(&self) -> bool {
        self.0.can_fallback
    }

    pub(crate) fn from_record(record: &sys::rustg_error) -> Error {
        // SAFETY: the record is whole; the category is text in static storage.
        let (category, is_recoverable, can_fallback) = unsafe {
            let category = sys::rustg_error_category_string(sys::rustg_error_category_of(record));
            let recoverable = sys::rustg_error_is_recoverable(record) != 0;
            (static_text(category), recoverable, sys::rustg_error_can_fallback(record) != 0)
        };
        Error(Box::new(Record {
            kind: ErrorKind::of(record.status),
            category,
            message: array_text(&record.message),
            hint: array_text(&record.hint),
            file: None,
            line: None,
            column: None,
            cuda_result: record.cuda_result,
            is_recoverable,
            can_fallback,
            diagnostics: Vec::new(),
            snippet: String::new(),
            panic: None,
        }))
    }

    /// An error of this crate's own checks.
    pub(crate) fn new(status: sys::rustg_status, message: impl Into<String>, hint: impl Into<String>) -> Error {
        let mut error = Error::from_record(&sys::rustg_error { status, source: u64::MAX, ..Default::default() });
        error.0.message = message.into();
        error.0.hint = hint.into();
        if error.0.hint.is_empty() {
            // SAFETY: static storage, for any status.
            error.0.hint = unsafe { static_text(sys::rustg_status_hint(status)) }.into();
        }
        error
    }

    /// Of wrong source.
    pub(crate) fn of_source(diagnostics: Vec<Diagnostic>, message: &str) -> Error {
        let Some(first) = diagnostics.first() else { return Error::new(sys::RUSTG_ERR_SOURCE, message, "") };
        let code = if first.code.is_empty() { String::new() } else { format!(" [{}]", first.code) };
        let hint = first.help.clone().unwrap_or_default();
        let error = Error::new(sys::RUSTG_ERR_SOURCE, format!("{}{code}", first.message), hint);
        let mut error = error.at(first.file.clone(), first.line, first.column);
        error.0.diagnostics = diagnostics;
        error
    }

    /// The words of a panic, without what else the message says.
    pub(crate) fn with_words(mut self, words: String) -> Error {
        self.0.panic = Some(words);
        self
    }

    /// Shows the line of its place, as rustc does.
    pub(crate) fn with_text(mut self, text: &[u8]) -> Error {
        let (Some(file), Some(line), Some(column)) = (&self.0.file, self.0.line, self.0.column) else { return self };
        let Some(shown) = text.split(|byte| *byte == b'\n').nth((line as usize).wrapping_sub(1)) else { return self };
        let shown = String::from_utf8_lossy(shown);
        let (number, margin) = (line.to_string(), " ".repeat(line.to_string().len()));
        let before: String = shown.chars().take((column as usize).saturating_sub(1)).collect();
        let before: String = before.chars().map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        let shown = shown.trim_end();
        self.0.snippet =
            format!("{margin}--> {file}:{line}:{column}\n{margin} |\n{number} | {shown}\n{margin} | {before}^");
        self
    }

    pub(crate) fn argument(message: impl Into<String>) -> Error {
        Error::new(sys::RUSTG_ERR_ARGUMENT, message, "")
    }

    pub(crate) fn wrong_abi(abi: u32) -> Error {
        let wanted = sys::RUSTG_ABI_VERSION;
        Error::argument(format!("the linked rustg has ABI {abi}, and this crate is for {wanted}"))
    }

    pub(crate) fn at(mut self, file: String, line: u32, column: u32) -> Error {
        self.0.file = Some(file);
        self.0.line = Some(line);
        self.0.column = Some(column);
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)?;
        let mut rest = self.0.snippet.clone();
        for (i, diagnostic) in self.0.diagnostics.iter().enumerate() {
            let rendered = diagnostic.rendered.trim_end();
            // the message is the first line of the first
            let shown = if i == 0 { rendered.split_once('\n').map_or("", |(_, below)| below) } else { rendered };
            rest = if i == 0 { shown.into() } else { format!("{rest}\n\n{shown}") };
        }
        match self.hint() {
            Some(hint) if rest.is_empty() => write!(f, " ({hint})"),
            Some(hint) if !rest.contains(hint) => write!(f, "\n{rest}\nhint: {hint}"),
            _ if rest.is_empty() => Ok(()),
            _ => write!(f, "\n{rest}"),
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {self}", self.0.kind)
    }
}

impl std::error::Error for Error {}

/// Errors that devices, modules and the CUDA engine met since the process began, newest first; the last 64 are kept,
/// also those that a fallback made good.
pub fn error_history() -> Vec<Error> {
    // SAFETY: it only counts.
    let n = unsafe { sys::rustg_error_history(std::ptr::null_mut(), 0) };
    let mut records = vec![sys::rustg_error::default(); n];
    // SAFETY: room for n.
    let now = unsafe { sys::rustg_error_history(records.as_mut_ptr(), n) };
    records.truncate(now);
    records.iter().map(Error::from_record).collect()
}

/// How many errors of each category were met, forgotten ones too.
pub fn error_counts() -> Vec<(&'static str, u64)> {
    let mut counts = [0; sys::RUSTG_N_CATEGORIES as usize];
    // SAFETY: room for all categories; names are in static storage.
    unsafe {
        sys::rustg_error_counts(counts.as_mut_ptr());
        (0..).zip(counts).map(|(i, n)| (static_text(sys::rustg_error_category_string(i)), n)).collect()
    }
}

/// Forgets them all, and counts from 0.
pub fn clear_error_history() {
    // SAFETY: no argument.
    unsafe { sys::rustg_error_history_clear() }
}

/// A text of the library's that tells how long it is.
pub(crate) fn sized_text(call: impl Fn(*mut c_char, usize) -> usize) -> String {
    let mut bytes = vec![0u8; 256];
    loop {
        let n = call(bytes.as_mut_ptr().cast(), bytes.len());
        if n < bytes.len() {
            bytes.truncate(n);
            return String::from_utf8_lossy(&bytes).into_owned();
        }
        bytes = vec![0; n + 1]; // it may have grown by the next call
    }
}

/// Makes a call that fills an error record.
pub(crate) fn check(call: impl FnOnce(*mut sys::rustg_error) -> sys::rustg_status) -> Result<(), Error> {
    let mut record = std::mem::MaybeUninit::<sys::rustg_error>::zeroed();
    match call(record.as_mut_ptr()) {
        sys::RUSTG_OK => Ok(()),
        status => {
            // SAFETY: all zero is a record, and a call that fails has filled it.
            let record = unsafe { record.assume_init_mut() };
            record.status = status;
            Err(Error::from_record(record))
        }
    }
}

fn array_text(text: &[c_char]) -> String {
    let bytes: Vec<u8> = text.iter().map(|byte| *byte as u8).take_while(|byte| *byte != 0).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// # Safety
/// `text` is NULL or points to text that ends with a 0 and lives for 'a.
pub(crate) unsafe fn c_text<'a>(text: *const c_char) -> std::borrow::Cow<'a, str> {
    if text.is_null() {
        return "".into();
    }
    // SAFETY: as the caller promises.
    unsafe { CStr::from_ptr(text) }.to_string_lossy()
}

/// # Safety
/// `text` is in the library's static storage, which is ASCII.
pub(crate) unsafe fn static_text(text: *const c_char) -> &'static str {
    // SAFETY: as the caller promises.
    unsafe { CStr::from_ptr(text) }.to_str().unwrap_or("?")
}
