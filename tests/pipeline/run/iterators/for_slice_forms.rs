// for over slices, arrays, references to them
// threads: 6
// expect: 31415926 82335579 415 1357 3917007292 16814
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let mut a = [3u32, 1, 4, 1, 5, 9, 2, 6];
    let mut n = 0u64;
    match i {
        0 => {
            for x in &a {
                n = n * 10 + *x as u64;
            }
        }
        1 => {
            for x in &mut a {
                *x += 1;
            }
            for x in a {
                n = n * 11 + x as u64;
            }
        }
        2 => {
            for &x in a[2..5].iter() {
                n = n * 10 + x as u64;
            }
        }
        3 => {
            for (k, x) in a.iter_mut().enumerate().skip(1).step_by(2) {
                *x = k as u32;
                n = n * 10 + *x as u64;
            }
        }
        4 => {
            for x in a.iter_mut().rev().take(3) {
                *x *= 2;
            }
            for x in a.into_iter() {
                n = n * 20 + x as u64;
            }
        }
        _ => {
            for (x, y) in a.iter().zip(a[1..].iter().rev()) {
                n = n * 3 + (x * y) as u64;
            }
        }
    }
    n
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
