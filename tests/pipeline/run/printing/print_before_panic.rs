// what was printed before a panic is told
// threads: 1
// panics: 12 index out of bounds: the len is 3 but the index is 5
// prints: before 5
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let i = t.get() + 5;
    println!("before {i}");
    let x = [1u64, 2, 3][i as usize];
    println!("behind");
    out[t] = x;
}
