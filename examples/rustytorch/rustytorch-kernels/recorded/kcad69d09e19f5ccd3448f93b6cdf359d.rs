// SAFETY of all reads: places of elements of the shape, which the host knows to lie in the slices.
use rustg_std::prelude::*;

#[kernel]
pub fn kcad69d09e19f5ccd3448f93b6cdf359d(mut y0: GridMut<f32>, mut y1: GridMut<f32>, mut y2: GridMut<f32>, mut y3: GridMut<f32>, s4: u32, s5: u32, s6: u32, s7: u32, x8: &[f32], x11: &[f32], s13: f32, s16: f32, s18: f32, s21: f32) {
    let t = thread::index();
    if t < y0.len() {
        let o = t.get();
        let row = o as u32;
        let outer = (row / s7) / s6;
        let first = ((row / s7) % s6).wrapping_mul(s5);
        let end = if s4 - first < s5 { s4 } else { first + s5 };
        let mut acc: f32 = 0.0;
        for k in first..end {
            let j = outer.wrapping_mul(s4).wrapping_add(k).wrapping_mul(s7).wrapping_add(row % s7) as usize;
            let v9 = unsafe { *x8.get_unchecked(j) };
            acc = acc + v9;
        }
        let v10: f32 = acc;
        let v12 = unsafe { *x11.get_unchecked(o) };
        let v14: f32 = v10 / s13;
        let v15: f32 = -v14;
        let v17: f32 = v15 * s16;
        let v19: f32 = v12 / s18;
        let v20: f32 = -v19;
        let v22: f32 = v20 * s21;
        let v23: f32 = v17 + v22;
        y0[t] = v17;
        y1[t] = v20;
        y2[t] = v22;
        y3[t] = v23;
    }
}
