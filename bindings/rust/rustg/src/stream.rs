//! Streams, which do work in order, and events, which mark places in them.

use std::cell::RefCell;
use std::ffi::c_void;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::{NonNull, null_mut};

use rustg_sys as sys;

use crate::buffer::{Buffer, Slice, SliceMut};
use crate::device::{Device, made};
use crate::element::Element;
use crate::error::{Error, ErrorKind, c_text, check, sized_text};
use crate::module::Module;
use crate::pinned::{PinnedBuffer, Transfer};

/// Work put into a stream is done in order; streams overlap. On the CPU device a call returns when its work is done.
///
/// A stream belongs to one thread at a time: it can be sent, not shared.
///
/// ```compile_fail
/// fn shared<T: Sync>() {}
/// shared::<rustg::Stream>();
/// ```
pub struct Stream {
    raw: NonNull<sys::rustg_stream>,
    device: Device,
    /// Launched from since the last wait, which reads what their compiles say of a panic: another thread may drop them
    /// before.
    launched: RefCell<Vec<Module>>,
    is_owned: bool,
}

// SAFETY: context.h: a stream belongs to one thread at a time, any one.
unsafe impl Send for Stream {}

impl Stream {
    pub(crate) fn new(device: &Device) -> Result<Stream, Error> {
        let mut raw = null_mut();
        // SAFETY: the context is open and kept by the stream.
        check(|error| unsafe { sys::rustg_stream_create(device.raw(), &mut raw, error) })?;
        Ok(Stream { raw: made(raw)?, device: device.clone(), launched: RefCell::default(), is_owned: true })
    }

    pub(crate) fn with_priority(device: &Device, priority: i32) -> Result<Stream, Error> {
        let mut raw = null_mut();
        // SAFETY: the context is open and kept by the stream.
        check(|error| unsafe { sys::rustg_stream_create_with_priority(device.raw(), priority, &mut raw, error) })?;
        Ok(Stream { raw: made(raw)?, device: device.clone(), launched: RefCell::default(), is_owned: true })
    }

    /// A stream of another library's: a `CUstream` of the device's context; on the CPU null.
    ///
    /// # Safety
    /// It outlives the stream, and no other thread uses it at the same time.
    ///
    /// # Errors
    /// [`Argument`](ErrorKind::Argument) for one on the CPU.
    pub unsafe fn from_raw(device: &Device, raw: *mut c_void) -> Result<Stream, Error> {
        let mut stream = null_mut();
        // SAFETY: the context is open and kept by the stream; raw is as the caller promises.
        check(|error| unsafe { sys::rustg_stream_wrap(device.raw(), raw, &mut stream, error) })?;
        Ok(Stream { raw: made(stream)?, device: device.clone(), launched: RefCell::default(), is_owned: true })
    }

    /// A handle that somebody else destroys.
    pub(crate) fn borrowed(raw: NonNull<sys::rustg_stream>, device: &Device) -> Stream {
        Stream { raw, device: device.clone(), launched: RefCell::default(), is_owned: false }
    }

    pub(crate) fn raw(&self) -> *mut sys::rustg_stream {
        self.raw.as_ptr()
    }

    /// Its priority: smaller numbers go first; 0 for most.
    pub fn priority(&self) -> i32 {
        // SAFETY: the stream is alive.
        unsafe { sys::rustg_stream_priority(self.raw()) }
    }

    /// The device whose work it does.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// The `CUstream`; null on the CPU.
    pub fn as_raw(&self) -> *mut c_void {
        // SAFETY: the stream is alive.
        unsafe { sys::rustg_stream_raw(self.raw()) }
    }

    /// Waits until all work in it is done.
    ///
    /// # Errors
    /// [`ErrorKind::Panic`] with file, line and column where a kernel launched since the last wait panicked; the device
    /// stays usable. What the driver answers.
    pub fn wait(&self) -> Result<(), Error> {
        // SAFETY: the stream is alive.
        let waited = check(|error| unsafe { sys::rustg_stream_wait(self.raw(), error) });
        let waited =
            waited.map_err(|error| if error.kind() == ErrorKind::Panic { self.place_of_panic(error) } else { error });
        let launched = self.launched.take();
        drop(launched); // the last of a module waits for the device
        waited
    }

    /// A kernel of the module is put into it.
    pub(crate) fn hold(&self, module: &Module) {
        let mut launched = self.launched.borrow_mut();
        if !launched.iter().rev().any(|held| held.is_same(module)) {
            launched.push(module.clone());
        }
    }

    pub(crate) fn take_held(&self) -> Vec<Module> {
        self.launched.take()
    }

