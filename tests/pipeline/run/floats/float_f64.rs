// f64 arithmetic
// threads: 4
// expect: 4594710912139606808 4594710912139606808 4594710912139606808 4594710912139606808
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let x = 0.1f64 + 0.2;
        let y = x * 3.0 - 0.7;
        (y / 1.3).to_bits()
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
