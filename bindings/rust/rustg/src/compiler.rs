//! The compiler: source in, results out.

use std::ffi::{CString, c_char, c_int, c_void};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::ptr::{null, null_mut};
use std::sync::{Arc, Mutex, PoisonError};

use rustg_sys as sys;

use crate::device::{Backend, Device, DeviceOptions};
use crate::diagnostic::LintLevel;
use crate::error::{Error, c_text, sized_text};
use crate::library::Library;
use crate::module::c_string;
use crate::result::{CompilationResult, Engine, Output, ResultHandle, compile};
use crate::session::Session;

/// A source in memory.
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    text: Vec<u8>,
    edition: u32,
}

impl Source {
    /// A source; the name is for diagnostics, and where `mod` files are looked for.
    pub fn new(name: impl Into<String>, text: impl Into<Vec<u8>>) -> Source {
        Source { name: name.into(), text: text.into(), edition: 0 }
    }

    /// In an edition other than the compiler's.
    pub fn with_edition(mut self, edition: u32) -> Source {
        self.edition = edition;
        self
    }
}

/// Compiles Rust source: kernels, or just tokens and trees. Any number of threads may use one at once.
///
/// ```
/// let compiler = rustg::GpuCompiler::new().with_cpu_fallback(true).with_profiling(true);
/// let result = compiler.compile_source("
///     use rustg_std::prelude::*;
///     #[kernel]
///     pub fn fill(value: u32, mut y: GridMut<u32>) {
///         let i = thread::index();
///         if i < y.len() {
///             y[i] = value;
///         }
///     }")?.into_result()?;
/// assert_eq!(result.kernels()[0].name, "fill");
/// let device = compiler.open_device()?;
/// let module = rustg::Module::from_result(&device, &result)?;
/// # drop(module);
/// # Ok::<(), rustg::Error>(())
/// ```
#[derive(Debug)]
pub struct GpuCompiler {
    library: Result<Library, Error>,
    engine: Option<Engine>,
    cpu_fallback: bool,
    profiling: bool,
    gpu_memory_limit: u64,
    device: i32,
    edition: u32,
    n_threads: u32,
    outputs: u32,
    archs: Vec<String>,
    cfgs: Vec<String>,
    instances: Vec<String>,
    no_opt_level: u32,
    no_checks: bool,
    debug: bool,
    fast_math: bool,
    coarse_entries: bool,
    c_prefix: Option<String>,
    session: Option<Session>,
    devices: Vec<i32>,
    all_devices: bool,
    batch_bytes: u64,
    leave_on_device: bool,
    max_registers: u32,
    own_ptx: bool,
    dump_after: Option<String>,
    verify_passes: bool,
    warnings: bool,
    lints: Vec<(String, LintLevel)>,
    cc_seconds: u32,
    cc_mebibytes: u32,
    progress: Callback<Progress>,
    read_mod: Callback<ReadMod>,
}

type Progress = dyn Fn(u64, u64) -> bool + Send + Sync;
type ReadMod = dyn Fn(&str) -> Option<Vec<u8>> + Send + Sync;

/// A function of the caller's.
struct Callback<F: ?Sized>(Option<Arc<F>>);

impl<F: ?Sized> fmt::Debug for Callback<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "a function" } else { "none" })
    }
}

/// What the callbacks of one compile are given, and what they leave.
struct Calls<'c> {
    progress: Option<&'c Progress>,
    read_mod: Option<&'c ReadMod>,
    /// What `read_mod` answered: the compile reads it until it returns.
    texts: Mutex<Vec<Vec<u8>>>,
}

unsafe extern "C" fn call_progress(user: *mut c_void, done: u64, total: u64) -> c_int {
    // SAFETY: `run` passes its Calls, which outlive the compile.
    let calls = unsafe { &*user.cast::<Calls>() };
    let goes_on = catch_unwind(AssertUnwindSafe(|| calls.progress.is_none_or(|progress| progress(done, total))));
    (!goes_on.unwrap_or(false)).into()
}

