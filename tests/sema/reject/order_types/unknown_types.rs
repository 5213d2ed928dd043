// The first variable of an unknown type is told of alone.
use rustg_std::prelude::*;

#[kernel]
pub fn inferred(x: &[u32], mut y: GridMut<u32>) {
    let i = thread::index();
    let nothing = None; //~ E0282 type annotations needed for `Option<_>`
    let s = x.iter().map(|v| v + 1).sum();
    let z = Default::default();
    if i < y.len() {
        y[i] = x[i].into();
    }
}
