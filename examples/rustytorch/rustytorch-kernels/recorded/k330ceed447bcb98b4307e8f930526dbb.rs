// SAFETY of all reads: places of elements of the shape, which the host knows to lie in the slices.
use rustg_std::prelude::*;

#[kernel]
pub fn k330ceed447bcb98b4307e8f930526dbb(mut y0: GridMut<f32>, mut y1: GridMut<f32>, s2: [u32; 8], x6: &[f32], x8: &[f32], s9: [u32; 8], x11: &[f32], s13: f32, s15: f32, s18: f32) {
    let t = thread::index();
    if t < y0.len() {
        let i = t.get();
        let c3 = (i as u32) % s2[1];
        let r4 = (i as u32) / s2[1];
        let c5 = r4;
        let v7 = unsafe { *x6.get_unchecked(i) };
        let v10 = unsafe { *x8.get_unchecked((c5.wrapping_mul(s9[0]).wrapping_add(c3.wrapping_mul(s9[1]))) as usize) };
        let v12 = unsafe { *x11.get_unchecked(i) };
        let v14: f32 = v7 * s13;
        let v16: f32 = v10 * s15;
        let v17: f32 = v14 + v16;
        let v19: f32 = v17 * s18;
        let v20: f32 = v12 - v19;
        y0[t] = v17;
        y1[t] = v20;
    }
}
