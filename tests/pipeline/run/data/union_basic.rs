// unions
// threads: 4
// expect: 1065353216 1065353217 1065353218 1065353219
use rustg_std::prelude::*;

union U {
    a: u32,
    b: f32,
}

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let u = U { b: 1.0 };
        unsafe { u.a as u64 + i }
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
