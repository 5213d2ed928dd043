// SAFETY of all reads: places of elements of the shape, which the host knows to lie in the slices.
use rustg_std::prelude::*;

#[kernel]
pub fn k9256733f1320672dc1f3bd56bfc65cdd(mut y0: GridMut<f32>, mut y1: GridMut<f32>, s2: u32, s3: u32, s4: u32, s5: u32, x6: &[f32], x8: &[f32], x10: &[f32], s12: f32) {
    let t = thread::index();
    if t < y0.len() {
        let o = t.get();
        let row = o as u32;
        let outer = (row / s5) / s4;
        let first = ((row / s5) % s4).wrapping_mul(s3);
        let end = if s2 - first < s3 { s2 } else { first + s3 };
        let mut acc: f32 = 0.0;
        for k in first..end {
            let j = outer.wrapping_mul(s2).wrapping_add(k).wrapping_mul(s5).wrapping_add(row % s5) as usize;
            let v7 = unsafe { *x6.get_unchecked(j) };
            let v9 = unsafe { *x8.get_unchecked(j) };
            let v11 = unsafe { *x10.get_unchecked(0) };
            let v13: bool = v7 > s12;
            let v14: f32 = if v13 { v9 } else { v11 };
            // SAFETY: j is an element of the operand, and one thread's alone.
            unsafe { *y1.get_unchecked_mut(j) = v14 };
            acc = acc + v14;
        }
        let v15: f32 = acc;
        y0[t] = v15;
    }
}
