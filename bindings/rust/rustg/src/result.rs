//! What a compile leaves behind.

use std::ffi::CString;
use std::fmt;
use std::ptr::{NonNull, null, null_mut};
use std::sync::Arc;

use rustg_sys as sys;

use crate::diagnostic::{Diagnostic, DiagnosticFormat};
use crate::error::{Error, c_text, check, sized_text};
use crate::library::Library;
use crate::syntax::File;

pub(crate) struct ResultHandle {
    raw: NonNull<sys::rustg_result>,
    _names: Vec<CString>,
    _texts: Vec<Vec<u8>>,
    _library: Library,
}

// SAFETY: compile.h: accessors are thread-safe while no thread frees the result.
unsafe impl Send for ResultHandle {}
// SAFETY: as above.
unsafe impl Sync for ResultHandle {}

impl Drop for ResultHandle {
    fn drop(&mut self) {
        // SAFETY: nobody holds the result any more.
        unsafe { sys::rustg_result_free(self.raw.as_ptr()) }
    }
}

impl ResultHandle {
    /// names and texts: what the result's files point to.
    pub(crate) fn new(
        raw: NonNull<sys::rustg_result>,
        names: Vec<CString>,
        texts: Vec<Vec<u8>>,
        library: Library,
    ) -> ResultHandle {
        ResultHandle { raw, _names: names, _texts: texts, _library: library }
    }

    pub(crate) fn raw(&self) -> *mut sys::rustg_result {
        self.raw.as_ptr()
    }

    pub(crate) fn file(&self, index: usize) -> Option<sys::rustg_file> {
        let mut file = std::mem::MaybeUninit::<sys::rustg_file>::zeroed();
        // SAFETY: the result is alive; an index out of range is an error, and else the row is filled in.
        let status = unsafe { sys::rustg_result_file(self.raw(), index, file.as_mut_ptr()) };
        (status == sys::RUSTG_OK).then(|| unsafe { file.assume_init() })
    }

    pub(crate) fn kernels(&self) -> Vec<KernelInfo> {
        // SAFETY: the result is alive.
        let n = unsafe { sys::rustg_result_n_kernels(self.raw()) };
        (0..n).filter_map(|index| self.kernel(index)).collect()
    }

    fn kernel(&self, index: usize) -> Option<KernelInfo> {
        let mut kernel = std::mem::MaybeUninit::<sys::rustg_kernel>::zeroed();
        // SAFETY: the result is alive; where the call succeeds it has filled the row, whose texts are the result's.
        unsafe {
            if sys::rustg_result_kernel(self.raw(), index, kernel.as_mut_ptr()) != sys::RUSTG_OK {
                return None;
            }
            Some(KernelInfo::of(&kernel.assume_init()))
        }
    }
}

/// How a parameter is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// By value.
    Scalar,
    /// `&[T]`: a buffer that is read.
    Slice,
    /// `GridMut<T>`: a buffer that is written.
    GridMut,
    /// A raw pointer of an unsafe kernel.
    Pointer,
}

/// A parameter of a kernel.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ParamInfo {
    /// Its name.
    pub name: String,
    /// Its type as written, without paths and lifetimes.
    pub rust_type: String,
    /// How it is passed.
    pub role: Role,
    /// `rustg_element` of the value or of what a slice holds.
    pub element: u32,
    /// Bytes of it.
    pub size: u32,
    /// Its alignment in bytes.
    pub align: u32,
}

impl ParamInfo {
    /// The type of the value or of what a slice or pointer leads to, as kernels write it.
    pub fn element_name(&self) -> &str {
        let text = self.rust_type.as_str();
        let inner = match self.role {
            Role::Scalar => Some(text),
            Role::Slice => text.strip_prefix("&[").and_then(|rest| rest.strip_suffix(']')),
            Role::GridMut => text.strip_prefix("GridMut<").and_then(|rest| rest.strip_suffix('>')),
            Role::Pointer => text.strip_prefix("*const ").or(text.strip_prefix("*mut ")),
        };
        inner.unwrap_or(text)
    }
}

