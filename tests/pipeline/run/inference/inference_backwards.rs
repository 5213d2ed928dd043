// types known only from later uses
// threads: 3
// expect: 64 67 68
use rustg_std::prelude::*;

fn sum<T: Copy + Into<u64>>(s: &[T]) -> u64 {
    let mut n = 0;
    for x in s {
        n += (*x).into();
    }
    n
}
fn value(i: u64) -> u64 {
    let mut a = [0; 4];
    let mut none = None;
    let zero = Default::default();
    let x = 7;
    let mut best = i32::MIN.into();
    for k in 0..4 {
        a[k] = k as u16 + x;
    }
    if i > 0 {
        none = Some(3);
    }
    let f = |y: u8| y + 1;
    let z: u8 = f(zero);
    if best < -5i64 {
        best = 9;
    }
    let p = [1, 2, 3].map(|q: i8| q as u32);
    let w: u32 = p.iter().copied().sum::<u32>() + none.unwrap_or(1u32);
    let mut it = (0..).zip([4u8, 5]);
    let (l, m) = it.nth(1).unwrap();
    let parsed = if i == 9 { u16::MAX } else { 5 };
    let t: (_, [_; 2]) = (1u8, [i, 2]);
    let e = {
        let n: [u8; 0] = [];
        n.len()
    };
    let shift = 1 << z;
    let r: Result<_, ()> = Ok(shift);
    sum(&a)
        + z as u64
        + best as u64
        + w as u64
        + (l as u64) * m as u64
        + parsed as u64
        + t.0 as u64
        + t.1[0]
        + e as u64
        + r.map_or(0, |v: u32| v as u64)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
