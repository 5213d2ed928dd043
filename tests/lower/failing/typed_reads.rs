// What rustc reads as one or two scalars has to have values when it is copied; other values are bytes.
use core::mem::{transmute, MaybeUninit};
use core::num::NonZero;
#[derive(Clone, Copy)] struct W(u32);
#[derive(Clone, Copy)] struct Z((), W, ());
#[derive(Clone, Copy)] struct P(u8, u32);
#[derive(Clone, Copy)] struct T(u8, u32, u8);
#[derive(Clone, Copy)] enum F { A, B }
#[derive(Clone, Copy)] enum D { A(u32), B(u32) }
#[derive(Clone, Copy)] #[repr(transparent)] struct R(&'static u8);
#[derive(Clone, Copy)] struct A4([u8; 4]);
#[derive(Clone, Copy)] union U1 { a: u32 }
#[derive(Clone, Copy)] union U2 { a: u32, b: () }
const fn un<X: Copy>() -> MaybeUninit<X> { MaybeUninit::uninit() }
const A0: u8 = unsafe { let m = un::<W>(); let x = *m.as_ptr(); 1 };
const A1: u8 = unsafe { let m = un::<Z>(); let x = *m.as_ptr(); 1 };
const A2: u8 = unsafe { let m = un::<P>(); let x = *m.as_ptr(); 1 };
const A3: u8 = unsafe { let m = un::<T>(); let x = *m.as_ptr(); 1 };
const A4_: u8 = unsafe { let m = un::<F>(); let x = *m.as_ptr(); 1 };
const A5: u8 = unsafe { let m = un::<D>(); let x = *m.as_ptr(); 1 };
const A6: u8 = unsafe { let m = un::<R>(); let x = *m.as_ptr(); 1 };
const A7: u8 = unsafe { let m = un::<Option<&u8>>(); let x = *m.as_ptr(); 1 };
const A8: u8 = unsafe { let m = un::<Option<NonZero<u8>>>(); let x = *m.as_ptr(); 1 };
const A9: u8 = unsafe { let m = un::<Option<bool>>(); let x = *m.as_ptr(); 1 };
const B0: u8 = unsafe { let m = un::<Option<u32>>(); let x = *m.as_ptr(); 1 };
const B1: u8 = unsafe { let m = un::<A4>(); let x = *m.as_ptr(); 1 };
const B2: u8 = unsafe { let m = un::<U1>(); let x = *m.as_ptr(); 1 };
const B3: u8 = unsafe { let m = un::<&[u8]>(); let x = *m.as_ptr(); 1 };
const B4: u8 = unsafe { let m = un::<(u32, u32)>(); let x = *m.as_ptr(); 1 };
const B5: u8 = unsafe { let m = un::<[u32; 1]>(); let x = *m.as_ptr(); 1 };
const B6: u8 = unsafe { let m = un::<(u32, ())>(); let x = *m.as_ptr(); 1 };
const B7: u8 = unsafe { let m = un::<(u32, U1)>(); let x = *m.as_ptr(); 1 };
const B8: u8 = unsafe { let m = un::<W>(); let x = m.assume_init(); 1 };
const B9: u8 = unsafe { let m = un::<P>(); let x = m.assume_init(); 1 };
const C0: u8 = unsafe { let mut m = un::<P>(); (*m.as_mut_ptr()).0 = 3; let x = m.assume_init(); x.0 };
const C1: u8 = unsafe { let mut m = un::<T>(); (*m.as_mut_ptr()).0 = 3; let x = m.assume_init(); x.0 };
const C2: u8 = unsafe { let m = un::<W>(); let x = m.as_ptr().read(); 1 };
const fn take<X: Copy>(x: X) -> u8 { 1 }
const C3: u8 = unsafe { let m = un::<W>(); take(*m.as_ptr()) };
const C4: u8 = unsafe { let m = un::<T>(); take(*m.as_ptr()) };
const C5: u8 = unsafe { let m = un::<W>(); let y = [*m.as_ptr(); 2]; 1 };
const C6: u8 = unsafe { let m = un::<W>(); let y = (1, *m.as_ptr()); 1 };
const C7: u8 = unsafe { let m = un::<W>(); let y = &*m.as_ptr(); 1 };
const C8: u8 = unsafe { let m = un::<W>(); let mut y = W(1); y = *m.as_ptr(); 1 };
const C9: u8 = unsafe { let m = un::<W>(); let mut y = W(1); (&raw mut y).write(*m.as_ptr()); 1 };
const D0: u8 = unsafe { let m = un::<W>(); let mut y = W(1); core::ptr::copy(m.as_ptr(), &raw mut y, 1); 1 };
const D1: u8 = unsafe { let m = un::<[W; 2]>(); let y = (*m.as_ptr())[0]; 1 };
const D2: u8 = unsafe { let m = un::<T>(); let y = (*m.as_ptr()).1; 1 };
const D3: u8 = unsafe { let m = un::<Option<W>>(); let y = *m.as_ptr(); 1 };
const D4: u8 = unsafe { let m = un::<Result<u8, u8>>(); let y = *m.as_ptr(); 1 };
const D5: u8 = unsafe { let m = un::<char>(); let y = *m.as_ptr(); 1 };
const D6: u8 = unsafe { let m = un::<u128>(); let y = *m.as_ptr(); 1 };
const D7: u8 = unsafe { let m = un::<*const [u8]>(); let y = *m.as_ptr(); 1 };
const D8: u8 = unsafe { let m = un::<U2>(); let y = *m.as_ptr(); 1 };
