use rustg_std::prelude::*;

#[kernel]
pub fn k8abc578559b1d272be9c043fb7db4e62(n: u32, m: u32, inner: u32, x: &[f32], index: &[i64], mut y: GridMut<f32>) {
    let t = thread::index();
    if t < y.len() {
        let at = t.get() as u32;
        let row = at / inner % m;
        let number = index[row as usize];
        let from = if number < 0 { number + n as i64 } else { number };
        assert!(from >= 0 && from < n as i64, "index_select: {} is out of bounds of {}", number, n);
        let outer = at / inner / m;
        y[t] = x[(outer.wrapping_mul(n).wrapping_add(from as u32).wrapping_mul(inner).wrapping_add(at % inner)) as usize];
    }
}
