use core::thread; //~ E0432 unresolved import `core::thread`
use rustg_std::prelude::*;
use rustg_std::f32::consts; //~ E0432 unresolved import `rustg_std::f32`
use rustg_std::mem; //~ E0432 unresolved import `rustg_std::mem`
use std::block; //~ E0432 unresolved import `std::block`

#[kernel]
pub fn k(mut out: GridMut<f32>) {
    let t = thread::index();
    out[t] = 0.5;
}
