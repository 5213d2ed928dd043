//! How many steps each number takes to 1, and none where it would pass 64 bits.
use rustg_std::prelude::*;

fn step(n: u64) -> Option<u64> {
    match n % 2 {
        0 => Some(n / 2),
        _ => n.checked_mul(3)?.checked_add(1),
    }
}

fn steps(mut n: u64) -> Option<u32> {
    let mut count = 0;
    while n > 1 {
        n = step(n)?;
        count += 1;
    }
    Some(count)
}

#[kernel]
pub fn collatz(first: u64, mut out: GridMut<i32>) {
    let i = thread::index();
    if i < out.len() {
        let n = first.wrapping_add(i.get() as u64);
        out[i] = steps(n).map_or(-1, |count| count as i32);
    }
}
