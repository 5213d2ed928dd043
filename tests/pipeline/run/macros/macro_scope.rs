// definitions are known below, hidden by later ones, and left with their block or module
// threads: 4
// expect: 9524321 59524321 109524321 159524321
use rustg_std::prelude::*;

macro_rules! m { () => { 1u64 }; }
fn first() -> u64 { m!() }
macro_rules! m { () => { 2u64 }; }
mod inner {
    pub fn second() -> u64 { m!() }
    macro_rules! m { () => { 3u64 }; }
    pub fn third() -> u64 { m!() }
    macro_rules! own { () => { 9u64 }; }
    pub(crate) use own;
    #[macro_export]
    macro_rules! macro_scope_exported { ($e:expr) => { $e * 5 }; }
}
#[macro_use]
mod given {
    macro_rules! from_given { () => { 4u64 }; }
}
fn value(i: u64) -> u64 {
    let a = m!();
    let b = { macro_rules! m { () => { 5u64 }; } m!() };
    first() + inner::second() * 10 + inner::third() * 100 + from_given!() * 1000 + a * 10000 + b * 100000
        + inner::own!() * 1000000 + crate::macro_scope_exported!(i) * 10000000
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
