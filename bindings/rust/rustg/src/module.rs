//! Code on a device, and launching it.

use std::ffi::{CStr, CString};
use std::fmt;
use std::path::Path;
use std::ptr::{NonNull, null_mut};
use std::sync::Arc;

use rustg_sys as sys;

use crate::compiler::{GpuCompiler, path_name};
use crate::cuda::{CudaOptions, CudaSignatures, Log, with_log};
use crate::device::{Device, made};
use crate::error::{Error, check};
use crate::launch::{Arguments, LaunchConfig};
use crate::library::Library;
use crate::result::{CompilationResult, KernelInfo, ResultHandle};
use crate::stream::Stream;

struct ModuleHandle {
    raw: NonNull<sys::rustg_module>,
    device: Device,
    result: Option<Arc<ResultHandle>>,
}

// SAFETY: context.h names what belongs to one thread at a time, and modules are not of it: any number of threads may
// use one.
unsafe impl Send for ModuleHandle {}
// SAFETY: as above.
unsafe impl Sync for ModuleHandle {}

impl Drop for ModuleHandle {
    fn drop(&mut self) {
        // SAFETY: kernels hold this, so none is used any more; device and result are still there.
        unsafe { sys::rustg_module_free(self.raw.as_ptr()) }
    }
}

/// Kernels on a device. Clones are the same module; kernels keep it loaded.
#[derive(Clone)]
pub struct Module(Arc<ModuleHandle>);

impl Module {
    /// The kernels of a compile, for either backend.
    ///
    /// # Errors
    /// [`Source`](crate::ErrorKind::Source) with its place where the compile found errors; for CUDA
    /// [`NoNvrtc`](crate::ErrorKind::NoNvrtc), and what the driver answers.
    pub fn from_result(device: &Device, result: &CompilationResult) -> Result<Module, Error> {
        if let Some(error) = result.error() {
            return Err(error);
        }
        Module::of_handle(device, result.handle().clone())
    }

    /// Straight from Rust source. The error of wrong source has all of its diagnostics, and shows them.
    ///
    /// # Errors
    /// [`Argument`](crate::ErrorKind::Argument) for source without kernels; as [`from_result`](Module::from_result).
    pub fn from_source(device: &Device, source: &str) -> Result<Module, Error> {
        let result = GpuCompiler::new().compile_source(source)?;
        if result.success && result.kernels().is_empty() {
            let hint = "a kernel is a function with `#[kernel]`; of a generic one `GpuCompiler::with_instance` says \
                        what is wanted, then `Module::from_result`";
            return Err(Error::new(sys::RUSTG_ERR_ARGUMENT, "there is no kernel in `source.rs`", hint));
        }
        Module::from_result(device, &result)
    }

    /// Kernels that [`CompilationResult::save`] wrote.
    ///
    /// # Safety
    /// The bytes are what it wrote: code in them is run as it is.
    ///
    /// # Errors
    /// [`Argument`](crate::ErrorKind::Argument) where they are not, or were written by another rustg; as
    /// [`from_result`](Module::from_result).
    pub unsafe fn from_saved(device: &Device, bytes: &[u8]) -> Result<Module, Error> {
        // SAFETY: as the caller promises.
        unsafe { Module::from_embedded(device, bytes, &[]) }
    }

    /// What `rustg-build` embeds.
    ///
    /// # Safety
    /// As [`from_saved`](Module::from_saved), and linked is the code of these kernels.
    #[doc(hidden)]
    pub unsafe fn from_embedded(
        device: &Device,
        bytes: &[u8],
        linked: &'static [LinkedKernel],
    ) -> Result<Module, Error> {
        let library = Library::open(0)?;
        let mut raw = null_mut();
        let rows = linked.as_ptr().cast::<sys::rustg_linked_kernel>();
        // SAFETY: bytes live through the call, linked for ever.
        check(|error| unsafe {
            sys::rustg_kernels_load(bytes.as_ptr().cast(), bytes.len(), rows, linked.len(), &mut raw, error)
        })?;
        let result = Arc::new(ResultHandle::new(made(raw)?, Vec::new(), Vec::new(), library));
        Module::of_handle(device, result)
    }

    fn of_handle(device: &Device, result: Arc<ResultHandle>) -> Result<Module, Error> {
        let mut raw = null_mut();
        // SAFETY: both handles are alive and kept by the module.
        check(|error| unsafe { sys::rustg_module_from_result(device.raw(), result.raw(), &mut raw, error) })?;
        Ok(Module(Arc::new(ModuleHandle { raw: made(raw)?, device: device.clone(), result: Some(result) })))
    }

