// associated items and trait impls by macros
// threads: 4
// expect: 3034408 3034811 3035616 3036423
use rustg_std::prelude::*;

trait Area { const SIDES: u64; fn area(&self) -> u64; fn twice(&self) -> u64 { self.area() * 2 } }
macro_rules! methods { ($($name:ident: $e:expr;)*) => { $(fn $name(&self) -> u64 { $e })* }; }
macro_rules! shape { ($($name:ident, $sides:literal, |$s:ident| $e:expr;)*) => { $(
    struct $name(u64);
    impl Area for $name { const SIDES: u64 = $sides; fn area(&self) -> u64 { let $s = self; $e } }
)* }; }
shape! { Square, 4, |s| s.0 * s.0; Triangle, 3, |s| s.0 * s.0 / 2; }
impl Square { methods! { five: 5; six: 6; } }
macro_rules! impl_for { ($tr:ident for $($t:ty),*) => { $(impl $tr for $t { const SIDES: u64 = 0; fn area(&self) -> u64 { *self as u64 } })* }; }
impl_for!(Area for u8, i32);
fn value(i: u64) -> u64 {
    let (a, b) = (Square(i + 1), Triangle(i + 2));
    a.area() + b.twice() * 100 + Square::SIDES * 1000 + Triangle::SIDES * 10000 + a.five() * a.six() * 100000 + 3u8.area() + (-1i32 + 3).twice()
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
