use rustg_std::prelude::*;

const N: u8 = 255 + 1; //~ E0080 attempt to compute `u8::MAX + 1_u8`, which would overflow
const TWICE: u32 = u32::MAX.pow(2); //~ E0080 attempt to compute `u32::MAX * u32::MAX`, which would overflow
const BOTH: i8 = { let a = i8::MIN; a + a }; //~ E0080 attempt to compute `i8::MIN + i8::MIN`, which would overflow