unsafe extern "C" fn call_read_mod(
    user: *mut c_void,
    path: *const c_char,
    bytes: *mut *const u8,
    n_bytes: *mut usize,
) -> c_int {
    // SAFETY: `run` passes its Calls, which outlive the compile; path is a text.
    let (calls, path) = unsafe { (&*user.cast::<Calls>(), c_text(path)) };
    let text = catch_unwind(AssertUnwindSafe(|| calls.read_mod.and_then(|read| read(&path)))).unwrap_or(None);
    let Some(text) = text else { return 1 };
    // SAFETY: places of the caller's. A Vec's bytes stay where they are when it is moved.
    unsafe {
        *bytes = text.as_ptr();
        *n_bytes = text.len();
    }
    calls.texts.lock().unwrap_or_else(PoisonError::into_inner).push(text);
    0
}

impl Default for GpuCompiler {
    fn default() -> GpuCompiler {
        GpuCompiler::new()
    }
}

impl GpuCompiler {
    /// Edition 2024, all threads, no outputs beside what launches need.
    pub fn new() -> GpuCompiler {
        GpuCompiler {
            library: Library::open(0),
            engine: None,
            cpu_fallback: false,
            profiling: false,
            gpu_memory_limit: 0,
            device: 0,
            edition: 2024,
            n_threads: 0,
            outputs: 0,
            archs: Vec::new(),
            cfgs: Vec::new(),
            instances: Vec::new(),
            no_opt_level: 0,
            no_checks: false,
            debug: false,
            fast_math: false,
            coarse_entries: false,
            c_prefix: None,
            session: None,
            devices: Vec::new(),
            all_devices: false,
            batch_bytes: 0,
            leave_on_device: false,
            max_registers: 0,
            own_ptx: false,
            dump_after: None,
            verify_passes: false,
            warnings: false,
            lints: Vec::new(),
            cc_seconds: 0,
            cc_mebibytes: 0,
            progress: Callback(None),
            read_mod: Callback(None),
        }
    }

    /// Uses the memory of a session instead of the library's own.
    pub fn with_session(mut self, session: &Session) -> GpuCompiler {
        self.session = Some(session.clone());
        self
    }

    /// Batches go to these CUDA devices in turn; one may be listed twice.
    pub fn with_devices(mut self, ordinals: impl IntoIterator<Item = i32>) -> GpuCompiler {
        self.devices = ordinals.into_iter().collect();
        self
    }

    /// Batches go to all CUDA devices in turn.
    pub fn with_all_devices(mut self) -> GpuCompiler {
        self.all_devices = true;
        self
    }

    /// Source bytes a batch; 0: 256 MiB.
    pub fn with_batch_bytes(mut self, n_bytes: u64) -> GpuCompiler {
        self.batch_bytes = n_bytes;
        self
    }

    /// With the CUDA engine tokens and trees stay on the device: [`CompilationResult::batches`] tells where.
    pub fn with_arrays_on_device(mut self, is_on: bool) -> GpuCompiler {
        self.leave_on_device = is_on;
        self
    }

    /// Told bytes done of all bytes; answering false cancels the compile, with
    /// [`Cancelled`](crate::ErrorKind::Cancelled).
    pub fn with_progress(mut self, progress: impl Fn(u64, u64) -> bool + Send + Sync + 'static) -> GpuCompiler {
        self.progress = Callback(Some(Arc::new(progress)));
        self
    }

    /// Reads `mod` files instead of the file system: the text of what rustc would look for at a path, or `None`.
    pub fn with_mod_reader(mut self, read: impl Fn(&str) -> Option<Vec<u8>> + Send + Sync + 'static) -> GpuCompiler {
        self.read_mod = Callback(Some(Arc::new(read)));
        self
    }

    /// The most registers of a thread; 0: no limit.
    pub fn with_max_registers(mut self, n: u32) -> GpuCompiler {
        self.max_registers = n;
        self
    }

    /// PTX by rustg itself, without CUDA C++ and NVRTC; cubins and fatbins of it need the toolkit's nvJitLink.
    pub fn with_own_ptx(mut self, is_on: bool) -> GpuCompiler {
        self.own_ptx = is_on;
        self
    }

