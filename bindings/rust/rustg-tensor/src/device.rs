use crate::{DType, Error, Result};
use rustg::{Arguments, Backend, Buffer, Kernel, LaunchConfig, Slice, Stream};
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::rc::Rc;

mod compiled {
    rustg::include_kernels!();
}

/// What tensors hold.
pub trait Element: rustg::Element + Default + fmt::Debug {
    /// Its name at run time.
    const DTYPE: DType;
    #[doc(hidden)]
    fn buffer(storage: &Storage) -> Option<&Buffer<Self>>;
    #[doc(hidden)]
    fn buffer_mut(storage: &mut Storage) -> Option<&mut Buffer<Self>>;
    #[doc(hidden)]
    fn storage(device: Device, buffer: Buffer<Self>) -> Storage;
}

/// Elements that there is arithmetic on.
pub trait Float: Element {
    /// The nearest one.
    fn from_f64(number: f64) -> Self;
}

impl Float for f32 {
    fn from_f64(number: f64) -> f32 {
        number as f32
    }
}

impl Float for f64 {
    fn from_f64(number: f64) -> f64 {
        number
    }
}

/// A buffer of one of the types, and the device it is on, which outlives it.
pub struct Storage {
    buffer: AnyBuffer,
    device: Device,
}

enum AnyBuffer {
    F32(Buffer<f32>),
    F64(Buffer<f64>),
    U32(Buffer<u32>),
}

macro_rules! element {
    ($($type:ty, $variant:ident)*) => {$(
        impl Element for $type {
            const DTYPE: DType = DType::$variant;
            fn buffer(storage: &Storage) -> Option<&Buffer<$type>> {
                if let AnyBuffer::$variant(buffer) = &storage.buffer { Some(buffer) } else { None }
            }
            fn buffer_mut(storage: &mut Storage) -> Option<&mut Buffer<$type>> {
                if let AnyBuffer::$variant(buffer) = &mut storage.buffer { Some(buffer) } else { None }
            }
            fn storage(device: Device, buffer: Buffer<$type>) -> Storage {
                Storage { buffer: AnyBuffer::$variant(buffer), device }
            }
        }
    )*};
}

element! { f32, F32 f64, F64 u32, U32 }

impl Storage {
    pub(crate) fn dtype(&self) -> DType {
        match self.buffer {
            AnyBuffer::F32(_) => DType::F32,
            AnyBuffer::F64(_) => DType::F64,
            AnyBuffer::U32(_) => DType::U32,
        }
    }

    pub(crate) fn len(&self) -> usize {
        match &self.buffer {
            AnyBuffer::F32(buffer) => buffer.len(),
            AnyBuffer::F64(buffer) => buffer.len(),
            AnyBuffer::U32(buffer) => buffer.len(),
        }
    }

    pub(crate) fn device(&self) -> &Device {
        &self.device
    }
}

struct Opened {
    device: rustg::Device,
    stream: Stream,
    kernels: compiled::Kernels,
    by_name: RefCell<HashMap<(&'static str, DType), Kernel>>,
}

/// The CPU or a GPU, with a stream of its own for the work of its tensors. Clones are the same device.
///
/// A device and its tensors stay on one thread; each thread may open its own.
#[derive(Clone)]
pub struct Device(Rc<Opened>);

impl Device {
    /// The CPU, which every machine has.
    ///
    /// # Errors
    /// Where there is no memory for it.
    pub fn cpu() -> Result<Device> {
        Device::of(rustg::Device::cpu()?)
    }

    /// A GPU by its number.
    ///
    /// # Errors
    /// Where there is no such GPU, or no driver.
    pub fn cuda(ordinal: i32) -> Result<Device> {
        Device::of(rustg::Device::cuda(ordinal)?)
    }

    /// On a device that is open already, shared with other work.
    ///
    /// # Errors
    /// Where there is no memory for a stream; what the driver answers to the kernels.
    pub fn of(device: rustg::Device) -> Result<Device> {
        let stream = device.stream()?;
        let kernels = compiled::Kernels::load(&device)?;
        Ok(Device(Rc::new(Opened { device, stream, kernels, by_name: RefCell::default() })))
    }

    /// Whether it is a GPU.
    pub fn is_cuda(&self) -> bool {
        self.0.device.backend() == Backend::Cuda
    }

    /// rustg's device, for kernels of your own.
    pub fn raw(&self) -> &rustg::Device {
        &self.0.device
    }

    /// The stream that all of its work is put into.
    pub fn stream(&self) -> &Stream {
        &self.0.stream
    }

    /// Waits for all of its work.
    ///
    /// # Errors
    /// Where a kernel panicked since the last wait, or the device failed.
    pub fn wait(&self) -> Result<()> {
        Ok(self.0.stream.wait()?)
    }

    pub(crate) fn upload<T: Element>(&self, elements: &[T]) -> Result<Storage> {
        Ok(T::storage(self.clone(), self.0.stream.upload(elements)?))
    }

    /// A buffer that a kernel is about to write.
    pub(crate) fn unwritten<T: Element>(&self, n: usize) -> Result<Buffer<T>> {
        // SAFETY: elements are numbers: any bits are one.
        Ok(unsafe { self.0.stream.unwritten(n)? })
    }

    pub(crate) fn download<T: Element>(&self, from: Slice<'_, T>) -> Result<Vec<T>> {
        Ok(self.0.stream.download(from)?)
    }

    fn kernel(&self, name: &'static str, dtype: DType) -> Result<Kernel> {
        if let Some(kernel) = self.0.by_name.borrow().get(&(name, dtype)) {
            return Ok(kernel.clone());
        }
        let kernel = self.0.kernels.module().kernel(&format!("{name}_{dtype}"))?;
        self.0.by_name.borrow_mut().insert((name, dtype), kernel.clone());
        Ok(kernel)
    }

    /// Puts a launch of `name`, for elements of `dtype`, into the stream. Without threads there is nothing to do.
    pub(crate) fn launch<A: Arguments>(
        &self,
        name: &'static str,
        dtype: DType,
        extent: Extent,
        arguments: A,
    ) -> Result<()> {
        let config = match extent {
            Extent::Elements(0) => return Ok(()),
            Extent::Elements(n) => LaunchConfig::for_elements(n),
            Extent::Blocks(grid, _) if grid.contains(&0) => return Ok(()),
            Extent::Blocks(grid, block) => LaunchConfig::new(grid, block),
        };
        Ok(self.kernel(name, dtype)?.launch(&self.0.stream, config, arguments)?)
    }
}

/// The threads of a launch.
#[derive(Clone, Copy)]
pub(crate) enum Extent {
    /// One for each element.
    Elements(usize),
    /// Blocks, and threads of a block.
    Blocks([u32; 3], [u32; 3]),
}

impl Extent {
    /// A block for each of `n` rows.
    pub(crate) fn rows(n: usize, block: usize) -> Result<Extent> {
        let wide = |_| Error::TooLarge { shape: vec![n] };
        Ok(Extent::Blocks([u32::try_from(n).map_err(wide)?, 1, 1], [block as u32, 1, 1]))
    }
}

impl PartialEq for Device {
    fn eq(&self, other: &Device) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Device {}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_cuda() { write!(f, "cuda:{}", self.0.device.ordinal()) } else { f.write_str("cpu") }
    }
}

impl fmt::Debug for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Device({self})")
    }
}
