// floats halfway between two texts, and at the ends of plain notation
// threads: 1
// panics: 9 3333333.3 0.0001 10000000000000000
use rustg_std::prelude::*;
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let z = t.get() as f32;
    panic!("{} {:?} {}", 3333333.25f32 + z, 0.0001f32 + z, 1e16f32 + z);
    out[t] = 1;
}
