// SAFETY of all reads: places of elements of the shape, which the host knows to lie in the slices.
use rustg_std::prelude::*;

#[kernel]
pub fn ke264c74bb710227219bbc6a9a37b48c2(mut y0: GridMut<f32>, mut y1: GridMut<i64>, s2: u32, s3: u32, x5: &[f32], x7: &[f32], x12: &[f32], x14: &[f32], x16: &[i64], x18: &[i64]) {
    let t = thread::index().get();
    if t < s3 as usize {
        let o = t;
        let row = t as u32;
        let mut a4: f32 = f32::NEG_INFINITY;
        for k in 0..s2 {
            let j = row.wrapping_mul(s2).wrapping_add(k) as usize;
            let v6 = unsafe { *x5.get_unchecked(j) };
            let v8 = unsafe { *x7.get_unchecked(k as usize) };
            let v9: f32 = v6 + v8;
            let a = a4;
            a4 = if a > v9 || a != a { a } else { v9 };
            // SAFETY: j is an element of the row, and one thread's alone.
            unsafe { *y0.get_unchecked_mut(j) = v9 };
        }
        let v10: f32 = a4;
        let mut a11: i64 = i64::MAX;
        for k in 0..s2 {
            let j = row.wrapping_mul(s2).wrapping_add(k) as usize;
            let v13 = unsafe { *x12.get_unchecked(j) };
            let v15 = unsafe { *x14.get_unchecked(k as usize) };
            let v17 = unsafe { *x16.get_unchecked(k as usize) };
            let v19 = unsafe { *x18.get_unchecked(0) };
            let v20: f32 = v13 + v15;
            let v21: bool = v20 == v10;
            let v22: bool = v20 != v20;
            let v23: bool = v21 | v22;
            let v24: i64 = if v23 { v17 } else { v19 };
            let a = a11;
            a11 = if a < v24 { a } else { v24 };
        }
        let v25: i64 = a11;
        // SAFETY: a row is one thread's, or one block's, whose first thread writes.
        unsafe { *y1.get_unchecked_mut(o) = v25 };
    }
}