    /// Calls a function of the host when the stream gets there, on a thread of the driver's; on the CPU before this
    /// returns. It must call nothing of this crate; a panic in it is not passed on. After an error of the device it may
    /// never be called.
    ///
    /// # Errors
    /// What the driver answers; one too old cannot.
    pub fn call(&self, work: impl FnOnce() + Send + 'static) -> Result<(), Error> {
        let work: Box<Box<dyn FnOnce() + Send>> = Box::new(Box::new(work));
        let user = Box::into_raw(work).cast::<c_void>();
        // SAFETY: the stream is alive; user is the function's from here on.
        let called = check(|error| unsafe { sys::rustg_stream_call(self.raw(), Some(call_once), user, error) });
        if called.is_err() {
            // SAFETY: nobody was given it.
            drop(unsafe { Box::from_raw(user.cast::<Box<dyn FnOnce() + Send>>()) });
        }
        called
    }

    /// Waits for what is in it and leaves panics to the next [`wait`](Stream::wait).
    pub(crate) fn wait_for_copies(&self) -> Result<(), Error> {
        let event = self.device.event()?;
        event.record(self)?;
        event.wait()
    }

    fn place_of_panic(&self, error: Error) -> Error {
        let mut panic = sys::rustg_panic::default();
        let mut module = std::ptr::null();
        let mut site = sys::rustg_panic_site { message: std::ptr::null(), path: std::ptr::null(), line: 0, column: 0 };
        // SAFETY: the stream is alive; a module that is given is, and its result with it. Texts are the result's.
        unsafe {
            sys::rustg_stream_panic(self.raw(), &mut panic, &mut module);
            if module.is_null() {
                return error;
            }
            let result = sys::rustg_module_result(module);
            if result.is_null() || sys::rustg_result_panic_site(result, panic.site, &mut site) != sys::RUSTG_OK {
                return error;
            }
            let words = sized_text(|to, room| sys::rustg_panic_message(result, &panic, to, room));
            let path = c_text(site.path).into_owned();
            let text = text_of(result, &path);
            error.at(path, site.line, site.column).with_text(text).with_words(words)
        }
    }

    /// Is nothing left to do?
    ///
    /// # Errors
    /// What the driver answers.
    pub fn is_done(&self) -> Result<bool, Error> {
        let mut is_done = 0;
        // SAFETY: the stream is alive.
        check(|error| unsafe { sys::rustg_stream_query(self.raw(), &mut is_done, error) })?;
        Ok(is_done != 0)
    }

    /// Work put in from now on waits for the event, which may be of another device.
    ///
    /// # Errors
    /// What the driver answers.
    pub fn wait_event(&self, event: &Event) -> Result<(), Error> {
        // SAFETY: both are alive.
        check(|error| unsafe { sys::rustg_stream_wait_event(self.raw(), event.raw.as_ptr(), error) })
    }

    /// A buffer of `len` elements, all zero.
    ///
    /// # Errors
    /// [`DeviceMemory`](ErrorKind::DeviceMemory), over the device's limit too.
    pub fn zeros<T: Element>(&self, len: usize) -> Result<Buffer<T>, Error> {
        Buffer::zeros(self, len)
    }

    /// A buffer of `len` elements that hold whatever the memory held: for a kernel that writes all of them.
    ///
    /// # Safety
    /// An element is written before it is read, or any bits are a value of it, as of numbers.
    ///
    /// # Errors
    /// As [`zeros`](Stream::zeros).
    pub unsafe fn unwritten<T: Element>(&self, len: usize) -> Result<Buffer<T>, Error> {
        Buffer::allocate(self, len)
    }

    /// A buffer that holds a copy of `values`.
    ///
    /// # Errors
    /// As [`zeros`](Stream::zeros).
    pub fn upload<T: Element>(&self, values: &[T]) -> Result<Buffer<T>, Error> {
        Buffer::of(self, values)
    }

    /// Copies `values` over all of a buffer or slice.
    ///
    /// # Errors
    /// [`Argument`](ErrorKind::Argument) where the lengths differ.
    pub fn write<'a, T: Element>(&self, values: &[T], to: impl Into<SliceMut<'a, T>>) -> Result<(), Error> {
        to.into().write(self, values)
    }

    /// Waits for all work in the stream and copies a buffer or slice to the host.
    ///
    /// # Errors
    /// As [`wait`](Stream::wait): panics of kernels show here too.
    pub fn download<'a, T: Element>(&self, from: impl Into<Slice<'a, T>>) -> Result<Vec<T>, Error> {
        from.into().read(self)
    }

    /// [`download`](Stream::download) into memory of the caller's, of the same length.
    ///
    /// # Errors
    /// As [`download`](Stream::download), and [`Argument`](ErrorKind::Argument) where the lengths differ.
    pub fn download_into<'a, T: Element>(&self, from: impl Into<Slice<'a, T>>, to: &mut [T]) -> Result<(), Error> {
        from.into().read_into(self, to)
    }

    /// Copies between buffers of the same length, also of two devices.
    ///
    /// # Errors
    /// [`Argument`](ErrorKind::Argument) where the lengths differ.
    pub fn copy<'a, 'b, T: Element>(
        &self,
        from: impl Into<Slice<'a, T>>,
        to: impl Into<SliceMut<'b, T>>,
    ) -> Result<(), Error> {
        to.into().copy_from(self, from.into())
    }

    /// Starts copying page-locked memory over all of a buffer, and returns at once.
    ///
    /// # Errors
    /// [`Argument`](ErrorKind::Argument) where the lengths differ.
    pub fn upload_pinned<T: Element>(&self, from: PinnedBuffer<T>, to: &mut Buffer<T>) -> Result<Transfer<T>, Error> {
        from.start_upload(self, to)
    }

    /// Starts copying all of a buffer to page-locked memory, and returns at once.
    ///
    /// # Errors
    /// [`Argument`](ErrorKind::Argument) where the lengths differ.
    pub fn download_pinned<T: Element>(&self, from: &Buffer<T>, to: PinnedBuffer<T>) -> Result<Transfer<T>, Error> {
        to.start_download(self, from)
    }
}

