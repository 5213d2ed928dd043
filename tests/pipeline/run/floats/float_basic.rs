// f32 arithmetic, exactly rounded
// threads: 4
// expect: 1042123227 1042123227 1042123227 1042123227
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let x = 0.1f32 + 0.2;
        let y = x * 3.0 - 0.7;
        let z = y / 1.3;
        z.to_bits() as u64
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
