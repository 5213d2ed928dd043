use rustg_std::prelude::*;

#[kernel]
pub fn k235c93e56187d0c8fd2fa1572304df98(mut y0: GridMut<i64>) {
    let t = thread::index();
    if t < y0.len() {
        let i = t.get();
        let v1: i64 = i as i64;
        y0[t] = v1;
    }
}
