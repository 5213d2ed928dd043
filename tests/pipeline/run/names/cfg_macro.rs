// cfg! is a value
// threads: 2
// expect: 146 1146
use rustg_std::prelude::*;

const WIDE: bool = cfg!(target_pointer_width = "64");

fn value(i: u64) -> u64 {
    let mut n = if cfg!(feature = "nothing") { 1 } else { 2 };
    if cfg!(all(not(nothing), any(debug_assertions, not(debug_assertions)))) {
        n += 4;
    }
    n += 8 * (cfg!(any()) as u64) + 40 * core::cfg!(all(),) as u64;
    n += match cfg!(target_endian = "little") {
        true => 100,
        false => 0,
    };
    if WIDE { n + 1000 * i } else { 0 }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
