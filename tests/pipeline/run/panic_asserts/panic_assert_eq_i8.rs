// assert_eq! of signed bytes
// threads: 1
// panics: 8 assertion `left == right` failed: x is 0, 0.0   left: -1  right: -2
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let x = i as i8;
    assert_eq!(x - 1, -2i8, "x is {x}, {:?}", x as f32);
    i
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
