//! One launch over several devices, each with a part of the items.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;
use std::ptr::{NonNull, null, null_mut};
use std::rc::Rc;

use rustg_sys as sys;

use crate::buffer::{Buffer, bytes_of, check_lengths};
use crate::device::{Device, made};
use crate::element::Element;
use crate::error::{Error, check};
use crate::launch::{Kind, check_kinds};
use crate::module::Kernel;
use crate::result::Role;
use crate::stream::Stream;

struct SplitHandle {
    raw: NonNull<sys::rustg_split>,
    streams: Vec<Stream>,
}

impl Drop for SplitHandle {
    fn drop(&mut self) {
        // SAFETY: its buffers hold this, so they are gone.
        unsafe { sys::rustg_split_close(self.raw.as_ptr()) }
    }
}

/// Items shared out in order over parts, each on a device: as many to each, and one more to the first ones.
///
/// ```
/// use rustg::{Device, DeviceOptions, Backend, Module, Place, Split, SplitArgument};
/// let apart = DeviceOptions { is_apart: true, ..Default::default() };
/// let devices = [Device::open(Backend::Cpu, 0, apart)?, Device::open(Backend::Cpu, 0, apart)?];
/// let text = "use rustg_std::prelude::*;
///     #[kernel]
///     pub fn number(first: u32, mut y: GridMut<u32>) {
///         let i = thread::index();
///         if i < y.len() {
///             y[i] = first + i.get() as u32;
///         }
///     }";
/// let kernels = [Module::from_source(&devices[0], text)?.kernel("number")?, Module::from_source(&devices[1],
/// text)?.kernel("number")?]; let split = Split::open(&devices)?; let mut y = split.zeros::<u32>(5, 1, Place::Parts)?;
/// split.launch(&kernels, 5, 1, &[SplitArgument::first::<u32>(), SplitArgument::write(&mut y)])?;
/// assert_eq!(y.download()?, [0, 1, 2, 3, 4]); assert_eq!(split.range(5, 1)?, 3..5);
/// # Ok::<(), rustg::Error>(())
/// ```
#[derive(Clone)]
pub struct Split(Rc<SplitHandle>);

/// Which items of a [`SplitBuffer`] a part holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// Its own.
    Parts,
    /// All of them, for what every thread reads.
    Whole,
}

impl Split {
    /// A part on each of these devices; one may be listed twice.
    ///
    /// # Errors
    /// [`Argument`](crate::ErrorKind::Argument) for no device; what the driver answers.
    pub fn open(devices: &[Device]) -> Result<Split, Error> {
        let contexts: Vec<_> = devices.iter().map(Device::raw).collect();
        let mut raw = null_mut();
        // SAFETY: contexts are open, and kept by the parts' streams.
        check(|error| unsafe { sys::rustg_split_open(contexts.as_ptr(), contexts.len(), &mut raw, error) })?;
        let mut split = SplitHandle { raw: made(raw)?, streams: Vec::new() };
        for (part, device) in devices.iter().enumerate() {
            // SAFETY: the split is open; it destroys its streams.
            let stream = made(unsafe { sys::rustg_split_stream(raw, part) })?;
            split.streams.push(Stream::borrowed(stream, device));
        }
        Ok(Split(Rc::new(split)))
    }

    fn raw(&self) -> *mut sys::rustg_split {
        self.0.raw.as_ptr()
    }

    /// How many parts there are.
    pub fn n_parts(&self) -> usize {
        // SAFETY: the split is open.
        unsafe { sys::rustg_split_n_parts(self.raw()) }
    }

    /// What a part works in.
    pub fn stream(&self, part: usize) -> Option<&Stream> {
        self.0.streams.get(part)
    }

    /// The items of a part.
    ///
    /// # Errors
    /// [`Argument`](crate::ErrorKind::Argument) where there is no such part.
    pub fn range(&self, n_items: usize, part: usize) -> Result<Range<usize>, Error> {
        let (mut first, mut n) = (0, 0);
        // SAFETY: the split is open.
        let status = unsafe { sys::rustg_split_range(self.raw(), n_items as u64, part, &mut first, &mut n) };
        if status != sys::RUSTG_OK {
            let message = format!("there is no part {part} of {}", self.n_parts());
            return Err(Error::new(status, message, ""));
        }
        Ok(first as usize..(first + n) as usize)
    }

    /// Waits for all parts, also where one fails.
    ///
    /// # Errors
    /// As [`Stream::wait`], for the first part that failed.
    pub fn wait(&self) -> Result<(), Error> {
        // SAFETY: the split is open.
        let waited = check(|error| unsafe { sys::rustg_split_wait(self.raw(), error) });
        for stream in &self.0.streams {
            drop(stream.take_held());
        }
        waited
    }

