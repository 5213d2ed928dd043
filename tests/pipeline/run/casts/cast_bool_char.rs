// bool and char to integers, u8 to char
// threads: 4
// expect: 12202331 12202331 12202331 12202331
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    true as u64 + ('é' as u32 as u64) * 10 + (b'z' as char as u64) * 100_000
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
