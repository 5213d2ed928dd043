//! Gradients of kernels.

use rustg_sys as sys;

use crate::buffer::Buffer;
use crate::error::{Error, check};
use crate::launch::{Arguments, LaunchConfig};
use crate::module::{Kernel, Module};
use crate::result::{KernelInfo, Role};
use crate::stream::Stream;

/// Most threads of a block that is chosen for a number of elements.
const MOST_CHOSEN: u32 = 256;

/// The gradient of a kernel, by the kernels that `#[kernel(adjoint)]` makes of it. [`grad`] finds it.
#[derive(Clone, Debug)]
pub struct Gradient {
    adjoint: Kernel,
    tape: Option<Kernel>,
    gradients: Vec<Option<usize>>,
    /// The adjoint's, without the tape.
    info: KernelInfo,
}

/// The gradient of a module's kernel, which its source asks for: `#[kernel(adjoint)]`.
///
/// ```
/// # let device = rustg::Device::cpu()?;
/// # let stream = device.stream()?;
/// let module = rustg::Module::from_source(&device, "
///     use rustg_std::prelude::*;
///     #[kernel(adjoint)]
///     pub fn cube(x: &[f32], mut y: GridMut<f32>) {
///         let i = thread::index();
///         if i < y.len() {
///             y[i] = x[i] * x[i] * x[i];
///         }
///     }")?;
/// let x = stream.upload(&[1.0f32, 2.0, 3.0])?;
/// let mut y = stream.zeros::<f32>(3)?;
/// let (mut d_x, mut d_y) = (stream.zeros::<f32>(3)?, stream.upload(&[1.0f32; 3])?);
/// rustg::grad(&module, "cube")?.launch(&stream, 3, (&x, &mut y, &mut d_x, &mut d_y))?;
/// assert_eq!(stream.download(&d_x)?, [3.0, 12.0, 27.0]);
/// # Ok::<(), rustg::Error>(())
/// ```
///
/// # Errors
/// [`Argument`](crate::ErrorKind::Argument): there is no such kernel; it has no adjoint; the module was loaded from an
/// image.
pub fn grad(module: &Module, name: &str) -> Result<Gradient, Error> {
    let found = module.adjoint(name)?;
    let Some(mut info) = found.kernel.info().cloned() else {
        return Err(Error::argument(format!("nothing is known of `{}`", found.kernel.name())));
    };
    if found.tape.is_some() {
        info.params.pop();
    }
    Ok(Gradient { adjoint: found.kernel, tape: found.tape, gradients: found.gradients, info })
}

impl Gradient {
    /// The kernel that computes it.
    pub fn adjoint(&self) -> &Kernel {
        &self.adjoint
    }

    /// The kernel that tells how much tape [`adjoint`](Gradient::adjoint) takes; `None` where that takes none.
    pub fn tape(&self) -> Option<&Kernel> {
        self.tape.as_ref()
    }

    /// For each parameter of the kernel, which parameter of the adjoint is its gradient.
    pub fn gradients(&self) -> &[Option<usize>] {
        &self.gradients
    }

    /// Does what the kernel does, and goes back: `arguments` are the kernel's, then for each parameter of floats the
    /// buffer of its gradient. Those of outputs hold the gradient of what the kernel leaves, and then of what was there
    /// before; those of inputs grow (docs/gradients.md of rustg).
    ///
    /// Where the adjoint needs a tape, this counts its words first, on copies of the outputs, and waits for that.
    ///
    /// # Errors
    /// As [`Kernel::launch`]; where there is a tape, as [`Stream::wait`], and no memory for it.
    pub fn launch<A: Arguments>(
        &self,
        stream: &Stream,
        config: impl Into<LaunchConfig>,
        arguments: A,
    ) -> Result<(), Error> {
        let name = self.adjoint.name();
        if self.info.is_unsafe {
            let message = format!("`{name}` is an unsafe kernel");
            return Err(Error::new(sys::RUSTG_ERR_ARGUMENT, message, "launch it with launch_unchecked"));
        }
        arguments.check(&self.info)?;
        let mut config = config.into().raw();
        let Some(tape) = &self.tape else {
            // SAFETY: the kernel is safe Rust and its arguments are of its types; the library checks all else.
            return arguments.with_raw(false, |raw| unsafe { self.adjoint.launch_raw(stream, &config, raw) });
        };
        if config.n_elements > 0 {
            self.choose_shape(&mut config)?;
        }
        let n_threads: u64 = config.grid.iter().chain(&config.block).map(|side| u64::from(*side)).product();
        arguments.with_raw(false, |raw| {
            let words = self.count_words(tape, stream, &config, raw)?;
            let n_words = usize::try_from(words.saturating_mul(n_threads).max(1)).unwrap_or(usize::MAX);
            // SAFETY: any bits are a number, and the adjoint reads what it has written.
            let tape: Buffer<u64> = unsafe { stream.unwritten(n_words) }?;
            let mut with_tape = raw.to_vec();
            with_tape.push(tape.as_slice().argument(false));
            // SAFETY: as above; the tape is a buffer of its own.
            unsafe { self.adjoint.launch_raw(stream, &config, &with_tape) }
        })
    }

    /// A grid and a block for a number of elements, one thread each.
    fn choose_shape(&self, config: &mut sys::rustg_launch_config) -> Result<(), Error> {
        config.block = self.info.block;
        if config.block[0] == 0 {
            config.block = [self.adjoint.occupancy(config.dynamic_shared_bytes)?.0.min(MOST_CHOSEN), 1, 1];
        }
        let n_threads: u64 = config.block.iter().map(|side| u64::from(*side)).product();
        let blocks = std::mem::take(&mut config.n_elements).div_ceil(n_threads);
        config.grid = [u32::try_from(blocks).map_err(|_| Error::argument("too many elements"))?, 1, 1];
        Ok(())
    }

    /// The words of the tape that a thread takes. The kernel runs on copies of its outputs.
    fn count_words(
        &self,
        tape: &Kernel,
        stream: &Stream,
        config: &sys::rustg_launch_config,
        raw: &[sys::rustg_launch_argument],
    ) -> Result<u64, Error> {
        let mut copies = Vec::new();
        let mut given: Vec<_> = raw.iter().take(self.gradients.len()).copied().collect();
        for (argument, param) in given.iter_mut().zip(&self.info.params) {
            if param.role != Role::GridMut || argument.length == 0 {
                continue;
            }
            let size = u64::from(param.size);
            let n_bytes = argument.length * size;
            let copy = stream.zeros::<u8>(usize::try_from(n_bytes).unwrap_or(usize::MAX))?;
            let (to, from) = (copy.as_slice().argument(false).buffer, argument.buffer);
            // SAFETY: both buffers are alive and of this many bytes.
            check(|error| unsafe {
                sys::rustg_copy_between(to, 0, from, argument.offset * size, n_bytes, stream.raw(), error)
            })?;
            (argument.buffer, argument.offset) = (to, 0);
            copies.push(copy);
        }
        let words: Buffer<u64> = stream.zeros(1)?;
        given.push(words.as_slice().argument(false));
        // SAFETY: it takes the kernel's arguments, of which the outputs are copies, and the words.
        unsafe { tape.launch_raw(stream, config, &given) }?;
        Ok(stream.download(&words)?[0])
    }
}
