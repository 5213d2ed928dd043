// clone_from_slice of another length, of elements that are not Copy
// threads: 1
// panics: 10 destination and source slices have different lengths
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    #[derive(Clone)]
    struct N(u8);
    let mut a = [N(1), N(2)];
    a.clone_from_slice(&[N(3)]);
    a[0].0 as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
