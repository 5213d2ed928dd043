//! `use rustg_std::prelude::*`.

pub use crate::atomic::{AcqRel, Acquire, Atomic, BlockAtomic, Relaxed, Release, SeqCst, SystemAtomic};
pub use crate::complex::Complex;
pub use crate::fp8::{f8e4m3, f8e5m2};
pub use crate::grid::GridMut;
pub use crate::half::{bf16, f16};
pub use crate::shared::{DynShared, Plain, Shared};
pub use crate::thread::Tid;
pub use crate::{block, fast, mma, thread, warp};
