//! Kernels written in Rust, compiled at run time and launched on CUDA or the CPU; and Rust source as tokens and syntax
//! trees.
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
//! Handles may be dropped in any order: each keeps what it needs. No safe function panics for what a device or a source
//! does.

mod attention;
mod batch;
mod buffer;
mod compiler;
mod cuda;
mod device;
mod diagnostic;
mod element;
mod error;
mod gradient;
mod graph;
mod kinds;
mod launch;
mod library;
mod matmul;
mod module;
mod pinned;
mod profile;
mod result;
mod run;
mod session;
mod sources;
mod split;
mod stream;
mod syntax;

pub use rustg_std::{Complex, bf16, f16};
/// The C interface.
pub use rustg_sys as sys;

pub use crate::attention::{Attention, AttentionDone, AttentionGradients, AttentionNumber, HeadsLayout};
pub use crate::batch::{ArrowBatch, ArrowTable, AstArrays, Batch, DeviceAst, DeviceTokens, TokenArrays};
pub use crate::buffer::{Buffer, ManagedBuffer, Slice, SliceMut};
pub use crate::compiler::{GpuCompiler, Source, instance_name};
pub use crate::cuda::{CudaCode, CudaFunction, CudaOptions, CudaSignatures, compile_cuda};
pub use crate::device::{
    Backend, Device, DeviceInfo, DeviceLimits, DeviceOptions, MemoryLog, MemoryStats, Printed, cuda_missing,
    engine_missing, unsupported_interfaces,
};
pub use crate::diagnostic::{Diagnostic, DiagnosticFormat, LintLevel, explain};
pub use crate::element::{Element, ElementType};
pub use crate::error::{Error, ErrorKind, clear_error_history, error_counts, error_history};
pub use crate::gradient::{Gradient, grad};
pub use crate::graph::{Capture, Graph, Held};
pub use crate::launch::{Argument, Arguments, LaunchConfig};
pub use crate::library::{initialize, initialize_with_threads, passes, shutdown, version};
pub use crate::matmul::{Activation, Matmul, MatmulBackend, MatmulInfo, MatmulNumber, MatrixLayout, matmul_library};
#[doc(hidden)]
pub use crate::module::LinkedKernel;
pub use crate::module::{Kernel, KernelLimits, Module};
pub use crate::pinned::{PinnedBuffer, Transfer};
pub use crate::profile::{Activity, ProfileRange, ProfileRow, Profiler};
pub use crate::result::{CompilationResult, Engine, KernelInfo, Output, ParamInfo, Profile, Role, StageTimes};
pub use crate::run::{HostArgument, Target};
pub use crate::session::{CacheInfo, Session, cache_info, clear_cache, kept_memory, trim_memory};
pub use crate::sources::{FindOptions, FindProblem, Found, FoundSource, content_digest, find_sources};
pub use crate::split::{ItemNumber, Place, Split, SplitArgument, SplitBuffer};
pub use crate::stream::{Event, Stream};
pub use crate::syntax::{
    Ast, Children, Cursor, File, Node, Node as AstNode, NodeClass, NodeIter, NodeKind, Token, TokenClass, TokenIter,
    TokenKind, Tokens,
};

/// This crate's version, which is the library's.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Declares what `rustg_build` compiled in the build script: `struct Kernels`, or the name that it was given.
#[macro_export]
macro_rules! include_kernels {
    () => {
        $crate::include_kernels!(Kernels);
    };
    ($name:ident) => {
        include!(concat!(
            env!("OUT_DIR", "include_kernels! is for packages whose build.rs calls rustg_build::Kernels::new(..).build()"),
            "/",
            stringify!($name),
            ".rs"
        ));
    };
}
