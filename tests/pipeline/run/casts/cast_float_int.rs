// float to integer saturates, NaN is 0
// threads: 4
// expect: 4294967550 4294967550 4294967550 4294967550
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let a = 300.7f32 as u8;
        let b = -5.5f64 as u32;
        let c = f32::NAN as i32;
        let d = 1e20f64 as i64;
        let e = -1e20f32 as i32;
        a as u64 + b as u64 + c as u64 + (d as u64 >> 32) + (e as u32 as u64)
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
