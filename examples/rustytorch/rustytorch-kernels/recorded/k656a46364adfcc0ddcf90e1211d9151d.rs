// SAFETY of all reads: places of elements of the shape, which the host knows to lie in the slices.
use rustg_std::prelude::*;

#[kernel]
pub fn k656a46364adfcc0ddcf90e1211d9151d(mut y0: GridMut<f32>, s1: u32, s2: u32, x4: &[f32], x8: &[f32], x15: &[i64], x17: &[i64], x19: &[f32], s23: f32, s25: f32, s27: f32, s32: f32) {
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
        let v13: f32 = v12.ln();
        let mut a14: f32 = 0.0;
        for k in 0..s1 {
            let j = row.wrapping_mul(s1).wrapping_add(k) as usize;
            let v16 = unsafe { *x15.get_unchecked(k as usize) };
            let v18 = unsafe { *x17.get_unchecked(row as usize) };
            let v20 = unsafe { *x19.get_unchecked(j) };
            let v21: bool = v16 == v18;
            let v22: f32 = if v21 { 1.0 } else { 0.0 };
            let v24: f32 = v22 * s23;
            let v26: f32 = v24 + s25;
            let v28: bool = v26 == s27;
            let v29: f32 = v20 - v6;
            let v30: f32 = v29 - v13;
            let v31: f32 = v30 * v26;
            let v33: f32 = if v28 { s32 } else { v31 };
            let a = a14;
            a14 = a + v33;
        }
        let v34: f32 = a14;
        // SAFETY: a row is one thread's, or one block's, whose first thread writes.
        unsafe { *y0.get_unchecked_mut(o) = v34 };
    }
}
