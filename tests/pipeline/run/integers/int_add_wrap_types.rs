// integer arithmetic in each width
// threads: 4
// expect: 4676 4676 4676 4676
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let a = 200u8.wrapping_add(100) as u64;
        let b = (-100i8).wrapping_sub(100) as u64;
        let c = 60000u16.wrapping_add(10000) as u64;
        a + b * 3 + c
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
