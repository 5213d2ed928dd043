// MIN, MAX and BITS
// threads: 4
// expect: 9223372039002259232 9223372039002259232 9223372039002259232 9223372039002259232
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    { (i32::MAX as u64) ^ (u8::MAX as u64) ^ (i64::MIN as u64) ^ u32::BITS as u64 }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
