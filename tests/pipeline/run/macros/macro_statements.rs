// statements of a macro, its value at the end of a block
// threads: 4
// expect: 1207013 1209019 1211016 1213020
use rustg_std::prelude::*;

macro_rules! let_two { ($a:ident, $b:ident) => { let $a = 1u64; let $b = 2u64; }; }
macro_rules! work { ($x:ident) => { $x += 1; $x *= 2 }; }
macro_rules! tail { ($e:expr) => { let n = $e; n + 1 }; }
macro_rules! many { ($($s:stmt;)*) => { $($s)* }; }
fn inner(i: u64) -> u64 {
    tail! { i * 2 }
}
fn braces(mut i: u64) -> u64 {
    work! { i }
    work! { i };
    i
}
fn value(i: u64) -> u64 {
    let_two!(a, b);
    let mut x = i;
    work!(x);
    many! { let c = 5; x += c; let d: u64 = x; }
    let v = if x > 10 { inner(i) } else { braces(i) };
    a * 1000000 + b * 100000 + x * 1000 + v + d
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
