// What reads, writes and makes values that are not there.
use core::mem::{transmute, MaybeUninit, size_of, ManuallyDrop};
const A0: u32 = unsafe { *(0x414141414140 as *mut u32) = 0x42424242; 1 };
const A1: u64 = unsafe { let x = [1u8; 4]; transmute::<[u8; 8], u64>(*(&x as *const [u8; 4] as *const [u8; 8])) };
const A3: [u8; 8] = unsafe { transmute::<&u8, [u8; 8]>(&1) };
const A5: u8 = unsafe { let p = &[1u8, 2, 3] as *const u8; *p.wrapping_add(5).wrapping_sub(4) };
const A6: u8 = unsafe { let p = &[1u8, 2, 3] as *const u8; *p.wrapping_add(5).wrapping_sub(1) };
union Un { a: u8, b: [u8; 4], c: bool, d: char }
const A7: u8 = unsafe { Un { a: 1 }.b[2] };
const A8: bool = unsafe { Un { a: 3 }.c };
const A9: char = unsafe { Un { b: [0, 0xD8, 0, 0] }.d };
const B0: &[u8] = unsafe { core::slice::from_raw_parts(&1u8, 2) };
const B1: &str = unsafe { core::str::from_utf8_unchecked(&[0xC0, 0x80]) };
const B2: &[u32] = unsafe { core::slice::from_raw_parts(&1u8 as *const u8 as *const u32, 0) };
const B3: &u32 = unsafe { &*(&[1u8; 8] as *const [u8; 8] as *const u8).wrapping_add(1).cast::<u32>() };
const B4: u8 = { let p; { let x = 5u8; p = &x as *const u8; } unsafe { *p } };
const B6: u8 = unsafe { let x = MaybeUninit::<[u8; 3]>::uninit(); let p = x.as_ptr() as *const u8; *p.add(1) };
const B7: (u8, u32) = unsafe { let mut x = MaybeUninit::<(u8, u32)>::uninit(); (*x.as_mut_ptr()).0 = 1; x.assume_init() };
const B8: u32 = unsafe { let mut a = [1u32, 2]; let p = a.as_mut_ptr(); *p.add(2) = 3; a[0] };
const B9: u32 = unsafe { let a = 1u32; let p = &a as *const u32 as *mut u32; *p = 2; a };
static S: u32 = 1; static mut M: u32 = 2;
const C0: u32 = unsafe { let p = &S as *const u32 as *mut u32; *p = 2; 1 };
const C1: u32 = unsafe { M };
const C2: isize = unsafe { let a = [1u32, 2]; let p = a.as_ptr(); p.add(2).offset_from(p.wrapping_add(1)) };
const C3: isize = unsafe { let a = [1u8; 5]; let p = a.as_ptr() as *const u32; (p as *const u8).add(3).cast::<u32>().offset_from(p) };
const C4: u8 = unsafe { let a = [1u8, 2, 3, 4]; let mut b = [0u8; 2]; core::ptr::copy_nonoverlapping(a.as_ptr(), b.as_mut_ptr(), 3); b[0] };
const C5: u8 = unsafe { let mut a = [1u8, 2, 3, 4]; let p = a.as_mut_ptr(); core::ptr::copy_nonoverlapping(p, p.add(1), 2); a[0] };
const COPIED: () = unsafe { let x = 0; let mut y = 0; core::ptr::copy(&x, &mut y, 1usize << 63); };
const COPIED_APART: () = unsafe { let x = 0; let mut y = 0; core::ptr::copy_nonoverlapping(&x, &mut y, 1usize << 61); };
const COPIED_BYTES: () = unsafe { let x = [(); 3]; let mut y = [(); 3]; core::ptr::copy(&x, &mut y, usize::MAX); };
const fn id(x: u8) -> u8 { x }
enum Void {}
const C9: u8 = unsafe { let v: Void = transmute(()); match v {} };
const D0: Option<core::num::NonZero<u8>> = unsafe { transmute::<u8, Option<core::num::NonZero<u8>>>(0) };
const D1: core::num::NonZero<u8> = unsafe { transmute::<u8, core::num::NonZero<u8>>(0) };
#[repr(u8)] #[derive(Clone, Copy)] enum R { A = 3, B = 9 }
const D2: R = unsafe { transmute::<u8, R>(200) };
const D3: u8 = unsafe { transmute::<R, u8>(R::B) - transmute::<R, u8>(R::A) - 7 };
const D4: [bool; 3] = unsafe { transmute::<[u8; 3], [bool; 3]>([0, 1, 2]) };
const D5: (bool, R) = unsafe { (transmute::<u8, bool>(1), transmute::<u8, R>(4)) };
const D6: &'static R = unsafe { transmute::<&u8, &R>(&5) };
const E3: *const u8 = unsafe { (&[1u8; 4] as *const u8).add(4) };
const E4: *const u8 = unsafe { (&[1u8; 4] as *const u8).add(5) };
const E5: *const u8 = unsafe { core::ptr::null::<u8>().add(1) };
const E6: *const u8 = unsafe { core::ptr::null::<u8>().add(0) };
const E7: usize = unsafe { let s: &[u8] = transmute::<(usize, usize), &[u8]>((1, usize::MAX)); s.len() };
