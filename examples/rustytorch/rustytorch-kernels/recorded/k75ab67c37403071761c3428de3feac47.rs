// SAFETY of all reads: places of elements of the shape, which the host knows to lie in the slices.
use rustg_std::prelude::*;

#[kernel]
pub fn k75ab67c37403071761c3428de3feac47(mut y0: GridMut<f32>, mut y1: GridMut<f32>, s2: [u32; 8], x6: &[f32], s7: [u32; 8], x9: &[f32], s10: [u32; 8], x12: &[f32], s14: f32, s16: f32, s19: f32) {
    let t = thread::index();
    if t < y0.len() {
        let i = t.get();
        let c3 = (i as u32) % s2[1];
        let r4 = (i as u32) / s2[1];
        let c5 = r4;
        let v8 = unsafe { *x6.get_unchecked((c5.wrapping_mul(s7[0]).wrapping_add(c3.wrapping_mul(s7[1]))) as usize) };
        let v11 = unsafe { *x9.get_unchecked((c5.wrapping_mul(s10[0]).wrapping_add(c3.wrapping_mul(s10[1]))) as usize) };
        let v13 = unsafe { *x12.get_unchecked(i) };
        let v15: f32 = v8 * s14;
        let v17: f32 = v11 * s16;
        let v18: f32 = v15 + v17;
        let v20: f32 = v18 * s19;
        let v21: f32 = v13 - v20;
        y0[t] = v18;
        y1[t] = v21;
    }
}
