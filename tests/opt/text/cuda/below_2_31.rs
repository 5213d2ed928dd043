// Sizes below 2^31 have a version without overflow.
// has: <= 2147483647ull
// has: rustg_add_overflows_i64
use rustg_std::prelude::*;
#[kernel] pub fn k(w: usize, h: usize, x: &[u8], mut y: GridMut<u32>) {
    for i in thread::grid_stride(w * h) {
        let (c, r) = ((i.get() % w) as isize, (i.get() / w) as isize);
        let mut sum = 0u32;
        for a in -1..=1isize { for b in -1..=1isize {
            let (column, row) = ((c + b).rem_euclid(w as isize), (r + a).rem_euclid(h as isize));
            sum ^= x[row as usize * w + column as usize] as u32;
        } }
        y[i] = sum;
    }
}