    /// What [`Output::Dump`] shows: a name of [`passes`](crate::passes).
    pub fn with_dump_after(mut self, pass: impl Into<String>) -> GpuCompiler {
        self.dump_after = Some(pass.into());
        self
    }

    /// Kernels' sources are looked at for what rustc warns of: [`CompilationResult::warnings`]. A lint that the source
    /// denies is an error then.
    pub fn with_warnings(mut self, is_on: bool) -> GpuCompiler {
        self.warnings = is_on;
        self
    }

    /// The level of a lint ("unused_variables"), of a group of lints ("unused") or of all "warnings". Of several for one
    /// lint the last counts, and attributes of the source count more.
    pub fn with_lint(mut self, lint: impl Into<String>, level: LintLevel) -> GpuCompiler {
        self.lints.push((lint.into(), level));
        self
    }

    /// The intermediate form is verified after each pass of the optimizer.
    pub fn with_verified_passes(mut self, is_on: bool) -> GpuCompiler {
        self.verify_passes = is_on;
        self
    }

    /// What the C compiler may take: seconds, and MiB of address space; 0: 600 and 8192.
    pub fn with_c_compiler_limits(mut self, seconds: u32, mebibytes: u32) -> GpuCompiler {
        (self.cc_seconds, self.cc_mebibytes) = (seconds, mebibytes);
        self
    }

    /// Where CUDA cannot be had the CPU does the work: compiles of
    /// [`with_engine`](GpuCompiler::with_engine)`(Engine::Cuda)`, and [`open_device`](GpuCompiler::open_device).
    pub fn with_cpu_fallback(mut self, is_on: bool) -> GpuCompiler {
        self.cpu_fallback = is_on;
        self
    }

    /// Results have a [`Profile`](crate::Profile), and their kernels registers and memory where NVRTC is.
    pub fn with_profiling(mut self, is_on: bool) -> GpuCompiler {
        self.profiling = is_on;
        self
    }

    /// Bytes of device memory that buffers of devices opened by [`open_device`](GpuCompiler::open_device) may hold at a
    /// time; 0: no limit.
    pub fn with_gpu_memory_limit(mut self, n_bytes: u64) -> GpuCompiler {
        self.gpu_memory_limit = n_bytes;
        self
    }

    /// The engine that lexes and parses; without, whichever is faster.
    pub fn with_engine(mut self, engine: Engine) -> GpuCompiler {
        self.engine = Some(engine);
        self
    }

    /// Which CUDA device.
    pub fn with_device(mut self, ordinal: i32) -> GpuCompiler {
        self.device = ordinal;
        self
    }

    /// 2015, 2018, 2021 or 2024.
    pub fn with_edition(mut self, edition: u32) -> GpuCompiler {
        self.edition = edition;
        self
    }

    /// At most this many threads; 0: as initialized.
    pub fn with_threads(mut self, n_threads: u32) -> GpuCompiler {
        self.n_threads = n_threads;
        self
    }

    /// What to make of kernels, to be read with [`CompilationResult::output`].
    pub fn with_outputs(mut self, outputs: &[Output]) -> GpuCompiler {
        self.outputs = outputs.iter().fold(0, |set, output| set | 1 << output.raw());
        self
    }

    /// Architectures of PTX, cubins and fatbins: "sm_90". Without, sm_75.
    pub fn with_architectures<S: Into<String>>(mut self, archs: impl IntoIterator<Item = S>) -> GpuCompiler {
        self.archs = archs.into_iter().map(Into::into).collect();
        self
    }

    /// What `cfg` finds set: `name` or `name="value"`.
    pub fn with_cfg(mut self, cfg: impl Into<String>) -> GpuCompiler {
        self.cfgs.push(cfg.into());
        self
    }

