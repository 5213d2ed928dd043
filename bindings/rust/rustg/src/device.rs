//! Devices: the CPU and CUDA's, opened for use.

use std::ffi::c_void;
use std::fmt;
use std::ops::RangeInclusive;
use std::ptr::{NonNull, null_mut};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use rustg_sys as sys;

use crate::error::{Error, c_text, check, static_text};
use crate::library::Library;
use crate::stream::{Event, Stream, call_boxed};

/// Where work runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Backend {
    /// Native code on all cores.
    Cpu,
    /// A GPU of NVIDIA's.
    Cuda,
}

impl Backend {
    pub(crate) fn of(backend: sys::rustg_backend) -> Backend {
        if backend == sys::RUSTG_BACKEND_CUDA { Backend::Cuda } else { Backend::Cpu }
    }
}

/// Limits and properties of a device, as its driver tells them; 0: none, no or not known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct DeviceLimits {
    /// Threads a warp.
    pub warp_size: i32,
    /// Threads a block.
    pub max_threads_per_block: i32,
    /// Threads a multiprocessor.
    pub max_threads_per_multiprocessor: i32,
    /// Blocks a multiprocessor.
    pub max_blocks_per_multiprocessor: i32,
    /// Block x.
    pub max_block_x: i32,
    /// Block y.
    pub max_block_y: i32,
    /// Block z.
    pub max_block_z: i32,
    /// Grid x.
    pub max_grid_x: i32,
    /// Grid y.
    pub max_grid_y: i32,
    /// Grid z.
    pub max_grid_z: i32,
    /// Shared bytes a block.
    pub shared_bytes_per_block: i32,
    /// Shared bytes a block on request.
    pub shared_bytes_per_block_optin: i32,
    /// Shared bytes a multiprocessor.
    pub shared_bytes_per_multiprocessor: i32,
    /// Registers a block.
    pub registers_per_block: i32,
    /// Registers a multiprocessor.
    pub registers_per_multiprocessor: i32,
    /// Clock kHz.
    pub clock_khz: i32,
    /// Memory clock kHz.
    pub memory_clock_khz: i32,
    /// Memory bus bits.
    pub memory_bus_bits: i32,
    /// Copy engines.
    pub n_copy_engines: i32,
    /// ECC.
    pub is_ecc: i32,
    /// Integrated.
    pub is_integrated: i32,
    /// Unified addressing.
    pub has_unified_addressing: i32,
    /// Concurrent kernels.
    pub has_concurrent_kernels: i32,
    /// Cooperative launch.
    pub has_cooperative_launch: i32,
    /// Memory pools.
    pub has_memory_pools: i32,
}

impl DeviceLimits {
    fn of(info: &sys::rustg_device_info) -> DeviceLimits {
        DeviceLimits {
            warp_size: info.warp_size,
            max_threads_per_block: info.max_threads_per_block,
            max_threads_per_multiprocessor: info.max_threads_per_multiprocessor,
            max_blocks_per_multiprocessor: info.max_blocks_per_multiprocessor,
            max_block_x: info.max_block_x,
            max_block_y: info.max_block_y,
            max_block_z: info.max_block_z,
            max_grid_x: info.max_grid_x,
            max_grid_y: info.max_grid_y,
            max_grid_z: info.max_grid_z,
            shared_bytes_per_block: info.shared_bytes_per_block,
            shared_bytes_per_block_optin: info.shared_bytes_per_block_optin,
            shared_bytes_per_multiprocessor: info.shared_bytes_per_multiprocessor,
            registers_per_block: info.registers_per_block,
            registers_per_multiprocessor: info.registers_per_multiprocessor,
            clock_khz: info.clock_khz,
            memory_clock_khz: info.memory_clock_khz,
            memory_bus_bits: info.memory_bus_bits,
            n_copy_engines: info.n_copy_engines,
            is_ecc: info.is_ecc,
            is_integrated: info.is_integrated,
            has_unified_addressing: info.has_unified_addressing,
            has_concurrent_kernels: info.has_concurrent_kernels,
            has_cooperative_launch: info.has_cooperative_launch,
            has_memory_pools: info.has_memory_pools,
        }
    }
}

