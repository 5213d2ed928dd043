// casts between integers
// threads: 4
// expect: 176 176 176 176
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let a = 0x1234_5678u32 as u8 as u64;
        let b = -1i8 as u64;
        let c = -1i8 as u8 as u64;
        let d = 200u8 as i8 as i64 as u64;
        a ^ b ^ c ^ d
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
