use rustg_std::prelude::*;

#[kernel]
pub fn k5ef6ab996c7a19059622b07056074b15(mut y0: GridMut<f32>, s1: [u32; 8], x5: &[f32], x7: &[f32], s8: [u32; 8]) {
    let t = thread::index();
    if t < y0.len() {
        let i = t.get();
        let c2 = (i as u32) % s1[1];
        let r3 = (i as u32) / s1[1];
        let c4 = r3;
        let v6 = x5[i];
        let v9 = x7[(c4.wrapping_mul(s8[0]).wrapping_add(c2.wrapping_mul(s8[1]))) as usize];
        let v10: f32 = v6 - v9;
        y0[t] = v10;
    }
}