    /// PTX, a cubin or a fatbin, for a CUDA device. Nothing is known of its kernels: launching one is unsafe.
    ///
    /// # Errors
    /// [`Argument`](crate::ErrorKind::Argument) for the CPU device and for bytes that are no image; what the driver
    /// answers.
    pub fn from_image(device: &Device, image: &[u8]) -> Result<Module, Error> {
        let mut raw = null_mut();
        // SAFETY: the image lives through the call, which copies it.
        check(|error| unsafe {
            sys::rustg_module_load(device.raw(), image.as_ptr().cast(), image.len(), &mut raw, error)
        })?;
        Ok(Module(Arc::new(ModuleHandle { raw: made(raw)?, device: device.clone(), result: None })))
    }

    /// [`from_image`](Module::from_image) of a file.
    ///
    /// # Errors
    /// As [`from_image`](Module::from_image), and [`Io`](crate::ErrorKind::Io).
    pub fn load_file(device: &Device, path: impl AsRef<Path>) -> Result<Module, Error> {
        let path = path_name(path.as_ref())?;
        let mut raw = null_mut();
        // SAFETY: the path lives through the call.
        check(|error| unsafe { sys::rustg_module_load_file(device.raw(), path.as_ptr(), &mut raw, error) })?;
        Ok(Module(Arc::new(ModuleHandle { raw: made(raw)?, device: device.clone(), result: None })))
    }

    /// CUDA C++ through NVRTC, for a CUDA device. Launching its kernels is unsafe.
    ///
    /// # Errors
    /// [`Source`](crate::ErrorKind::Source) with NVRTC's words, [`NoNvrtc`](crate::ErrorKind::NoNvrtc), and as
    /// [`from_image`](Module::from_image).
    pub fn from_cuda(device: &Device, text: &str) -> Result<Module, Error> {
        Module::from_cuda_with(device, text, "source.cu", &CudaOptions::new())
    }

    /// [`from_cuda`](Module::from_cuda) with a name for messages, and options.
    ///
    /// # Errors
    /// As [`from_cuda`](Module::from_cuda).
    pub fn from_cuda_with(device: &Device, text: &str, name: &str, options: &CudaOptions) -> Result<Module, Error> {
        let (text, name) = (c_string(text)?, c_string(name)?);
        let (mut raw, mut log) = (null_mut(), Log::none());
        let compiled = options.with_raw(|options| {
            // SAFETY: texts and options live through the call; the log is ours.
            check(|error| unsafe {
                let (text, name) = (text.as_ptr(), name.as_ptr());
                sys::rustg_module_from_cuda(device.raw(), text, name, options, &mut raw, log.room(), error)
            })
        })?;
        with_log(compiled, &log)?;
        Ok(Module(Arc::new(ModuleHandle { raw: made(raw)?, device: device.clone(), result: None })))
    }

    /// Checks launches of kernels that are asked for from now on against what libclang read of the CUDA C++ that the
    /// module was made from: how many arguments there are, and of which kind and size each is.
    ///
    /// # Errors
    /// [`Argument`](crate::ErrorKind::Argument) for a module of Rust kernels, and for one that has signatures.
    pub fn use_signatures(&self, signatures: CudaSignatures) -> Result<(), Error> {
        // SAFETY: both handles are alive; the module owns the signatures where the call succeeds.
        check(|error| unsafe { sys::rustg_module_use_signatures(self.0.raw.as_ptr(), signatures.raw(), error) })?;
        std::mem::forget(signatures);
        Ok(())
    }

    pub(crate) fn is_same(&self, other: &Module) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Where it is loaded.
    pub fn device(&self) -> &Device {
        &self.0.device
    }

    /// A kernel by its name; in modules of the source `outer__inner__name`.
    ///
    /// # Errors
    /// [`Argument`](crate::ErrorKind::Argument) where there is none; the hint names those there are.
    pub fn kernel(&self, name: &str) -> Result<Kernel, Error> {
        let c_name = c_string(name)?;
        let mut raw = null_mut();
        // SAFETY: the module is alive and kept by the kernel.
        check(|error| unsafe { sys::rustg_module_function(self.0.raw.as_ptr(), c_name.as_ptr(), &mut raw, error) })?;
        let info =
            self.0.result.as_ref().and_then(|result| result.kernels().into_iter().find(|info| info.name == name));
        Ok(Kernel { raw: made(raw)?, name: c_name, info: info.map(Arc::new), module: self.clone() })
    }

