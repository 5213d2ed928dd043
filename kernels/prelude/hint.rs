//! Hints to the compiler.

use crate::intrinsics;

pub const unsafe fn unreachable_unchecked() -> ! {
    unsafe { intrinsics::unreachable_unchecked() }
}

pub const fn black_box<T>(x: T) -> T {
    unsafe { intrinsics::black_box(x) }
}

pub fn spin_loop() {}
