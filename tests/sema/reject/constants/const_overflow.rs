use rustg_std::prelude::*;

const N: u8 = 255 + 1; //~ E0080 attempt to compute `u8::MAX + 1_u8`, which would overflow
