//! Errors: what failed, where, and what to do next.

use std::ffi::{CStr, c_char};
use std::fmt;

use rustg_sys as sys;

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
}

impl ErrorKind {
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
}

/// An error of any call.
#[derive(Clone, Debug, PartialEq, Eq)]
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
        }))
    }

    /// An error of this crate's own checks.
    pub(crate) fn new(status: sys::rustg_status, message: impl Into<String>, hint: impl Into<String>) -> Error {
        let mut error = Error::from_record(&sys::rustg_error { status, source: u64::MAX, ..Default::default() });
        error.0.message = message.into();
        error.0.hint = hint.into();
        error
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
        match self.hint() {
            Some(hint) => write!(f, " ({hint})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Error {}

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
