// Literals that 128-bit numbers do not hold, or only these.
use rustg_std::prelude::*;

pub fn a() -> u64 {
    18446744073709551616 //~ overflowing_literals literal out of range for `u64`
}
pub fn b() -> i128 {
    170141183460469231731687303715884105728 //~ overflowing_literals literal out of range for `i128`
}
pub fn c() -> i128 {
    -170141183460469231731687303715884105729 //~ overflowing_literals literal out of range for `i128`
}
pub fn d() -> (i128, u128) {
    (-170141183460469231731687303715884105728, 0xFFFF_FFFF_FFFF_FFFF_FFFF_FFFF_FFFF_FFFF)
}
