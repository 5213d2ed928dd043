// Six sums of lanes' numbers of 32 bits may leave 32 bits.
// has: rustg_fail(
use rustg_std::prelude::*;
#[kernel(block = 128)] pub fn k(x: &[i16], mut y: GridMut<i32>) {
    let i = thread::index();
    let mut sum = if i < x.len() { (x[i] as i32) << 11 } else { 0 };
    let mut mask = 16;
    while mask > 0 { sum += warp::shuffle_xor(sum, mask); mask >>= 1; }
    if i < y.len() { y[i] = sum; }
}
