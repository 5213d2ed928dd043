// the one impl of an operator for its left side tells what the right side is
// threads: 4
// expect: 16 24 19 21
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    #[derive(PartialEq, PartialOrd)]
    struct W<'a>(&'a u64);
    let mut a = [1u64, 2, i];
    let b = [2u64, 1];
    let m = &mut a[2];
    let x = (b.iter().max() <= Some(m)) as u64;
    let y = (Some(&b[0]) == Some(m)) as u64;
    let z = (W(&b[0]) < W(m)) as u64 + ((1u8, &b[1]) == (1, m)) as u64 * 2;
    let s: &[u64] = &[1, 2];
    x + y * 2 + z * 4 + (Some(s) == Some(&[1, 2])) as u64 * 16
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
