// Operators, indices and methods of the wrong numbers.
use rustg_std::prelude::*;
#[kernel]
pub fn ints(x: &[i32], mut y: GridMut<i32>) {
    let i = thread::index();
    let a: u8 = 256;
    let b = -1u32; //~ E0600 cannot apply unary operator `-` to type `u32`
    let c = 1 << 40i32;
    let d = 0x1_0000_0000i32;
    let e = x[-1]; //~ - negative integers cannot be used to index on a `[i32]`
    let f = x[i as i32];
    //~^ E0277 the type `[i32]` cannot be indexed by `i32`
    //~^^ E0605 non-primitive cast: `Tid` as `i32`
    let g = 5 / 0;
    let h = i32::MAX + 1;
    let k = 1_000.0 as i32 % 2.5; //~ E0277 cannot calculate the remainder of `i32` divided by `{float}`
    let l = !1.0; //~ E0600 cannot apply unary operator `!` to type `{float}`
    let m = a & b; //~ E0277 no implementation for `u8 & u32` //~ E0308 mismatched types
    y[i] = a + e.pow(2u8) + x[0].abs_diff(1);
    //~^ E0308 mismatched types
    //~^^ E0277 cannot add `u32` to `u8`
    //~^^^ E0308 mismatched types
}
