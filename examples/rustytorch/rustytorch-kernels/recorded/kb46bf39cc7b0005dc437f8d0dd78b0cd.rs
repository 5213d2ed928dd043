use rustg_std::prelude::*;

#[kernel]
pub fn kb46bf39cc7b0005dc437f8d0dd78b0cd(mut y0: GridMut<f32>, s1: u32, s2: u32, x4: &[f32], x7: &[f32], x9: &[f32]) {
    let t = thread::index().get();
    if t < s2 as usize {
        let o = t;
        let row = t as u32;
        let mut a3: f32 = 0.0;
        for k in 0..s1 {
            let j = row.wrapping_mul(s1).wrapping_add(k) as usize;
            let v5 = x4[j];
            let a = a3;
            a3 = a + v5;
        }
        let v6: f32 = a3;
        for k in 0..s1 {
            let j = row.wrapping_mul(s1).wrapping_add(k) as usize;
            let v8 = x7[j];
            let v10 = x9[j];
            let v11: f32 = v8.exp();
            let v12: f32 = v11 * v6;
            let v13: f32 = v10 - v12;
            // SAFETY: j is an element of the row, and one thread's alone.
            unsafe { *y0.get_unchecked_mut(j) = v13 };
        }
    }
}