/// What there is to know about a device without opening it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DeviceInfo {
    /// CPU or CUDA.
    pub backend: Backend,
    /// Its number among those of its backend.
    pub ordinal: i32,
    /// As the driver calls it.
    pub name: String,
    /// Major and minor compute capability; zeros for the CPU.
    pub compute_capability: (i32, i32),
    /// Multiprocessors; of the CPU hardware threads.
    pub n_multiprocessors: i32,
    /// Bytes of memory.
    pub memory_total: u64,
    /// Bytes that are free now.
    pub memory_free: u64,
    /// Bytes a second by bus width and clock; 0 for the CPU.
    pub memory_bandwidth: u64,
    /// Why it cannot be used; on the CPU what the engine uses.
    pub reason: String,
    /// Can it be used?
    pub is_usable: bool,
    /// Bytes of its second-level cache.
    pub l2_bytes: i32,
    /// A bit for each CUDA ordinal whose memory it can reach.
    pub peers: u64,
    /// All 0: not known.
    pub uuid: [u8; 16],
    /// What a launch may ask for, and more.
    pub limits: DeviceLimits,
}

impl DeviceInfo {
    /// All devices, the CPU first.
    pub fn all() -> Vec<DeviceInfo> {
        // SAFETY: no argument.
        let n = unsafe { sys::rustg_device_count() };
        (0..n).filter_map(DeviceInfo::at).collect()
    }

    fn at(index: usize) -> Option<DeviceInfo> {
        let mut info =
            sys::rustg_device_info { struct_size: size_of::<sys::rustg_device_info>(), ..Default::default() };
        // SAFETY: info is ours and says its size.
        check(|error| unsafe { sys::rustg_device_info_get(index, &mut info, error) }).ok()?;
        Some(DeviceInfo {
            backend: Backend::of(info.backend),
            ordinal: info.ordinal,
            // SAFETY: texts in arrays that end with a 0.
            name: unsafe { c_text(info.name.as_ptr()) }.into_owned(),
            compute_capability: (info.compute_major, info.compute_minor),
            n_multiprocessors: info.n_multiprocessors,
            memory_total: info.memory_total,
            memory_free: info.memory_free,
            memory_bandwidth: info.memory_bandwidth,
            // SAFETY: as above.
            reason: unsafe { c_text(info.reason.as_ptr()) }.into_owned(),
            is_usable: info.usable != 0,
            l2_bytes: info.l2_bytes,
            peers: info.peers,
            uuid: info.uuid,
            limits: DeviceLimits::of(&info),
        })
    }
}

/// Why there is no CUDA driver to run kernels with; `None` where there is one.
pub fn cuda_missing() -> Option<&'static str> {
    // SAFETY: static storage.
    Some(unsafe { static_text(sys::rustg_driver_missing()) }).filter(|reason| !reason.is_empty())
}

/// Why the CUDA engine, which parses on a device, cannot be used; `None` where it can.
pub fn engine_missing() -> Option<&'static str> {
    // SAFETY: static storage.
    Some(unsafe { static_text(sys::rustg_cuda_missing()) }).filter(|reason| !reason.is_empty())
}

/// Interfaces to GPUs that are known and not supported, each with the reason.
pub fn unsupported_interfaces() -> Vec<(&'static str, &'static str)> {
    // SAFETY: static storage; NULL past the end.
    (0..).map_while(|index| unsafe { sys::rustg_gpu_interface_at(index).as_ref() }).map(interface_of).collect()
}

fn interface_of(row: &'static sys::rustg_gpu_interface) -> (&'static str, &'static str) {
    // SAFETY: static storage.
    unsafe { (static_text(row.name), static_text(row.reason)) }
}

/// Told what a device's memory pools do: bytes, negative for a release, and the bytes that are then in use. Called on
/// the thread that asked.
pub type MemoryLog = fn(n_bytes: i64, current_bytes: u64);

