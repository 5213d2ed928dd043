use rustg_std::prelude::*;

#[kernel]
pub fn kfb8a6cda0ad1f35392fbfb59adcc24e3(n: u32, m: u32, inner: u32, x: &[f32], index: &[i64], mut y: GridMut<f32>) {
    let t = thread::index();
    if t < y.len() {
        let at = t.get() as u32;
        let row = at / inner % m;
        let number = index[t.get()];
        let from = if number < 0 { number + n as i64 } else { number };
        assert!(from >= 0 && from < n as i64, "gather: {} is out of bounds of {}", number, n);
        let outer = at / inner / m;
        y[t] = x[(outer.wrapping_mul(n).wrapping_add(from as u32).wrapping_mul(inner).wrapping_add(at % inner)) as usize];
    }
}
