// SAFETY of all reads: places of elements of the shape, which the host knows to lie in the slices.
use rustg_std::prelude::*;

#[kernel]
pub fn k1a7fa8e489d9325bd834a8c0cee9e52b(mut y0: GridMut<f32>, s1: u32, s2: u32, x4: &[f32], x8: &[f32], x13: &[f32], x15: &[i64], x17: &[i64], x19: &[f32], s26: f32, s28: f32) {
    let t = thread::index().get();
    if t < s2 as usize {
        let o = t;
        let row = t as u32;
        let mut a3: f32 = f32::NEG_INFINITY;
        for k in 0..s1 {
            let j = row.wrapping_mul(s1).wrapping_add(k) as usize;
            let v5 = unsafe { *x4.get_unchecked(j) };
            let a = a3;
            a3 = if a > v5 || a != a { a } else { v5 };
        }
        let v6: f32 = a3;
        let mut a7: f32 = 0.0;
        for k in 0..s1 {
            let j = row.wrapping_mul(s1).wrapping_add(k) as usize;
            let v9 = unsafe { *x8.get_unchecked(j) };
            let v10: f32 = v9 - v6;
            let v11: f32 = v10.exp();
            let a = a7;
            a7 = a + v11;
        }
        let v12: f32 = a7;
        for k in 0..s1 {
            let j = row.wrapping_mul(s1).wrapping_add(k) as usize;
            let v14 = unsafe { *x13.get_unchecked(j) };
            let v16 = unsafe { *x15.get_unchecked(k as usize) };
            let v18 = unsafe { *x17.get_unchecked(row as usize) };
            let v20 = unsafe { *x19.get_unchecked(0) };
            let v21: f32 = v14 - v6;
            let v22: f32 = v21.exp();
            let v23: f32 = v22 / v12;
            let v24: bool = v16 == v18;
            let v25: f32 = if v24 { 1.0 } else { 0.0 };
            let v27: f32 = v25 * s26;
            let v29: f32 = v27 + s28;
            let v30: f32 = v23 - v29;
            let v31: f32 = v30 * v20;
            // SAFETY: j is an element of the row, and one thread's alone.
            unsafe { *y0.get_unchecked_mut(j) = v31 };
        }
    }
}