impl ParamInfo {
    /// # Safety
    /// n rows with texts that are alive; params is not read where n is 0.
    pub(crate) unsafe fn all_of(params: *const sys::rustg_kernel_param, n: usize) -> Vec<ParamInfo> {
        // SAFETY: as the caller promises.
        let rows = if n == 0 { &[][..] } else { unsafe { std::slice::from_raw_parts(params, n) } };
        let one = |param: &sys::rustg_kernel_param| ParamInfo {
            // SAFETY: as the caller promises.
            name: unsafe { c_text(param.name) }.into_owned(),
            // SAFETY: as the caller promises.
            rust_type: unsafe { c_text(param.rust_type) }.into_owned(),
            role: match param.role {
                sys::RUSTG_PARAM_SLICE => Role::Slice,
                sys::RUSTG_PARAM_GRID_MUT => Role::GridMut,
                sys::RUSTG_PARAM_POINTER => Role::Pointer,
                _ => Role::Scalar,
            },
            element: param.element,
            size: param.size,
            align: param.align,
        };
        rows.iter().map(one).collect()
    }
}

/// A kernel of a compile.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct KernelInfo {
    /// Its name; in modules of the source `outer__inner__name`.
    pub name: String,
    /// Its parameters, in order.
    pub params: Vec<ParamInfo>,
    /// `#[kernel(block = ..)]`; zeros where it says none.
    pub block: [u32; 3],
    /// The line of its name, from 1.
    pub line: u32,
    /// `unsafe fn`.
    pub is_unsafe: bool,
    /// Registers a thread; known after a compile with profiling, where NVRTC is.
    pub registers: Option<u32>,
    /// Bytes of static shared memory a block, likewise.
    pub shared_bytes: Option<u32>,
    /// Bytes of local memory a thread, likewise.
    pub local_bytes: Option<u32>,
}

impl KernelInfo {
    /// # Safety
    /// Texts and parameters of the row are alive.
    unsafe fn of(kernel: &sys::rustg_kernel) -> KernelInfo {
        let known = |value: u32| Some(value).filter(|value| *value != u32::MAX);
        KernelInfo {
            // SAFETY: as the caller promises.
            name: unsafe { c_text(kernel.name) }.into_owned(),
            // SAFETY: as the caller promises.
            params: unsafe { ParamInfo::all_of(kernel.params, kernel.n_params) },
            block: kernel.block,
            line: kernel.line,
            is_unsafe: kernel.is_unsafe != 0,
            registers: known(kernel.registers),
            shared_bytes: known(kernel.shared_bytes),
            local_bytes: known(kernel.local_bytes),
        }
    }
}

/// The engine that lexed and parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Engine {
    /// Threads of the CPU.
    Cpu,
    /// rustg's CUDA kernels.
    Cuda,
}

/// Wall time of each stage, in milliseconds; a stage that did not run has 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct StageTimes {
    /// Reading files.
    pub read: f64,
    /// Copying to a device and back.
    pub copy: f64,
    /// Lexing; the CPU engine counts it as `parse`.
    pub lex: f64,
    /// Parsing.
    pub parse: f64,
    /// Finding out what is wrong with a source that is.
    pub diagnose: f64,
    /// Names, types, patterns, moves and borrows of kernels.
    pub check: f64,
    /// Lints that deny by default.
    pub lint: f64,
    /// Into the IR.
    pub lower: f64,
    /// Whether the IR keeps its rules.
    pub verify: f64,
    /// IR to IR, for targets that want it.
    pub optimize: f64,
    /// Into CUDA C++ and C.
    pub emit: f64,
    /// NVRTC and the C compiler.
    pub backend: f64,
    /// Code into this process or onto a device.
    pub load: f64,
}

