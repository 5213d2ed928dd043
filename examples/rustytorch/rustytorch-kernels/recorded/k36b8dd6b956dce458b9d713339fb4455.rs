use rustg_std::prelude::*;

#[kernel]
pub fn k36b8dd6b956dce458b9d713339fb4455(mut y0: GridMut<f32>, mut y1: GridMut<f32>, s2: u32, s3: u32, s4: u32, s5: u32, s6: [u32; 8], x10: &[f32], x12: &[f32], s13: [u32; 8]) {
    let t = thread::index();
    if t < y0.len() {
        let o = t.get();
        let row = o as u32;
        let outer = (row / s5) / s4;
        let first = ((row / s5) % s4).wrapping_mul(s3);
        let end = if s2 - first < s3 { s2 } else { first + s3 };
        let mut acc: f32 = f32::NEG_INFINITY;
        for k in first..end {
            let j = outer.wrapping_mul(s2).wrapping_add(k).wrapping_mul(s5).wrapping_add(row % s5) as usize;
            let c7 = (j as u32) % s6[1];
            let r8 = (j as u32) / s6[1];
            let c9 = r8;
            let v11 = x10[j];
            let v14 = x12[(c9.wrapping_mul(s13[0]).wrapping_add(c7.wrapping_mul(s13[1]))) as usize];
            let v15: f32 = v11 + v14;
            // SAFETY: j is an element of the operand, and one thread's alone.
            unsafe { *y1.get_unchecked_mut(j) = v15 };
            acc = if acc > v15 || acc != acc { acc } else { v15 };
        }
        let v16: f32 = acc;
        y0[t] = v16;
    }
}
