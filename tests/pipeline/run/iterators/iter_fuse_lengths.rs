// what core's iterators say of their length, or are copied, and rustg's once did not
// threads: 4
// expect: 6921207469376780288 17235997484330577990 12850477756766358183 6479845756834620701
use rustg_std::prelude::*;

fn hint(h: &mut u64, it: impl Iterator) {
    let (a, b) = it.size_hint();
    *h = h.wrapping_mul(1099511628211) ^ (a as u64 * 1000 + b.map_or(999, |x| x as u64));
}

fn value(i: usize) -> u64 {
    let a = [1u32, 2, 3, 3, 5, i as u32];
    let mut h = a[i..].iter().fuse().len() as u64;
    for x in a.iter().fuse().rev().take(2).rev().skip(1).rev() {
        h = h * 10 + *x as u64;
    }
    let runs = a.chunk_by(|x, y| x < y);
    h = h * 10 + runs.clone().count() as u64;
    for run in runs.cycle().take(5) {
        h = h * 10 + run.len() as u64;
    }
    let mut words = "a  b\tc d".split_ascii_whitespace();
    for _ in 0..i {
        words.next();
    }
    hint(&mut h, words.clone());
    h ^= words.next_back().map_or(0, |word| word.as_bytes()[0] as u64);
    while let Some(_) = words.next() {}
    hint(&mut h, words);
    hint(&mut h, "a b".split_whitespace());
    hint(&mut h, core::iter::repeat([0u8; 0]).flatten());
    hint(&mut h, core::iter::repeat(7).flat_map(|x| [x; 0]));
    hint(&mut h, core::iter::repeat(&[0u8; 0]).flatten());
    hint(&mut h, core::iter::repeat(7).flat_map(|_| &[0u8; 0]));
    hint(&mut h, (0..i).flat_map(|_| &[0u8; 0]));
    h
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get());
}
