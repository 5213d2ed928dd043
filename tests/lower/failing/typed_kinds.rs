// What rustc reads as one or two scalars, by attributes and kinds of enums, and where.
use core::mem::{transmute, MaybeUninit};
use core::ptr::NonNull;
use core::num::NonZero;
use core::marker::PhantomData;
#[derive(Clone, Copy)] #[repr(C)] struct C1(u32);
#[derive(Clone, Copy)] #[repr(C)] struct C2(u32, u32);
#[derive(Clone, Copy)] #[repr(transparent)] struct Tr(C1);
#[derive(Clone, Copy)] #[repr(transparent)] struct Ts(u32, PhantomData<u64>);
#[derive(Clone, Copy)] struct In(C1);
#[derive(Clone, Copy)] #[repr(align(8))] struct Al(u64);
#[derive(Clone, Copy)] #[repr(align(16))] struct Bl(u64);
#[derive(Clone, Copy)] #[repr(packed)] struct Pa(u32);
#[derive(Clone, Copy)] #[repr(packed)] struct Pb(u32, u32);
#[derive(Clone, Copy)] #[repr(u8)] enum E8 { A(u8), B(u8) }
#[derive(Clone, Copy)] enum E1 { A(u32) }
#[derive(Clone, Copy)] enum En { A(u32), B(f32) }
#[derive(Clone, Copy)] enum Eo { A(u32), B(u16) }
#[derive(Clone, Copy)] enum Ep { A(bool), B(u8), C(bool) }
#[derive(Clone, Copy)] enum Eq { A(u8, u8), B(u8, u8) }
#[derive(Clone, Copy)] struct W(u64);
#[derive(Clone, Copy)] struct G<T>(T, PhantomData<T>, [u8; 0]);
#[derive(Clone, Copy)] struct H(u32, [u16; 0], u32);
#[derive(Clone, Copy)] struct Tri(u8, u8, u8);
#[derive(Clone, Copy)] struct Ma(MaybeUninit<u32>, u32);
trait Tt {} 
const fn un<X: Copy>() -> MaybeUninit<X> { MaybeUninit::uninit() }
const A0: u8 = unsafe { let m = un::<C1>(); let x = *m.as_ptr(); 1 };
const A1: u8 = unsafe { let m = un::<C2>(); let x = *m.as_ptr(); 1 };
const A2: u8 = unsafe { let m = un::<Tr>(); let x = *m.as_ptr(); 1 };
const A3: u8 = unsafe { let m = un::<Ts>(); let x = *m.as_ptr(); 1 };
const A4: u8 = unsafe { let m = un::<In>(); let x = *m.as_ptr(); 1 };
const A5: u8 = unsafe { let m = un::<Al>(); let x = *m.as_ptr(); 1 };
const A6: u8 = unsafe { let m = un::<Bl>(); let x = *m.as_ptr(); 1 };
const A7: u8 = unsafe { let m = un::<Pa>(); let x = *m.as_ptr(); 1 };
const A8: u8 = unsafe { let m = un::<Pb>(); let x = *m.as_ptr(); 1 };
const A9: u8 = unsafe { let m = un::<E8>(); let x = *m.as_ptr(); 1 };
const B0: u8 = unsafe { let m = un::<E1>(); let x = *m.as_ptr(); 1 };
const B2: u8 = unsafe { let m = un::<En>(); let x = *m.as_ptr(); 1 };
const B3: u8 = unsafe { let m = un::<Eo>(); let x = *m.as_ptr(); 1 };
const B4: u8 = unsafe { let m = un::<Ep>(); let x = *m.as_ptr(); 1 };
const B5: u8 = unsafe { let m = un::<Eq>(); let x = *m.as_ptr(); 1 };
const B6: u8 = unsafe { let m = un::<G<u16>>(); let x = *m.as_ptr(); 1 };
const B7: u8 = unsafe { let m = un::<H>(); let x = *m.as_ptr(); 1 };
const B8: u8 = unsafe { let m = un::<Tri>(); let x = *m.as_ptr(); 1 };
const B9: u8 = unsafe { let m = un::<Ma>(); let x = *m.as_ptr(); 1 };
const C0: u8 = unsafe { let m = un::<NonNull<u8>>(); let x = *m.as_ptr(); 1 };
const C1_: u8 = unsafe { let m = un::<Option<NonNull<u8>>>(); let x = *m.as_ptr(); 1 };
const C2_: u8 = unsafe { let m = un::<Result<(), &u8>>(); let x = *m.as_ptr(); 1 };
const C3: u8 = unsafe { let m = un::<Option<Option<bool>>>(); let x = *m.as_ptr(); 1 };
const C4: u8 = unsafe { let m = un::<core::cmp::Ordering>(); let x = *m.as_ptr(); 1 };
const C5: u8 = unsafe { let m = un::<&dyn Tt>(); let x = *m.as_ptr(); 1 };
const C6: u8 = unsafe { let m = un::<Option<fn()>>(); let x = *m.as_ptr(); 1 };
const C7: u8 = unsafe { let m = un::<(u8, u8)>(); let x = *m.as_ptr(); 1 };
const C8: u8 = unsafe { let m = un::<((u8,), (u8, ()))>(); let x = *m.as_ptr(); 1 };
const C9: u8 = unsafe { let m = un::<Option<&[u8]>>(); let x = *m.as_ptr(); 1 };
const D0: u8 = unsafe { let m = un::<Option<(NonZero<u8>, u8)>>(); let x = *m.as_ptr(); 1 };
const D1: u8 = unsafe { let m = MaybeUninit::new(&1u8); let x = *(m.as_ptr() as *const W); 1 };
const D2: u8 = unsafe { let m = MaybeUninit::new("ab"); let x = *(m.as_ptr() as *const (W, W)); 1 };
const D3: u8 = unsafe { let m = MaybeUninit::new("ab"); let x = *(m.as_ptr() as *const [W; 2]); 1 };
const D4: u8 = unsafe { let m = MaybeUninit::new("ab"); let x = *(m.as_ptr() as *const (&u8, W)); x.1.0 as u8 };
const D5: u8 = unsafe { let m = MaybeUninit::new(["ab", "abc"]); let x = *(m.as_ptr() as *const u64).add(1).cast::<&str>(); 1 };
const D6: u8 = unsafe { let m = un::<W>(); match *m.as_ptr() { W(_) => 1 } };
const D8: u8 = unsafe { let m = un::<W>(); let W(x) = *m.as_ptr(); 1 };
const D9: u8 = unsafe { let m = un::<W>(); let _ = *m.as_ptr(); 1 };
const E0: u8 = unsafe { let m = un::<W>(); let W(ref x) = *m.as_ptr(); 1 };
const E1_: u8 = unsafe { let m = un::<W>(); let x = &raw const (*m.as_ptr()).0; 1 };
const E2: u8 = unsafe { let m = un::<W>(); let f = || *m.as_ptr(); 1 };
const E3: u8 = unsafe { let m = un::<W>(); let y = transmute::<W, [u8; 8]>(*m.as_ptr()); 1 };
const E4: u8 = unsafe { let m = un::<W>(); let mut y = [W(1); 3]; y[1] = *m.as_ptr(); 1 };
const E5: u8 = unsafe { let m = un::<W>(); let y = Some(*m.as_ptr()); 1 };
const E6: u8 = unsafe { let m = un::<W>(); let y = if true { *m.as_ptr() } else { W(1) }; 1 };
const E7: u8 = unsafe { let m = un::<(W, u8)>(); let y = (*m.as_ptr()).0; 1 };
const E8_: u8 = unsafe { let m = un::<&u8>(); let y = &**m.as_ptr(); 1 };
const E9: u8 = unsafe { let m = un::<&[u8]>(); let y = (**m.as_ptr()).len(); 1 };
const F0: u8 = unsafe { let m = un::<&[u8; 3]>(); let y: &[u8] = *m.as_ptr(); 1 };
const F3: W = unsafe { let m = un::<W>(); m.assume_init() };
const F4: W = unsafe { *un::<W>().as_ptr() };
const fn ret(m: &MaybeUninit<W>) -> W { unsafe { *m.as_ptr() } }
const F5: u8 = { ret(&un()); 1 };
const F6: u8 = { let x = ret(&un()).0; 1 };
