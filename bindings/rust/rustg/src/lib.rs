//! Kernels written in Rust, compiled at run time and launched on CUDA or the CPU; and Rust source as tokens and syntax trees.
//!
//! ```
//! use rustg::{Device, Module};
//!
//! let device = Device::best()?; // the first GPU, or the CPU
//! let stream = device.stream()?;
//! let module = Module::from_source(&device, "
//!     use rustg_std::prelude::*;
//!     #[kernel]
//!     pub fn saxpy(a: f32, x: &[f32], mut y: GridMut<f32>) {
//!         let i = thread::index();
//!         if i < y.len() {
//!             y[i] = a * x[i] + y[i];
//!         }
//!     }")?;
//! let x = stream.upload(&[1.0f32, 2.0, 3.0])?;
//! let mut y = stream.upload(&[10.0f32; 3])?;
//! module.kernel("saxpy")?.launch(&stream, 3, (2.0f32, &x, &mut y))?;
//! assert_eq!(stream.download(&y)?, [12.0, 14.0, 16.0]);
//! # Ok::<(), rustg::Error>(())
//! ```
//!
//! - [`GpuCompiler`] turns source into a [`CompilationResult`]: success, messages, times, tokens, trees, kernels.
//! - A [`Device`] has [`Stream`]s; streams make [`Buffer`]s, copy and launch. A [`Module`] has [`Kernel`]s.
//! - What a kernel takes is checked against the arguments' types; the crate `rustg-build` makes that rustc's work.
//!
//! Handles may be dropped in any order: each keeps what it needs. No safe function panics for what a device or a source does.

mod buffer;
mod compiler;
mod device;
mod diagnostic;
mod element;
mod error;
mod launch;
mod library;
mod module;
mod pinned;
mod result;
mod stream;
mod syntax;

pub use rustg_std::{Complex, bf16, f16};
/// The C interface.
pub use rustg_sys as sys;

pub use crate::buffer::{Buffer, Slice, SliceMut};
pub use crate::compiler::{GpuCompiler, Source};
pub use crate::device::{Backend, Device, DeviceInfo, DeviceOptions, MemoryStats, cuda_missing};
pub use crate::diagnostic::Diagnostic;
pub use crate::element::Element;
pub use crate::error::{Error, ErrorKind};
pub use crate::launch::{Argument, Arguments, LaunchConfig};
pub use crate::library::{initialize, initialize_with_threads, shutdown};
#[doc(hidden)]
pub use crate::module::LinkedKernel;
pub use crate::module::{Kernel, Module};
pub use crate::pinned::{PinnedBuffer, Transfer};
pub use crate::result::{CompilationResult, Engine, KernelInfo, Output, ParamInfo, Profile, Role, StageTimes};
pub use crate::stream::{Event, Stream};
pub use crate::syntax::{Ast, Children, File, Node, NodeIter, NodeKind, Token, TokenIter, TokenKind, Tokens};

/// This crate's version, which is the library's.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Declares what `rustg_build` compiled in the build script: `struct Kernels`, or the name that it was given.
#[macro_export]
macro_rules! include_kernels {
    () => {
        $crate::include_kernels!(Kernels);
    };
    ($name:ident) => {
        include!(concat!(env!("OUT_DIR"), "/", stringify!($name), ".rs"));
    };
}
