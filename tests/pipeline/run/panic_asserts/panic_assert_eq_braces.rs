// assert_ne! with text
// threads: 1
// panics: 11 assertion `left != right` failed: {a} of "text\n\"{}\""   left: [0.1, 2.0, -1.5e-9]  right: [0.1, 2.0, -1.5e-9]
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let v = [0.1f32, 2.0, -1.5e-9];
    out[t] = 4;
    assert_ne!(v, v, "{{{}}} of {:?}", 'a', "text\n\"{}\"");
}
