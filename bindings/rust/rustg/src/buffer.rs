//! Memory of devices.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;
use std::ptr::{NonNull, null_mut};

use rustg_sys as sys;

use crate::device::{Device, made};
use crate::element::Element;
use crate::error::{Error, check};
use crate::pinned::is_pinned;
use crate::stream::Stream;

pub(crate) fn bytes_of<T>(len: usize) -> Result<u64, Error> {
    let bytes =
        len.checked_mul(size_of::<T>()).ok_or_else(|| Error::argument(format!("{len} elements are too many")))?;
    Ok(bytes as u64)
}

pub(crate) fn check_lengths(from: usize, to: usize) -> Result<(), Error> {
    if from == to { Ok(()) } else { Err(Error::argument(format!("{from} elements cannot be copied over {to}"))) }
}

/// Memory of a device: `len` elements. Streams that use it one after the other are put in order.
///
/// It belongs to one thread at a time: it can be sent, not shared.
///
/// ```compile_fail
/// fn shared<T: Sync>() {}
/// shared::<rustg::Buffer<f32>>();
/// ```
pub struct Buffer<T: Element> {
    pub(crate) raw: NonNull<sys::rustg_buffer>,
    len: usize,
    device: Device,
    is_owned: bool,
    elements: PhantomData<T>,
}

// SAFETY: context.h: a buffer belongs to one thread at a time, any one; elements are Send.
unsafe impl<T: Element> Send for Buffer<T> {}

impl<T: Element> Buffer<T> {
    pub(crate) fn allocate(stream: &Stream, len: usize) -> Result<Buffer<T>, Error> {
        let n_bytes = bytes_of::<T>(len)?;
        let mut raw = null_mut();
        let context = stream.device().raw();
        // SAFETY: stream and context are alive; the buffer keeps the context.
        check(|error| unsafe { sys::rustg_buffer_allocate(context, n_bytes, stream.raw(), &mut raw, error) })?;
        Ok(Buffer { raw: made(raw)?, len, device: stream.device().clone(), is_owned: true, elements: PhantomData })
    }

    /// Memory of another library's: a `CUdeviceptr` of the device's context, on the CPU an address. It is not freed
    /// with the buffer.
    ///
    /// # Safety
    /// It holds `len` values of T, is aligned for them, outlives the buffer, and others use it only as
    /// [`note_use`](Buffer::note_use) says.
    ///
    /// # Errors
    /// [`Argument`](crate::ErrorKind::Argument) for the pointer 0.
    pub unsafe fn from_raw(device: &Device, pointer: u64, len: usize) -> Result<Buffer<T>, Error> {
        let n_bytes = bytes_of::<T>(len)?;
        let mut raw = null_mut();
        // SAFETY: the context is open and kept by the buffer; the memory is as the caller promises.
        check(|error| unsafe { sys::rustg_buffer_wrap(device.raw(), pointer, n_bytes, &mut raw, error) })?;
        Ok(Buffer { raw: made(raw)?, len, device: device.clone(), is_owned: true, elements: PhantomData })
    }

    /// A handle that somebody else frees.
    pub(crate) fn borrowed(raw: NonNull<sys::rustg_buffer>, len: usize, device: &Device) -> Buffer<T> {
        Buffer { raw, len, device: device.clone(), is_owned: false, elements: PhantomData }
    }

    pub(crate) fn managed(device: &Device, len: usize) -> Result<Buffer<T>, Error> {
        let n_bytes = bytes_of::<T>(len)?;
        let mut raw = null_mut();
        // SAFETY: the context is open and kept by the buffer.
        check(|error| unsafe { sys::rustg_buffer_allocate_managed(device.raw(), n_bytes, &mut raw, error) })?;
        Ok(Buffer { raw: made(raw)?, len, device: device.clone(), is_owned: true, elements: PhantomData })
    }

    /// Bytes.
    pub fn n_bytes(&self) -> u64 {
        // SAFETY: the buffer is alive.
        unsafe { sys::rustg_buffer_bytes(self.raw.as_ptr()) }
    }

