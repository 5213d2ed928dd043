//! What GPU kernels for rustg are written against.
//!
//! A kernel is a Rust function marked `#[kernel]`. rustg compiles it for the GPU; with this crate rustc compiles the same
//! text for the CPU, where every item has a plain Rust body, and [`cpu::launch`] runs it.
//!
//! ```
//! use rustg_std::prelude::*;
//!
//! #[kernel]
//! pub fn saxpy(a: f32, x: &[f32], mut y: GridMut<f32>) {
//!     let i = thread::index();
//!     if i < y.len() {
//!         y[i] = a * x[i] + y[i];
//!     }
//! }
//!
//! let x = vec![1.0f32, 2.0, 3.0];
//! let mut y = vec![10.0f32; 3];
//! let out = rustg_std::cpu::Output::new(&mut y);
//! rustg_std::cpu::launch(1, 32, || saxpy(2.0, &x, out.grid())).unwrap();
//! drop(out);
//! assert_eq!(y, [12.0, 14.0, 16.0]);
//! ```

pub mod atomic;
mod atomic_value;
pub mod block;
mod complex;
pub mod cpu;
pub mod fast;
mod fp8;
mod grid;
mod half;
pub mod hopper;
mod intrinsics;
mod lanes;
pub mod math;
pub mod mma;
mod ptx;
mod schedule;
mod shared;
pub mod thread;
mod tid;
pub mod warp;

/// What kernels use: `use rustg_std::prelude::*`.
pub mod prelude {
    pub use crate::atomic::{AcqRel, Acquire, Atomic, BlockAtomic, Relaxed, Release, SeqCst, SystemAtomic};
    pub use crate::complex::Complex;
    pub use crate::derivative;
    pub use crate::fp8::{f8e4m3, f8e5m2};
    pub use crate::grid::GridMut;
    pub use crate::half::{bf16, f16};
    pub use crate::kernel;
    pub use crate::ptx;
    pub use crate::shared::{DynShared, Plain, Shared};
    pub use crate::thread::Tid;
    pub use crate::{block, fast, mma, thread, warp};
}

pub use crate::atomic::Atomic;
pub use crate::complex::{Complex, Float};
pub use crate::fp8::{f8e4m3, f8e5m2};
pub use crate::grid::GridMut;
pub use crate::half::{bf16, f16};
pub use crate::shared::{DynShared, Plain, Shared};
/// ```
/// # use rustg_std::prelude::*;
/// fn area_rule(a: f32, b: f32, d: f32) -> (f32, f32) {
///     (d * b, d * a)
/// }
///
/// #[derivative(area_rule)]
/// fn area(a: f32, b: f32) -> f32 {
///     a * b
/// }
/// ```
///
/// A rule takes the gradient for the result behind all else:
///
/// ```compile_fail
/// # use rustg_std::prelude::*;
/// fn area_rule(a: f32, b: f32) -> (f32, f32) {
///     (b, a)
/// }
///
/// #[derivative(area_rule)]
/// fn area(a: f32, b: f32) -> f32 {
///     a * b
/// }
/// ```
pub use rustg_std_macros::derivative;
/// ```
/// # use rustg_std::prelude::*;
/// #[kernel(block = (16, 16), max_threads = 256, min_blocks = 2, fast_math)]
/// fn nothing<'a, const N: usize>(_x: &'a [f32], _y: GridMut<[f32; N]>) {}
/// ```
///
/// All threads would share a `&mut` slice:
///
/// ```compile_fail
/// # use rustg_std::prelude::*;
/// #[kernel]
/// fn shared(y: &mut [f32]) {}
/// ```
///
/// A block has at most 1024 threads, and a kernel no result:
///
/// ```compile_fail
/// # use rustg_std::prelude::*;
/// #[kernel(block = (64, 32))]
/// fn large() {}
/// ```
///
/// ```compile_fail
/// # use rustg_std::prelude::*;
/// #[kernel]
/// fn result(x: &[f32]) -> f32 { x[0] }
/// ```
pub use rustg_std_macros::kernel;

#[doc(hidden)]
pub use crate::ptx::ptx_is_unsafe;
#[doc(hidden)]
pub use crate::tid::expect_block;
