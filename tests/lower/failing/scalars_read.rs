// What rustc reads as scalars and what not, with a pointer where a number belongs.
use core::mem::{transmute, MaybeUninit};
type M = MaybeUninit<u8>; static X: [u8; 8] = [1; 8];
pub struct Pad(u8, u32);
#[repr(C)] pub struct One(u64);
#[repr(C)] pub struct Two(u64, u64);
#[repr(transparent)] pub struct Through(u64);
pub enum E { A(u64), B(u64) }
pub const A0: (u64, u8) = unsafe { let t: (MaybeUninit<u64>, MaybeUninit<u8>) = transmute([&X; 2]); transmute(t) };
pub const A1: One = unsafe { transmute([&X; 1]) };
pub const A2: Two = unsafe { transmute([&X; 2]) };
pub const A3: Through = unsafe { transmute([&X; 1]) };
pub const A4: (One,) = unsafe { transmute([&X; 1]) };
pub const A5: (u64, u64) = unsafe { transmute([&X; 2]) };
pub const A6: E = unsafe { transmute([0 as *const [u8; 8], &X]) };
pub const A7: Option<(u64, u64)> = unsafe { transmute([1 as *const [u8; 8], &X, &X]) };
pub const A8: u128 = unsafe { transmute([&X; 2]) };
pub const A9: Option<u64> = unsafe { transmute([1 as *const [u8; 8], &X]) };
pub const B0: (u64, (u64,)) = unsafe { transmute([&X; 2]) };
pub const B1: [u64; 1] = unsafe { transmute([&X; 1]) };
pub const B2: f64 = unsafe { transmute([&X; 1]) };
pub const B3: (f64, u64) = unsafe { transmute([&X; 2]) };
pub const B4: Pad = unsafe { let mut y: [M; 8] = transmute(&X); y[0] = M::new(1); y[4] = M::new(0); y[5] = M::new(0); y[6] = M::new(0); y[7] = M::new(0); transmute(y) };
#[repr(u8)] pub enum F { A(u64), B(u64) }
#[repr(C)] pub enum G { A(u64), B(u64) }
#[repr(u64)] pub enum H { A(u64), B(u64) }
pub enum I { A(u32), B(u32) }
pub enum J { A(u8, u32), B(u32) }
pub const C0: F = unsafe { transmute([0 as *const [u8; 8], &X]) };
pub const C1: G = unsafe { transmute([0 as *const [u8; 8], &X]) };
pub const C2: H = unsafe { transmute([0 as *const [u8; 8], &X]) };
pub const C3: I = unsafe { transmute([&X]) };
pub const C4: [J; 2] = unsafe { transmute([&X; 2]) };
