// functions, structs, constants and impls written by macros
// threads: 4
// expect: 2020 4322 6624 8926
use rustg_std::prelude::*;

macro_rules! functions {
    ($($name:ident = $e:expr),* $(,)?) => { $(fn $name(x: u64) -> u64 { x * $e })* };
}
functions! { one = 1 + 1, two = 3, }
macro_rules! point {
    ($(#[$m:meta])* $v:vis struct $name:ident { $($f:ident: $t:ty),* }) => {
        $(#[$m])* $v struct $name { $($f: $t),* }
        impl $name {
            fn sum(&self) -> u64 { 0 $(+ self.$f as u64)* }
            const FIELDS: usize = <[&str]>::len(&[$(stringify_length!($f)),*]);
        }
    };
}
macro_rules! stringify_length { ($f:ident) => { "" }; }
point! {
    /// A point.
    #[derive(Clone, Copy)]
    pub struct Point { x: u32, y: u8 }
}
const fn len() -> usize { Point::FIELDS }
fn value(i: u64) -> u64 {
    let p = Point { x: i as u32 + 7, y: 2 };
    let q = p;
    one(i + 1) * 1000 + two(i) * 100 + p.sum() + q.sum() + len() as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
