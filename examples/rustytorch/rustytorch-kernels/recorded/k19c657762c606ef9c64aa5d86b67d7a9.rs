use rustg_std::prelude::*;

#[kernel]
pub fn k19c657762c606ef9c64aa5d86b67d7a9(mut y0: GridMut<i64>, s1: i64) {
    let t = thread::index();
    if t < y0.len() {
        let i = t.get();
        let v2: i64 = s1;
        y0[t] = v2;
    }
}
