// Constants of 128 bits that have no value.
use rustg_std::prelude::*;

pub const A: u128 = u128::MAX + 1; //~ E0080 attempt to compute `u128::MAX + 1_u128`, which would overflow
pub const B: i128 = i128::MIN / -1; //~ E0080 attempt to compute `i128::MIN / -1_i128`, which would overflow
pub const C: u128 = 5 % (3 - 3); //~ E0080 attempt to calculate the remainder of `5_u128` with a divisor of zero
pub const D: i128 = -i128::MIN; //~ E0080 attempt to negate `i128::MIN`, which would overflow
pub const E: u8 = 1 << 200u128; //~ E0080 attempt to shift left by `200_u128`, which would overflow
pub fn block() -> i128 {
    const { i128::MAX + 1 } //~ E0080 attempt to compute `i128::MAX + 1_i128`, which would overflow
}
