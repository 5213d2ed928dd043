// rustc: accepts
use rustg_std::prelude::*;

#[kernel]
pub fn shared(x: &mut [u32]) { //~ RUSTG0542 a kernel's parameter cannot be `&mut [u32]`: all threads would share it
    x[0] = 1;
}
