//! Hints to the compiler.

use crate::intrinsics as i;

unsafe_fns! {
    [pub const unsafe fn]
    unreachable_unchecked() -> !: i::unreachable_unchecked();
    assert_unchecked(holds: bool): i::assume(holds);
    => [pub const fn]
    black_box[T](x: T) -> T: i::black_box(x);
}

pub fn spin_loop() {}

pub const fn cold_path() {}

#[const_conditional] pub fn select_unpredictable<T>(first: bool, a: T, b: T) -> T { if first { a } else { b } }
