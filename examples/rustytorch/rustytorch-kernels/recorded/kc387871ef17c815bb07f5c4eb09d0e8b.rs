// SAFETY of all reads: places of elements of the shape, which the host knows to lie in the slices.
use rustg_std::prelude::*;

#[kernel]
pub fn kc387871ef17c815bb07f5c4eb09d0e8b(mut y0: GridMut<i64>, s1: u32, s2: u32, x4: &[f32], x8: &[f32], x10: &[i64], s15: i64) {
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
        let mut a7: i64 = i64::MAX;
        for k in 0..s1 {
            let j = row.wrapping_mul(s1).wrapping_add(k) as usize;
            let v9 = unsafe { *x8.get_unchecked(j) };
            let v11 = unsafe { *x10.get_unchecked(k as usize) };
            let v12: bool = v9 == v6;
            let v13: bool = v9 != v9;
            let v14: bool = v12 | v13;
            let v16: i64 = if v14 { v11 } else { s15 };
            let a = a7;
            a7 = if a < v16 { a } else { v16 };
        }
        let v17: i64 = a7;
        // SAFETY: a row is one thread's, or one block's, whose first thread writes.
        unsafe { *y0.get_unchecked_mut(o) = v17 };
    }
}
