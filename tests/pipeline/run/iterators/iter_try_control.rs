// try_fold, try_for_each and ControlFlow
// threads: 4
// expect: 118007200007 118011230183 118011999179 118011999182
use rustg_std::prelude::*;

use std::ops::ControlFlow;
fn find(a: &[u32], x: u32) -> ControlFlow<usize, u32> {
    a.iter()
        .enumerate()
        .try_fold(0, |n, (k, y)| if *y == x { ControlFlow::Break(k) } else { ControlFlow::Continue(n + y) })
}
fn checked(a: &[u8]) -> Option<u8> {
    a.iter().copied().try_fold(0u8, u8::checked_add)
}
fn value(i: u64) -> u64 {
    let a = [3u32, 5, 8, 1];
    let x = match find(&a, 8 + i as u32) {
        ControlFlow::Break(k) => k as u64,
        ControlFlow::Continue(n) => n as u64 * 10,
    };
    let y = checked(&[100, 100, i as u8 * 30]).map_or(999, |v| v as u64);
    let mut seen = 0;
    let r: Result<(), u32> = a.iter().try_for_each(|v| {
        seen += 1;
        if *v as u64 > 4 + i { Err(*v) } else { Ok(()) }
    });
    let z = r.map_or_else(|e| e as u64, |()| 77) + seen;
    let w = find(&a, 1).is_break() as u64
        + find(&a, 2).continue_value().unwrap_or(0) as u64
        + find(&a, 5).break_value().unwrap_or(9) as u64 * 100;
    let s: Option<u32> = [Some(1u32), Some(i as u32), (i < 2).then_some(4)].into_iter().sum();
    let p: Result<u64, u8> = [Ok(2u64), Ok(i), Err(7), Err(8)].iter().take(2 + (i as usize % 2)).copied().product();
    x + y * 1000 + z * 1_000_000 + w * 1_000_000_000 + s.map_or(5, |v| v as u64) + p.unwrap_or_else(|e| e as u64)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
