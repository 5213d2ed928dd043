//! CUDA C++ through NVRTC.

use std::ffi::{CString, c_char};
use std::ptr::{NonNull, null, null_mut};

use rustg_sys as sys;

use crate::device::made;
use crate::error::{Error, ErrorKind, c_text, check};
use crate::library::Library;
use crate::module::c_string;
use crate::result::ParamInfo;

/// How CUDA C++ is compiled.
///
/// ```
/// let options = rustg::CudaOptions::new().with_arch("sm_90").with_define("N=4").with_header("n.h", "const int n =
/// N;"); match rustg::compile_cuda("#include \"n.h\"\n__global__ void k(int *y) { *y = n; }", "k.cu", &options, false)
/// {
///     Ok(code) => assert!(code.bytes.starts_with(b"//")), // PTX
///     Err(error) => assert_eq!(error.kind(), rustg::ErrorKind::NoNvrtc),
/// }
/// # Ok::<(), rustg::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct CudaOptions {
    arch: Option<String>,
    debug: bool,
    max_registers: u32,
    no_opt_level: u32,
    fast_math: bool,
    defines: Vec<String>,
    headers: Vec<(String, String)>,
    options: Vec<String>,
}

impl CudaOptions {
    /// The device's architecture, optimized.
    pub fn new() -> CudaOptions {
        CudaOptions::default()
    }

    /// "sm_90". Without, that of the device.
    pub fn with_arch(mut self, arch: impl Into<String>) -> CudaOptions {
        self.arch = Some(arch.into());
        self
    }

    /// Line information for profilers and debuggers.
    pub fn with_debug_info(mut self, is_on: bool) -> CudaOptions {
        self.debug = is_on;
        self
    }

    /// The most registers of a thread; 0: no limit.
    pub fn with_max_registers(mut self, n: u32) -> CudaOptions {
        self.max_registers = n;
        self
    }

    /// 0 to 3; without, 3.
    pub fn with_optimization(mut self, level: u32) -> CudaOptions {
        self.no_opt_level = 3u32.saturating_sub(level);
        self
    }

    /// Fast instead of exact floating-point functions.
    pub fn with_fast_math(mut self, is_on: bool) -> CudaOptions {
        self.fast_math = is_on;
        self
    }

    /// `NAME` or `NAME=value`.
    pub fn with_define(mut self, define: impl Into<String>) -> CudaOptions {
        self.defines.push(define.into());
        self
    }

    /// A text for `#include "name"`.
    pub fn with_header(mut self, name: impl Into<String>, text: impl Into<String>) -> CudaOptions {
        self.headers.push((name.into(), text.into()));
        self
    }

    /// Passed on to NVRTC as it is.
    pub fn with_option(mut self, option: impl Into<String>) -> CudaOptions {
        self.options.push(option.into());
        self
    }

    /// Calls with the C interface's form of it.
    pub(crate) fn with_raw<R>(&self, call: impl FnOnce(&sys::rustg_cuda_options) -> R) -> Result<R, Error> {
        let strings = |texts: &[String]| texts.iter().map(|text| c_string(text)).collect::<Result<Vec<CString>, _>>();
        let pointers = |texts: &[CString]| texts.iter().map(|text| text.as_ptr()).collect::<Vec<*const c_char>>();
        let arch = self.arch.as_deref().map(c_string).transpose()?;
        let (defines, options) = (strings(&self.defines)?, strings(&self.options)?);
        let (define_pointers, option_pointers) = (pointers(&defines), pointers(&options));
        let mut headers = Vec::new();
        for (name, text) in &self.headers {
            headers.push((c_string(name)?, c_string(text)?));
        }
        let rows: Vec<sys::rustg_cuda_header> = headers
            .iter()
            .map(|(name, text)| sys::rustg_cuda_header { name: name.as_ptr(), text: text.as_ptr() })
            .collect();
        Ok(call(&sys::rustg_cuda_options {
            struct_size: size_of::<sys::rustg_cuda_options>(),
            arch: arch.as_ref().map_or(null(), |arch| arch.as_ptr()),
            debug: self.debug.into(),
            max_registers: self.max_registers,
            no_opt_level: self.no_opt_level,
            fast_math: self.fast_math.into(),
            defines: define_pointers.as_ptr(),
            n_defines: defines.len(),
            headers: rows.as_ptr(),
            n_headers: rows.len(),
            options: option_pointers.as_ptr(),
            n_options: options.len(),
        }))
    }
}

/// What NVRTC made of CUDA C++.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CudaCode {
    /// PTX text or a cubin.
    pub bytes: Vec<u8>,
    /// NVRTC's words: warnings.
    pub log: String,
}

/// A text that the library gives away.
pub(crate) struct Log(*mut c_char);

impl Log {
    pub(crate) fn none() -> Log {
        Log(null_mut())
    }

