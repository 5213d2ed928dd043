use rustg_std::prelude::*;

#[kernel]
pub fn kef72928bcc47db0b9c9387886851803b(outer_n: u32, n: u32, m: u32, inner: u32, sorted: &[i64], order: &[i64], source: &[f32], mut y: GridMut<f32>) {
    let t = thread::index().get();
    if t >= (outer_n * m * inner) as usize {
        return;
    }
    let (column, at, outer) = (t as u32 % inner, t as u32 / inner % m, t as u32 / inner / m);
    let to = sorted[at as usize];
    assert!(to >= 0 && to < n as i64, "scatter_add: {} is out of bounds of {}", to, n);
    if at > 0 && sorted[at as usize - 1] == to {
        return;
    }
    let place = outer.wrapping_mul(n).wrapping_add(to as u32).wrapping_mul(inner).wrapping_add(column) as usize;
    assert!(place < y.len());
    // SAFETY: inside; the first of those for a place is one thread's.
    let mut all = unsafe { *y.get_unchecked(place) };
    let mut k = at;
    while k < m && sorted[k as usize] == to {
        let from = outer.wrapping_mul(m).wrapping_add(order[k as usize] as u32).wrapping_mul(inner).wrapping_add(column);
        let part = source[from as usize];
        all = all + part;
        k += 1;
    }
    // SAFETY: as above.
    unsafe { *y.get_unchecked_mut(place) = all };
}
