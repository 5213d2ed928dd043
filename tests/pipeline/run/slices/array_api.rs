// methods of arrays
// threads: 3
// expect: 705761963 705861965 705961968
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let a = [i as u32, 2, 3];
    let b = a.map(|x| x as u64 * 2);
    let c: [u32; 4] = std::array::from_fn(|k| k as u32 * 3);
    let d: [u32; 2] = c[1..3].try_into().unwrap();
    let e: &[u32; 3] = (&c[..3]).try_into().unwrap();
    let f: Result<[u32; 2], _> = <[u32; 2]>::try_from(&c[..]);
    let g = [[1u8; 2]; 3].as_flattened().len();
    let (x, y) = a.split_at(1);
    let z = a.each_ref().map(|r| *r + 1);
    let s = c.as_slice().len() + a.len();
    let mut m = a;
    m.as_mut_slice()[0] = 50;
    b.iter().sum::<u64>()
        + d[0] as u64 * 10
        + e[2] as u64 * 100
        + f.is_err() as u64 * 1000
        + g as u64 * 10000
        + (x[0] + y[1] + z[2] + m[0]) as u64 * 100000
        + s as u64 * 100000000
        + (a < [0, 3, 0]) as u64
        + (a == m) as u64
        + ([1, 2, 3].iter().eq([1, 2, 3].iter())) as u64
        + a.contains(&2) as u64
        + IntoIterator::into_iter(a).rev().fold(0u64, |n, x| n * 10 + x as u64)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
