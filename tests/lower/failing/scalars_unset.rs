// Final values that have no value where rustc reads them as scalars, and where not.
use core::mem::{transmute, MaybeUninit};
type M = MaybeUninit<u8>; static X: [u8; 8] = [1; 8];
const fn unset<const N: usize>(at: usize) -> [M; N] { let mut o = [M::new(0); N]; o[at] = M::uninit(); o }
pub struct W(u32); pub struct Pad(u8, u32); #[repr(u8)] pub enum T { A, B }
pub const A0: u32 = unsafe { transmute(unset::<4>(1)) };
pub const A1: W = unsafe { transmute(unset::<4>(1)) };
pub const A2: bool = unsafe { transmute(unset::<1>(0)) };
pub const A3: (u32, u32) = unsafe { transmute(unset::<8>(5)) };
pub const A4: &u8 = unsafe { transmute(unset::<8>(5)) };
pub const A5: *const u8 = unsafe { transmute(unset::<8>(5)) };
pub const A6: Option<bool> = unsafe { transmute(unset::<1>(0)) };
pub const A7: T = unsafe { transmute(unset::<1>(0)) };
pub const A8: char = unsafe { transmute(unset::<4>(3)) };
pub const A9: f32 = unsafe { transmute(unset::<4>(3)) };
pub const B0: Pad = unsafe { transmute(unset::<8>(5)) };
pub const B1: Option<char> = unsafe { transmute(unset::<4>(3)) };
pub const B2: (bool, bool) = unsafe { transmute(unset::<2>(1)) };
pub const B3: fn() = unsafe { transmute(unset::<8>(1)) };
pub const B4: u128 = unsafe { transmute(unset::<16>(1)) };
pub const B5: [u32; 2] = unsafe { transmute(unset::<8>(1)) };
pub const B6: Option<&u8> = unsafe { transmute(unset::<8>(1)) };
pub const B7: *const [u8] = unsafe { transmute(unset::<16>(12)) };
pub const B8: &str = unsafe { transmute(unset::<16>(12)) };
pub const B9: Result<u32, u32> = unsafe { transmute(unset::<8>(6)) };
pub const C0: Option<u32> = unsafe { transmute(unset::<8>(1)) };
pub static C1: W = unsafe { transmute(unset::<4>(1)) };
