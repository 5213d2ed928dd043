// SAFETY of all reads: places of elements of the shape, which the host knows to lie in the slices.
use rustg_std::prelude::*;

#[kernel]
pub fn k1f9d1760f6201e46039cc6a458469316(mut y0: GridMut<f32>, mut y1: GridMut<f32>, mut y2: GridMut<f32>, s3: u32, s4: u32, s5: u32, s6: u32, x7: &[f32], x10: &[f32], s12: f32, s15: f32) {
    let t = thread::index();
    if t < y0.len() {
        let o = t.get();
        let row = o as u32;
        let outer = (row / s6) / s5;
        let first = ((row / s6) % s5).wrapping_mul(s4);
        let end = if s3 - first < s4 { s3 } else { first + s4 };
        let mut acc: f32 = 0.0;
        for k in first..end {
            let j = outer.wrapping_mul(s3).wrapping_add(k).wrapping_mul(s6).wrapping_add(row % s6) as usize;
            let v8 = unsafe { *x7.get_unchecked(j) };
            acc = acc + v8;
        }
        let v9: f32 = acc;
        let v11 = unsafe { *x10.get_unchecked(o) };
        let v13: f32 = v9 / s12;
        let v14: f32 = -v13;
        let v16: f32 = v14 * s15;
        let v17: f32 = v11 + v16;
        y0[t] = v14;
        y1[t] = v16;
        y2[t] = v17;
    }
}
