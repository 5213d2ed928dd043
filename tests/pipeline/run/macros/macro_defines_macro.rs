// macros that define macros
// threads: 4
// expect: 961078 1261090 1561102 1861114
use rustg_std::prelude::*;

macro_rules! make { ($name:ident, $e:expr) => { macro_rules! $name { () => { $e }; ($x:expr) => { $e + $x }; } }; }
make!(seven, 7u64);
macro_rules! outer { ($($name:ident),*) => { $(make!($name, 1u64);)* }; }
outer!(a, b);
macro_rules! scale { ($d:tt $name:ident $k:expr) => { macro_rules! $name { ($d($d x:expr),*) => { 0 $d(+ $d x * $k)* }; } }; }
scale!($ triple 3);
fn value(i: u64) -> u64 {
    make!(local, i * 2);
    seven!() + seven!(i) * 10 + a!() * 1000 + b!(5) * 10000 + triple!(i, 1, 2) * 100000 + local!(1)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
