// items of a macro are named where it is called; locals are not
// threads: 4
// expect: 10521 41521 72521 103521
use rustg_std::prelude::*;

fn helper() -> u64 { 1 }
macro_rules! call { () => { helper() }; }
mod other { pub fn helper() -> u64 { 2 } pub fn go() -> u64 { call!() } }
macro_rules! field { ($s:expr, $f:ident) => { $s.$f }; }
macro_rules! make { ($n:ident { $($f:ident),* }) => { $n { $($f),* } }; }
struct S { x: u64, y: u64 }
macro_rules! nested { ($x:ident) => {{ let y = $x + 1; macro_rules! add { ($z:expr) => { y + $z } } add!(y_of!($x)) }}; }
macro_rules! y_of { ($x:ident) => {{ let y = $x * 2; y }}; }
fn value(i: u64) -> u64 {
    let (x, y) = (i, 5);
    let s = make!(S { x, y });
    let S { x: a, .. } = s;
    call!() + other::go() * 10 + field!(s, y) * 100 + a * 1000 + nested!(x) * 10000
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
