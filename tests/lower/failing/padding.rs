// Copies keep padding or lose it, as in rustc.
use core::mem::{transmute, MaybeUninit};
#[repr(C)] #[derive(Clone, Copy)] struct P2(u8, u32);
#[repr(C)] #[derive(Clone, Copy)] struct P3(u8, u32, u8);
#[repr(C, align(8))] #[derive(Clone, Copy)] struct P1(u8);
#[repr(C)] #[derive(Clone, Copy)] struct PN { a: P2, b: u8 }
#[repr(C)] #[derive(Clone, Copy)] union Up { a: P2, b: [u8; 8] }
#[repr(C)] #[derive(Clone, Copy)] union Uq { a: u8, b: [u8; 8] }
#[repr(C)] #[derive(Clone, Copy)] enum En { A(u8, u32), B }
const unsafe fn at<T>(x: &T, i: usize) -> u8 { *(x as *const T as *const u8).add(i) }
const fn same<T: Copy>(x: T) -> T { x }
const J0: u8 = unsafe { let a: P2 = transmute([1u8, 2, 3, 4, 5, 6, 7, 8]); at(&a, 1) };
const J1: u8 = unsafe { let a: P2 = transmute([1u8, 2, 3, 4, 5, 6, 7, 8]); let b = a; at(&b, 1) };
const J2: u8 = unsafe { let a: P3 = transmute([1u8, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]); at(&a, 1) };
const J3: u8 = unsafe { let a: P3 = transmute([1u8, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]); let b = a; at(&b, 1) };
const J4: u8 = unsafe { let a: P3 = transmute([1u8, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]); let b = same(a); at(&b, 9) };
const J5: u8 = unsafe { let a: P1 = transmute([1u8, 2, 3, 4, 5, 6, 7, 8]); at(&a, 1) };
const J6: u8 = unsafe { let a: P1 = transmute([1u8, 2, 3, 4, 5, 6, 7, 8]); let b = same(a); at(&b, 7) };
const J7: u8 = unsafe { let a: PN = transmute([1u8, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]); at(&a, 1) };
const J8: u8 = unsafe { let a: PN = transmute([1u8, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]); let b = a.a; at(&b, 1) };
const J9: u8 = unsafe { let a = Up { b: [1, 2, 3, 4, 5, 6, 7, 8] }; at(&a, 1) };
const K0: u8 = unsafe { let a = Up { b: [1, 2, 3, 4, 5, 6, 7, 8] }; let b = same(a); at(&b, 1) };
const K1: u8 = unsafe { let a = Up { b: [1, 2, 3, 4, 5, 6, 7, 8] }; let b = a.a; at(&b, 1) };
const K2: u8 = unsafe { let a = Up { b: [1, 2, 3, 4, 5, 6, 7, 8] }; let b = Up { a: a.a }; at(&b, 1) };
const K3: u8 = unsafe { let mut a = Up { b: [1, 2, 3, 4, 5, 6, 7, 8] }; a.a = P2(1, 2); at(&a, 1) };
const K4: u8 = unsafe { let mut a = Up { b: [1, 2, 3, 4, 5, 6, 7, 8] }; a.a.0 = 3; at(&a, 1) };
const K5: u8 = unsafe { let a: (u8, u16) = transmute([1u16, 2]); let b = a; at(&b, 1) ^ at(&b, 3) };
const K6: u8 = unsafe { let a: [P2; 2] = transmute([1u8; 16]); at(&a, 1) };
const K7: u8 = unsafe { let a: [P2; 2] = transmute([1u8; 16]); let b = a; let c = b[0]; at(&c, 1) };
const K8: u8 = unsafe { let mut m = MaybeUninit::<P2>::zeroed(); m.as_mut_ptr().write(P2(1, 2)); at(&m, 1) };
const K9: u8 = unsafe { let mut m = MaybeUninit::<P3>::zeroed(); m.as_mut_ptr().write(P3(1, 2, 3)); at(&m, 1) };
const L0: u8 = unsafe { let m = MaybeUninit::<P2>::zeroed(); let a = m.assume_init(); at(&a, 1) };
const L1: u8 = unsafe { let m = MaybeUninit::<P3>::zeroed(); let a = m.assume_init(); at(&a, 1) };
const L2: u8 = unsafe { let m = MaybeUninit::<P3>::zeroed(); let a = *m.as_ptr(); at(&a, 1) };
const L3: u8 = unsafe { let m = MaybeUninit::<P3>::zeroed(); let a = m.as_ptr().read(); at(&a, 1) };
const L4: u8 = unsafe { let m = MaybeUninit::<P2>::zeroed(); let a = m.as_ptr().read(); at(&a, 1) };
const L5: u8 = unsafe { let m: En = transmute([0u32, 0x01010101, 2]); at(&m, 5) };
const L6: u8 = unsafe { let m: En = transmute([1u32, 0x01010101, 2]); let k = m; at(&k, 5) };
const L7: u8 = unsafe { let m: Option<u32> = transmute([0u32, 5]); at(&m, 5) };
const L8: u8 = unsafe { let m: Option<u32> = transmute([0u32, 5]); let n = same(m); at(&n, 5) };
const L9: u8 = unsafe { let m: Option<u16> = transmute([0x0101u16, 5]); let n = same(m); at(&n, 1) };
const M0: [u8; 8] = unsafe { let a: P2 = transmute([1u8, 2, 3, 4, 5, 6, 7, 8]); transmute(a) };
const M1: [u8; 12] = unsafe { let a: P3 = transmute([1u8, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]); transmute(a) };
const M2: [u8; 8] = unsafe { let a: P1 = transmute([1u8, 2, 3, 4, 5, 6, 7, 8]); transmute(a) };
const M3: u8 = unsafe { let mut a: P3 = transmute([1u8, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]); let mut b = P3(1, 2, 3); core::mem::swap(&mut a, &mut b); at(&b, 1) };
const M4: u8 = unsafe { let mut a: P3 = transmute([1u8, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]); let b = core::mem::replace(&mut a, P3(1, 2, 3)); at(&b, 1) };
const M5: u8 = unsafe { let u = Uq { b: [1; 8] }; let v = same(u); at(&v, 5) };
const M6: u8 = unsafe { let mut u = Uq { b: [1; 8] }; u.a = 3; at(&u, 5) };
const M7: u8 = unsafe { let mut u = Uq { b: [1; 8] }; u = Uq { a: 3 }; at(&u, 5) };
const M8: u8 = unsafe { let a: (u8, u32, u16) = transmute([1u32, 0x02020202]); at(&a, 7) };
const M9: u8 = unsafe { let a: P2 = transmute(MaybeUninit::new(0x0102030405060708u64)); let b = [a]; at(&b, 2) };
