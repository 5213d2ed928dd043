// 128-bit numbers in a message
// threads: 4
// panics: 8 3802951800684688204490109616128 Some(-3713820117856140824697372672) 3 -170141183460469231731687303715884105728
use rustg_std::prelude::*;

fn value(t: u64) -> u64 {
    let w = t as u128 + 3;
    panic!("{} {:?} {w} {}", w << 100, Some(-(w as i128) << 90), i128::MIN)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
