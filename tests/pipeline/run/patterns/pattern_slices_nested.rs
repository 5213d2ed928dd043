// slice patterns: nested, bound rests, or, ranges, on slices and arrays
// threads: 9
// expect: 10311 20413 175615 1029917 2089919 3129921 4429923 4049925 109927
use rustg_std::prelude::*;

fn kind(s: &[u8]) -> u64 {
    match s {
        [] => 1,
        [x] if *x > 100 => 2,
        [x] => 10 + *x as u64,
        [0, rest @ ..] => 100 + rest.len() as u64,
        [1 | 2, .., last @ (7..=9)] => 200 + *last as u64,
        [first, middle @ .., 5] => 300 + *first as u64 + middle.iter().map(|x| *x as u64).sum::<u64>(),
        [.., a, b] => 400 + (*a as u64) * (*b as u64),
    }
}
fn pairs(a: &[(u8, Option<u8>)]) -> u64 {
    match a {
        [(1, Some(x)), ..] | [.., (_, Some(x)), (2, None)] => *x as u64,
        [_, (y, None), ..] => 50 + *y as u64,
        _ => 99,
    }
}
fn value(i: u64) -> u64 {
    let a: [&[u8]; 9] = [&[], &[200], &[7], &[0, 3, 4], &[2, 5, 8], &[9, 1, 2, 5], &[6, 7], &[1, 4], &[0]];
    let k = kind(a[i as usize]);
    let p = match i {
        0 => pairs(&[(1, Some(3))]),
        1 => pairs(&[(0, Some(4)), (2, None)]),
        2 => pairs(&[(0, None), (6, None), (0, None)]),
        _ => pairs(&[]),
    };
    let [[a, _], [_, d]] = [[i, 2], [3, 4]];
    let [x, y @ .., z] = &mut [1, 2, 3, i];
    *x += *z;
    y[1] += 1;
    k * 10000 + p * 100 + a + d + *x + y[0] + y[1]
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
