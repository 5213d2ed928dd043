use rustg_std::prelude::*;

#[kernel]
pub fn k413433c3b72b292923b57c70ccd720d9(mut y0: GridMut<f32>, s1: u32, s2: u32, x4: &[f32], x8: &[f32], x14: &[f32]) {
    let t = thread::index().get();
    if t < s2 as usize {
        let o = t;
        let row = t as u32;
        let mut a3: f32 = f32::NEG_INFINITY;
        for k in 0..s1 {
            let j = row.wrapping_mul(s1).wrapping_add(k) as usize;
            let v5 = x4[j];
            let a = a3;
            a3 = if a > v5 || a != a { a } else { v5 };
        }
        let v6: f32 = a3;
        let mut a7: f32 = 0.0;
        for k in 0..s1 {
            let j = row.wrapping_mul(s1).wrapping_add(k) as usize;
            let v9 = x8[j];
            let v10: f32 = v9 - v6;
            let v11: f32 = v10.exp();
            let a = a7;
            a7 = a + v11;
        }
        let v12: f32 = a7;
        let v13: f32 = v12.ln();
        for k in 0..s1 {
            let j = row.wrapping_mul(s1).wrapping_add(k) as usize;
            let v15 = x14[j];
            let v16: f32 = v15 - v6;
            let v17: f32 = v16 - v13;
            // SAFETY: j is an element of the row, and one thread's alone.
            unsafe { *y0.get_unchecked_mut(j) = v17 };
        }
    }
}
