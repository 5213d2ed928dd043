// Options of options in constants: the tag has padding in which nothing is set.
// threads: 4
// expect: 52 52 52 55
use rustg_std::prelude::*;
const A: &Option<Option<u64>> = &Some(Some(3));
const B: Option<Option<u64>> = { let a = Some(Some(3u64)); let b = a; b };
const fn pass(x: Option<Option<u64>>) -> Option<Option<u64>> { x }
const C: Option<Option<u64>> = pass(Some(None));
const D: (u8, Option<Option<u64>>) = (1, pass(Some(Some(7))));
const E: [Option<Option<u64>>; 3] = [None, Some(None), pass(Some(Some(9)))];
static F: &[Option<Option<Option<i64>>>] = &[None, Some(None), Some(Some(None)), Some(Some(Some(4)))];
const fn ptr(x: *const Option<Option<u64>>) -> Option<Option<u64>> { unsafe { *x } }
const G: Option<Option<u64>> = ptr(&Some(Some(5)));
struct S { a: Result<Option<u64>, ()>, b: u8 }
const H: &S = &S { a: Ok(Some(1)), b: 2 };
const I: u64 = match unsafe { core::ptr::read(A) } { Some(Some(x)) => x, _ => 0 };
const J: Option<Option<Option<u64>>> = unsafe { core::mem::transmute::<Option<Option<Option<u64>>>, Option<Option<Option<u64>>>>(Some(Some(Some(6)))) };
const K: core::mem::MaybeUninit<Option<Option<u64>>> = core::mem::MaybeUninit::new(Some(Some(8)));
const L: Option<Option<u64>> = unsafe { K.assume_init() };
#[kernel] pub fn test(mut y: GridMut<u64>) { let i = thread::index(); let f = match F[i.get() % 4] { Some(Some(Some(x))) => x as u64, _ => 1 };
  let v: &Option<Option<u64>> = &Some(Some(3));
  y[i] = A.unwrap().unwrap() + B.unwrap().unwrap() + C.unwrap().unwrap_or(1) + D.1.unwrap().unwrap() + E[2].unwrap().unwrap() + f + G.unwrap().unwrap() + H.a.unwrap().unwrap() + H.b as u64 + I + J.unwrap().unwrap().unwrap() + L.unwrap().unwrap() + v.unwrap().unwrap(); }
