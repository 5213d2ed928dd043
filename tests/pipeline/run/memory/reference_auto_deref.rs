// methods and fields through several references
// threads: 4
// expect: 8 10 12 14
use rustg_std::prelude::*;

struct P {
    x: u64,
}
impl P {
    fn get(&self) -> u64 {
        self.x
    }
}

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let p = P { x: i + 4 };
        let r = &&&p;
        r.get() + r.x
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
