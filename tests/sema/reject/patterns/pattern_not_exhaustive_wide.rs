// Patterns of 128-bit numbers cover the whole type or do not.
use rustg_std::prelude::*;

pub fn a(x: u128) -> u8 {
    match x { //~ E0004 non-exhaustive patterns: `6_u128` and `1208925819614629174706177_u128..` not covered
        0..=5 => 1,
        7..=0x1_0000_0000_0000_0000_0000 => 2,
    }
}
pub fn b(x: i128) -> u8 {
    match x { //~ E0004 non-exhaustive patterns: `0_i128` not covered
        i128::MIN..=-1 => 1,
        1.. => 2,
    }
}
pub fn c(x: i128) -> u8 {
    match x { //~ E0004 non-exhaustive patterns: `i128::MIN` and `-4_i128` not covered
        -170141183460469231731687303715884105727..=-5 => 1,
        -3..=i128::MAX => 2,
    }
}
pub fn d(x: i128) -> u8 {
    match x {
        ..0 => 1,
        0..=170141183460469231731687303715884105727 => 2,
    }
}
pub fn e(x: u128) -> u8 {
    match x {
        0xFFFF_FFFF_FFFF_FFFF_FFFF..=1 => 1, //~ E0030 lower bound for range pattern
        _ => 2,
    }
}
