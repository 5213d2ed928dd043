// a name may be bound that an import could only give the constructor of a tuple struct with private fields
// threads: 4
// expect: 9 14 19 24
use rustg_std::prelude::*;

mod a {
    pub struct P(u8);
    pub struct Q(pub u8, u8);

    impl P {
        pub fn new(x: u8) -> P {
            P(x)
        }

        pub fn get(&self) -> u8 {
            self.0
        }
    }

    impl Q {
        pub fn sum(x: u8) -> u8 {
            let Q(a, b) = Q(x, 1);
            a + b
        }
    }
}

mod b {
    pub use super::a::*;
}

use a::P;
use b::*;

fn value(t: u8) -> u8 {
    let f16 = |x: u8| x + 1;
    let P = f16(t);
    let Q = |x: u8| x + P;
    match self::P::new(t).get() {
        P => P + Q(3) + f16(1) + b::Q::sum(t) * 3,
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u8) as u64;
}
