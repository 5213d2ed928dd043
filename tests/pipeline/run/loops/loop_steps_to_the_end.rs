// steps over slices and ranges, to the last element and to the greatest number
// threads: 8
// expect: 154928 905428 276828 344628 425428 2583329 3116129 3713929
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let x: [u64; 23] = core::array::from_fn(|k| (k * k + 1) as u64);
    let (mut n, mut c) = (0u64, 0u64);
    for v in x.iter().skip(t.get()).step_by(7) {
        n = n.wrapping_mul(3).wrapping_add(*v);
    }
    for v in x[..t.get()].iter().step_by(4) {
        n = n.wrapping_mul(5).wrapping_add(*v);
    }
    for i in (usize::MAX - 9..usize::MAX).step_by(3) {
        c += i as u64 & 15;
        n = n.wrapping_add(1);
    }
    for _ in (usize::MAX - 1 - t.get()..usize::MAX).step_by(5) {
        c += 1;
    }
    for i in (t.get()..20).step_by(6) {
        n = n.wrapping_add(i as u64);
    }
    out[t] = n.wrapping_mul(100).wrapping_add(c);
}
