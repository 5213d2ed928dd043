//! Page-locked memory of the host, and copies that run beside other work.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::ptr::{NonNull, null_mut};
use std::sync::{PoisonError, RwLock};

use rustg_sys as sys;

use crate::buffer::{Buffer, bytes_of, check_lengths};
use crate::device::{Device, made};
use crate::element::Element;
use crate::error::{Error, check};
use crate::stream::{Event, Stream};

/// Where page-locked memory begins and ends. Seen as a plain slice it is copied like any other, and the driver would
/// still be reading it when the call returns.
static RANGES: RwLock<BTreeMap<usize, usize>> = RwLock::new(BTreeMap::new());

/// Does a slice lie in page-locked memory?
pub(crate) fn is_pinned<T>(values: &[T]) -> bool {
    let range = values.as_ptr_range();
    let ranges = RANGES.read().unwrap_or_else(PoisonError::into_inner);
    ranges.range(..range.end as usize).next_back().is_some_and(|(_, end)| *end > range.start as usize)
}

/// Page-locked memory of the host, which devices copy from and to at full speed and beside other work. A slice
/// otherwise.
pub struct PinnedBuffer<T: Element> {
    raw: NonNull<sys::rustg_pinned>,
    first: NonNull<T>,
    len: usize,
    _device: Device,
}

// SAFETY: memory of the host that belongs to the value; elements are Send and Sync.
unsafe impl<T: Element> Send for PinnedBuffer<T> {}
// SAFETY: as above; through a shared one memory is only read.
unsafe impl<T: Element> Sync for PinnedBuffer<T> {}

impl<T: Element> PinnedBuffer<T> {
    /// `len` elements, all zero.
    ///
    /// # Errors
    /// Out of memory.
    pub fn zeros(device: &Device, len: usize) -> Result<PinnedBuffer<T>, Error> {
        if size_of::<T>() == 0 {
            return Err(Error::argument("elements of no bytes are not pinned"));
        }
        let n_bytes = bytes_of::<T>(len)?;
        let mut raw = null_mut();
        // SAFETY: the context is open and kept.
        check(|error| unsafe { sys::rustg_pinned_allocate(device.raw(), n_bytes, &mut raw, error) })?;
        let raw = made(raw)?;
        let mut pinned: PinnedBuffer<T> =
            PinnedBuffer { raw, first: NonNull::dangling(), len, _device: device.clone() };
        if n_bytes > 0 {
            // SAFETY: just allocated: n_bytes, aligned for every element. All zero is a value of T.
            pinned.first = made(unsafe { sys::rustg_pinned_pointer(raw.as_ptr()) })?.cast();
            unsafe { pinned.first.as_ptr().write_bytes(0, len) };
            let first = pinned.first.as_ptr() as usize;
            RANGES.write().unwrap_or_else(PoisonError::into_inner).insert(first, first + n_bytes as usize);
        }
        Ok(pinned)
    }

    /// A copy of `values`.
    ///
    /// # Errors
    /// Out of memory.
    pub fn of(device: &Device, values: &[T]) -> Result<PinnedBuffer<T>, Error> {
        let mut pinned = PinnedBuffer::zeros(device, values.len())?;
        pinned.copy_from_slice(values);
        Ok(pinned)
    }

    /// Bytes.
    pub fn n_bytes(&self) -> u64 {
        // SAFETY: the memory is alive.
        unsafe { sys::rustg_pinned_bytes(self.raw.as_ptr()) }
    }

    pub(crate) fn start_upload(self, stream: &Stream, to: &mut Buffer<T>) -> Result<Transfer<T>, Error> {
        check_lengths(self.len, to.len())?;
        let transfer = Transfer { event: stream.device().event()?, pinned: Some(self) };
        let (n_bytes, from) = (bytes_of::<T>(to.len())?, transfer.pointer());
        let to = to.raw.as_ptr();
        if n_bytes > 0 {
            // SAFETY: the transfer owns the memory until the copy is done.
            check(|error| unsafe { sys::rustg_copy_to_buffer(to, 0, from.cast(), n_bytes, stream.raw(), error) })?;
        }
        transfer.record(stream)
    }

    pub(crate) fn start_download(self, stream: &Stream, from: &Buffer<T>) -> Result<Transfer<T>, Error> {
        check_lengths(from.len(), self.len)?;
        let transfer = Transfer { event: stream.device().event()?, pinned: Some(self) };
        let (n_bytes, to) = (bytes_of::<T>(from.len())?, transfer.pointer());
        let from = from.raw.as_ptr();
        if n_bytes > 0 {
            // SAFETY: the transfer owns the memory until the copy is done.
            check(|error| unsafe { sys::rustg_copy_from_buffer(to.cast(), from, 0, n_bytes, stream.raw(), error) })?;
        }
        transfer.record(stream)
    }
}

impl<T: Element> Deref for PinnedBuffer<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        // SAFETY: len elements that are ours.
        unsafe { std::slice::from_raw_parts(self.first.as_ptr(), self.len) }
    }
}

impl<T: Element> DerefMut for PinnedBuffer<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, and borrowed alone.
        unsafe { std::slice::from_raw_parts_mut(self.first.as_ptr(), self.len) }
    }
}

impl<T: Element> Drop for PinnedBuffer<T> {
    fn drop(&mut self) {
        if self.len > 0 {
            RANGES.write().unwrap_or_else(PoisonError::into_inner).remove(&(self.first.as_ptr() as usize));
        }
        // SAFETY: no copy uses it: those own it through a transfer, or were waited for.
        unsafe { sys::rustg_pinned_free(self.raw.as_ptr()) }
    }
}

impl<T: Element> fmt::Debug for PinnedBuffer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PinnedBuffer of {} {}", self.len, T::name())
    }
}

/// A copy that runs, and the page-locked memory that it uses. Dropping it waits.
#[derive(Debug)]
pub struct Transfer<T: Element> {
    event: Event,
    pinned: Option<PinnedBuffer<T>>,
}

impl<T: Element> Transfer<T> {
    fn pointer(&self) -> *mut T {
        self.pinned.as_ref().map_or(null_mut(), |pinned| pinned.first.as_ptr())
    }

    /// Where the event cannot be recorded, the stream is waited for.
    fn record(self, stream: &Stream) -> Result<Transfer<T>, Error> {
        match self.event.record(stream) {
            Ok(()) => Ok(self),
            Err(error) => stream.wait().and(Err(error)),
        }
    }

    /// Is it done?
    ///
    /// # Errors
    /// What the driver answers.
    pub fn is_done(&self) -> Result<bool, Error> {
        self.event.is_done()
    }

    /// Waits for it and gives the memory back.
    ///
    /// # Errors
    /// What the driver answers.
    pub fn wait(mut self) -> Result<PinnedBuffer<T>, Error> {
        self.event.wait()?;
        self.pinned.take().ok_or_else(|| Error::new(sys::RUSTG_ERR_INTERNAL, "the memory of a transfer is missing", ""))
    }
}

impl<T: Element> Drop for Transfer<T> {
    fn drop(&mut self) {
        if self.pinned.is_some() {
            // A device that is lost writes nothing any more.
            let _ = self.event.wait();
        }
    }
}
