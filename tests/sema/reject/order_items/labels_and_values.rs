// A label that there is not comes before the types of loops.
use rustg_std::prelude::*;

#[kernel]
pub fn looped(n: u32, mut y: GridMut<u32>) {
    let i = thread::index();
    let mut s = 0u32;
    'outer: for a in 0..n {
        for b in 0..a {
            if b == 3 {
                continue 'outr; //~ E0426 use of undeclared label `'outr`
            }
            s += b;
        }
    }
    let t = for k in 0..3 { break k; }; //~ E0571 `break` with value from a `for` loop
    let w = while s > 3 { s -= 1; };
    let z = loop { if s > 2 { break; } break s; }; //~ E0308 mismatched types
    for k in n { //~ E0277 `u32` is not an iterator
        s += k;
    }
    if i < y.len() {
        y[i] = s + w; //~ E0277 cannot add `()` to `u32`
    }
}