    /// An instance of a generic kernel: `k::<f32>`, whose entry name is `k__f32`. Generic kernels that none names are
    /// checked only.
    ///
    /// ```
    /// let source = "
    ///     use rustg_std::prelude::*;
    ///     #[kernel]
    ///     pub fn fill<T: Copy>(value: T, mut y: GridMut<T>) {
    ///         let i = thread::index();
    ///         if i < y.len() {
    ///             y[i] = value;
    ///         }
    ///     }";
    /// let result = rustg::GpuCompiler::new().with_instance("fill::<f32>").compile_source(source)?;
    /// assert_eq!(result.kernels()[0].name, rustg::instance_name("fill::<f32>")?);
    /// # Ok::<(), rustg::Error>(())
    /// ```
    pub fn with_instance(mut self, instance: impl Into<String>) -> GpuCompiler {
        self.instances.push(instance.into());
        self
    }

    /// 0 to 3; without, 3.
    pub fn with_optimization(mut self, level: u32) -> GpuCompiler {
        self.no_opt_level = 3u32.saturating_sub(level);
        self
    }

    /// Line information for profilers and debuggers.
    pub fn with_debug_info(mut self, is_on: bool) -> GpuCompiler {
        self.debug = is_on;
        self
    }

    /// Fast instead of exact floating-point functions.
    pub fn with_fast_math(mut self, is_on: bool) -> GpuCompiler {
        self.fast_math = is_on;
        self
    }

    /// Device code with further entries, whose threads work for several elements each, for the kernels that allow it:
    /// launches by a number of elements take them. Also with entries without the checks that a launch's grid, lengths
    /// and scalars can prove, which launches that prove them take.
    pub fn with_coarse_entries(mut self, is_on: bool) -> GpuCompiler {
        self.coarse_entries = is_on;
        self
    }

    /// What names in C text and objects begin with, so that objects of several compiles can be linked into one program.
    /// Without, `rustg_cpu_`.
    pub fn with_c_prefix(mut self, prefix: impl Into<String>) -> GpuCompiler {
        self.c_prefix = Some(prefix.into());
        self
    }

    /// Leaves out bounds and overflow checks.
    ///
    /// # Safety
    /// No kernel compiled so is launched with arguments that make it leave its slices.
    pub unsafe fn without_checks(mut self) -> GpuCompiler {
        self.no_checks = true;
        self
    }

    /// Compiles the kernels of one source.
    ///
    /// # Errors
    /// Not for wrong source: see [`CompilationResult`]. [`NoNvrtc`](crate::ErrorKind::NoNvrtc) and
    /// [`NoCompiler`](crate::ErrorKind::NoCompiler) for outputs that need them; [`Memory`](crate::ErrorKind::Memory).
    pub fn compile_source(&self, text: &str) -> Result<CompilationResult, Error> {
        self.compile_sources([Source::new("source.rs", text)])
    }

    /// Compiles the kernels of a file and of the `mod` files that it names.
    ///
    /// # Errors
    /// As [`compile_source`](GpuCompiler::compile_source). A file that cannot be read gives a diagnostic.
    pub fn compile_file(&self, path: impl AsRef<Path>) -> Result<CompilationResult, Error> {
        self.run(vec![path_name(path.as_ref())?], None, true)
    }

    /// [`compile_file`](GpuCompiler::compile_file) for several files, each the root of a crate, into one result.
    ///
    /// # Errors
    /// As [`compile_source`](GpuCompiler::compile_source).
    pub fn compile_files<P: AsRef<Path>>(
        &self,
        paths: impl IntoIterator<Item = P>,
    ) -> Result<CompilationResult, Error> {
        let names: Result<Vec<CString>, Error> = paths.into_iter().map(|path| path_name(path.as_ref())).collect();
        self.run(names?, None, true)
    }

    /// Compiles the kernels of several sources, each the root of a crate, into one result.
    ///
    /// # Errors
    /// As [`compile_source`](GpuCompiler::compile_source).
    pub fn compile_sources(&self, sources: impl IntoIterator<Item = Source>) -> Result<CompilationResult, Error> {
        self.run_sources(sources, true)
    }

