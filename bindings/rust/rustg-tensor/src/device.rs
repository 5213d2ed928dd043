//! Devices: a stream with its lock, and the kernels that were made for it.

use crate::dtype::Element;
use crate::storage::{AnyBuffer, Held, Storage};
use crate::{DType, Error, Result, Tensor, layout};
use rustg::{Argument, Backend, GpuCompiler, Kernel, LaunchConfig, Module, Stream};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// What has the device's lock: the stream, and kernels by their text.
pub(crate) struct Exec {
    pub(crate) stream: Stream,
    pub(crate) is_cuda: bool,
    kernels: HashMap<String, Kernel>,
    /// Of recorded operations, by what decides about their texts; their texts, where that is looked at.
    by_key: HashMap<Vec<u8>, (Kernel, Option<String>)>,
    given: Vec<Module>,
    n_compiled: usize,
    /// Kernels of recorded operations that were launched.
    pub(crate) n_launched: usize,
}

struct Opened {
    device: rustg::Device,
    exec: Mutex<Exec>,
}

/// The devices that are open, so that opening one again gives the same.
static OPENED: Mutex<Vec<Weak<Opened>>> = Mutex::new(Vec::new());

/// The CPU or a GPU, with a stream of its own for the work of its tensors. Clones are the same device, and so is another open
/// of it; any number of threads may use it, whose work goes into the stream one after the other.
#[derive(Clone)]
pub struct Device(Arc<Opened>);