/// Counts that tell where time and memory went; of compilers with profiling.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Profile {
    /// Bytes of source.
    pub n_bytes: u64,
    /// Files.
    pub n_files: u64,
    /// Source bytes a second, over all stages.
    pub bytes_per_second: f64,
    /// The most scratch memory at one time, results not counted.
    pub scratch_bytes: u64,
    /// Entries of the cache of compiled kernels that served.
    pub n_cache_hits: u64,
    /// Those that were not there.
    pub n_cache_misses: u64,
}

/// What to make of kernels beside what runs them here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Output {
    /// CUDA C++ text.
    CudaText,
    /// PTX text for each architecture; needs NVRTC.
    Ptx,
    /// Machine code for each architecture; needs NVRTC.
    Cubin,
    /// Machine code for all architectures and PTX of the newest, in one; needs NVRTC.
    Fatbin,
    /// C11 text for the CPU.
    CText,
    /// That, compiled; needs a C compiler.
    Object,
    /// A shared object of it; needs a C compiler.
    SharedObject,
    /// A shared object that tvm-ffi loads, for the CPU, and for CUDA where NVRTC is; needs a C compiler.
    TvmFfi,
    /// The intermediate form's text.
    Ir,
    /// Kernels, parameters and panic sites as JSON.
    Json,
    /// The typed bodies of the sources, as text for people.
    TypedBodies,
    /// The intermediate form's text after optimization.
    OptimizedIr,
    /// The kernels of gradients as Rust text.
    AdjointText,
    /// The intermediate form's text after the pass of
    /// [`GpuCompiler::with_dump_after`](crate::GpuCompiler::with_dump_after).
    Dump,
}

impl Output {
    pub(crate) fn raw(self) -> sys::rustg_output {
        match self {
            Output::CudaText => sys::RUSTG_OUTPUT_CUDA,
            Output::Ptx => sys::RUSTG_OUTPUT_PTX,
            Output::Cubin => sys::RUSTG_OUTPUT_CUBIN,
            Output::Fatbin => sys::RUSTG_OUTPUT_FATBIN,
            Output::CText => sys::RUSTG_OUTPUT_C,
            Output::Object => sys::RUSTG_OUTPUT_OBJ,
            Output::SharedObject => sys::RUSTG_OUTPUT_SO,
            Output::TvmFfi => sys::RUSTG_OUTPUT_TVM_FFI,
            Output::Ir => sys::RUSTG_OUTPUT_IR,
            Output::Json => sys::RUSTG_OUTPUT_KERNELS,
            Output::TypedBodies => sys::RUSTG_OUTPUT_THIR,
            Output::OptimizedIr => sys::RUSTG_OUTPUT_IR_OPT,
            Output::AdjointText => sys::RUSTG_OUTPUT_ADJOINT,
            Output::Dump => sys::RUSTG_OUTPUT_DUMP,
        }
    }
}

/// What a compile found and made. Wrong source is no failed call: `success` is false, and there are diagnostics.
///
/// ```
/// let result = rustg::GpuCompiler::new().compile_source("use rustg_std::prelude::*;\n#[kernel]\npub fn k() { y; }")?;
/// assert!(!result.success);
/// let error = result.error().unwrap();
/// assert_eq!((error.line(), error.column()), (Some(3), Some(14)));
/// assert!(error.message().contains("cannot find value `y`"));
/// # Ok::<(), rustg::Error>(())
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub struct CompilationResult {
    /// There is no diagnostic.
    pub success: bool,
    /// "no errors", or the first one as `path:line:column: message`.
    pub message: String,
    /// Wall time of the whole.
    pub duration_ms: f64,
    /// Wall time of each stage.
    pub times: StageTimes,
    /// Tokens of all sources.
    pub n_tokens: u64,
    /// Nodes of all syntax trees.
    pub n_nodes: u64,
    /// Which engine lexed and parsed.
    pub engine: Engine,
    /// Of compilers with profiling.
    pub profile: Option<Profile>,
    handle: Arc<ResultHandle>,
}

