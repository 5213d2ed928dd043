//! Hints to the compiler.

use crate::intrinsics;

pub const unsafe fn unreachable_unchecked() -> ! {
    unsafe { intrinsics::unreachable_unchecked() }
}

pub const fn black_box<T>(x: T) -> T {
    unsafe { intrinsics::black_box(x) }
}

pub fn spin_loop() {}

pub const unsafe fn assert_unchecked(holds: bool) {
    unsafe { intrinsics::assume(holds) }
}

pub const fn cold_path() {}

#[const_conditional] pub fn select_unpredictable<T>(first: bool, a: T, b: T) -> T {
    if first { a } else { b }
}
