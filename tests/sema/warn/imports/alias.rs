// core::ptr has a trait alias, in which rustc looks for every name: its glob is told of as a trait's import
use core::ptr::*; //~ unused_imports unused import: `core::ptr`
use rustg_std::prelude::*;

mod quiet {
    use core::ptr::*; //~ unused_imports unused import: `core::ptr::*`
}

#[kernel]
pub fn k(mut out: GridMut<u32>) {
    out[thread::index()] = 7u32.min(8);
}
