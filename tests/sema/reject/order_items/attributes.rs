// Attributes that there are not, and those that are written wrongly.
use rustg_std::prelude::*;

#[inlin] //~ - cannot find attribute `inlin` in this scope
fn helper(x: f32) -> f32 { x }

#[derive(Clone, Cpy)] //~ - cannot find derive macro `Cpy` in this scope
struct P { x: f32 }

#[repr(B)] //~ E0552 unrecognized representation hint
struct Q { x: f32 }

#[inline(sometimes)] //~ E0539 malformed `inline` attribute input
fn other(x: f32) -> f32 { x }

#[must_use = 3] //~ E0539 malformed `must_use` attribute input
fn third(x: f32) -> f32 { x }

#[kernel]
pub fn k(mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = helper(1.0);
    }
}
