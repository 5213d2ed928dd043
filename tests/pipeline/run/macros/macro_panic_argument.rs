// a panic of what an argument brought is of the argument
// threads: 4
// panics: 14 index out of bounds: the len is 2 but the index is 2
use rustg_std::prelude::*;

macro_rules! twice {
    ($e:expr) => {
        $e + $e
    };
}
fn value(i: u64) -> u64 {
    let a = [1, 2];
    twice!(
        a[i as usize]
    )
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
