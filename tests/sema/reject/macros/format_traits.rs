use core::fmt::{Formatter, LowerHex, Result};
use rustg_std::prelude::*;

struct Plain;
struct Hex;
impl LowerHex for Hex {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result { LowerHex::fmt(&7, f) }
}

fn show<T: Copy>(t: T, x: f32, s: &str, n: u32) {
    println!("{:x} {:e} {:p} {:x}", n, x, s, &Hex);
    println!("{:x}", x); //~ E0277 the trait bound `f32: LowerHex` is not satisfied
    println!("{:e}", s); //~ E0277 the trait bound `str: LowerExp` is not satisfied
    println!("{:p}", n); //~ E0277 the trait bound `u32: std::fmt::Pointer` is not satisfied
    println!("{:E}", Plain); //~ E0277 the trait bound `Plain: UpperExp` is not satisfied
    println!("{:X}", Hex); //~ E0277 the trait bound `Hex: UpperHex` is not satisfied
    println!("{:x?}", Plain); //~ E0277 `Plain` doesn't implement `Debug`
    println!("{:b}", &&Plain); //~ E0277 the trait bound `Plain: Binary` is not satisfied
    println!("{t:o}"); //~ E0277 the trait bound `T: Octal` is not satisfied
}

#[kernel]
pub fn k(mut y: GridMut<u32>) {
    show(1, 1.0, "", 2);
    y[thread::index()] = 1;
}