    /// Tokens and syntax tree of any Rust source.
    ///
    /// # Errors
    /// As [`compile_source`](GpuCompiler::compile_source).
    pub fn parse_source(&self, text: &str) -> Result<CompilationResult, Error> {
        self.parse_sources([Source::new("source.rs", text)])
    }

    /// Tokens and syntax trees of several sources.
    ///
    /// # Errors
    /// As [`compile_source`](GpuCompiler::compile_source).
    pub fn parse_sources(&self, sources: impl IntoIterator<Item = Source>) -> Result<CompilationResult, Error> {
        self.run_sources(sources, false)
    }

    /// Tokens and syntax trees of files.
    ///
    /// # Errors
    /// As [`compile_source`](GpuCompiler::compile_source).
    pub fn parse_files<P: AsRef<Path>>(&self, paths: impl IntoIterator<Item = P>) -> Result<CompilationResult, Error> {
        let names: Result<Vec<CString>, Error> = paths.into_iter().map(|path| path_name(path.as_ref())).collect();
        self.run(names?, None, false)
    }

    /// Opens the CUDA device, or with [`with_cpu_fallback`](GpuCompiler::with_cpu_fallback) the CPU where it cannot be
    /// had.
    ///
    /// # Errors
    /// As [`Device::cuda`].
    pub fn open_device(&self) -> Result<Device, Error> {
        let options =
            DeviceOptions { allow_cpu: self.cpu_fallback, memory_limit: self.gpu_memory_limit, ..Default::default() };
        Device::open(Backend::Cuda, self.device, options)
    }

    fn run_sources(
        &self,
        sources: impl IntoIterator<Item = Source>,
        kernels: bool,
    ) -> Result<CompilationResult, Error> {
        let (mut names, mut texts) = (Vec::new(), Vec::new());
        for source in sources {
            names.push(c_string(&source.name)?);
            texts.push((source.text, source.edition));
        }
        self.run(names, Some(texts), kernels)
    }

