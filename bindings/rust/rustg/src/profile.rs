//! What ran when on a device, and for how long.

use std::ffi::CString;
use std::fmt;
use std::marker::PhantomData;
use std::ptr::null;
use std::sync::PoisonError;

use rustg_sys as sys;

use crate::device::Device;
use crate::error::{Error, c_text, check, sized_text};
use crate::module::c_string;

/// What was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Activity {
    /// A kernel.
    Kernel,
    /// A copy from host to device.
    CopyTo,
    /// A copy from device to host.
    CopyFrom,
    /// A copy within a device, or from another one.
    CopyBetween,
    /// Setting memory.
    Fill,
    /// A graph's launch as a whole.
    Graph,
    /// Making a module, on the host.
    Compile,
    /// A range of the caller's, on the host.
    Range,
}

/// All runs of one kernel, all copies of one kind, and so on.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ProfileRow {
    /// What was done.
    pub activity: Activity,
    /// The kernel's name, the range's, ...
    pub name: String,
    /// How often.
    pub n: u64,
    /// Bytes copied or filled; for kernels those of their buffer arguments.
    pub n_bytes: u64,
    /// By the device's clock; of what the host does by the host's.
    pub seconds_total: f64,
    /// The shortest.
    pub seconds_min: f64,
    /// The longest.
    pub seconds_max: f64,
    /// Resident warps over the most there can be; 0 where there is no such figure.
    pub occupancy: f64,
}

/// A recording of all that a device does, from [`Device::profile`] until it is dropped. A device has one at a time: a
/// second one begins anew, also for the first.
///
/// ```
/// let device = rustg::Device::cpu()?;
/// let stream = device.stream()?;
/// let profiler = device.profile()?;
/// {
///     let _range = profiler.range("upload")?;
///     stream.upload(&[1.0f32; 1000])?;
/// }
/// let rows = profiler.rows()?;
/// assert!(rows.iter().any(|row| row.name == "upload"));
/// assert!(profiler.text().contains("upload") && profiler.trace().contains("traceEvents"));
/// # Ok::<(), rustg::Error>(())
/// ```
pub struct Profiler {
    device: Device,
}

impl Device {
    /// Records what the device does from now on.
    ///
    /// # Errors
    /// Out of memory, or what the driver answers.
    pub fn profile(&self) -> Result<Profiler, Error> {
        let _lock = self.0.profile.lock().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: the context is open.
        check(|error| unsafe { sys::rustg_profile_start(self.raw(), error) })?;
        Ok(Profiler { device: self.clone() })
    }
}

impl Profiler {
    /// What was recorded, the longest in total first. Waits for the device.
    ///
    /// # Errors
    /// [`Argument`](crate::ErrorKind::Argument) while a stream is captured; what the driver answers.
    pub fn rows(&self) -> Result<Vec<ProfileRow>, Error> {
        let _lock = self.device.0.profile.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut rows, mut n) = (null(), 0);
        // SAFETY: the context is open.
        check(|error| unsafe { sys::rustg_profile_rows(self.device.raw(), &mut rows, &mut n, error) })?;
        if n == 0 {
            return Ok(Vec::new());
        }
        // SAFETY: n rows, which no call changes while the lock is held; names are the context's.
        let rows = unsafe { std::slice::from_raw_parts(rows, n) };
        Ok(rows.iter().map(row_of).collect())
    }

    /// A table for people.
    pub fn text(&self) -> String {
        let _lock = self.device.0.profile.lock().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: the context is open.
        sized_text(|to, room| unsafe { sys::rustg_profile_text(self.device.raw(), to, room) })
    }

    /// Chrome's trace format, JSON that chrome://tracing and Perfetto read.
    pub fn trace(&self) -> String {
        let _lock = self.device.0.profile.lock().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: the context is open.
        sized_text(|to, room| unsafe { sys::rustg_profile_trace(self.device.raw(), to, room) })
    }

    /// A range of the caller's, until it is dropped. Those of a thread nest.
    ///
    /// # Errors
    /// [`Argument`](crate::ErrorKind::Argument) for a name with a 0 in it.
    pub fn range(&self, name: &str) -> Result<ProfileRange<'_>, Error> {
        let name = c_string(name)?;
        // SAFETY: context and name are alive.
        unsafe { sys::rustg_profile_range_begin(self.device.raw(), name.as_ptr()) };
        Ok(ProfileRange { profiler: self, _name: name, of_thread: PhantomData })
    }
}

fn row_of(row: &sys::rustg_profile_row) -> ProfileRow {
    ProfileRow {
        activity: match row.kind {
            sys::RUSTG_PROFILE_COPY_TO => Activity::CopyTo,
            sys::RUSTG_PROFILE_COPY_FROM => Activity::CopyFrom,
            sys::RUSTG_PROFILE_COPY_BETWEEN => Activity::CopyBetween,
            sys::RUSTG_PROFILE_FILL => Activity::Fill,
            sys::RUSTG_PROFILE_GRAPH => Activity::Graph,
            sys::RUSTG_PROFILE_COMPILE => Activity::Compile,
            sys::RUSTG_PROFILE_RANGE => Activity::Range,
            _ => Activity::Kernel,
        },
        // SAFETY: the row's text is alive.
        name: unsafe { c_text(row.name) }.into_owned(),
        n: row.n,
        n_bytes: row.n_bytes,
        seconds_total: row.seconds_total,
        seconds_min: row.seconds_min,
        seconds_max: row.seconds_max,
        occupancy: row.occupancy,
    }
}

impl Drop for Profiler {
    fn drop(&mut self) {
        let _lock = self.device.0.profile.lock().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: the context is open. What fails here says the next call too.
        unsafe { sys::rustg_profile_stop(self.device.raw(), std::ptr::null_mut()) };
    }
}

impl fmt::Debug for Profiler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Profiler of {:?}", self.device)
    }
}

/// A range of [`Profiler::range`]. It stays on its thread.
#[derive(Debug)]
pub struct ProfileRange<'p> {
    profiler: &'p Profiler,
    _name: CString,
    of_thread: PhantomData<*mut ()>,
}

impl Drop for ProfileRange<'_> {
    fn drop(&mut self) {
        // SAFETY: the context is open, and the range was begun on this thread.
        unsafe { sys::rustg_profile_range_end(self.profiler.device.raw()) }
    }
}
