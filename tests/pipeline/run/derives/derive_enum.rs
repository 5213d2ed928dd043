// derives on enums
// threads: 4
// expect: 4 1 2 10
use rustg_std::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
enum L {
    #[default]
    Low,
    Mid(u64),
    High {
        x: u64,
    },
}

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let l = match i {
            0 => L::Low,
            1 => L::Mid(4),
            2 => L::Mid(5),
            _ => L::High { x: 1 },
        };
        (l == L::Mid(4)) as u64
            + 2 * (l > L::Mid(4)) as u64
            + 4 * (l == L::default()) as u64
            + 8 * (L::High { x: 0 } < l) as u64
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
