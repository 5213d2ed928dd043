// rustc: accepts
// Types of operands and results of ptx!.
use rustg_std::prelude::*;

pub fn f(a: &u32, b: &mut [u32], c: &mut &mut u32) {
    unsafe {
        ptx!("mov.u32 {0}, 1;", a, cpu = ()); //~ - an operand of `ptx!` must be a number, bool, char or raw pointer, or an array
        ptx!("mov.u32 {0}, 1;", &mut *b, cpu = ()); //~ - an operand of `ptx!` must be a number, bool, char or raw pointer, or an array
        ptx!("mov.u32 {0}, 1;", &mut *c, cpu = ()); //~ - an operand of `ptx!` must be a number, bool, char or raw pointer, or an array
        ptx!("mov.u32 {0}, 1;", Some(1), cpu = ()); //~ - an operand of `ptx!` must be a number, bool, char or raw pointer, or an array
        let _ = ptx!("mov.u32 {out}, 1;", cpu = a); //~ - the result of `ptx!` must be a number, bool, char or raw pointer, or an array
    }
}
