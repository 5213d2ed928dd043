// A `?` in an inlined function leads to where its caller branches.
// has: for (;;)
// lacks: case 1
// lacks: _t0
use rustg_std::prelude::*;
fn step(n: u32) -> Option<u32> {
    match n % 2 { 0 => Some(n / 2), _ => n.checked_mul(3)?.checked_add(1) }
}
fn steps(mut n: u32) -> Option<u32> {
    let mut count = 0u32;
    while n > 1 { n = step(n)?; count = count.wrapping_add(1); }
    Some(count)
}
#[kernel] pub fn k(mut y: GridMut<u32>) {
    let i = thread::index();
    if i < y.len() { y[i] = steps(i.get() as u32).unwrap_or(7); }
}