impl CompilationResult {
    pub(crate) fn new(handle: ResultHandle, is_profiling: bool) -> CompilationResult {
        let mut stats = sys::rustg_stats { struct_size: size_of::<sys::rustg_stats>(), ..Default::default() };
        // SAFETY: the result is alive, stats says its size; the message is the result's.
        let (success, message, engine) = unsafe {
            sys::rustg_result_stats(handle.raw(), &mut stats);
            let message = c_text(sys::rustg_result_message(handle.raw())).into_owned();
            (sys::rustg_result_success(handle.raw()) != 0, message, sys::rustg_result_engine(handle.raw()))
        };
        let ms = |seconds: f64| seconds * 1000.0;
        CompilationResult {
            success,
            message,
            duration_ms: ms(stats.seconds_total),
            times: StageTimes {
                read: ms(stats.seconds_read),
                copy: ms(stats.seconds_copy),
                lex: ms(stats.seconds_lex),
                parse: ms(stats.seconds_parse),
                diagnose: ms(stats.seconds_diagnose),
                check: ms(stats.seconds_sema),
                lint: ms(stats.seconds_lint),
                lower: ms(stats.seconds_lower),
                verify: ms(stats.seconds_verify),
                optimize: ms(stats.seconds_optimize),
                emit: ms(stats.seconds_emit),
                backend: ms(stats.seconds_backend),
                load: ms(stats.seconds_load),
            },
            n_tokens: stats.n_toks,
            n_nodes: stats.n_nodes,
            engine: if engine == sys::RUSTG_ENGINE_CUDA { Engine::Cuda } else { Engine::Cpu },
            profile: is_profiling.then(|| Profile {
                n_bytes: stats.n_bytes,
                n_files: stats.n_files,
                bytes_per_second: if stats.seconds_total > 0.0 {
                    stats.n_bytes as f64 / stats.seconds_total
                } else {
                    0.0
                },
                scratch_bytes: stats.scratch_bytes,
                n_cache_hits: stats.n_cache_hits,
                n_cache_misses: stats.n_cache_misses,
            }),
            handle: Arc::new(handle),
        }
    }

    pub(crate) fn handle(&self) -> &Arc<ResultHandle> {
        &self.handle
    }

    fn rows(&self) -> &[sys::rustg_diagnostic] {
        let mut n = 0;
        // SAFETY: the result is alive; the rows are its.
        let rows = unsafe { sys::rustg_result_diagnostics(self.handle.raw(), &mut n) };
        // SAFETY: n rows, as long as the result lives, which self keeps.
        if n == 0 { &[] } else { unsafe { std::slice::from_raw_parts(rows, n) } }
    }

