// A shift names the count by its own type.
use rustg_std::prelude::*;

pub const A: u8 = 1 << 200i32; //~ E0080 attempt to shift left by `200_i32`, which would overflow
pub const B: u8 = 1 >> -3i64; //~ E0080 attempt to shift right by `-3_i64`, which would overflow