    /// For work that this crate does not see (raw calls of the driver, another library): makes the stream wait for all
    /// earlier use of the buffer, and notes that the stream uses it.
    ///
    /// # Errors
    /// [`Argument`](crate::ErrorKind::Argument) for a stream of another device; what the driver answers.
    pub fn note_use(&self, stream: &Stream, is_written: bool) -> Result<(), Error> {
        // SAFETY: both are alive.
        check(|error| unsafe { sys::rustg_buffer_use(self.raw.as_ptr(), stream.raw(), is_written.into(), error) })
    }

    pub(crate) fn zeros(stream: &Stream, len: usize) -> Result<Buffer<T>, Error> {
        let mut buffer = Buffer::allocate(stream, len)?;
        buffer.as_slice_mut().clear(stream)?;
        Ok(buffer)
    }

    pub(crate) fn of(stream: &Stream, values: &[T]) -> Result<Buffer<T>, Error> {
        let mut buffer = Buffer::allocate(stream, values.len())?;
        buffer.as_slice_mut().write(stream, values)?;
        Ok(buffer)
    }

    /// Elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Has it no elements?
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whose memory it is.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// The `CUdeviceptr`; on the CPU the address.
    pub fn as_raw(&self) -> u64 {
        // SAFETY: the buffer is alive.
        unsafe { sys::rustg_buffer_pointer(self.raw.as_ptr()) }
    }

    /// All of it, to be read.
    pub fn as_slice(&self) -> Slice<'_, T> {
        Slice { buffer: self, first: 0, len: self.len }
    }

    /// All of it, to be written.
    pub fn as_slice_mut(&mut self) -> SliceMut<'_, T> {
        let len = self.len;
        SliceMut { buffer: self, first: 0, len, alone: PhantomData }
    }

    /// A part of it, to be read.
    ///
    /// # Errors
    /// [`Argument`](crate::ErrorKind::Argument) where the range leaves the buffer.
    pub fn slice(&self, range: Range<usize>) -> Result<Slice<'_, T>, Error> {
        check_range(&range, self.len)?;
        Ok(Slice { buffer: self, first: range.start, len: range.len() })
    }

    /// A part of it, to be written.
    ///
    /// # Errors
    /// As [`slice`](Buffer::slice).
    pub fn slice_mut(&mut self, range: Range<usize>) -> Result<SliceMut<'_, T>, Error> {
        check_range(&range, self.len)?;
        Ok(SliceMut { buffer: self, first: range.start, len: range.len(), alone: PhantomData })
    }

    /// A copy of it.
    ///
    /// # Errors
    /// Out of memory.
    pub fn duplicate(&self, stream: &Stream) -> Result<Buffer<T>, Error> {
        let mut copy = Buffer::allocate(stream, self.len)?;
        copy.as_slice_mut().copy_from(stream, self.as_slice())?;
        Ok(copy)
    }
}

fn check_range(range: &Range<usize>, len: usize) -> Result<(), Error> {
    if range.start <= range.end && range.end <= len {
        return Ok(());
    }
    Err(Error::argument(format!("elements {} to {} are not all in a buffer of {len}", range.start, range.end)))
}

impl<T: Element> Drop for Buffer<T> {
    fn drop(&mut self) {
        if self.is_owned {
            // SAFETY: made by `allocate`; its device is still open. Work that uses it may still run.
            unsafe { sys::rustg_buffer_free(self.raw.as_ptr()) }
        }
    }
}

impl<T: Element> fmt::Debug for Buffer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Buffer of {} {} on {:?}", self.len, T::name(), self.device)
    }
}

/// A part of a [`Buffer`], to be read.
#[derive(Clone, Copy, Debug)]
pub struct Slice<'a, T: Element> {
    buffer: &'a Buffer<T>,
    first: usize,
    len: usize,
}

