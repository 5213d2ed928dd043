// {:x} and its like are for integers.
use rustg_std::prelude::*;

pub fn a(x: f32, y: &u8) {
    assert!(*y > 3, "{:#x} {:b}", y, 5i128);
    panic!("{:x}", x); //~ E0277
}
