// SAFETY of all reads: places of elements of the shape, which the host knows to lie in the slices.
use rustg_std::prelude::*;

#[kernel]
pub fn ked4f3c7e638d53a388244d7a6ff94a13(mut y0: GridMut<f32>, s1: [u32; 8], x5: &[f32], x7: &[f32], s8: [u32; 8]) {
    let t = thread::index();
    if t < y0.len() {
        let i = t.get();
        let c2 = (i as u32) % s1[1];
        let r3 = (i as u32) / s1[1];
        let c4 = r3;
        let v6 = unsafe { *x5.get_unchecked(i) };
        let v9 = unsafe { *x7.get_unchecked((c4.wrapping_mul(s8[0]).wrapping_add(c2.wrapping_mul(s8[1]))) as usize) };
        let v10: f32 = v6 + v9;
        let v11: f32 = if v10 > 0.0 { v10 } else if v10 == v10 { 0.0 } else { v10 };
        y0[t] = v11;
    }
}
