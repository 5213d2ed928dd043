//! Graphs: work that is captured once and launched as a whole, again and again.

use std::cell::RefCell;
use std::ffi::c_void;
use std::fmt;
use std::marker::PhantomData;
use std::ptr::{NonNull, null_mut};

use rustg_sys as sys;

use crate::buffer::{Buffer, Slice, SliceMut};
use crate::device::made;
use crate::element::Element;
use crate::error::{Error, check};
use crate::launch::{Arguments, LaunchConfig};
use crate::module::{Kernel, Module};
use crate::stream::{Event, Stream, call_boxed};

/// A buffer that may stand in several places of a graph, and be read and written between its launches. It is `Copy`;
/// the buffer stays borrowed as long as any of it, or a graph that has it, is in use. What one launch takes twice is
/// refused when it is launched.
pub struct Held<'g, T: Element> {
    buffer: &'g Buffer<T>,
    alone: PhantomData<*mut T>,
}

impl<T: Element> Clone for Held<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Element> Copy for Held<'_, T> {}

impl<'g, T: Element> Held<'g, T> {
    /// Elements.
    pub fn len(&self) -> usize {
        self.buffer.len()
    }

    /// Has it no elements?
    pub fn is_empty(&self) -> bool {
        self.buffer.is_empty()
    }

    pub(crate) fn buffer(&self) -> &'g Buffer<T> {
        self.buffer
    }
}

impl<T: Element> fmt::Debug for Held<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Held {:?}", self.buffer)
    }
}

impl<T: Element> Buffer<T> {
    /// For [`Stream::capture`].
    pub fn hold(&mut self) -> Held<'_, T> {
        Held { buffer: self, alone: PhantomData }
    }
}

impl<'g, T: Element> From<Held<'g, T>> for Slice<'g, T> {
    fn from(held: Held<'g, T>) -> Slice<'g, T> {
        held.buffer.as_slice()
    }
}

impl<'g, T: Element> From<Held<'g, T>> for SliceMut<'g, T> {
    fn from(held: Held<'g, T>) -> SliceMut<'g, T> {
        SliceMut::of_held(held.buffer)
    }
}

/// Functions of the host that a graph calls, each a `Box<Box<dyn Fn() + Send + Sync>>`.
#[derive(Default)]
struct HostCalls(Vec<NonNull<c_void>>);

impl Drop for HostCalls {
    fn drop(&mut self) {
        for call in &self.0 {
            // SAFETY: made by `Capture::call`, and the graph that calls it is gone.
            drop(unsafe { Box::from_raw(call.as_ptr().cast::<Box<dyn Fn() + Send + Sync>>()) });
        }
    }
}

/// What is put into a graph: the stream of a [`capture`](Stream::capture).
pub struct Capture<'s, 'g> {
    stream: &'s Stream,
    /// What the graph's work reads: nobody may drop it before the graph.
    kept: RefCell<Vec<Box<dyn std::any::Any>>>,
    calls: RefCell<HostCalls>,
    life: PhantomData<fn(&'g ()) -> &'g ()>,
}

impl<'g> Capture<'_, 'g> {
    /// [`Kernel::launch`]. Values are those of now; buffers are read and written at each launch of the graph.
    ///
    /// # Errors
    /// As [`Kernel::launch`].
    pub fn launch<A: Arguments + 'g>(
        &self,
        kernel: &Kernel,
        config: impl Into<LaunchConfig>,
        arguments: A,
    ) -> Result<(), Error> {
        kernel.launch(self.stream, config, arguments)
    }

    /// [`Stream::write`] of values that the graph keeps.
    ///
    /// # Errors
    /// As [`Stream::write`].
    pub fn write<T: Element>(&self, values: Vec<T>, to: impl Into<SliceMut<'g, T>>) -> Result<(), Error> {
        let values = values.into_boxed_slice();
        to.into().write_captured(self.stream, &values)?;
        self.kept.borrow_mut().push(Box::new(values));
        Ok(())
    }

    /// [`Stream::copy`].
    ///
    /// # Errors
    /// As [`Stream::copy`].
    pub fn copy<T: Element>(&self, from: impl Into<Slice<'g, T>>, to: impl Into<SliceMut<'g, T>>) -> Result<(), Error> {
        self.stream.copy(from, to)
    }

    /// Sets a buffer to zero.
    ///
    /// # Errors
    /// As [`SliceMut::clear`].
    pub fn clear<T: Element>(&self, to: impl Into<SliceMut<'g, T>>) -> Result<(), Error> {
        to.into().clear(self.stream)
    }

    /// Calls a function of the host each time the graph gets there. It must call nothing of this crate; a panic in it
    /// is not passed on.
    ///
    /// # Errors
    /// As [`Stream::call`].
    pub fn call(&self, work: impl Fn() + Send + Sync + 'static) -> Result<(), Error> {
        let work: Box<Box<dyn Fn() + Send + Sync>> = Box::new(Box::new(work));
        let user = Box::into_raw(work).cast::<c_void>();
        // SAFETY: the graph keeps what user points to, and is alive while its work runs or leaves it for ever.
        let status =
            check(|error| unsafe { sys::rustg_stream_call(self.stream.raw(), Some(call_shared), user, error) });
        match NonNull::new(user) {
            Some(user) if status.is_ok() => self.calls.borrow_mut().0.push(user),
            // SAFETY: nobody was given it.
            _ => drop(unsafe { Box::from_raw(user.cast::<Box<dyn Fn() + Send + Sync>>()) }),
        }
        status
    }
}

