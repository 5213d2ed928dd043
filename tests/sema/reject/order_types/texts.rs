// Texts are no numbers, have no elements, and are not added.
use rustg_std::prelude::*;

fn name(i: u32) -> &'static str {
    match i {
        0 => "zero",
        1 => 'o', //~ E0308 `match` arms have incompatible types
        _ => "other" + "wise", //~ E0369 cannot add `&str` to `&str`
    }
}

#[kernel]
pub fn names(mut y: GridMut<u32>) {
    let i = thread::index();
    if i < y.len() {
        let n: str = *name(0); //~ E0277 the size for values of type `str` cannot be known at
        let s = "abc";
        let c = s[0]; //~ E0277 the type `str` cannot be indexed by `{integer}`
        y[i] = s.len(); //~ E0308 mismatched types
    }
}
