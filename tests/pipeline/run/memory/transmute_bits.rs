// transmute between types of one size
// threads: 4
// expect: 1065353216 1073741824 1077936128 1082130432
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    (unsafe { core::mem::transmute::<f32, u32>(1.0 + i as f32) }) as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