/// What one `print!`, `println!`, `eprint!`, `eprintln!` or `dbg!` of one thread of a kernel has printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Printed<'a> {
    /// Its text, with its newline.
    pub text: &'a str,
    /// `eprint!`, `eprintln!` and `dbg!`.
    pub to_stderr: bool,
    /// Messages that were lost since the last time, as the ring of 4,096 was full; then there is no text.
    pub n_lost: u64,
}

type PrintFn = Arc<dyn Fn(Printed<'_>) + Send + Sync>;

unsafe extern "C" fn tell_printed(user: *mut c_void, printed: *const sys::rustg_printed) {
    // SAFETY: `open_context` passes the slot of a context, which lives as long as who waits in it; printed is valid
    // during the call.
    let (slot, printed) = unsafe { (&*user.cast::<Mutex<Option<PrintFn>>>(), &*printed) };
    let print = slot.lock().unwrap_or_else(PoisonError::into_inner).clone();
    // SAFETY: as above.
    let bytes = unsafe { std::slice::from_raw_parts(printed.text.cast::<u8>(), printed.n_bytes) };
    let text = &String::from_utf8_lossy(bytes);
    call_boxed(|| {
        if let Some(print) = print {
            print(Printed { text, to_stderr: printed.to_stderr != 0, n_lost: printed.n_lost });
        }
    });
}

/// How a device is opened.
#[derive(Clone, Copy, Debug, Default)]
pub struct DeviceOptions {
    /// The CPU stands in where the device cannot be had.
    pub allow_cpu: bool,
    /// Bytes of device memory that buffers may hold at a time; 0: no limit. Anything else is a device of its own, as
    /// with `is_apart`.
    pub memory_limit: u64,
    /// Told of allocations and releases. With one it is a device of its own, as with `is_apart`.
    pub memory_log: Option<MemoryLog>,
    /// A device of its own: equal to no other one that is opened, with pools, figures and a profile of its own. Its
    /// buffers and streams do not mix with others'. On CUDA it shares the primary context all the same.
    pub is_apart: bool,
}

impl DeviceOptions {
    fn is_shared(&self) -> bool {
        self.memory_limit == 0 && self.memory_log.is_none() && !self.is_apart
    }
}

unsafe extern "C" fn log_memory(user: *mut c_void, n_bytes: i64, current_bytes: u64) {
    // SAFETY: `open_context` passes a MemoryLog.
    let log: MemoryLog = unsafe { std::mem::transmute(user) };
    call_boxed(|| log(n_bytes, current_bytes));
}

/// What a device's memory pools hold and did, in bytes and numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MemoryStats {
    /// Held by buffers now.
    pub current_bytes: u64,
    /// The most at one time.
    pub peak_bytes: u64,
    /// Held from the system, in use or not.
    pub reserved_bytes: u64,
    /// The limit; 0: none.
    pub limit_bytes: u64,
    /// Buffers allocated so far.
    pub n_allocations: u64,
    /// Of these, served from memory that the pool already held.
    pub n_hits: u64,
    /// Buffers given back so far.
    pub n_releases: u64,
    /// Buffers that there are now.
    pub n_buffers: u64,
    /// Page-locked bytes in use now.
    pub pinned_current_bytes: u64,
    /// The most at one time.
    pub pinned_peak_bytes: u64,
    /// Held from the system, in use or not.
    pub pinned_reserved_bytes: u64,
    /// Page-locked memory served from what the pool already held.
    pub n_pinned_hits: u64,
}

pub(crate) struct Context {
    pub(crate) raw: NonNull<sys::rustg_context>,
    /// Held while rows of a profile are read or changed: they are the context's.
    pub(crate) profile: Mutex<()>,
    /// Told of what kernels print.
    print: Box<Mutex<Option<PrintFn>>>,
    _library: Library,
}

/// What each device of a backend was opened as, so that opening it again gives the same.
static OPENED: Mutex<Vec<(Backend, i32, Weak<Context>)>> = Mutex::new(Vec::new());

