// From and Into
// threads: 4
// expect: 108 208 308 408
use rustg_std::prelude::*;

struct Cm(u64);
impl From<u64> for Cm {
    fn from(m: u64) -> Cm {
        Cm(m * 100)
    }
}

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let c: Cm = i.into();
        c.0 + u64::from(7u8) + Cm::from(1).0 + u64::from(true)
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
