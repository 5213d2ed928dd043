// nth past a skip, steps over skipped items, folds and counts of what a filter lets through, in the order of the items
// threads: 4
// expect: 8135172132743702889 8072645397911422725 8070925471089419222 8070455793543028219
use rustg_std::prelude::*;

fn value(i: usize) -> u64 {
    let a = [3u64, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8];
    let mut s = a.iter().skip(i + 2);
    let mut sum = s.nth(i).map_or(1000, |v| *v) * 3;
    sum += s.nth(1).map_or(2000, |v| *v) * 5 + s.next().map_or(70, |v| *v) + s.size_hint().0 as u64;
    let mut none = a.iter().skip(20);
    sum += none.nth(i).map_or(100, |v| *v) + none.nth(0).map_or(400, |v| *v);
    sum += a.iter().skip(i).step_by(3).fold(0, |n, v| n * 11 + v);
    for (k, v) in a.iter().enumerate().skip(1 + i).step_by(4) {
        sum = sum * 7 + k as u64 * v;
    }
    let mut asked = 0u64;
    let n = (0..10u64).filter(|k| { asked = asked * 3 + k; (k + i as u64) % 3 == 0 }).count() as u64;
    let all = a.iter().filter(|v| **v > i as u64 + 2).fold(n, |n, v| n * 5 + v);
    let odd = a.iter().filter_map(|v| if v % 2 == 1 { Some(v + 1) } else { None }).fold(all, |n, v| n * 3 + v);
    let mut seen = 0u64;
    a.iter().filter_map(|v| v.checked_sub(i as u64 + 3)).for_each(|v| seen = seen * 13 + v);
    sum.wrapping_mul(31) ^ asked ^ odd << 20 ^ seen << 3 ^ (a.iter().filter_map(|v| v.checked_sub(4)).count() as u64) << 60
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get());
}
