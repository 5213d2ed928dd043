use rustg_std::prelude::*;

#[kernel]
pub fn k32c9ad530c2578d0d7013679d6c94380(mut y0: GridMut<f32>, s1: [u32; 8], x5: &[f32], s6: [u32; 8], x8: &[f32], s10: f32) {
    let t = thread::index();
    if t < y0.len() {
        let i = t.get();
        let c2 = (i as u32) % s1[1];
        let r3 = (i as u32) / s1[1];
        let c4 = r3;
        let v7 = x5[(c4.wrapping_mul(s6[0]).wrapping_add(c2.wrapping_mul(s6[1]))) as usize];
        let v9 = x8[i];
        let v11: f32 = v7 * s10;
        let v12: f32 = v9 - v11;
        y0[t] = v12;
    }
}