// SAFETY: context.h: one context may be used from many threads.
unsafe impl Send for Context {}
// SAFETY: as above.
unsafe impl Sync for Context {}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: all that was made in it holds this, so its handles are gone.
        unsafe { sys::rustg_context_close(self.raw.as_ptr()) }
    }
}

/// A device opened for use. Clones are the same device, and so is another open of it; streams, buffers and modules keep
/// it open.
///
/// ```
/// let device = rustg::Device::cpu()?;
/// let stream = device.stream()?;
/// let buffer = stream.upload(&[1.0f32, 2.0, 3.0])?;
/// assert_eq!(stream.download(&buffer)?, [1.0, 2.0, 3.0]);
/// # Ok::<(), rustg::Error>(())
/// ```
#[derive(Clone)]
pub struct Device(pub(crate) Arc<Context>, Option<Arc<str>>); // the context, and why it is not what this open asked for

impl Device {
    /// The CPU device, which every machine has.
    ///
    /// # Errors
    /// Out of memory.
    pub fn cpu() -> Result<Device, Error> {
        Device::open(Backend::Cpu, 0, DeviceOptions::default())
    }

    /// A CUDA device by its number.
    ///
    /// # Errors
    /// [`NoCuda`](crate::ErrorKind::NoCuda) without a driver, [`Device`](crate::ErrorKind::Device) where there is no
    /// such one.
    pub fn cuda(ordinal: i32) -> Result<Device, Error> {
        Device::open(Backend::Cuda, ordinal, DeviceOptions::default())
    }

    /// The first CUDA device, or the CPU where there is none; [`fallback`](Device::fallback) tells why.
    ///
    /// # Errors
    /// Out of memory.
    pub fn best() -> Result<Device, Error> {
        Device::open(Backend::Cuda, 0, DeviceOptions { allow_cpu: true, ..Default::default() })
    }

    /// Any device, as options say. Opened again while it is open it is the same device, unless the options make it one
    /// of its own.
    ///
    /// # Errors
    /// As [`cuda`](Device::cuda).
    pub fn open(backend: Backend, ordinal: i32, options: DeviceOptions) -> Result<Device, Error> {
        if !options.is_shared() {
            return Device::open_context(backend, ordinal, null_mut(), options);
        }
        let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
        opened.retain(|(.., context)| context.strong_count() > 0);
        let same = |backend: Backend, ordinal: i32| {
            let found = opened.iter().find(|row| (row.0, row.1) == (backend, ordinal));
            let context = found.and_then(|(.., context)| context.upgrade());
            context.map(|context| Device(context, None)).filter(|device| !device.is_lost())
        };
        if let Some(device) = same(backend, ordinal) {
            return Ok(device);
        }
        let device = Device::open_context(backend, ordinal, null_mut(), options)?;
        let key = (device.backend(), device.ordinal());
        if let Some(stands_in) = same(key.0, key.1) {
            return Ok(Device(stands_in.0, device.1)); // the CPU was open, and stands in
        }
        opened.retain(|row| (row.0, row.1) != key); // a lost one
        opened.push((key.0, key.1, Arc::downgrade(&device.0)));
        Ok(device)
    }

