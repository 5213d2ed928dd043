// a loop in which the last element of one thread is out of bounds: the place of that check, after the rounds before it
// threads: 8
// panics: 11 index out of bounds: the len is 20 but the index is 20
use rustg_std::prelude::*;

fn total(x: &[u64], row: usize, n: usize) -> u64 {
    let mut sum = 0;
    for i in 0..n {
        let a = x[i];
        sum += a + 1;
        sum += x[row * 2 + i];
    }
    sum
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let x: [u64; 20] = core::array::from_fn(|k| k as u64);
    out[t] = total(&x, t.get(), 7);
}
