// loops over elements whose checks one test proves, or not, for one thread or another: what is done before a loop is left
// threads: 6
// expect: 1140918344866805697 1159782960122339274 8250542950958996352 8382852941041937709 4272223905906865014 5512775931302997750
use rustg_std::prelude::*;

fn gather(x: &[u32], first: usize, step: usize, n: usize) -> (u64, usize) {
    let mut sum = 0;
    let mut k = 0;
    for i in 0..n {
        if first + i * step >= x.len() {
            break;
        }
        sum += x[first + i * step] as u64;
        k = i;
    }
    (sum, k)
}

fn rows(x: &[u32], width: usize, n: usize) -> u64 {
    let mut all = 0u64;
    for row in 0..n {
        for (column, v) in x.iter().take(width).enumerate() {
            all = all.wrapping_mul(3) + (x[(row * width + column) % x.len()] ^ *v) as u64;
        }
    }
    all
}

fn narrow(x: &[u32; 12], end: u8) -> u32 {
    let mut sum = 0u32;
    let mut i = 0u8;
    while i < end {
        if i > 3 {
            i += 1;
        }
        sum = sum.wrapping_mul(7) + x[(i / 2) as usize] + x[11 - (i / 3) as usize];
        i += 1;
    }
    sum
}

fn value(i: usize) -> u64 {
    let x: [u32; 12] = core::array::from_fn(|k| (k * k + i) as u32);
    let (a, k) = gather(&x, i, 1 + i / 2, 9);
    let (b, l) = gather(&x, 3 * i, 2, usize::MAX / 4);
    a * 1000 + b * 31 + (k * 7 + l) as u64 + (rows(&x, 2 + i, 4) << 20) + ((narrow(&x, 9 + i as u8) as u64) << 36)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get());
}