    /// The adjoint of a kernel, what counts its tape, and which parameters are gradients; for [`grad`](crate::grad).
    pub(crate) fn adjoint(&self, name: &str) -> Result<Adjoint, Error> {
        let c_name = c_string(name)?;
        let mut found = sys::rustg_adjoint { struct_size: size_of::<sys::rustg_adjoint>(), ..Default::default() };
        // SAFETY: the module is alive; found is ours and says its size.
        check(|error| unsafe { sys::rustg_module_adjoint(self.0.raw.as_ptr(), c_name.as_ptr(), &mut found, error) })?;
        // SAFETY: the list is the module's and has this many numbers.
        let gradients = unsafe { std::slice::from_raw_parts(found.gradients, found.n_params) };
        let gradients = gradients.iter().map(|i| usize::try_from(*i).ok().filter(|_| *i != u32::MAX)).collect();
        let tape = if found.tape.is_null() { None } else { Some(self.kernel(&format!("{name}_tape"))?) };
        Ok(Adjoint { kernel: self.kernel(&format!("{name}_adjoint"))?, tape, gradients })
    }

    fn is_image(&self) -> bool {
        self.0.result.is_none()
    }

    /// The kernels of the compile; empty for an image.
    pub fn kernels(&self) -> Vec<KernelInfo> {
        self.0.result.as_ref().map_or(Vec::new(), |result| result.kernels())
    }
}

/// What [`Module::adjoint`] finds.
pub(crate) struct Adjoint {
    pub(crate) kernel: Kernel,
    pub(crate) tape: Option<Kernel>,
    pub(crate) gradients: Vec<Option<usize>>,
}

impl fmt::Debug for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.kernels().into_iter().map(|info| info.name).collect();
        write!(f, "Module on {:?} with {names:?}", self.0.device)
    }
}

pub(crate) fn c_string(text: &str) -> Result<CString, Error> {
    CString::new(text).map_err(|_| Error::argument("a text has a 0 in it"))
}

/// A kernel's code that the program is linked with; for what `rustg-build` writes.
#[doc(hidden)]
#[repr(transparent)]
pub struct LinkedKernel(sys::rustg_linked_kernel);

// SAFETY: names, code and numbers of the program's own, never written.
unsafe impl Sync for LinkedKernel {}

impl LinkedKernel {
    /// # Safety
    /// All is of one kernel of an object that rustg made.
    pub const unsafe fn new(
        name: &'static CStr,
        function: unsafe extern "C" fn(),
        shared_bytes: *const u64,
        call_kind: *const u64,
    ) -> LinkedKernel {
        LinkedKernel(sys::rustg_linked_kernel {
            name: name.as_ptr(),
            function: Some(function),
            shared_bytes,
            call_kind,
        })
    }
}

/// What the code of a kernel needs and allows on a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct KernelLimits {
    /// The most threads that a block may have.
    pub max_threads: u32,
    /// Registers of a thread.
    pub registers: u32,
    /// Bytes of shared memory a block, without dynamic shared memory.
    pub shared_bytes: u32,
    /// Bytes of local memory a thread.
    pub local_bytes: u32,
    /// Bytes of constant memory.
    pub const_bytes: u32,
    /// 90 for compute_90; 0 on the CPU.
    pub ptx_version: u32,
    /// 90 for sm_90; 0 on the CPU.
    pub binary_version: u32,
}

/// A kernel that can be launched, from any thread.
#[derive(Clone)]
pub struct Kernel {
    raw: NonNull<sys::rustg_function>,
    name: CString,
    info: Option<Arc<KernelInfo>>,
    module: Module,
}

// SAFETY: a function is its module's, which any number of threads may use.
unsafe impl Send for Kernel {}
// SAFETY: as above.
unsafe impl Sync for Kernel {}

impl Kernel {
    /// Its name.
    pub fn name(&self) -> &str {
        self.name.to_str().unwrap_or("?")
    }

    /// Its parameters and attributes; `None` for one of an image.
    pub fn info(&self) -> Option<&KernelInfo> {
        self.info.as_deref()
    }

