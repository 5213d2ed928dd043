// promoted constants of numbers that wrap are no errors where they are not reached, and cells are no constants
// threads: 4
// expect: 2481457989 2484764790 2488071591 2491378392
use core::cell::Cell;
use rustg_std::prelude::*;

fn before<const N: usize>() -> &'static usize {
    if N > 0 { &(N - 1) } else { &7 }
}
fn bits<const N: u32>() -> &'static [u8] {
    if N < 8 {
        &[1 << N, (200 + N) as u8]
    } else {
        &[0]
    }
}
fn least<const N: i32>() -> &'static i32 {
    if N == i32::MIN { &N } else { &-N }
}
const CELL: Cell<u64> = Cell::new(1);
fn cells(i: u64) -> u64 {
    let a = &CELL;
    let b = &(CELL, 2);
    let c = &[CELL; 2];
    a.set(i);
    b.0.set(a.get() + 1);
    c[1].set(b.0.get() + 1);
    a.get() + 10 * b.0.get() + 100 * c[1].get() + 1000 * c[0].get() + 10000 * CELL.get()
}
fn value(i: u64) -> u64 {
    let mut h = cells(i);
    h = h * 31 + (*before::<0>() + *before::<5>()) as u64;
    h = h * 31 + (bits::<3>()[0] as u64) + bits::<7>()[1] as u64 + bits::<40>()[0] as u64;
    h * 31 + (*least::<5>() as i64 - *least::<{ i32::MIN }>() as i64) as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
