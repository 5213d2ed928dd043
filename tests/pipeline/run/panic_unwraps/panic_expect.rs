// expect
// threads: 4
// panics: 12 three is too many
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = [1u64, 2, 3]
        .get(t.get())
        .copied()
        .expect("three is too many");
}
