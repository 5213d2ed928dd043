//! `use rustg_std::prelude::*`.

pub use crate::atomic::{AcqRel, Acquire, Atomic, BlockAtomic, Relaxed, Release, SeqCst, SystemAtomic};
pub use crate::complex::Complex;
pub use crate::grid::GridMut;
pub use crate::half::{bf16, f16};
pub use crate::shared::{DynShared, Plain, Shared};
pub use crate::thread::Tid;
pub use crate::{block, fast, thread, warp};

/// What every Rust file sees without a `use`.
pub mod v1 {
    pub use crate::clone::Clone;
    pub use crate::cmp::{Eq, Ord, PartialEq, PartialOrd};
    pub use crate::convert::{AsMut, AsRef, From, Into, TryFrom, TryInto};
    pub use crate::default::Default;
    pub use crate::iter::{DoubleEndedIterator, ExactSizeIterator, IntoIterator, Iterator};
    pub use crate::marker::{Copy, Send, Sized, Sync, Unpin};
    pub use crate::mem::{align_of, drop, size_of};
    pub use crate::ops::{Drop, Fn, FnMut, FnOnce};
    pub use crate::option::Option;
    pub use crate::option::Option::{None, Some};
    pub use crate::result::Result;
    pub use crate::result::Result::{Err, Ok};
}
