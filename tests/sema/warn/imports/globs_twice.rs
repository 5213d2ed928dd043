// a glob that another one makes useless brings no trait that a call could look in
use core::iter::*;
use core::iter::*; //~ unused_imports unused import: `core::iter::*`
use rustg_std::prelude::*;

#[kernel]
pub fn k(mut out: GridMut<u32>) {
    let mut it = empty::<u32>();
    out[thread::index()] = it.next().unwrap_or(7);
}