unsafe extern "C" fn call_shared(user: *mut c_void) {
    // SAFETY: `Capture::call` made it, and the graph keeps it.
    let work = unsafe { &*user.cast::<Box<dyn Fn() + Send + Sync>>() };
    call_boxed(work);
}

/// Captured work. Dropping it waits for its launches.
///
/// ```
/// let device = rustg::Device::cpu()?;
/// let mut stream = device.stream()?;
/// let module = rustg::Module::from_source(&device, "
///     use rustg_std::prelude::*;
///     #[kernel]
///     pub fn double(mut y: GridMut<u32>) {
///         let i = thread::index();
///         if i < y.len() {
///             y[i] *= 2;
///         }
///     }")?;
/// let double = module.kernel("double")?;
/// let mut y = stream.upload(&[1u32, 2, 3])?;
/// let held = y.hold();
/// let graph = stream.capture(|work| {
///     work.launch(&double, 3, (held,))?;
///     work.launch(&double, 3, (held,))
/// })?;
/// graph.launch(&stream)?;
/// graph.launch(&stream)?;
/// assert_eq!(stream.download(held)?, [16, 32, 48]);
/// drop(graph);
/// assert_eq!(stream.download(&y)?, [16, 32, 48]);
/// # Ok::<(), rustg::Error>(())
/// ```
pub struct Graph<'g> {
    raw: NonNull<sys::rustg_graph>,
    modules: Vec<Module>,
    kept: Vec<Box<dyn std::any::Any>>,
    _calls: HostCalls,
    /// One behind each launch that may still run.
    launches: RefCell<Vec<Event>>,
    life: PhantomData<&'g ()>,
}

impl Graph<'_> {
    /// Puts all of it into a stream of the same device.
    ///
    /// # Errors
    /// [`Argument`](crate::ErrorKind::Argument) for a stream of another device or one that is being captured; what the
    /// driver answers.
    pub fn launch(&self, stream: &Stream) -> Result<(), Error> {
        let mut launches = self.launches.borrow_mut();
        launches.retain(|event| !event.is_done().unwrap_or(false));
        let event = stream.device().event()?;
        for module in &self.modules {
            stream.hold(module);
        }
        // SAFETY: graph and stream are alive, and all that the work uses is.
        check(|error| unsafe { sys::rustg_graph_launch(self.raw.as_ptr(), stream.raw(), error) })?;
        let recorded = event.record(stream).or_else(|error| stream.wait().and(Err(error)));
        launches.push(event);
        recorded
    }
}

impl Drop for Graph<'_> {
    fn drop(&mut self) {
        for event in self.launches.borrow().iter() {
            // A device that is lost does nothing any more.
            let _ = event.wait();
        }
        // SAFETY: its launches are done, so nothing uses what it keeps, which goes after it.
        unsafe { sys::rustg_graph_free(self.raw.as_ptr()) }
    }
}

impl fmt::Debug for Graph<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Graph with kernels of {} modules and {} texts of its own", self.modules.len(), self.kept.len())
    }
}

impl Stream {
    /// Captures work instead of doing it, for [`Graph::launch`].
    ///
    /// # Errors
    /// What `work` answers, and what the driver does: one too old has no graphs.
    pub fn capture<'g>(
        &mut self,
        work: impl FnOnce(&Capture<'_, 'g>) -> Result<(), Error>,
    ) -> Result<Graph<'g>, Error> {
        // SAFETY: the stream is alive.
        check(|error| unsafe { sys::rustg_graph_begin(self.raw(), error) })?;
        let outside = self.take_held();
        let capture = Capture { stream: self, kept: RefCell::default(), calls: RefCell::default(), life: PhantomData };
        let ending = EndCapture(self);
        let worked = work(&capture);
        std::mem::forget(ending);
        let mut raw = null_mut();
        // SAFETY: the stream is alive and being captured.
        let ended = check(|error| unsafe { sys::rustg_graph_end(self.raw(), &mut raw, error) });
        let (kept, calls) = (capture.kept.take(), capture.calls.take());
        let modules = self.take_held();
        for module in &outside {
            self.hold(module);
        }
        let graph = ended.and_then(|()| made(raw)).map(|raw| Graph {
            raw,
            modules,
            kept,
            _calls: calls,
            launches: RefCell::default(),
            life: PhantomData,
        })?;
        worked.map(|()| graph)
    }
}

/// Ends a capture whose work panicked.
struct EndCapture<'s>(&'s Stream);

impl Drop for EndCapture<'_> {
    fn drop(&mut self) {
        let mut raw = null_mut();
        // SAFETY: the stream is alive and being captured; a graph that is made is launched by nobody.
        unsafe {
            sys::rustg_graph_end(self.0.raw(), &mut raw, null_mut());
            sys::rustg_graph_free(raw);
        }
    }
}