    fn open_context(
        backend: Backend,
        ordinal: i32,
        raw_context: *mut c_void,
        options: DeviceOptions,
    ) -> Result<Device, Error> {
        let library = Library::open(0)?;
        let backend = if backend == Backend::Cuda { sys::RUSTG_BACKEND_CUDA } else { sys::RUSTG_BACKEND_CPU };
        let log: Option<unsafe extern "C" fn(*mut c_void, i64, u64)> = Some(log_memory);
        let options = sys::rustg_context_options {
            struct_size: size_of::<sys::rustg_context_options>(),
            raw_context,
            allow_cpu: options.allow_cpu.into(),
            memory_limit: options.memory_limit,
            memory_log: log.filter(|_| options.memory_log.is_some()),
            user: options.memory_log.map_or(null_mut(), |log| log as *mut c_void),
        };
        let mut raw = null_mut();
        // SAFETY: all pointers are ours and live through the call.
        check(|error| unsafe { sys::rustg_context_open(backend, ordinal, &options, &mut raw, error) })?;
        let print = Box::<Mutex<Option<PrintFn>>>::default();
        let slot = std::ptr::from_ref(&*print).cast_mut().cast();
        // SAFETY: the context is open, and closed before the slot goes.
        unsafe { sys::rustg_context_on_print(raw, Some(tell_printed), slot) };
        let context = Context { raw: made(raw)?, profile: Mutex::default(), print, _library: library };
        // SAFETY: the context's own text.
        let fallback = unsafe { c_text(sys::rustg_context_fallback(context.raw.as_ptr())) };
        let fallback = Some(fallback).filter(|reason| !reason.is_empty()).map(|reason| reason.as_ref().into());
        Ok(Device(Arc::new(context), fallback))
    }

    /// A `CUcontext` of another library's, as a device of its own.
    ///
    /// # Safety
    /// It outlives all that is made in it.
    ///
    /// # Errors
    /// As [`cuda`](Device::cuda).
    pub unsafe fn from_raw(context: *mut c_void, options: DeviceOptions) -> Result<Device, Error> {
        if context.is_null() {
            return Err(Error::argument("the context is null"));
        }
        Device::open_context(Backend::Cuda, 0, context, options)
    }

    /// Sets what is told of what kernels print, for all that have this device; at first nobody is. It is called by
    /// [`Stream::wait`] on the thread that waits, with what the modules have printed that were launched in the stream.
    ///
    /// ```
    /// use rustg::{Device, DeviceOptions, Module};
    /// let device = Device::open(rustg::Backend::Cpu, 0, DeviceOptions { is_apart: true, ..Default::default() })?;
    /// device.on_print(|printed| print!("{}", printed.text));
    /// let module = Module::from_source(&device, "
    ///     use rustg_std::prelude::*;
    ///     #[kernel]
    ///     pub fn hello(n: u32) {
    ///         let i = thread::index().get();
    ///         if i < n as usize {
    ///             println!(\"{i} of {n}\");
    ///         }
    ///     }")?;
    /// let stream = device.stream()?;
    /// module.kernel("hello")?.launch(&stream, 3, (3u32,))?;
    /// stream.wait()?;
    /// # Ok::<(), rustg::Error>(())
    /// ```
    pub fn on_print(&self, print: impl Fn(Printed<'_>) + Send + Sync + 'static) {
        *self.0.print.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(print));
    }

    /// The `CUcontext`; null on the CPU.
    pub fn as_raw(&self) -> *mut c_void {
        // SAFETY: the context is open.
        unsafe { sys::rustg_context_raw(self.raw()) }
    }

    /// Gives memory that no buffer holds back to the system until at most so many bytes stay reserved. Waits for the
    /// device.
    ///
    /// # Errors
    /// What the driver answers.
    pub fn trim(&self, keep_bytes: u64) -> Result<(), Error> {
        // SAFETY: the context is open.
        check(|error| unsafe { sys::rustg_memory_trim(self.raw(), keep_bytes, error) })
    }

    /// Bytes of device memory that buffers may hold at a time, for all that have this device; 0: no limit. Buffers that
    /// exist stay.
    ///
    /// # Errors
    /// None so far.
    pub fn set_memory_limit(&self, n_bytes: u64) -> Result<(), Error> {
        // SAFETY: the context is open.
        check(|error| unsafe { sys::rustg_memory_limit(self.raw(), n_bytes, error) })
    }

    /// The priorities that streams may have, from the most urgent to the least; both 0 where there are none.
    ///
    /// # Errors
    /// What the driver answers.
    pub fn stream_priorities(&self) -> Result<RangeInclusive<i32>, Error> {
        let (mut least, mut greatest) = (0, 0);
        // SAFETY: the context is open.
        check(|error| unsafe { sys::rustg_stream_priorities(self.raw(), &mut least, &mut greatest, error) })?;
        Ok(greatest..=least)
    }

