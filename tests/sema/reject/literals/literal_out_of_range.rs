use rustg_std::prelude::*;

fn f() -> u8 {
    256 //~ overflowing_literals literal out of range for `u8`
}
