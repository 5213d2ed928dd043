//! The crates that kernels may name: what each of them shows at its root, as `bindings/rust` and Rust's own do.

pub mod core {
    pub use crate::{
        any, array, borrow, cell, char, clone, cmp, convert, default, error, f32, f64, ffi, fmt, hash, hint, i8, i16,
        i32, i64, i128, isize, iter, marker, mem, num, ops, option, panic, ptr, result, slice, str, sync, time, u8, u16,
        u32, u64, u128, usize,
    };
    pub mod intrinsics {
        pub use crate::ptr::{copy, copy_nonoverlapping, write_bytes};
    }
    pub mod prelude {
        pub use crate::std_prelude as v1;
        pub use crate::std_prelude as rust_2021;
        pub use crate::std_prelude as rust_2024;
    }
}

pub mod std {
    pub use crate::crates::core::*;
    pub mod os { pub use crate::ffi as raw; }
}

/// Only behind `extern crate alloc`.
pub mod alloc { pub use crate::{borrow, fmt, slice, str}; }

/// What the text of derived impls calls.
pub mod rustg_derive {
    pub use crate::intrinsics::discriminant;
}

pub mod rustg_std {
    use crate::{complex, fp8, grid, half, shared};

    pub use crate::atomic::Atomic;
    pub use crate::complex::{Complex, Float};
    pub use crate::fp8::{f8e4m3, f8e5m2};
    pub use crate::grid::GridMut;
    pub use crate::half::{bf16, f16};
    pub use crate::shared::{DynShared, Plain, Shared};
    pub use crate::{atomic, block, fast, hopper, math, mma, prelude, thread, warp};
}
