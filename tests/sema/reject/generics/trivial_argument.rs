// A const parameter may stand alone in a constant, in one block around it, and in what macros put around it; not in more.
use rustg_std::prelude::*;

macro_rules! nothing {
    () => {};
}
macro_rules! parameter {
    ($n:ident) => { $n };
}
fn alone<const N: usize>(_: [u8; N], _: [u8; { N }]) {}
fn by_macros<const N: usize>(_: [u8; { nothing! {} N }], _: [u8; { parameter! { N } nothing! {} }], _: [u8; parameter!(N)]) {}
fn in_parens<const N: usize>(_: [u8; (N)]) {} //~ - generic parameters may not be used in const operations
fn in_block_in_parens<const N: usize>(_: [u8; { (N) }]) {} //~ - generic parameters may not be used in const operations
fn in_parens_of_block<const N: usize>(_: [u8; ({ N })]) {} //~ - generic parameters may not be used in const operations
fn in_two_blocks<const N: usize>(_: [u8; { { N } }]) {} //~ - generic parameters may not be used in const operations

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    alone([1, 2], [3, 4]);
    by_macros([1], [2], [3]);
    out[t] = 0;
}