fn unpoisoned<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

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

    /// The first GPU, or the CPU where there is none.
    ///
    /// # Errors
    /// Where there is no memory for it.
    pub fn best() -> Result<Device> {
        Device::of(rustg::Device::best()?)
    }

    /// On a device that is open already, shared with other work.
    ///
    /// # Errors
    /// Where there is no memory for a stream.
    pub fn of(device: rustg::Device) -> Result<Device> {
        let mut opened = unpoisoned(&OPENED);
        opened.retain(|known| known.strong_count() > 0);
        if let Some(known) = opened.iter().filter_map(Weak::upgrade).find(|known| known.device == device) {
            return Ok(Device(known));
        }
        let exec = Exec {
            stream: device.stream()?,
            is_cuda: device.backend() == Backend::Cuda,
            kernels: HashMap::new(),
            by_key: HashMap::new(),
            given: Vec::new(),
            n_compiled: 0,
            n_launched: 0,
        };
        let device = Device(Arc::new(Opened { device, exec: Mutex::new(exec) }));
        opened.push(Arc::downgrade(&device.0));
        Ok(device)
    }

    /// Whether it is a GPU.
    pub fn is_cuda(&self) -> bool {
        self.0.device.backend() == Backend::Cuda
    }

    /// rustg's device, for kernels of your own.
    pub fn raw(&self) -> &rustg::Device {
        &self.0.device
    }

    /// What the device's buffers hold, and the most that they held at one time.
    pub fn memory(&self) -> rustg::MemoryStats {
        self.0.device.memory()
    }

    /// Waits for all of its work.
    ///
    /// # Errors
    /// Where a kernel panicked since the last wait, or the device failed.
    pub fn wait(&self) -> Result<()> {
        Ok(self.lock().stream.wait()?)
    }

    /// Calls a function with the stream that all of the device's work is put into. It must not use the device or its tensors,
    /// whose lock it has: it would wait for itself.
    pub fn with_stream<R>(&self, work: impl FnOnce(&Stream) -> R) -> R {
        work(&self.lock().stream)
    }

    /// Kernels that were made before, as by `rustg-build` of a file that `RUSTG_FUSION_RECORD` wrote: they are taken instead of
    /// compiling their text.
    pub fn use_kernels(&self, module: &Module) {
        self.lock().given.push(module.clone());
    }

    /// How many kernels were compiled for it so far in this process.
    pub fn kernels_compiled(&self) -> usize {
        self.lock().n_compiled
    }

    /// How many kernels of recorded operations were launched on it so far in this process.
    pub fn kernels_launched(&self) -> usize {
        self.lock().n_launched
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Exec> {
        unpoisoned(&self.0.exec)
    }

    pub(crate) fn upload<T: Element>(&self, elements: &[T]) -> Result<Storage> {
        let buffer = self.lock().stream.upload(elements)?;
        Ok(Storage::new(self, T::any(buffer)))
    }

    /// Puts a launch of a kernel of yours into the stream and gives the tensors that it writes, in the order of their
    /// arguments.
    ///
    /// # Errors
    /// Where the arguments are not what the kernel takes, or tensors are another device's.
    pub fn launch(
        &self,
        kernel: &Kernel,
        config: impl Into<LaunchConfig>,
        arguments: &[KernelArgument<'_>],
    ) -> Result<Vec<Tensor>> {
        const WHAT: &str = "launch";
        let mut views = Vec::new();
        for argument in arguments {
            if let KernelArgument::Input(tensor) = argument {
                if tensor.device() != self {
                    return Err(Error::Device { what: WHAT });
                }
                let tensor = tensor.contiguous()?;
                let view = tensor.view()?;
                views.push((view, tensor.len()));
            }
        }
        let exec = self.lock();
        let mut outputs = Vec::new();
        for argument in arguments {
            if let KernelArgument::Output(dtype, shape) = argument {
                outputs.push((AnyBuffer::unwritten(&exec.stream, *dtype, layout::count(shape)?)?, *shape));
            }
        }
        {
            let (mut views, mut written) = (views.iter(), outputs.iter_mut());
            let mut owned: Vec<Box<dyn Argument + '_>> = Vec::new();
            let mut order = Vec::new();
            for argument in arguments {
                match argument {
                    KernelArgument::Input(_) => {
                        let Some((view, len)) = views.next() else { continue };
                        order.push(Ok(owned.len()));
                        owned.push(view.storage.buffer.input(if *len == 0 { 0 } else { view.offset }, *len)?);
                    }
                    KernelArgument::Output(..) => {
                        let Some((buffer, _)) = written.next() else { continue };
                        order.push(Ok(owned.len()));
                        owned.push(buffer.output());
                    }
                    KernelArgument::Value(value) => order.push(Err(*value)),
                }
            }
            let all: Vec<&dyn Argument> = order.iter().map(|place| place.map_or_else(|v| v, |n| &*owned[n])).collect();
            kernel.launch(&exec.stream, config, all.as_slice())?;
        }
        let of = |(buffer, shape): (AnyBuffer, &[usize])| Tensor::whole(Storage::new(self, buffer), shape);
        Ok(outputs.into_iter().map(|(buffer, shape)| of((buffer, shape))).collect())
    }
}

/// An argument of [`Device::launch`].
pub enum KernelArgument<'a> {
    /// A tensor's elements in order of rows, for a parameter `&[T]`.
    Input(&'a Tensor),
    /// A tensor that the kernel writes whole, for a parameter `GridMut<T>`.
    Output(DType, &'a [usize]),
    /// A number, for a parameter that is one.
    Value(&'a dyn Argument),
}

impl Exec {
    /// The kernel of a text in which it is called `KERNEL`.
    pub(crate) fn kernel(&mut self, device: &Device, text: &str) -> Result<Kernel> {
        if let Some(kernel) = self.kernels.get(text) {
            return Ok(kernel.clone());
        }
        let name = name_of(text);
        let given = self.given.iter().find_map(|module| module.kernel(&name).ok());
        let kernel = match given {
            Some(kernel) => kernel,
            None => {
                let named = text.replace("KERNEL", &name);
                crate::fusion::show(&named, &name);
                self.n_compiled += 1;
                let result = GpuCompiler::new().with_own_ptx(true).compile_source(&named)?;
                Module::from_result(&device.0.device, &result)?.kernel(&name)?
            }
        };
        self.kernels.insert(text.into(), kernel.clone());
        Ok(kernel)
    }

    /// The kernel of a text that a key stands for. In debug builds each use writes the text and compares.
    pub(crate) fn kernel_of_key(
        &mut self,
        device: &Device,
        key: &[u8],
        text: impl Fn() -> Result<String>,
    ) -> Result<Kernel> {
        if let Some((kernel, known)) = self.by_key.get(key) {
            if let Some(known) = known {
                debug_assert_eq!(*known, text()?, "one key is of two texts");
            }
            return Ok(kernel.clone());
        }
        let text = text()?;
        let kernel = self.kernel(device, &text)?;
        let known = cfg!(debug_assertions).then_some(text);
        self.by_key.insert(key.into(), (kernel.clone(), known));
        Ok(kernel)
    }

    /// A buffer of a type, for a kernel that writes all of it.
    pub(crate) fn unwritten<T: Element>(&self, n: usize) -> Result<rustg::Buffer<T>> {
        // SAFETY: elements are numbers: what they hold is overwritten before it is read.
        Ok(unsafe { self.stream.unwritten(n)? })
    }

    pub(crate) fn download<T: Element + Held>(&self, storage: &Storage, first: usize, len: usize) -> Result<Vec<T>> {
        Ok(self.stream.download(storage.slice::<T>(first, len)?)?)
    }
}

/// A name that no other text has: two hashes of FNV's kind.
fn name_of(text: &str) -> String {
    let hash = |basis: u64| text.bytes().fold(basis, |h, byte| (h ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    format!("k{:016x}{:016x}", hash(0xcbf2_9ce4_8422_2325), hash(0x9e37_79b9_7f4a_7c15))
}

impl PartialEq for Device {
    fn eq(&self, other: &Device) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
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
