// TryInto and TryFrom by every path
// threads: 4
// panics: 21 attempt to add with overflow
use rustg_std::prelude::*;

use std::convert::TryInto;
fn narrow<T: TryInto<u8>>(x: T) -> u64 {
    x.try_into().map_or(300, |v| v as u64)
}
fn widen<T: Into<i64>>(x: T) -> i64 {
    x.into()
}
fn value(i: u64) -> u64 {
    let x = [5u32, 255, 256, 70000][i as usize];
    let a = TryInto::<u8>::try_into(x).unwrap_or(1) as u64;
    let b = <u32 as TryInto<u16>>::try_into(x).unwrap_or(2) as u64;
    let c: Result<i8, _> = x.try_into();
    let d = <u8 as TryFrom<u32>>::try_from(x).is_ok() as u64;
    let e = u8::try_from(x).map_err(|_| 7u64).map_or_else(|e| e, |v| v as u64);
    let f = Into::<u64>::into(x) + <u32 as Into<f64>>::into(x) as u64 + <u64 as From<u8>>::from(3u8);
    let g = narrow(x) + narrow(-3i64) + widen(4u16) as u64 + widen::<i8>(-1) as u64;
    let h = TryFrom::try_from(x).unwrap_or(9u8) as u64;
    let k = Default::default();
    let l: u64 = k;
    a.wrapping_add(b * 3)
        .wrapping_add(c.is_err() as u64 * 1000)
        .wrapping_add(d * 10000)
        .wrapping_add(e)
        .wrapping_add(f)
        .wrapping_add(g)
        .wrapping_add(h)
        .wrapping_add(l)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
