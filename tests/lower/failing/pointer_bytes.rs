// The bytes of pointers in notes, at odd places, over the end of a line and without the rest; and what final values may not hold.
use core::mem::{transmute, MaybeUninit};
union PB { p: *const u8, h: [MaybeUninit<u32>; 2], r: &'static u8 , b: [MaybeUninit<u8>; 8]}
static X: u8 = 1;
#[repr(packed)] #[derive(Clone, Copy)] pub struct Pk(u32, &'static u8, bool);
#[repr(C, packed(4))] #[derive(Clone, Copy)] pub struct Pk4(u32, u32, u32, &'static u8, bool);
pub const A: ([MaybeUninit<u32>; 2], bool) = unsafe { let h = PB { p: &X }.h; ([h[1], h[0]], transmute(3u8)) };
pub const B: ([MaybeUninit<u32>; 2], bool) = unsafe { let h = PB { p: &X }.h; ([h[0], h[1]], transmute(3u8)) };
pub const C: Pk = Pk(1, &X, unsafe { transmute(3u8) });
pub const D: Pk4 = Pk4(1, 2, 3, &X, unsafe { transmute(3u8) });
pub const E: ([MaybeUninit<u8>; 4], bool) = unsafe { let b = PB { p: &X }.b; ([b[1], b[2], b[3], b[7]], transmute(3u8)) };
static mut I: *const u8 = { let x = 5u8; &raw const x };
const J: *const u8 = { let x = 5u8; &raw const x };
