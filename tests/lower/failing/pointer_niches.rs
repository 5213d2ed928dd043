// Tags, what tells a tag, and the lengths and tables of wide pointers, where bytes of pointers or no values lie.
use core::mem::{transmute, MaybeUninit};
type M = MaybeUninit<u8>;
type MU = MaybeUninit<u64>;
static X: [u8; 8] = [1; 8];
static Y: [u8; 8] = [2; 8];
trait Tr { fn f(&self) -> u8; }
impl Tr for [u8; 8] { fn f(&self) -> u8 { 1 } }
const fn changed<const N: usize, const W: usize>(at: usize, to: M) -> [M; N] { let p = [&X; W]; let mut o: [M; N] = unsafe { *(&raw const p as *const [M; N]) }; o[at] = to; o }
pub const BYTES: [M; 9] = unsafe { let mut o = [M::new(1); 9]; (o.as_mut_ptr().add(1) as *mut &[u8; 8]).write_unaligned(&X); o };
#[repr(u16)] #[derive(Clone, Copy)] pub enum T { A = 0x0301, B = 0x1101, C = 0x0901 }
#[repr(u8)] #[derive(Clone, Copy)] pub enum T8 { A = 1, B = 2, C = 3 }
#[repr(u64)] #[derive(Clone, Copy)] pub enum T64 { A = 1, B = 2, C = 3 }
#[repr(u64)] #[derive(Clone, Copy)] pub enum D64 { A(u64) = 1, B(u8) = 2, C([u64; 3]) = 3 }
#[repr(C, packed)] pub struct W(T, [M; 7]);
pub const A0: W = unsafe { transmute(BYTES) };
pub const A1: [Option<bool>; 8] = unsafe { transmute(&X) };
pub const A2: [T8; 8] = unsafe { transmute(&X) };
pub const A3: [T64; 3] = unsafe { transmute([&X; 3]) };
pub const A4: D64 = unsafe { transmute([&X; 4]) };
pub const A5: [Option<char>; 6] = unsafe { transmute([&X; 3]) };
pub const A6: [Option<core::num::NonZeroU64>; 3] = unsafe { transmute([&X; 3]) };
pub const A7: [T; 8] = unsafe { transmute([&X; 2]) };
pub const A8: T64 = unsafe { transmute(&X) };
pub const A9: (T8, [M; 7]) = unsafe { let mut o = [M::new(1); 8]; o[0] = M::uninit(); transmute(o) };
pub const B0: ([T8; 8], u8) = unsafe { let mut o = [M::new(1); 9]; o[0] = M::uninit(); transmute(o) };
pub const B1: [Option<bool>; 8] = unsafe { let mut o = [M::new(1); 8]; o[0] = M::uninit(); transmute(o) };
pub const B2: [Option<bool>; 8] = unsafe { let mut o = [M::new(1); 8]; o[0] = M::new(7); transmute(o) };
#[repr(C)] pub struct P3(*const [u8], u64, u64);
pub const C0: P3 = unsafe { transmute([&X; 4]) };
#[repr(C)] pub struct R3(&'static [u8], u64, u64);
pub const C2: [&[u8]; 2] = unsafe { transmute([&X; 4]) };
pub const C3: [&str; 2] = unsafe { transmute([&X; 4]) };
pub const C4: [*const [u32]; 2] = unsafe { transmute([&X; 4]) };
pub const C5: *const [u8] = unsafe { transmute([&X; 2]) };
pub const C6: &str = unsafe { transmute([&X; 2]) };
pub const C8: [Option<&[u8]>; 2] = unsafe { transmute([&X; 4]) };
pub const C9: [*const [u8]; 2] = unsafe { let mut a = [MaybeUninit::new(&X); 4]; a[1] = MaybeUninit::uninit(); transmute(a) };
pub const D0: [&[u8]; 2] = unsafe { let mut a = [MaybeUninit::new(&X); 4]; a[1] = MaybeUninit::uninit(); transmute(a) };
pub const D1: Option<&[u8]> = unsafe { transmute([&X; 2]) };
pub const D2: (&[u8],) = unsafe { transmute([&X; 2]) };
pub const D3: [&[()]; 2] = unsafe { transmute([&X; 4]) };
pub const E0: [Option<&u8>; 3] = unsafe { transmute(changed::<24, 3>(3, M::new(5))) };
pub const E1: [Option<&u8>; 3] = unsafe { transmute(changed::<24, 3>(3, M::uninit())) };
pub const E3: Option<&u8> = unsafe { transmute(changed::<8, 1>(3, M::new(5))) };
pub const E4: [Option<&[u8]>; 2] = unsafe { transmute(changed::<32, 4>(3, M::new(5))) };
pub const E5: [Option<&[u8]>; 2] = unsafe { transmute(changed::<32, 4>(11, M::new(5))) };
pub const E6: [Option<&[u8]>; 2] = unsafe { transmute(changed::<32, 4>(3, M::uninit())) };
pub const E7: [Option<&[u8]>; 2] = unsafe { transmute(changed::<32, 4>(11, M::uninit())) };
pub const E8: [&[u8]; 2] = unsafe { transmute(changed::<32, 4>(11, M::new(5))) };
pub const E9: [&[u8]; 2] = unsafe { transmute(changed::<32, 4>(3, M::new(5))) };
pub const F0: [&dyn Tr; 2] = unsafe { transmute(changed::<32, 4>(3, M::new(5))) };
pub const F1: [&dyn Tr; 2] = unsafe { transmute(changed::<32, 4>(11, M::new(5))) };
pub const F2: [&dyn Tr; 2] = unsafe { transmute(changed::<32, 4>(11, M::uninit())) };
pub const F3: [*const dyn Tr; 2] = unsafe { transmute(changed::<32, 4>(11, M::uninit())) };
pub const F4: [*const dyn Tr; 2] = unsafe { transmute(changed::<32, 4>(11, M::new(5))) };
pub const F5: [*const dyn Tr; 2] = unsafe { transmute([1u64; 4]) };
pub const F7: [Option<u32>; 2] = unsafe { transmute(changed::<16, 2>(1, M::uninit())) };
pub const F9: Option<u64> = unsafe { transmute(changed::<16, 2>(9, M::new(5))) };
pub const G0: Option<u64> = unsafe { transmute([MU::new(1), MU::uninit()]) };
pub const G1: Result<u64, u64> = unsafe { transmute([&X, &X]) };
pub const G2: (u64, Result<u64, u64>) = unsafe { transmute([1 as *const [u8; 8], 1 as _, &X]) };
pub const G3: Option<u64> = unsafe { transmute([1 as *const [u8; 8], &X]) };
pub const G4: Result<u64, u64> = unsafe { transmute([1 as *const [u8; 8], &X]) };
pub const G7: [&dyn Tr; 1] = unsafe { transmute([&X, &Y]) };
pub const G8: [(*const [u8], u8); 1] = unsafe { transmute([&X, &Y, &X]) };
pub const H0: Option<&[u8]> = unsafe { transmute([MaybeUninit::new(&X), MaybeUninit::uninit()]) };
pub const H2: Option<&[u8]> = unsafe { transmute([&X, &Y]) };
