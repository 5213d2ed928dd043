// SAFETY of all reads: places of elements of the shape, which the host knows to lie in the slices.
use rustg_std::prelude::*;

#[kernel]
pub fn k7495da1b6ab84c62ecace0c4f3e20212(mut y0: GridMut<f32>, mut y1: GridMut<f32>, x2: &[f32], x4: &[f32], x6: &[f32], s8: f32, s10: f32, s13: f32) {
    let t = thread::index();
    if t < y0.len() {
        let i = t.get();
        let v3 = unsafe { *x2.get_unchecked(i) };
        let v5 = unsafe { *x4.get_unchecked(i) };
        let v7 = unsafe { *x6.get_unchecked(i) };
        let v9: f32 = v3 * s8;
        let v11: f32 = v5 * s10;
        let v12: f32 = v9 + v11;
        let v14: f32 = v12 * s13;
        let v15: f32 = v7 - v14;
        y0[t] = v12;
        y1[t] = v15;
    }
}
