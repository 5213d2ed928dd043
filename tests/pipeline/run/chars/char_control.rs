// characters that control, numbers as characters without a check, hints, and an iterator that takes what it maps
// threads: 4
// expect: 1051041 2201056 3051073 4401088
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    core::hint::spin_loop();
    let c = unsafe { char::from_u32_unchecked(i as u32 * 62 + 9) };
    let d = unsafe { core::char::from_u32_unchecked(0x41 + i as u32) };
    if i == 3 {
        core::hint::cold_path();
    }
    let mut numbers = (i..8).peekable();
    let first = numbers.next_if_map_mut(|v| {
        *v += 1;
        (*v % 2 == 0).then_some(*v * 10)
    });
    c.is_control() as u64 + 2 * d.is_control() as u64 + d as u64 * 16 + first.unwrap_or(5) * 10000 + numbers.next().unwrap_or(0) * 1000000
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
