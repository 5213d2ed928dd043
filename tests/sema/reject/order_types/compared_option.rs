// A comparison that cannot be comes as obligations are solved.
use rustg_std::prelude::*;

fn find(x: &[u32], key: u32) -> Option<usize> {
    for (i, v) in x.iter().enumerate() {
        if v == key { //~ E0277 can't compare `&u32` with `u32`
            return i; //~ E0308 mismatched types
        }
    }
    None
}

fn half(x: u32) -> u32 {
    let h = x.checked_div(2)?; //~ E0277 the `?` operator can only be used in a function that
    h
}

#[kernel]
pub fn search(x: &[u32], mut y: GridMut<u32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = find(x, 3).unwrap_or(-1); //~ E0308 mismatched types //~ E0600 cannot apply unary operator `-` to type `usize`
        if let Some(p) = find(x, 4) && p { //~ E0308 mismatched types
            y[i] = p; //~ E0308 mismatched types
        }
    }
}
