// nth from the back of inclusive ranges, whose iterators know how many are left
// threads: 1
// expect: 9007601157
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let mut sum = 0u64;
    let mut r = 1..=10u32;
    sum += r.nth_back(3).unwrap() as u64 + 10 * r.end().wrapping_sub(1) as u64;
    sum += 100 * r.nth_back(5).map_or(7, |x| x as u64) + 1000 * r.next().is_none() as u64;
    let mut all = 0..=u64::MAX;
    sum += 10000 * all.nth_back(usize::MAX).map_or(60, |x| x);
    sum += 100000 * (0..=u64::MAX).rev().nth(usize::MAX).map_or(3, |x| x + 6);
    sum += 1000000 * (0..=u64::MAX).rev().step_by(usize::MAX).count() as u64 + 5000000 * all.is_empty() as u64;
    let mut signed = -3..=4i8;
    sum += 1000000000 * signed.nth_back(7).map_or(0, |x| (x + 12) as u64);
    out[thread::index()] = sum + signed.next().map_or(0, |_| 1);
}
