// Names of imports, functions, values and methods, each wrong.
use rustg_std::prelude::*;
use core::cmp::Orderng; //~ E0432 unresolved import `core::cmp::Orderng`
use std::collection::HashMap; //~ E0432 unresolved import `std::collection`

#[kernel]
pub fn typo(x: &[f32], mut y: GridMut<f32>) {
    let i = thread::indx(); //~ E0425 cannot find function `indx` in module `thread`
    let v = xs[i]; //~ E0425 cannot find value `xs` in this scope
    if i < y.len() {
        y[i] = v.sqroot() + f32::PI + y.lenght() as f32; //~ E0599 no associated item named `PI` found for type `f32` in the //~ E0599 no method named `lenght` found for struct
    }
}
