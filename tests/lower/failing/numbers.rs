// Numbers that lie where the interpreter has its memory, and pointers that are moved there.
use core::mem::{transmute, MaybeUninit};
union Un { n: u64, p: *const u8, f: fn() -> u8, r: &'static u8, b: [u8; 8] }
const fn forged(k: u64, at: u64) -> u64 { (0x2F6B1A5u64 + k) << 36 | at }
const F0: u64 = { let x = [forged(0, 2)]; x[0] };
const F1: u8 = unsafe { let x = 7u8; let p = &x as *const u8; let q = forged(0, 3) as *const u8; *q + *p };
const F2: u8 = unsafe { let x = 7u8; let p = &x as *const u8; let q = Un { n: forged(1, 3) }.p; *q + *p };
const F3: u64 = { let mut i = 0; let mut sum = 0u64; while i < 64 { let a = [forged(i, 3)]; let s = &a; sum ^= s[0]; i += 1; } sum };
const F4: [u64; 3] = [forged(0, 3), forged(1, 3), forged(2, 3)];
const F5: &[u64; 3] = &[forged(0, 3), forged(1, 3), forged(2, 3)];
const F6: u64 = F5[0] ^ F4[1];
const F7: *const u8 = forged(0, 3) as *const u8;
const F8: u64 = unsafe { transmute(F7) };
const F9: &u8 = unsafe { transmute(forged(0, 3)) };
const G0: u8 = unsafe { let f: fn() -> u8 = transmute(0x5D3C96E1A7000010u64); 1 };
const fn seven() -> u8 { 7 }
const G1: fn() -> u8 = unsafe { transmute(0x5D3C96E1A7000010u64) };
const G2: u64 = { let x = [0x5D3C96E1A7000010u64]; x[0] };
const G3: u64 = { let x = [0x5D3C96E1A7000010u64 | 1 << 63, forged(0, 2) | 1 << 63]; x[0] ^ x[1] };
const G4: f64 = { let x = [f64::from_bits(forged(0, 2))]; x[0] + 1.0 };
const G5: u8 = unsafe { let x = [7u8; 4]; let y = [8u8; 4]; let p = x.as_ptr(); let q = y.as_ptr(); *p.wrapping_add(1 << 36) + *q };
const G6: u8 = unsafe { let x = [7u8; 4]; let p = x.as_ptr(); *p.wrapping_add(1 << 40).wrapping_sub(1 << 40) };
const G7: u8 = unsafe { let x = [7u8; 4]; let p = x.as_ptr(); *p.wrapping_add(1 << 63).wrapping_add(1 << 63) };
const G8: u8 = unsafe { let mut x = [7u8; 4]; let p = &x as *const _ as *mut u8; *p.wrapping_add(1 << 63) = 1; 1 };
const G9: isize = unsafe { let x = [7u8; 4]; let p = x.as_ptr(); p.wrapping_add(1 << 40).offset_from(p) };
const H0: *const u8 = { static X: u8 = 1; (&raw const X).wrapping_add(1 << 40) };
const H1: u8 = unsafe { *H0.wrapping_sub(1 << 40) };
const H2: u8 = unsafe { let n = forged(0, 3); let q = (n as *const u8).wrapping_add(5); (transmute::<_, u64>(q) - n) as u8 };
const H3: u8 = unsafe { let n = 0xFFFF_FFFF_FFFF_FFF0u64; let q = (n as *const u8).wrapping_add(0x20); transmute::<_, u64>(q) as u8 };
const H4: Option<&u8> = unsafe { transmute(forged(0, 3)) };
const H5: bool = unsafe { let x = transmute::<u64, Option<&u8>>(forged(0, 3)); x.is_some() };
const H6: usize = unsafe { let x = 7u8; let p = &x as *const u8; let q = forged(0, 3) as *const u8; transmute::<_, usize>(q) };
const H7: u8 = unsafe { let x = 7u8; let p = &x as *const u8; let q: *const u8 = transmute(&raw const x); *q };
const H8: u8 = unsafe { let x = 7u8; let p: *const u8 = core::ptr::without_provenance(forged(0, 3) as usize); *p };
const I0: u64 = unsafe { let x = MaybeUninit::new(forged(0, 2)); *x.as_ptr() };
const I1: u64 = { let t = (forged(0, 2), 1u8); let u = t; u.0 };
const I2: u128 = { let t = [(forged(0, 2) as u128) << 64 | forged(0, 2) as u128]; t[0] };
const I3: u32 = { let t = [0u32, 0x2F6B1A5 << 4, 1, 2]; t[0] + t[1] };
const I4: u8 = { let t = forged(0, 2).to_ne_bytes(); let u = t; u[3] };
const fn apart(p: *const u8, q: *const u8) -> isize { unsafe { p.offset_from(q) } }
const J0: isize = apart(forged(0, 3) as *const u8, forged(0, 3) as *const u8);
const J1: isize = apart(forged(0, 4) as *const u8, forged(0, 3) as *const u8);
const J2: isize = { let x = 7u8; apart(&x, forged(0, 3) as *const u8) };
const J3: isize = { let x = [7u8; 4]; apart(&x[3], &x[1]) };
const J4: isize = { let x = [7u8; 4]; apart((&raw const x[3]).wrapping_add(2), &x[1]) };
const J5: isize = { let x = [7u8; 4]; let y = 7u8; apart(&x[3], &y) };
const J6: bool = { let x = 7u8; (forged(0, 3) as *const u8).is_null() || (&raw const x).is_null() };
const J7: &[u8] = unsafe { core::slice::from_raw_parts(forged(0, 3) as *const u8, 0) };
const J8: &[u8] = unsafe { core::slice::from_raw_parts(forged(0, 3) as *const u8, 1) };
const J9: u8 = unsafe { *(&7u8 as *const u8).wrapping_sub(1 << 36).wrapping_add(1 << 36) };
const K0: u8 = unsafe { let x = 7u8; let p = &raw const x; let far = [p.wrapping_add(1 << 50)]; let near = far[0].wrapping_sub(1 << 50); *near };
const K1: u8 = unsafe { let x = [1u8; 9]; let p = x.as_ptr().wrapping_sub(1 << 36) as *const u64; p.wrapping_add(1 << 33).read_unaligned() as u8 };
const K2: u64 = unsafe { let x = [1u8; 9]; *(x.as_ptr().wrapping_add((1 << 36) + 1) as *const u64) };
