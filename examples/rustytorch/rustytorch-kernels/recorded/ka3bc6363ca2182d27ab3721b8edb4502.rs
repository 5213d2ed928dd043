use rustg_std::prelude::*;

#[kernel]
pub fn ka3bc6363ca2182d27ab3721b8edb4502(mut y0: GridMut<f32>, s1: f32, s4: f32) {
    let t = thread::index();
    if t < y0.len() {
        let i = t.get();
        let v2: f32 = s1;
        let v3: f32 = -v2;
        let v5: f32 = v3 / s4;
        y0[t] = v5;
    }
}
