//! Devices: the CPU and CUDA's, opened for use.

use std::fmt;
use std::ptr::NonNull;
use std::sync::Arc;

use rustg_sys as sys;

use crate::error::{Error, c_text, check, static_text};
use crate::library::Library;
use crate::stream::{Event, Stream};

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
        })
    }
}

/// Why there is no CUDA driver to run kernels with; `None` where there is one.
pub fn cuda_missing() -> Option<&'static str> {
    // SAFETY: static storage.
    Some(unsafe { static_text(sys::rustg_driver_missing()) }).filter(|reason| !reason.is_empty())
}

/// How a device is opened.
#[derive(Clone, Copy, Debug, Default)]
pub struct DeviceOptions {
    /// The CPU stands in where the device cannot be had.
    pub allow_cpu: bool,
    /// Bytes of device memory that buffers may hold at a time; 0: no limit.
    pub memory_limit: u64,
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
    /// Page-locked bytes in use now.
    pub pinned_current_bytes: u64,
}

pub(crate) struct Context {
    pub(crate) raw: NonNull<sys::rustg_context>,
    _library: Library,
}

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

/// A device opened for use. Clones are the same device; streams, buffers and modules keep it open.
///
/// ```
/// let device = rustg::Device::cpu()?;
/// let stream = device.stream()?;
/// let buffer = stream.upload(&[1.0f32, 2.0, 3.0])?;
/// assert_eq!(stream.download(&buffer)?, [1.0, 2.0, 3.0]);
/// # Ok::<(), rustg::Error>(())
/// ```
#[derive(Clone)]
pub struct Device(pub(crate) Arc<Context>);

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
    /// [`NoCuda`](crate::ErrorKind::NoCuda) without a driver, [`Device`](crate::ErrorKind::Device) where there is no such one.
    pub fn cuda(ordinal: i32) -> Result<Device, Error> {
        Device::open(Backend::Cuda, ordinal, DeviceOptions::default())
    }

    /// The first CUDA device, or the CPU where there is none; [`fallback`](Device::fallback) tells why.
    ///
    /// # Errors
    /// Out of memory.
    pub fn best() -> Result<Device, Error> {
        Device::open(Backend::Cuda, 0, DeviceOptions { allow_cpu: true, memory_limit: 0 })
    }

    /// Any device, as options say.
    ///
    /// # Errors
    /// As [`cuda`](Device::cuda).
    pub fn open(backend: Backend, ordinal: i32, options: DeviceOptions) -> Result<Device, Error> {
        let library = Library::open(0)?;
        let backend = if backend == Backend::Cuda { sys::RUSTG_BACKEND_CUDA } else { sys::RUSTG_BACKEND_CPU };
        let options = sys::rustg_context_options {
            struct_size: size_of::<sys::rustg_context_options>(),
            allow_cpu: options.allow_cpu.into(),
            memory_limit: options.memory_limit,
            ..Default::default()
        };
        let mut raw = std::ptr::null_mut();
        // SAFETY: all pointers are ours and live through the call.
        check(|error| unsafe { sys::rustg_context_open(backend, ordinal, &options, &mut raw, error) })?;
        Ok(Device(Arc::new(Context { raw: made(raw)?, _library: library })))
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

    /// Why the CPU stands in for the device that was asked for.
    pub fn fallback(&self) -> Option<String> {
        // SAFETY: the context's own text.
        Some(unsafe { c_text(sys::rustg_context_fallback(self.raw())) }.into_owned())
            .filter(|reason| !reason.is_empty())
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
            pinned_current_bytes: stats.pinned_current_bytes,
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
