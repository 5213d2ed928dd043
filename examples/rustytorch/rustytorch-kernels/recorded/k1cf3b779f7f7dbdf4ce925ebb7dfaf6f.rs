use rustg_std::prelude::*;

#[kernel]
pub fn k1cf3b779f7f7dbdf4ce925ebb7dfaf6f(mut y0: GridMut<i64>, s1: u32, s2: u32, s3: u32, s4: u32, s5: [u32; 8], x9: &[f32], x11: &[f32], s12: [u32; 8], x14: &[i64], s15: [u32; 8], x17: &[i64]) {
    let t = thread::index();
    if t < y0.len() {
        let o = t.get();
        let row = o as u32;
        let outer = (row / s4) / s3;
        let first = ((row / s4) % s3).wrapping_mul(s2);
        let end = if s1 - first < s2 { s1 } else { first + s2 };
        let mut acc: i64 = i64::MAX;
        for k in first..end {
            let j = outer.wrapping_mul(s1).wrapping_add(k).wrapping_mul(s4).wrapping_add(row % s4) as usize;
            let c6 = (j as u32) % s5[1];
            let r7 = (j as u32) / s5[1];
            let c8 = r7;
            let v10 = x9[j];
            let v13 = x11[(c8.wrapping_mul(s12[0]).wrapping_add(c6.wrapping_mul(s12[1]))) as usize];
            let v16 = x14[(c8.wrapping_mul(s15[0]).wrapping_add(c6.wrapping_mul(s15[1]))) as usize];
            let v18 = x17[0];
            let v19: bool = v10 == v13;
            let v20: bool = v10 != v10;
            let v21: bool = v19 | v20;
            let v22: i64 = if v21 { v16 } else { v18 };
            acc = if acc < v22 { acc } else { v22 };
        }
        let v23: i64 = acc;
        y0[t] = v23;
    }
}
