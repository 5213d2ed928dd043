// What is said, where patterns and operators look at values, and #[track_caller].
const A: u8 = panic!("attempt to fly");
const B: u8 = None::<u8>.expect("attempt to swim");
const C: () = panic!("index out of bounds: the len is 3");
#[track_caller] const fn t(x: u8) -> u8 { x + 1 }
#[track_caller] const fn t2(x: u8) -> u8 { t(x) }
const fn u(x: u8) -> u8 { t2(x) }
const D: u8 = t(255);
const E: u8 = u(255);
struct W(u8);
impl W { const NEW: W = W(v(0)); const fn v(self) -> u8 { 5 / self.0 } }
const fn v(x: u8) -> u8 { 1 - 1 - x - 1 }
const G: u8 = W(0).v();
const H: u8 = W::NEW.0;
const I: [u8; 3] = { let mut a = [0; 3]; let mut i = 0; while i <= 3 { set(&mut a, i); i += 1; } a };
const fn set(a: &mut [u8; 3], i: usize) { a[i] = 1; }
const fn sl(a: &[u8]) -> u8 { a[a.len()] }
const J: u8 = sl(&[1, 2]);
const fn sp(a: &[u8]) -> u8 { match a { [x, ..] => *x - 2, [] => 0 } }
const K: u8 = sp(&[1, 2]);
const fn wh(mut n: u32) -> u32 { while n < 10 { n = n * n * n * 1000000; } n }
const L: u32 = wh(3) + wh(9);
const M: u32 = { if true { wh(9) } else { 0 } };
const N: Option<u32> = Some(match wh(9) { 0 => 1, x => x });
const O: (u32, u32) = { let (a, b) = (wh(20), wh(9)); (a, b) };
const fn un<T: Copy>(x: &MaybeU<T>) -> T { unsafe { x.b } }
union MaybeU<T: Copy> { a: (), b: T }
const P: bool = un(&MaybeU { a: () });
const Q: u32 = un::<u32>(&MaybeU { a: () });
const fn neg(x: i8) -> i8 { -x }
const R: i8 = neg(-128);
const fn shl(x: i8, n: u32) -> i8 { x << n }
const S: i8 = shl(1, 8) + shl(1, 1);
const fn cast(p: *const u8) -> u32 { unsafe { *(p as *const u32) } }
const T: u32 = cast(&[1u8, 2, 3, 4, 5] as *const u8);
const fn tag(x: u8) -> Option<bool> { unsafe { core::mem::transmute(x) } }
const U: u8 = match tag(7) { Some(true) => 1, Some(false) => 2, None => 3 };
const fn dangling() -> *const u8 { let x = 1u8; &x as *const u8 }
const V: u8 = unsafe { *dangling() };
const fn assume(x: bool) { unsafe { core::hint::assert_unchecked(x) } }
const X: () = assume(false);
const fn res(x: Result<u8, u8>) -> u8 { match x { Ok(v) => v, Err(_) => unreachable!() } }
const Y: u8 = res(Err(1));
const fn todo_() -> u8 { todo!() }
const Z: u8 = todo_();
const fn deb(x: u8) -> u8 { debug_assert!(x == 1); assert!(x == 2); x }
const AB: u8 = deb(1);
const AC: u8 = deb(3);
static AD: u8 = deb(3);
static mut AE: u8 = deb(3);
const K9: () = { assert!(1 == 2); };