impl<'a, T: Element> Slice<'a, T> {
    /// Elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Has it no elements?
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// A part of this part.
    ///
    /// # Errors
    /// As [`Buffer::slice`].
    pub fn slice(&self, range: Range<usize>) -> Result<Slice<'a, T>, Error> {
        check_range(&range, self.len)?;
        Ok(Slice { buffer: self.buffer, first: self.first + range.start, len: range.len() })
    }

    pub(crate) fn argument(&self, is_image: bool) -> sys::rustg_launch_argument {
        argument(self.buffer, self.first, self.len, is_image)
    }

    pub(crate) fn read(&self, stream: &Stream) -> Result<Vec<T>, Error> {
        let mut values: Vec<T> = Vec::new();
        let bytes = bytes_of::<T>(self.len)?;
        if values.try_reserve_exact(self.len).is_err() {
            return Err(Error::new(sys::RUSTG_ERR_MEMORY, format!("out of memory for {bytes} bytes"), ""));
        }
        self.copy_out(stream, values.as_mut_ptr())?;
        // SAFETY: all elements were copied: what is in buffers of T is a T.
        unsafe { values.set_len(self.len) };
        Ok(values)
    }

    pub(crate) fn read_into(&self, stream: &Stream, to: &mut [T]) -> Result<(), Error> {
        check_lengths(self.len, to.len())?;
        self.copy_out(stream, to.as_mut_ptr())
    }

    fn copy_out(&self, stream: &Stream, to: *mut T) -> Result<(), Error> {
        let (offset, n_bytes) = (bytes_of::<T>(self.first)?, bytes_of::<T>(self.len)?);
        let from = self.buffer.raw.as_ptr();
        if n_bytes > 0 {
            // SAFETY: `to` has room for n_bytes, which are written before the wait is over.
            check(|error| unsafe {
                sys::rustg_copy_from_buffer(to.cast(), from, offset, n_bytes, stream.raw(), error)
            })?;
        }
        stream.wait()
    }
}

impl<'a, T: Element> From<&'a Buffer<T>> for Slice<'a, T> {
    fn from(buffer: &'a Buffer<T>) -> Slice<'a, T> {
        buffer.as_slice()
    }
}

impl<'a, T: Element> From<&'a mut Buffer<T>> for Slice<'a, T> {
    fn from(buffer: &'a mut Buffer<T>) -> Slice<'a, T> {
        buffer.as_slice()
    }
}

impl<'a, T: Element> From<SliceMut<'a, T>> for Slice<'a, T> {
    fn from(slice: SliceMut<'a, T>) -> Slice<'a, T> {
        Slice { buffer: slice.buffer, first: slice.first, len: slice.len }
    }
}

/// A part of a [`Buffer`], to be written.
#[derive(Debug)]
pub struct SliceMut<'a, T: Element> {
    buffer: &'a Buffer<T>,
    first: usize,
    len: usize,
    alone: PhantomData<&'a mut Buffer<T>>,
}

