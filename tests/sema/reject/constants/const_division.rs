// A constant that divides by zero.
const A: u32 = 1 / 0; //~ E0080 attempt to divide `1_u32` by zero

const B: u8 = 255 + 1; //~ E0080 attempt to compute `u8::MAX + 1_u8`, which would overflow

const C: u32 = [1, 2, 3][5]; //~ E0080 index out of bounds: the length is 3 but the index is 5

pub fn f() -> u32 {
    A + B as u32 + C
}
