use rustg_std::prelude::*;

const N: u32 = 1 / 0; //~ E0080 attempt to divide `1_u32` by zero
