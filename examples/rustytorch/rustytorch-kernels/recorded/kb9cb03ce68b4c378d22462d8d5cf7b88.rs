// SAFETY of all reads: places of elements of the shape, which the host knows to lie in the slices.
use rustg_std::prelude::*;

#[kernel]
pub fn kb9cb03ce68b4c378d22462d8d5cf7b88(mut y0: GridMut<f32>, s1: [u32; 8], x5: &[f32], s6: [u32; 8], x8: &[f32], s10: f32) {
    let t = thread::index();
    if t < y0.len() {
        let i = t.get();
        let c2 = (i as u32) % s1[1];
        let r3 = (i as u32) / s1[1];
        let c4 = r3;
        let v7 = unsafe { *x5.get_unchecked((c4.wrapping_mul(s6[0]).wrapping_add(c2.wrapping_mul(s6[1]))) as usize) };
        let v9 = unsafe { *x8.get_unchecked(i) };
        let v11: f32 = v7 * s10;
        let v12: f32 = v9 - v11;
        y0[t] = v12;
    }
}