    /// A new stream with a priority, which is cut to those there are.
    ///
    /// # Errors
    /// As [`stream`](Device::stream).
    pub fn stream_with_priority(&self, priority: i32) -> Result<Stream, Error> {
        Stream::with_priority(self, priority)
    }

    pub(crate) fn raw(&self) -> *mut sys::rustg_context {
        self.0.raw.as_ptr()
    }

    /// Where its work runs: [`Backend::Cpu`] also where the CPU stands in.
    pub fn backend(&self) -> Backend {
        // SAFETY: the context is open.
        Backend::of(unsafe { sys::rustg_context_backend(self.raw()) })
    }

    /// Its number among the devices of its backend.
    pub fn ordinal(&self) -> i32 {
        // SAFETY: the context is open.
        unsafe { sys::rustg_context_ordinal(self.raw()) }
    }

    /// Why the CPU stands in for the device that was asked for. It is the device that [`cpu`](Device::cpu) opens, which
    /// stands in for none.
    pub fn fallback(&self) -> Option<String> {
        self.1.as_deref().map(String::from)
    }

    /// What is known about it.
    pub fn info(&self) -> Option<DeviceInfo> {
        let (backend, ordinal) = (self.backend(), self.ordinal());
        DeviceInfo::all().into_iter().find(|info| info.backend == backend && info.ordinal == ordinal)
    }

    /// After an error of kind [`CudaSticky`](crate::ErrorKind::CudaSticky): every further call fails.
    pub fn is_lost(&self) -> bool {
        // SAFETY: the context is open.
        unsafe { sys::rustg_context_is_lost(self.raw()) != 0 }
    }

    /// Waits for all of its work. Panics of kernels are told by [`Stream::wait`] alone.
    ///
    /// # Errors
    /// What the driver answers.
    pub fn synchronize(&self) -> Result<(), Error> {
        // SAFETY: the context is open.
        check(|error| unsafe { sys::rustg_context_wait(self.raw(), error) })
    }

    /// A new stream.
    ///
    /// # Errors
    /// Out of memory, or what the driver answers.
    pub fn stream(&self) -> Result<Stream, Error> {
        Stream::new(self)
    }

    /// A new event.
    ///
    /// # Errors
    /// Out of memory, or what the driver answers.
    pub fn event(&self) -> Result<Event, Error> {
        Event::new(self)
    }

    /// What its memory pools hold.
    pub fn memory(&self) -> MemoryStats {
        let mut stats =
            sys::rustg_memory_stats { struct_size: size_of::<sys::rustg_memory_stats>(), ..Default::default() };
        // SAFETY: the context is open, stats says its size; so it cannot fail.
        unsafe { sys::rustg_memory_stats_get(self.raw(), &mut stats) };
        MemoryStats {
            current_bytes: stats.current_bytes,
            peak_bytes: stats.peak_bytes,
            reserved_bytes: stats.reserved_bytes,
            limit_bytes: stats.limit_bytes,
            n_allocations: stats.n_allocations,
            n_hits: stats.n_hits,
            n_releases: stats.n_releases,
            n_buffers: stats.n_buffers,
            pinned_current_bytes: stats.pinned_current_bytes,
            pinned_peak_bytes: stats.pinned_peak_bytes,
            pinned_reserved_bytes: stats.pinned_reserved_bytes,
            n_pinned_hits: stats.n_pinned_hits,
        }
    }
}

impl fmt::Debug for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Device({:?}, {})", self.backend(), self.ordinal())
    }
}

impl PartialEq for Device {
    fn eq(&self, other: &Device) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Device {}

/// A handle that a call without an error has made.
pub(crate) fn made<T>(raw: *mut T) -> Result<NonNull<T>, Error> {
    NonNull::new(raw).ok_or_else(|| Error::new(sys::RUSTG_ERR_INTERNAL, "a handle is missing", ""))
}
