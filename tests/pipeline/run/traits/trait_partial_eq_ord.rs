// PartialEq and PartialOrd by hand
// threads: 4
// expect: 7 7 7 7
use rustg_std::prelude::*;

#[derive(Clone, Copy)]
struct Mod7(u64);
impl PartialEq for Mod7 {
    fn eq(&self, o: &Mod7) -> bool {
        self.0 % 7 == o.0 % 7
    }
}
impl PartialOrd for Mod7 {
    fn partial_cmp(&self, o: &Mod7) -> Option<core::cmp::Ordering> {
        (self.0 % 7).partial_cmp(&(o.0 % 7))
    }
}

fn value(i: u64) -> u64 {
    let _ = i;
    (Mod7(i) == Mod7(i + 7)) as u64
        + 2 * (Mod7(8) < Mod7(2)) as u64
        + 4 * (Mod7(6) >= Mod7(7)) as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