/// The text of a file of a result's; empty where the result holds none.
///
/// # Safety
/// The result is alive.
pub(crate) unsafe fn text_of<'a>(result: *const sys::rustg_result, path: &str) -> &'a [u8] {
    let mut file = std::mem::MaybeUninit::<sys::rustg_file>::zeroed();
    // SAFETY: indexes in range; name and bytes are the result's.
    unsafe {
        for index in 0..sys::rustg_result_n_files(result) {
            if sys::rustg_result_file(result, index, file.as_mut_ptr()) == sys::RUSTG_OK {
                let file = file.assume_init();
                if c_text(file.name) == path && !file.bytes.is_null() {
                    return std::slice::from_raw_parts(file.bytes, file.n_bytes);
                }
            }
        }
    }
    &[]
}

unsafe extern "C" fn call_once(user: *mut c_void) {
    // SAFETY: `Stream::call` made it for this one call.
    let work = unsafe { Box::from_raw(user.cast::<Box<dyn FnOnce() + Send>>()) };
    call_boxed(*work);
}

/// Unwinding must not reach the C code that called.
pub(crate) fn call_boxed(work: impl FnOnce()) {
    let _ = catch_unwind(AssertUnwindSafe(work));
}

impl Drop for Stream {
    fn drop(&mut self) {
        if self.is_owned {
            // SAFETY: made by `new`; its device is still open.
            unsafe { sys::rustg_stream_destroy(self.raw()) }
        }
    }
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Stream of {:?}", self.device)
    }
}

/// A place in a stream. One that was never recorded counts as done.
///
/// ```compile_fail
/// fn shared<T: Sync>() {}
/// shared::<rustg::Event>();
/// ```
pub struct Event {
    raw: NonNull<sys::rustg_event>,
    device: Device,
}

// SAFETY: context.h: an event belongs to one thread at a time, any one.
unsafe impl Send for Event {}

impl Event {
    pub(crate) fn new(device: &Device) -> Result<Event, Error> {
        let mut raw = null_mut();
        // SAFETY: the context is open and kept by the event.
        check(|error| unsafe { sys::rustg_event_create(device.raw(), &mut raw, error) })?;
        Ok(Event { raw: made(raw)?, device: device.clone() })
    }

    /// Marks the place behind all work put into the stream so far.
    ///
    /// # Errors
    /// [`Argument`](ErrorKind::Argument) for a stream of another device.
    pub fn record(&self, stream: &Stream) -> Result<(), Error> {
        // SAFETY: both are alive.
        check(|error| unsafe { sys::rustg_event_record(self.raw.as_ptr(), stream.raw(), error) })
    }

    /// The `CUevent`; null on the CPU.
    pub fn as_raw(&self) -> *mut c_void {
        // SAFETY: the event is alive.
        unsafe { sys::rustg_event_raw(self.raw.as_ptr()) }
    }

    /// Waits for it.
    ///
    /// # Errors
    /// What the driver answers.
    pub fn wait(&self) -> Result<(), Error> {
        // SAFETY: the event is alive.
        check(|error| unsafe { sys::rustg_event_wait(self.raw.as_ptr(), error) })
    }

    /// Is the work before it done?
    ///
    /// # Errors
    /// What the driver answers.
    pub fn is_done(&self) -> Result<bool, Error> {
        let mut is_done = 0;
        // SAFETY: the event is alive.
        check(|error| unsafe { sys::rustg_event_query(self.raw.as_ptr(), &mut is_done, error) })?;
        Ok(is_done != 0)
    }

    /// Seconds from `start` to this one; both recorded and done.
    ///
    /// # Errors
    /// [`Argument`](ErrorKind::Argument) where one was not recorded.
    pub fn seconds_since(&self, start: &Event) -> Result<f64, Error> {
        let mut seconds = 0.0;
        // SAFETY: both are alive.
        check(|error| unsafe { sys::rustg_event_elapsed(start.raw.as_ptr(), self.raw.as_ptr(), &mut seconds, error) })?;
        Ok(seconds)
    }
}

impl fmt::Debug for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Event of {:?}", self.device)
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        // SAFETY: made by `new`; its device is still open.
        unsafe { sys::rustg_event_destroy(self.raw.as_ptr()) }
    }
}
