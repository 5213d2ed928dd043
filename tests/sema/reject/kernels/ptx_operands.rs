// rustc: accepts
// Operands of ptx! and their names in its text.
use rustg_std::prelude::*;

#[derive(Clone, Copy)]
pub enum Either {
    Number(u32),
    None,
}

fn numbers(a: u32, pair: [u32; 2], x: &mut (u32, f32)) -> u32 {
    unsafe {
        ptx!("mov.u32 {0}, 1;", a, cpu = ());
        ptx!("mov.u32 {out}, {1};", a, cpu = 1); //~ - `{1}` of `ptx!` names no operand: there are 1
        ptx!("mov.u32 {out}, {99999999999}, {7};", a, cpu = 1); //~ - `{99999999999}` of `ptx!` names no operand: there are 1
        ptx!("mov.u32 {out}, {0.2};", pair, cpu = 1); //~ - `{0.2}` of `ptx!` is no part of `[u32; 2]`
        ptx!("mov.u32 {out}, {0.0.0};", pair, cpu = 1); //~ - `{0.0.0}` of `ptx!` is no part of `[u32; 2]`
        ptx!("mov.u32 {0.2}, 1;", &mut *x, cpu = x.0 = 1); //~ - `{0.2}` of `ptx!` is no part of `(u32, f32)`
        ptx!("mov.u32 {out}, 1;", a, cpu = ()); //~ - `{out}` of `ptx!` has no value
        ptx!("mov.u32 {out}, 1;", [0u8; 513], cpu = 1); //~ - `[u8; 513]` of `ptx!` cannot be in registers
        ptx!("mov.u32 {out}, 1;", [0u8; 500], [0u32; 13], cpu = 1) //~ - `ptx!` names more than 512 registers
    }
}

fn enums(a: [Either; 2]) -> u32 {
    unsafe { ptx!("mov.u32 {out}, {0};", a, cpu = 1) } //~ - `[Either; 2]` of `ptx!` cannot be in registers
}

fn wide(a: *const [u32]) -> u32 {
    unsafe { ptx!("mov.u32 {out}, {0};", a, cpu = 1) } //~ - `*const [u32]` of `ptx!` cannot be in registers
}

#[kernel]
pub fn k(mut out: GridMut<u32>) {
    let t = thread::index();
    out[t] = numbers(1, [2, 3], &mut (4, 5.0)) + enums([Either::Number(6), Either::None]) + wide(&[7]);
}