    /// texts: `None` where the library reads the files.
    fn run(
        &self,
        names: Vec<CString>,
        texts: Option<Vec<(Vec<u8>, u32)>>,
        kernels: bool,
    ) -> Result<CompilationResult, Error> {
        self.library.as_ref().map_err(Clone::clone)?;
        let library = Library::open(0)?;
        let (texts, editions): (Vec<Vec<u8>>, Vec<u32>) = texts.unwrap_or_default().into_iter().unzip();
        let source = |(i, name): (usize, &CString)| sys::rustg_source {
            name: name.as_ptr(),
            bytes: texts.get(i).map_or(null(), |text| text.as_ptr()),
            n_bytes: texts.get(i).map_or(0, Vec::len),
            edition: editions.get(i).copied().filter(|edition| *edition != 0).unwrap_or(self.edition),
        };
        let sources: Vec<sys::rustg_source> = names.iter().enumerate().map(source).collect();
        let archs = c_strings(&self.archs)?;
        let cfgs = c_strings(&self.cfgs)?;
        let instances = c_strings(&self.instances)?;
        let lint_names = self.lints.iter().map(|(name, _)| c_string(name)).collect::<Result<Vec<_>, _>>()?;
        let lint = |(name, (_, level)): (&CString, &(String, LintLevel))| sys::rustg_lint {
            name: name.as_ptr(),
            level: level.raw(),
        };
        let lints: Vec<sys::rustg_lint> = lint_names.iter().zip(&self.lints).map(lint).collect();
        let arch_pointers: Vec<_> = archs.iter().map(|text| text.as_ptr()).collect();
        let cfg_pointers: Vec<_> = cfgs.iter().map(|text| text.as_ptr()).collect();
        let instance_pointers: Vec<_> = instances.iter().map(|text| text.as_ptr()).collect();
        let c_prefix = self.c_prefix.as_deref().map(c_string).transpose()?;
        let json = if self.profiling { 1 << sys::RUSTG_OUTPUT_KERNELS } else { 0 };
        let dump_after = self.dump_after.as_deref().map(c_string).transpose()?;
        let calls = Calls {
            progress: self.progress.0.as_deref(),
            read_mod: self.read_mod.0.as_deref(),
            texts: Mutex::default(),
        };
        let user = (&raw const calls).cast_mut().cast::<c_void>();
        let kernel_options = sys::rustg_kernel_options {
            struct_size: size_of::<sys::rustg_kernel_options>(),
            outputs: self.outputs | json,
            archs: if archs.is_empty() { null() } else { arch_pointers.as_ptr() },
            n_archs: archs.len(),
            no_opt_level: self.no_opt_level,
            no_checks: self.no_checks.into(),
            debug: self.debug.into(),
            fast_math: self.fast_math.into(),
            coarse_entries: self.coarse_entries.into(),
            cfgs: if cfgs.is_empty() { null() } else { cfg_pointers.as_ptr() },
            n_cfgs: cfgs.len(),
            instances: if instances.is_empty() { null() } else { instance_pointers.as_ptr() },
            n_instances: instances.len(),
            c_prefix: c_prefix.as_ref().map_or(null(), |prefix| prefix.as_ptr()),
            max_registers: self.max_registers,
            backend: if self.own_ptx { sys::RUSTG_KERNEL_BACKEND_PTX } else { sys::RUSTG_KERNEL_BACKEND_NVRTC },
            read_mod: self.read_mod.0.as_ref().map(|_| call_read_mod as unsafe extern "C" fn(_, _, _, _) -> _),
            user,
            dump_after: dump_after.as_ref().map_or(null(), |pass| pass.as_ptr()),
            verify_passes: self.verify_passes.into(),
            warnings: self.warnings.into(),
            lints: if lints.is_empty() { null() } else { lints.as_ptr() },
            n_lints: lints.len(),
            cc_seconds: self.cc_seconds,
            cc_mebibytes: self.cc_mebibytes,
        };
        let mut options = sys::rustg_compile_options {
            struct_size: size_of::<sys::rustg_compile_options>(),
            engine: match self.engine {
                None => sys::RUSTG_ENGINE_AUTO,
                Some(Engine::Cpu) => sys::RUSTG_ENGINE_CPU,
                Some(Engine::Cuda) => sys::RUSTG_ENGINE_CUDA,
            },
            device: self.device,
            n_threads: self.n_threads,
            kernels: if kernels { &kernel_options } else { null() },
            leave_on_device: self.leave_on_device.into(),
            batch_bytes: self.batch_bytes,
            progress: self.progress.0.as_ref().map(|_| call_progress as unsafe extern "C" fn(_, _, _) -> _),
            user,
            devices: if self.devices.is_empty() { null() } else { self.devices.as_ptr() },
            n_devices: if self.all_devices { sys::RUSTG_ALL_DEVICES } else { self.devices.len() as u32 },
            session: self.session.as_ref().map_or(null_mut(), Session::raw),
            ..Default::default()
        };
        let mut made = compile(&sources, &options);
        if self.cpu_fallback && self.engine == Some(Engine::Cuda) && made.as_ref().is_err_and(Error::can_fallback) {
            options.engine = sys::RUSTG_ENGINE_CPU;
            made = compile(&sources, &options);
        }
        Ok(CompilationResult::new(ResultHandle::new(made?, names, texts, library), self.profiling))
    }
}

pub(crate) fn path_name(path: &Path) -> Result<CString, Error> {
    use std::os::unix::ffi::OsStrExt;
    CString::new(path.as_os_str().as_bytes()).map_err(|_| Error::argument("a path has a 0 in it"))
}

fn c_strings(texts: &[String]) -> Result<Vec<CString>, Error> {
    texts.iter().map(|text| c_string(text)).collect()
}

/// The entry name of an instance of a generic kernel: `m::k::<f32, Pair<u8>>` is `m__k__f32__Pair__u8`.
///
/// # Errors
/// A NUL byte in it.
pub fn instance_name(instance: &str) -> Result<String, Error> {
    let instance = c_string(instance)?;
    // SAFETY: a text, and room for so many bytes.
    Ok(sized_text(|to, room| unsafe { sys::rustg_instance_name(instance.as_ptr(), to, room) }))
}
