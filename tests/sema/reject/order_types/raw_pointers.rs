// Raw pointers are no references, and want unsafe.
use rustg_std::prelude::*;

unsafe fn raw(p: *mut f32) { *p = 1.0; }

unsafe trait Zero { fn zero() -> Self; }
impl Zero for f32 { fn zero() -> f32 { 0.0 } } //~ E0200 the trait `Zero` requires an `unsafe impl` declaration

#[kernel]
pub fn raws(mut y: GridMut<f32>) {
    let i = thread::index();
    let p = y.as_mut_ptr();
    raw(p);
    let q: &f32 = p; //~ E0308 mismatched types
    unsafe { *q = 2.0; }
    if i < y.len() {
        y[i] = *p;
    }
}