    /// The module it is of.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// Puts a launch into a stream. `config` is a number of elements, one thread each, or a grid and a block;
    /// `arguments` a tuple in the kernel's order: numbers for values, `&Buffer` for `&[T]`, `&mut Buffer` for
    /// `GridMut<T>`, or parts of buffers.
    ///
    /// What a kernel does wrong (an index out of bounds, a panic) is told by the stream's next [`wait`](Stream::wait).
    ///
    /// ```
    /// # let device = rustg::Device::cpu()?;
    /// # let stream = device.stream()?;
    /// let module = rustg::Module::from_source(&device, "
    ///     use rustg_std::prelude::*;
    ///     #[kernel]
    ///     pub fn scale(by: f32, x: &[f32], mut y: GridMut<f32>) {
    ///         let i = thread::index();
    ///         if i < y.len() {
    ///             y[i] = by * x[i];
    ///         }
    ///     }")?;
    /// let x = stream.upload(&[1.0f32, 2.0, 3.0])?;
    /// let mut y = stream.zeros::<f32>(3)?;
    /// module.kernel("scale")?.launch(&stream, 3, (10.0f32, &x, &mut y))?;
    /// assert_eq!(stream.download(&y)?, [10.0, 20.0, 30.0]);
    /// # Ok::<(), rustg::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Argument`](crate::ErrorKind::Argument): the number or type of an argument, another device's buffer, a shape
    /// that the kernel or device does not allow, an unsafe kernel. On the CPU [`Deadlock`](crate::ErrorKind::Deadlock).
    pub fn launch<A: Arguments>(
        &self,
        stream: &Stream,
        config: impl Into<LaunchConfig>,
        arguments: A,
    ) -> Result<(), Error> {
        let Some(info) = self.info.as_deref() else {
            let message = format!("nothing is known of `{}`, which was loaded from an image", self.name());
            return Err(Error::new(sys::RUSTG_ERR_ARGUMENT, message, "launch it with launch_unchecked"));
        };
        if info.is_unsafe {
            let message = format!("`{}` is an unsafe kernel", self.name());
            return Err(Error::new(sys::RUSTG_ERR_ARGUMENT, message, "launch it with launch_unchecked"));
        }
        arguments.check(info)?;
        // SAFETY: the kernel is safe Rust, its arguments are of its types, and the library checks all else.
        unsafe { self.launch_unchecked(stream, config, arguments) }
    }

    /// [`launch`](Kernel::launch) for unsafe kernels and those of images. Types of arguments are not checked; for
    /// kernels compiled from Rust their number and sizes are.
    ///
    /// # Safety
    /// The arguments are what the kernel takes, and what it does with them is sound.
    ///
    /// # Errors
    /// As [`launch`](Kernel::launch).
    pub unsafe fn launch_unchecked<A: Arguments>(
        &self,
        stream: &Stream,
        config: impl Into<LaunchConfig>,
        arguments: A,
    ) -> Result<(), Error> {
        let config = config.into().raw();
        // SAFETY: as the caller promises; the arguments point into `arguments`.
        arguments.with_raw(self.module.is_image(), |raw| unsafe { self.launch_raw(stream, &config, raw) })
    }

    /// # Safety
    /// As [`launch_unchecked`](Kernel::launch_unchecked), and the arguments are alive.
    pub(crate) unsafe fn launch_raw(
        &self,
        stream: &Stream,
        config: &sys::rustg_launch_config,
        raw: &[sys::rustg_launch_argument],
    ) -> Result<(), Error> {
        stream.hold(&self.module);
        // SAFETY: handles are alive; the arguments are read before the call returns.
        check(|error| unsafe {
            sys::rustg_launch(self.raw.as_ptr(), stream.raw(), config, raw.as_ptr(), raw.len(), error)
        })
    }

    /// The `CUfunction`; null on the CPU.
    pub fn as_raw(&self) -> *mut std::ffi::c_void {
        // SAFETY: the function is alive.
        unsafe { sys::rustg_function_raw(self.raw.as_ptr()) }
    }

    pub(crate) fn function(&self) -> *mut sys::rustg_function {
        self.raw.as_ptr()
    }

    /// What its code needs and allows on this device.
    ///
    /// # Errors
    /// What the driver answers.
    pub fn limits(&self) -> Result<KernelLimits, Error> {
        let mut info =
            sys::rustg_function_info { struct_size: size_of::<sys::rustg_function_info>(), ..Default::default() };
        // SAFETY: the function is alive; info is ours and says its size.
        check(|error| unsafe { sys::rustg_function_info_get(self.raw.as_ptr(), &mut info, error) })?;
        Ok(KernelLimits {
            max_threads: info.max_threads,
            registers: info.registers,
            shared_bytes: info.shared_bytes,
            local_bytes: info.local_bytes,
            const_bytes: info.const_bytes,
            ptx_version: info.ptx_version,
            binary_version: info.binary_version,
        })
    }

    /// The threads of a block for which most are resident, and the blocks that then fill the device.
    ///
    /// # Errors
    /// What the driver answers.
    pub fn occupancy(&self, dynamic_shared_bytes: u32) -> Result<(u32, u32), Error> {
        let (mut block, mut grid) = (0, 0);
        // SAFETY: the function is alive.
        check(|error| unsafe {
            sys::rustg_function_occupancy(self.raw.as_ptr(), dynamic_shared_bytes, &mut block, &mut grid, error)
        })?;
        Ok((block, grid))
    }
}

impl fmt::Debug for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Kernel {:?} on {:?}", AsRef::<CStr>::as_ref(&self.name), self.module.device())
    }
}
