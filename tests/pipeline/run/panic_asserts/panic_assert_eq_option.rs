// assert_eq! of options of floats
// threads: 1
// panics: 8 assertion `left == right` failed   left: Some(0.1)  right: None
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let x = Some(i as f32 + 0.1);
    assert_eq!(x, None);
    i
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
