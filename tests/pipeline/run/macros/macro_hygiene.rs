// what a body binds is not seen by what the caller wrote, and the other way round
// threads: 4
// expect: 62635773 63645777 64655782 65665788
use rustg_std::prelude::*;

macro_rules! using_a { ($e:expr) => {{ let a = 42; a + $e }}; }
macro_rules! bind { ($x:ident, $e:expr) => { let $x = $e; }; }
macro_rules! hidden { ($e:expr) => { let x = $e; let _ = x; }; }
macro_rules! swap { ($a:ident, $b:ident) => { let tmp = $a; $a = $b; $b = tmp; }; }
macro_rules! sum { ($x:ident in $e:expr) => {{ let mut total = 0; for $x in 0..$e { total += $x; } total }}; }
fn value(i: u64) -> u64 {
    let a = 10;
    let first = using_a!(a * 2 + i);
    bind!(b, first + 1);
    let x = 5;
    hidden!(x + 100);
    let (mut p, mut tmp) = (i, 77);
    swap!(p, tmp);
    let total = sum!(k in i + 3);
    first * 1000000 + b * 10000 + x * 1000 + p * 10 + tmp + total
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
