// Names that differ in their bytes alone are one name.
use rustg_std::prelude::*;

fn résumé() {}
fn résumé() {} //~ E0428 the name `résumé` is defined multiple times

struct Pair {
    é: u32,
    é: u32, //~ E0124 field `é` is already declared
}

fn twice(ö: u32, ö: u32) {} //~ E0415 identifier `ö` is bound more than once in this parameter list

mod one {
    fn lifetimes<'é, 'é>() {} //~ E0403 the name `'é` is already used for a generic parameter in this item's generic parameters
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = 0;
}
