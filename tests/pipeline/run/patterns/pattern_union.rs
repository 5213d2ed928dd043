// Patterns of unions:  reads nothing, and alternatives read
// threads: 2
// expect: 11 1
use rustg_std::prelude::*;

union Bits {
    number: u32,
    float: f32,
}

fn value(i: u64) -> u64 {
    let u = Bits { number: i as u32 };
    let Bits { float: _ } = u;
    let first = match u {
        Bits { float: _ } => 1,
    };
    let second = unsafe {
        match u {
            Bits { number: 0 | 7 } => 10,
            Bits { number: _ } => 0,
        }
    };
    first + second
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
