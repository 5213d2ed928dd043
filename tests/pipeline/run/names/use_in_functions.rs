// imports and items inside of blocks
// threads: 4
// expect: 9022 9030 9057 9075
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    const A: u64 = 5;
    fn twice(x: u64) -> u64 {
        use core::ops::Add as Plus;
        Plus::add(x, x)
    }
    let r = {
        const A: u64 = 7;
        struct P(u64);
        impl P {
            const A: u64 = A + 1;
            fn get(&self) -> u64 {
                self.0 * Self::A + A
            }
        }
        P(i).get()
    };
    mod inner {
        pub fn seven() -> u64 {
            super::helper() + 7
        }
    }
    let q = {
        use core::cmp::{max as biggest, Ordering::*};
        match i.cmp(&2) {
            Less => biggest(i, 1),
            Equal => 20,
            Greater => 30,
        }
    };
    enum Late {
        X = 4,
    }
    r + twice(A) + inner::seven() * 1000 + q + Late::X as u64
}
fn helper() -> u64 {
    2
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