    pub(crate) fn room(&mut self) -> *mut *mut c_char {
        &mut self.0
    }

    pub(crate) fn text(&self) -> String {
        // SAFETY: NULL, or a text of ours that ends with a 0.
        unsafe { c_text(self.0) }.into_owned()
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        // SAFETY: NULL or the library's, and ours to free.
        unsafe { sys::rustg_log_free(self.0) }
    }
}

/// CUDA C++ to PTX, or to a cubin, without a device. The options name the architecture.
///
/// # Errors
/// [`Source`](ErrorKind::Source) with NVRTC's words, [`NoNvrtc`](ErrorKind::NoNvrtc), [`Argument`](ErrorKind::Argument)
/// without an architecture.
pub fn compile_cuda(text: &str, name: &str, options: &CudaOptions, is_cubin: bool) -> Result<CudaCode, Error> {
    let _library = Library::open(0)?;
    let (text, name) = (c_string(text)?, c_string(name)?);
    let (mut image, mut n, mut log) = (Log::none(), 0, Log::none());
    let compiled = options.with_raw(|options| {
        // SAFETY: texts and options live through the call; image and log are ours.
        check(|error| unsafe {
            let (text, name) = (text.as_ptr(), name.as_ptr());
            sys::rustg_cuda_compile(text, name, options, is_cubin.into(), image.room(), &mut n, log.room(), error)
        })
    })?;
    with_log(compiled, &log)?;
    // SAFETY: the call made n bytes.
    let bytes = unsafe { std::slice::from_raw_parts(image.0.cast::<u8>(), n) }.to_vec();
    Ok(CudaCode { bytes, log: log.text() })
}

/// NVRTC's words as the message.
pub(crate) fn with_log(compiled: Result<(), Error>, log: &Log) -> Result<(), Error> {
    compiled.map_err(|error| {
        let words = log.text();
        let is_source = error.kind() == ErrorKind::Source && !words.trim().is_empty();
        if is_source { Error::new(sys::RUSTG_ERR_SOURCE, words.trim_end(), error.hint().unwrap_or("")) } else { error }
    })
}

/// A kernel of CUDA C++ that libclang read.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CudaFunction {
    /// Its name as written.
    pub name: String,
    /// Its name in PTX and cubins.
    pub symbol: String,
    /// Its parameters, in order.
    pub params: Vec<ParamInfo>,
    /// Why they are not known; then there are none.
    pub unread: Option<String>,
    /// Its place in the text, from 1.
    pub line: u32,
    /// Its place in the line, from 1.
    pub column: u32,
}

/// What the kernels of a text of CUDA C++ take, read by libclang where it is found.
#[derive(Debug)]
pub struct CudaSignatures(NonNull<sys::rustg_cuda_signatures>);

// SAFETY: rows that are never written again.
unsafe impl Send for CudaSignatures {}
// SAFETY: as above.
unsafe impl Sync for CudaSignatures {}

impl Drop for CudaSignatures {
    fn drop(&mut self) {
        // SAFETY: made by `read`, and no module owns it.
        unsafe { sys::rustg_cuda_signatures_free(self.0.as_ptr()) }
    }
}

impl CudaSignatures {
    /// Reads a text, under a name for messages. Of the options macros and folders of headers are used.
    ///
    /// # Errors
    /// [`NoCc`](crate::ErrorKind::NoCompiler) where there is no libclang. A wrong text is no error.
    pub fn read(text: &str, name: &str, options: &CudaOptions) -> Result<CudaSignatures, Error> {
        let (text, name) = (c_string(text)?, c_string(name)?);
        let mut raw = null_mut();
        options.with_raw(|options| {
            // SAFETY: texts and options live through the call.
            check(|error| unsafe {
                sys::rustg_cuda_signatures_read(text.as_ptr(), name.as_ptr(), options, &mut raw, error)
            })
        })??;
        Ok(CudaSignatures(made(raw)?))
    }

    /// The kernels, in the order of the text.
    pub fn functions(&self) -> Vec<CudaFunction> {
        let mut n = 0;
        // SAFETY: rows and texts belong to the handle, which is alive.
        unsafe {
            let rows = sys::rustg_cuda_signatures_functions(self.0.as_ptr(), &mut n);
            let one = |i| {
                let row = &*rows.add(i);
                CudaFunction {
                    name: c_text(row.name).into_owned(),
                    symbol: c_text(row.symbol).into_owned(),
                    params: ParamInfo::all_of(row.params, row.n_params),
                    unread: Some(row.unread).filter(|text| !text.is_null()).map(|text| c_text(text).into_owned()),
                    line: row.line,
                    column: row.column,
                }
            };
            (0..n).map(one).collect()
        }
    }

    pub(crate) fn raw(&self) -> *mut sys::rustg_cuda_signatures {
        self.0.as_ptr()
    }
}