    /// A buffer of items of `item_len` elements each, all zero.
    ///
    /// # Errors
    /// As [`Stream::zeros`].
    pub fn zeros<T: Element>(&self, n_items: usize, item_len: usize, place: Place) -> Result<SplitBuffer<T>, Error> {
        let raw_place = if place == Place::Parts { sys::RUSTG_SPLIT_PARTS } else { sys::RUSTG_SPLIT_WHOLE };
        let len = n_items.checked_mul(item_len).ok_or_else(|| Error::argument("there are too many elements"))?;
        let (item_bytes, n) = (bytes_of::<T>(item_len)?, n_items as u64);
        bytes_of::<T>(len)?;
        let mut raw = null_mut();
        // SAFETY: the split is open, and kept by the buffer.
        check(|error| unsafe {
            sys::rustg_split_buffer_allocate(self.raw(), n, item_bytes, raw_place, &mut raw, error)
        })?;
        let mut buffer =
            SplitBuffer { raw: made(raw)?, parts: Vec::new(), len, item_len, n_items, split: self.clone() };
        for (part, stream) in self.0.streams.iter().enumerate() {
            let items = if place == Place::Parts { self.range(n_items, part)?.len() } else { n_items };
            // SAFETY: the buffer is alive; it frees its parts.
            let raw = made(unsafe { sys::rustg_split_buffer_part(buffer.raw.as_ptr(), part) })?;
            let mut of_part = Buffer::borrowed(raw, items * item_len, stream.device());
            of_part.as_slice_mut().clear(stream)?;
            buffer.parts.push(of_part);
        }
        Ok(buffer)
    }

    /// A buffer that holds a copy of `values`, items of `item_len` elements each.
    ///
    /// # Errors
    /// As [`zeros`](Split::zeros), and [`Argument`](crate::ErrorKind::Argument) where they are no whole items.
    pub fn upload<T: Element>(&self, values: &[T], item_len: usize, place: Place) -> Result<SplitBuffer<T>, Error> {
        if item_len == 0 || !values.len().is_multiple_of(item_len) {
            return Err(Error::argument(format!("{} elements are no items of {item_len}", values.len())));
        }
        let mut buffer = self.zeros(values.len() / item_len, item_len, place)?;
        buffer.write(values)?;
        Ok(buffer)
    }

    /// Launches in every part that has items: `threads_per_item` threads for each of them. `kernels`: the same kernel,
    /// from a module on each part's device.
    ///
    /// # Errors
    /// As [`Kernel::launch`]; [`Argument`](crate::ErrorKind::Argument) for buffers of another split or of other
    /// `n_items`.
    pub fn launch(
        &self,
        kernels: &[Kernel],
        n_items: usize,
        threads_per_item: usize,
        arguments: &[SplitArgument<'_>],
    ) -> Result<(), Error> {
        let n_parts = self.n_parts();
        if kernels.len() != n_parts {
            return Err(Error::argument(format!("{} kernels are given for {n_parts} parts", kernels.len())));
        }
        for kernel in kernels {
            let Some(info) = kernel.info().filter(|info| !info.is_unsafe) else {
                return Err(Error::argument(format!("`{}` is unsafe, or was loaded from an image", kernel.name())));
            };
            check_kinds(arguments.iter().map(|argument| &argument.kind), info)?;
        }
        let functions: Vec<_> = kernels.iter().map(Kernel::function).collect();
        let raw: Vec<_> = arguments.iter().map(|argument| argument.raw).collect();
        for (stream, kernel) in self.0.streams.iter().zip(kernels) {
            stream.hold(kernel.module());
        }
        let (n, threads) = (n_items as u64, threads_per_item as u64);
        // SAFETY: kernels are safe Rust, arguments are of their types and alive, and the library checks all else.
        check(|error| unsafe {
            sys::rustg_split_launch(self.raw(), functions.as_ptr(), n, threads, raw.as_ptr(), raw.len(), error)
        })
    }
}

impl fmt::Debug for Split {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Split over {:?}", self.0.streams.iter().map(Stream::device).collect::<Vec<_>>())
    }
}

/// A buffer on each device of a [`Split`].
pub struct SplitBuffer<T: Element> {
    raw: NonNull<sys::rustg_split_buffer>,
    parts: Vec<Buffer<T>>,
    len: usize,
    item_len: usize,
    n_items: usize,
    split: Split,
}

