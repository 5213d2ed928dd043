// A local that a pointer has led to, read as a whole where not all of it can be read, and in parts that can.
use core::mem::MaybeUninit;
static X: u8 = 1;
#[derive(Clone, Copy)] pub struct W(u32);
#[derive(Clone, Copy)] pub struct P(u32, u32);
#[derive(Clone, Copy)] pub struct Big(u32, u32, u32);
#[derive(Clone, Copy)] pub enum E { A(u32), B }
const fn take(_: W) -> u8 { 1 }
const fn returned() -> W { unsafe { let mut a = W(1); (&raw mut a as *mut MaybeUninit<u32>).write(MaybeUninit::uninit()); a } }
pub const A0: u8 = unsafe { let mut a = W(1); (&raw mut a as *mut MaybeUninit<u32>).write(MaybeUninit::uninit()); let _b = a; 1 };
pub const A1: u8 = unsafe { let mut a = (1u64, &X); (&raw mut a as *mut MaybeUninit<u64>).write(MaybeUninit::uninit()); let _b = a; 1 };
pub const A2: u8 = unsafe { let mut a = (1u64, &X); let p = &raw mut a.1; *(p as *mut u8).add(3) = 0; let _b = a; 1 };
pub const A3: u8 = unsafe { let mut a = Some(&X); let p = &raw mut a; *(p as *mut u8).add(3) = 0; let _b = a; 1 };
pub const A4: u8 = unsafe { let mut a = [W(1); 2]; (&raw mut a as *mut MaybeUninit<u32>).write(MaybeUninit::uninit()); let _b = a[0]; 1 };
pub const A5: u8 = unsafe { let mut a = (W(1), 2u8); (&raw mut a as *mut MaybeUninit<u32>).write(MaybeUninit::uninit()); let _b = a.0; 1 };
pub const A6: u8 = unsafe { let mut a = W(1); (&raw mut a as *mut MaybeUninit<u32>).write(MaybeUninit::uninit()); take(a) };
pub const A7: u8 = { returned(); 1 };
pub const A8: u32 = unsafe { let mut a = P(1, 2); (&raw mut a as *mut MaybeUninit<u32>).write(MaybeUninit::uninit()); a.1 };
pub const A9: u8 = unsafe { let mut a = P(1, 2); (&raw mut a as *mut MaybeUninit<u32>).write(MaybeUninit::uninit()); let _ = a; let _b = &a; let c; let P(_, d) = a; c = d; c as u8 };
pub const B0: u8 = unsafe { let mut a = P(1, 2); (&raw mut a as *mut MaybeUninit<u32>).write(MaybeUninit::uninit()); match a { P(_, 2) => 1, _ => 2 } };
pub const B1: u8 = unsafe { let mut a = Big(1, 2, 3); (&raw mut a as *mut MaybeUninit<u32>).write(MaybeUninit::uninit()); let b = a; b.1 as u8 };
pub const B2: u8 = unsafe { let mut a = E::A(1); (&raw mut a as *mut MaybeUninit<u32>).add(1).write(MaybeUninit::uninit()); match a { E::A(_) => 1, E::B => 2 } };
pub const B3: u8 = unsafe { let mut a = Some(1u32); (&raw mut a as *mut MaybeUninit<u32>).add(1).write(MaybeUninit::uninit()); let b = a; b.is_some() as u8 };
pub const B4: u8 = unsafe { let mut a = Some(1u32); (&raw mut a as *mut MaybeUninit<u32>).write(MaybeUninit::uninit()); let _b = a; 1 };
pub const B5: u8 = unsafe { let mut a = Some(1u32); (&raw mut a as *mut MaybeUninit<u32>).write(MaybeUninit::uninit()); if let Some(_) = a { 1 } else { 2 } };
pub const B6: u8 = unsafe { let mut a = W(1); (&raw mut a as *mut MaybeUninit<u32>).write(MaybeUninit::uninit()); a = W(3); a.0 as u8 };
pub const B7: u8 = unsafe { let mut a = W(1); (&raw mut a as *mut MaybeUninit<u32>).write(MaybeUninit::uninit()); let b = [a; 3]; b.len() as u8 };
pub const B9: u8 = unsafe { let mut a = W(1); (&raw mut a as *mut MaybeUninit<u32>).write(MaybeUninit::uninit()); let b = (a, 1u8); b.1 };
pub const C1: u8 = unsafe { let mut a = W(1); (&raw mut a as *mut MaybeUninit<u32>).write(MaybeUninit::uninit()); let P(b, _) = P(a.0, 1); b as u8 };
pub const C2: u8 = unsafe { let mut a: &[u8] = &[1, 2]; *(&raw mut a as *mut u8).add(2) = 0; let b = a; b.len() as u8 };
pub const C3: usize = unsafe { let mut a: &[u8] = &[1, 2]; *(&raw mut a as *mut u8).add(2) = 0; a.len() };
pub const C4: u8 = unsafe { let mut a: &[u8] = &[1, 2]; *(&raw mut a as *mut u8).add(2) = 0; a[1] };
