// compound assignment operators
// threads: 4
// expect: 250 251 252 253
use rustg_std::prelude::*;

use core::ops::{AddAssign, BitXorAssign};
struct W(u64);
impl AddAssign<u64> for W {
    fn add_assign(&mut self, k: u64) {
        self.0 += k * 2;
    }
}
impl BitXorAssign for W {
    fn bitxor_assign(&mut self, o: W) {
        self.0 ^= o.0;
    }
}

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let mut w = W(i);
        w += 5;
        w ^= W(0xF0);
        w.0
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