impl<T: Element> SplitBuffer<T> {
    /// Items.
    pub fn n_items(&self) -> usize {
        self.n_items
    }

    /// Elements of an item.
    pub fn item_len(&self) -> usize {
        self.item_len
    }

    /// A part's own buffer, for copies and launches in [`Split::stream`].
    pub fn part(&self, part: usize) -> Option<&Buffer<T>> {
        self.parts.get(part)
    }

    /// Copies `values` over all items.
    ///
    /// # Errors
    /// [`Argument`](crate::ErrorKind::Argument) where the lengths differ; what the driver answers.
    pub fn write(&mut self, values: &[T]) -> Result<(), Error> {
        check_lengths(values.len(), self.len)?;
        // SAFETY: values are all items; page-locked ones are read before the wait is over.
        check(|error| unsafe { sys::rustg_split_buffer_write(self.raw.as_ptr(), values.as_ptr().cast(), error) })?;
        if crate::pinned::is_pinned(values) { self.split.wait() } else { Ok(()) }
    }

    /// Waits for all parts and copies all items to the host.
    ///
    /// # Errors
    /// As [`Split::wait`]: panics of kernels show here too.
    pub fn download(&self) -> Result<Vec<T>, Error> {
        let mut values: Vec<T> = Vec::with_capacity(self.len);
        let to = values.as_mut_ptr().cast();
        // SAFETY: room for all items, which are written before the wait is over.
        let copied = check(|error| unsafe { sys::rustg_split_buffer_read(to, self.raw.as_ptr(), error) });
        self.split.wait().and(copied)?;
        // SAFETY: all elements were copied: what is in buffers of T is a T.
        unsafe { values.set_len(self.len) };
        Ok(values)
    }
}

impl<T: Element> Drop for SplitBuffer<T> {
    fn drop(&mut self) {
        // SAFETY: made by `zeros`; its split is still open.
        unsafe { sys::rustg_split_buffer_free(self.raw.as_ptr()) }
    }
}

impl<T: Element> fmt::Debug for SplitBuffer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SplitBuffer of {} times {} {} over {:?}", self.n_items, self.item_len, T::name(), self.split)
    }
}

/// What [`SplitArgument::first`] may be of.
pub trait ItemNumber: Element + sealed::Sealed {}
impl ItemNumber for u32 {}
impl ItemNumber for u64 {}
impl ItemNumber for usize {}

mod sealed {
    pub trait Sealed {}
    impl Sealed for u32 {}
    impl Sealed for u64 {}
    impl Sealed for usize {}
}

/// An argument of [`Split::launch`].
pub struct SplitArgument<'a> {
    raw: sys::rustg_split_argument,
    kind: Kind,
    of: PhantomData<&'a mut ()>,
}

impl<'a> SplitArgument<'a> {
    fn new(role: sys::rustg_split_role, value: *const std::ffi::c_void, n_bytes: u64, kind: Kind) -> SplitArgument<'a> {
        let raw = sys::rustg_split_argument { role, value, n_bytes, buffer: null_mut() };
        SplitArgument { raw, kind, of: PhantomData }
    }

    /// A value, the same in each part.
    pub fn value<T: Element>(value: &'a T) -> SplitArgument<'a> {
        let bytes = size_of::<T>() as u64;
        SplitArgument::new(sys::RUSTG_SPLIT_VALUE, std::ptr::from_ref(value).cast(), bytes, Kind::of::<T>(Role::Scalar))
    }

    /// The number of the part's first item.
    pub fn first<T: ItemNumber>() -> SplitArgument<'static> {
        let bytes = size_of::<T>() as u64;
        SplitArgument::new(sys::RUSTG_SPLIT_FIRST, null(), bytes, Kind::of::<T>(Role::Scalar))
    }

    /// For `&[T]`: the items that the part holds.
    pub fn read<T: Element>(buffer: &'a SplitBuffer<T>) -> SplitArgument<'a> {
        let mut argument = SplitArgument::new(sys::RUSTG_SPLIT_BUFFER, null(), 0, Kind::of::<T>(Role::Slice));
        argument.raw.buffer = buffer.raw.as_ptr();
        argument
    }

    /// For `GridMut<T>`: the items that the part holds.
    pub fn write<T: Element>(buffer: &'a mut SplitBuffer<T>) -> SplitArgument<'a> {
        let mut argument = SplitArgument::new(sys::RUSTG_SPLIT_BUFFER, null(), 0, Kind::of::<T>(Role::GridMut));
        argument.raw.buffer = buffer.raw.as_ptr();
        argument
    }
}
