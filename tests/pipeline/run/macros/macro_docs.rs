// doc comments are attributes for the matcher
// threads: 4
// expect: 333 334 335 336
use rustg_std::prelude::*;

macro_rules! documented { ($($(#[doc = $d:literal])* $name:ident)*) => { const DOCS: u64 = 0 $($(+ { let _ = $d; 1 })*)*; $($(#[doc = $d])* fn $name() -> u64 { DOCS })* }; }
documented! {
    /// One "quoted" line.
    /// And \\ another.
    first
    /** A block. */
    second
    third
}
fn value(i: u64) -> u64 { first() + second() * 10 + third() * 100 + i }

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