    /// What is wrong with the sources, in order.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        Diagnostic::all(&self.handle, self.rows())
    }

    /// The same as rustc's JSON, a line each. `path` tells what a file is called in it.
    pub fn diagnostics_as_json(&self, path: impl Fn(&str) -> String) -> Vec<String> {
        Diagnostic::json(&self.handle, self.rows(), path)
    }

    fn warning_rows(&self) -> &[sys::rustg_diagnostic] {
        let mut n = 0;
        // SAFETY: the result is alive; the rows are its.
        let rows = unsafe { sys::rustg_result_warnings(self.handle.raw(), &mut n) };
        // SAFETY: n rows, as long as the result lives, which self keeps.
        if n == 0 { &[] } else { unsafe { std::slice::from_raw_parts(rows, n) } }
    }

    /// What rustc warns of in the kernels' sources, by place, if
    /// [`with_warnings`](crate::GpuCompiler::with_warnings) asked for it.
    pub fn warnings(&self) -> Vec<Diagnostic> {
        Diagnostic::all(&self.handle, self.warning_rows())
    }

    /// The warnings as rustc's JSON, a line each. `path` tells what a file is called in it.
    pub fn warnings_as_json(&self, path: impl Fn(&str) -> String) -> Vec<String> {
        Diagnostic::json(&self.handle, self.warning_rows(), path)
    }

    /// All diagnostics and warnings as text, one behind another.
    pub fn render(&self, format: DiagnosticFormat, has_color: bool) -> String {
        // SAFETY: the result is alive.
        sized_text(|to, room| unsafe {
            sys::rustg_result_render(self.handle.raw(), format.raw(), has_color.into(), to, room)
        })
    }

    /// What is wrong as an error: the first diagnostic's message, place and help, and all of them to be shown.
    pub fn error(&self) -> Option<Error> {
        (!self.success).then(|| Error::of_source(self.diagnostics(), &self.message))
    }

    /// Itself, or its first error.
    ///
    /// # Errors
    /// [`Source`](crate::ErrorKind::Source).
    pub fn into_result(self) -> Result<CompilationResult, Error> {
        self.error().map_or(Ok(self), Err)
    }

    /// The sources, then the `mod` files that they asked for.
    pub fn files(&self) -> impl Iterator<Item = File<'_>> {
        // SAFETY: the result is alive.
        let n = unsafe { sys::rustg_result_n_files(self.handle.raw()) };
        (0..n).filter_map(|index| File::of(&self.handle, index))
    }

    /// The kernels, in the order of the sources; none where the source is wrong.
    pub fn kernels(&self) -> Vec<KernelInfo> {
        self.handle.kernels()
    }

    /// Its kernels as bytes, for [`Module::from_saved`](crate::Module::from_saved) in this or another program that is
    /// linked with the same rustg.
    ///
    /// # Errors
    /// [`Argument`](crate::ErrorKind::Argument) where there are no kernels or the source has errors.
    pub fn save(&self) -> Result<Vec<u8>, Error> {
        let (mut bytes, mut n) = (null_mut(), 0);
        // SAFETY: the result is alive. The bytes are ours until they are freed.
        unsafe {
            check(|error| sys::rustg_kernels_save(self.handle.raw(), &mut bytes, &mut n, error))?;
            let saved = std::slice::from_raw_parts(bytes.cast::<u8>(), n).to_vec();
            sys::rustg_log_free(bytes);
            Ok(saved)
        }
    }

    /// An output that was asked for ([`GpuCompiler::with_outputs`](crate::GpuCompiler::with_outputs)). arch: index of
    /// the architecture for PTX and cubins, else 0.
    ///
    /// # Errors
    /// [`Argument`](crate::ErrorKind::Argument) where it was not asked for, or the source has errors.
    pub fn output(&self, output: Output, arch: usize) -> Result<&[u8], Error> {
        let (mut bytes, mut n) = (null(), 0);
        // SAFETY: the result is alive; bytes are its.
        let status = unsafe { sys::rustg_result_output(self.handle.raw(), output.raw(), arch, &mut bytes, &mut n) };
        if status != sys::RUSTG_OK {
            return Err(Error::new(status, format!("there is no output {output:?} for architecture {arch}"), ""));
        }
        // SAFETY: n bytes, as long as the result lives, which self keeps.
        Ok(if n == 0 { &[] } else { unsafe { std::slice::from_raw_parts(bytes, n) } })
    }
}

impl fmt::Debug for CompilationResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CompilationResult of {} tokens in {:.3} ms: {}", self.n_tokens, self.duration_ms, self.message)
    }
}

/// Calls rustg_compile.
pub(crate) fn compile(
    sources: &[sys::rustg_source],
    options: &sys::rustg_compile_options,
) -> Result<NonNull<sys::rustg_result>, Error> {
    let mut raw = null_mut();
    // SAFETY: sources, options and what they point to live through the call.
    check(|error| unsafe { sys::rustg_compile(sources.as_ptr(), sources.len(), options, &mut raw, error) })?;
    crate::device::made(raw)
}
