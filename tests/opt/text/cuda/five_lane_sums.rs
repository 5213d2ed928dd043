// Five sums of lanes' numbers of 32 bits do not overflow 64, so lanes stay to shuffle.
// has: __shfl_xor_sync(0xFFFFFFFFu,
// lacks: rustg_add_overflows
// lacks: rustg_there
// lacks: for (;;)
// lacks: while
use rustg_std::prelude::*;
#[kernel(block = 128)] pub fn k(x: &[i32], mut y: GridMut<i64>) {
    let i = thread::index();
    let mut sum = if i < x.len() { x[i] as i64 } else { 0 };
    let mut mask = 16;
    while mask > 0 { sum += warp::shuffle_xor(sum, mask); mask >>= 1; }
    if i < y.len() { y[i] = sum; }
}
