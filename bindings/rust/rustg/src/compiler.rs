//! The compiler: source in, results out.

use std::ffi::CString;
use std::path::Path;
use std::ptr::null;

use rustg_sys as sys;

use crate::device::{Backend, Device, DeviceOptions};
use crate::error::Error;
use crate::library::Library;
use crate::module::c_string;
use crate::result::{CompilationResult, Engine, Output, ResultHandle, compile};

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
    no_opt_level: u32,
    no_checks: bool,
    debug: bool,
    fast_math: bool,
    coarse_entries: bool,
    c_prefix: Option<String>,
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
            no_opt_level: 0,
            no_checks: false,
            debug: false,
            fast_math: false,
            coarse_entries: false,
            c_prefix: None,
        }
    }

    /// Where CUDA cannot be had the CPU does the work: compiles of [`with_engine`](GpuCompiler::with_engine)`(Engine::Cuda)`, and
    /// [`open_device`](GpuCompiler::open_device).
    pub fn with_cpu_fallback(mut self, is_on: bool) -> GpuCompiler {
        self.cpu_fallback = is_on;
        self
    }

    /// Results have a [`Profile`](crate::Profile), and their kernels registers and memory where NVRTC is.
    pub fn with_profiling(mut self, is_on: bool) -> GpuCompiler {
        self.profiling = is_on;
        self
    }

    /// Bytes of device memory that buffers of devices opened by [`open_device`](GpuCompiler::open_device) may hold at a time; 0: no
    /// limit.
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

    /// Device code with further entries, whose threads work for several elements each, for the kernels that allow it: launches by a
    /// number of elements take them.
    pub fn with_coarse_entries(mut self, is_on: bool) -> GpuCompiler {
        self.coarse_entries = is_on;
        self
    }

    /// What names in C text and objects begin with, so that objects of several compiles can be linked into one program. Without,
    /// `rustg_cpu_`.
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

    /// Opens the CUDA device, or with [`with_cpu_fallback`](GpuCompiler::with_cpu_fallback) the CPU where it cannot be had.
    ///
    /// # Errors
    /// As [`Device::cuda`].
    pub fn open_device(&self) -> Result<Device, Error> {
        let options = DeviceOptions { allow_cpu: self.cpu_fallback, memory_limit: self.gpu_memory_limit };
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
        let arch_pointers: Vec<_> = archs.iter().map(|text| text.as_ptr()).collect();
        let cfg_pointers: Vec<_> = cfgs.iter().map(|text| text.as_ptr()).collect();
        let c_prefix = self.c_prefix.as_deref().map(c_string).transpose()?;
        let json = if self.profiling { 1 << sys::RUSTG_OUTPUT_KERNELS } else { 0 };
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
            c_prefix: c_prefix.as_ref().map_or(null(), |prefix| prefix.as_ptr()),
            ..Default::default()
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

fn path_name(path: &Path) -> Result<CString, Error> {
    use std::os::unix::ffi::OsStrExt;
    CString::new(path.as_os_str().as_bytes()).map_err(|_| Error::argument("a path has a 0 in it"))
}

fn c_strings(texts: &[String]) -> Result<Vec<CString>, Error> {
    texts.iter().map(|text| c_string(text)).collect()
}
