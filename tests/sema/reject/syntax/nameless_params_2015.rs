// edition 2015
// A parameter of a trait's function may be a type alone in edition 2015. It binds no name, and its value is dropped.
use rustg_std::prelude::*;

trait Make {
    fn make(u8, &u32) -> u32 {
        3
    }
    fn own(&self, u32, [u32; 2]) -> u32;
}
struct Two;
impl Make for Two {
    fn own(&self, a: u32, b: [u32; 2]) -> u32 {
        a + b[1]
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = (Two::make(1, &2) + Two.own(2, [3, 4])) as u64;
    out[t] = Two::make(1u16, &2) as u64; //~ E0308 mismatched types
}
