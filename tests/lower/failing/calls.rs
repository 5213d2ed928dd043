// Calls, methods, generic fns and modules between a constant and where it fails.
const fn f(x: u8) -> u8 { x + 1 }
const fn g(x: u8) -> u8 { f(x) }
const A: u8 = g(255);
struct S<T>(T);
impl<T> S<T> { const fn m(&self, i: usize) -> u8 { [1u8, 2][i] } }
const B: u8 = S(1u32).m(3);
const fn gen<T, const N: usize>(i: usize) -> u8 { [0u8; N][i] }
const C: u8 = gen::<u8, 4>(7);
const D: u32 = { let x: Option<u32> = None; x.unwrap() };
const E: u32 = None::<u32>.expect("no");
const fn h() -> u32 { None::<u32>.unwrap() }
const F: u32 = h();
const fn rec(n: u32) -> u32 { if n == 0 { panic!("end") } else { rec(n - 1) } }
const G: u32 = rec(5);
const fn und() -> u32 { unsafe { *(0 as *const u32) } }
const H: u32 = und();
static I: u32 = h();
const fn assertz(x: u32) { assert!(x == 0) }
const K: () = assertz(1);
const L: u8 = { const fn inner(x: u8) -> u8 { x - 2 } inner(1) };
trait T { const X: u8; }
impl T for u8 { const X: u8 = f(255); }
impl T for u16 { const X: u8 = <u8 as T>::X; }
const M: u8 = <u16 as T>::X;
