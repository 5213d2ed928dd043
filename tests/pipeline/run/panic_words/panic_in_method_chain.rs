// where a method chain over lines panics
// threads: 1
// panics: 7 large
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    [1u64, 2, 3].iter().skip(i as usize).map(|x| x * 2).position(|x| x > 10).expect("large") as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
