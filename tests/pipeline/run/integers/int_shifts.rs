// shifts of signed and unsigned
// threads: 4
// expect: 18446742974197923837 18446742974197923837 18446742974197923837 18446742974197923837
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let a = (-16i32 >> 2) as i64 as u64;
        let b = 0x8000_0000u32 >> 31;
        let c = 1u64 << 40;
        a ^ b as u64 ^ c
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
