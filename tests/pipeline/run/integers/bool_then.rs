// bool's methods
// threads: 4
// expect: 105 5 20 30
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    (i > 1).then(|| i * 10).unwrap_or(5) + (i == 0).then_some(100).unwrap_or(0)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
