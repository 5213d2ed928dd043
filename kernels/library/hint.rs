//! Hints to the compiler.

use crate::intrinsics;

unsafe_fns! {
    [pub const unsafe fn]
    unreachable_unchecked() -> !: intrinsics::unreachable_unchecked();
    assert_unchecked(holds: bool): intrinsics::assume(holds);
}
unsafe_fns! {
    [pub const fn]
    black_box[T](x: T) -> T: intrinsics::black_box(x);
}

pub fn spin_loop() {}

pub const fn cold_path() {}

#[const_conditional] pub fn select_unpredictable<T>(first: bool, a: T, b: T) -> T { if first { a } else { b } }
