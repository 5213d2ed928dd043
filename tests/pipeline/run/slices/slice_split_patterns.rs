// recursion on slices by patterns, split_at_mut, swaps
// threads: 3
// expect: 43275040 44275041 45392690
use rustg_std::prelude::*;

fn sum(s: &[u64]) -> u64 {
    match s {
        [] => 0,
        [x] => *x,
        [x, rest @ .., y] => x * 2 + sum(rest) + y,
    }
}
fn sort(s: &mut [u64]) {
    if s.len() < 2 {
        return;
    }
    let (mut k, last) = (0, s.len() - 1);
    for j in 0..last {
        if s[j] < s[last] {
            s.swap(j, k);
            k += 1;
        }
    }
    s.swap(k, last);
    let (l, r) = s.split_at_mut(k);
    sort(l);
    if let [_, rest @ ..] = r {
        sort(rest);
    }
}
fn value(i: u64) -> u64 {
    let mut a = [5, 2, 9, 1, 7, i, 3];
    let before = sum(&a);
    sort(&mut a);
    let (l, r) = a.split_at_mut(3);
    l[0] += r[0];
    std::mem::swap(&mut l[1], &mut r[3]);
    if let ([x, ..], [.., y]) = (l, r) {
        std::mem::swap(x, y);
    }
    before * 1_000_000 + a.iter().fold(0, |n, x| n * 7 + x)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