impl<'a, T: Element> SliceMut<'a, T> {
    pub(crate) fn of_held(buffer: &'a Buffer<T>) -> SliceMut<'a, T> {
        SliceMut { buffer, first: 0, len: buffer.len, alone: PhantomData }
    }

    /// In a capture: what is read at each launch must stay.
    pub(crate) fn write_captured(&mut self, stream: &Stream, values: &[T]) -> Result<(), Error> {
        check_lengths(values.len(), self.len)?;
        let (offset, n_bytes) = (bytes_of::<T>(self.first)?, bytes_of::<T>(self.len)?);
        if n_bytes == 0 {
            return Ok(());
        }
        let (to, from) = (self.buffer.raw.as_ptr(), values.as_ptr().cast());
        // SAFETY: values are n_bytes long, and the graph keeps them.
        check(|error| unsafe { sys::rustg_copy_to_buffer(to, offset, from, n_bytes, stream.raw(), error) })
    }

    /// Elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Has it no elements?
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub(crate) fn argument(&self, is_image: bool) -> sys::rustg_launch_argument {
        argument(self.buffer, self.first, self.len, is_image)
    }

    pub(crate) fn write(&mut self, stream: &Stream, values: &[T]) -> Result<(), Error> {
        check_lengths(values.len(), self.len)?;
        let (offset, n_bytes) = (bytes_of::<T>(self.first)?, bytes_of::<T>(self.len)?);
        if n_bytes == 0 {
            return Ok(());
        }
        let (to, from) = (self.buffer.raw.as_ptr(), values.as_ptr().cast());
        // SAFETY: values are n_bytes long, and read before the call returns or, where they are page-locked, before the
        // event.
        check(|error| unsafe { sys::rustg_copy_to_buffer(to, offset, from, n_bytes, stream.raw(), error) })?;
        if !is_pinned(values) {
            return Ok(());
        }
        stream.wait_for_copies()
    }

    pub(crate) fn copy_from(&mut self, stream: &Stream, from: Slice<'_, T>) -> Result<(), Error> {
        check_lengths(from.len, self.len)?;
        let (to_at, from_at) = (bytes_of::<T>(self.first)?, bytes_of::<T>(from.first)?);
        let n_bytes = bytes_of::<T>(self.len)?;
        if n_bytes == 0 {
            return Ok(());
        }
        let (to, from) = (self.buffer.raw.as_ptr(), from.buffer.raw.as_ptr());
        // SAFETY: two buffers, as one is borrowed to be written; the library checks the ranges.
        check(|error| unsafe { sys::rustg_copy_between(to, to_at, from, from_at, n_bytes, stream.raw(), error) })
    }

    /// Sets all of it to zero.
    ///
    /// # Errors
    /// What the driver answers.
    pub fn clear(&mut self, stream: &Stream) -> Result<(), Error> {
        let (offset, n_bytes) = (bytes_of::<T>(self.first)?, bytes_of::<T>(self.len)?);
        if n_bytes == 0 {
            return Ok(());
        }
        let to = self.buffer.raw.as_ptr();
        // SAFETY: both are alive; all zero is a value of every element.
        check(|error| unsafe { sys::rustg_fill_buffer(to, offset, 0, 1, n_bytes, stream.raw(), error) })
    }
}

impl<'a, T: Element> From<&'a mut Buffer<T>> for SliceMut<'a, T> {
    fn from(buffer: &'a mut Buffer<T>) -> SliceMut<'a, T> {
        buffer.as_slice_mut()
    }
}

fn argument<T: Element>(buffer: &Buffer<T>, first: usize, len: usize, is_image: bool) -> sys::rustg_launch_argument {
    let step = if is_image { size_of::<T>() } else { 1 };
    sys::rustg_launch_argument {
        value: std::ptr::null(),
        n_bytes: 0,
        buffer: buffer.raw.as_ptr(),
        offset: (first * step) as u64,
        length: len as u64,
    }
}

/// Memory that both the device and the host read and write, where it is.
///
/// ```
/// let device = rustg::Device::cpu()?;
/// let stream = device.stream()?;
/// let mut numbers = rustg::ManagedBuffer::<u32>::zeros(&device, 3)?;
/// numbers.map()?[1] = 7;
/// assert_eq!(stream.download(numbers.as_slice())?, [0, 7, 0]);
/// # Ok::<(), rustg::Error>(())
/// ```
#[derive(Debug)]
pub struct ManagedBuffer<T: Element>(Buffer<T>);

impl<T: Element> ManagedBuffer<T> {
    /// `len` elements, all zero.
    ///
    /// # Errors
    /// As [`Stream::zeros`].
    pub fn zeros(device: &Device, len: usize) -> Result<ManagedBuffer<T>, Error> {
        let buffer = Buffer::managed(device, len)?;
        if len > 0 && size_of::<T>() > 0 {
            // SAFETY: just allocated, and nothing uses it; all zero is a value of T.
            unsafe { (buffer.as_raw() as *mut T).write_bytes(0, len) };
        }
        Ok(ManagedBuffer(buffer))
    }

    /// Elements.
    pub fn len(&self) -> usize {
        self.0.len
    }

    /// Has it no elements?
    pub fn is_empty(&self) -> bool {
        self.0.len == 0
    }

    /// All of it, for streams and kernels that read.
    pub fn as_slice(&self) -> Slice<'_, T> {
        self.0.as_slice()
    }

    /// All of it, for streams and kernels that write.
    pub fn as_slice_mut(&mut self) -> SliceMut<'_, T> {
        self.0.as_slice_mut()
    }

    /// Waits for the device's work and lets the host read and write.
    ///
    /// # Errors
    /// As [`Device::synchronize`].
    pub fn map(&mut self) -> Result<&mut [T], Error> {
        self.0.device.synchronize()?;
        if self.is_empty() || size_of::<T>() == 0 {
            return Ok(&mut []);
        }
        // SAFETY: len elements that no work uses any more; none is put in while they are borrowed.
        Ok(unsafe { std::slice::from_raw_parts_mut(self.0.as_raw() as *mut T, self.0.len) })
    }
}
