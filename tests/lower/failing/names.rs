// Names of what is called, recursion, macros, references and items of traits and impls.
mod m {
    pub const fn only(x: u8) -> u8 { x + 1 }
    pub const fn twice(x: u8) -> u8 { x + 1 }
    pub struct P<T, const N: usize>(pub T);
    impl<T, const N: usize> P<T, N> { pub const fn get(&self, i: usize) -> u8 { [1u8; N][i] } pub const K: u8 = twice(N as u8); }
    impl super::S { pub const fn far(&self) -> u8 { only(255) } }
}
mod n { pub const fn twice(x: u8) -> u8 { x + 1 } pub mod inner { pub const Q: u8 = super::twice(255); } }
struct S;
impl S { const fn near<'a>(&'a self) -> u8 { m::twice(255) } }
const A: u8 = m::only(255);
const B: u8 = m::twice(255);
const C: u8 = n::twice(255);
const D: u8 = m::P::<u16, 3>(1).get(4);
const E: u8 = S.far();
const F: u8 = S.near();
const G: u8 = m::P::<u16, 255>::K;
const fn deep(n: u32) -> u32 { if n == 0 { 1 / n } else if n % 2 == 0 { deep(n - 1) } else { deep(n - 1) + 1 } }
const H: u32 = deep(9);
const fn forever(n: u32) -> u32 { forever(n + 1) }
const I: u32 = forever(1);
const J: u8 = unsafe { core::ptr::read(core::ptr::null::<u8>()) };
const K: u8 = 200u8.pow(2);
const L: u32 = unsafe { core::hint::unreachable_unchecked() };
const M: u32 = unsafe { None::<u32>.unwrap_unchecked() };
const N: u8 = unsafe { *(&[1u8, 2] as *const u8).add(7) };
const O: &str = unsafe { core::str::from_utf8_unchecked(&[255]) };
const P: u8 = { const fn f(a: u8, b: u8) -> u8 { a * b } f(f(1, 2), f(200, 2)) };
const Q: u32 = u32::MAX.next_power_of_two();
const R: i32 = i32::MIN.abs();
const U: i32 = { let mut i = 0; while i < 10 { i = step(i); } i };
const fn step(i: i32) -> i32 { assert!(i != 5, "five"); i + 1 }
macro_rules! call { ($e:expr) => { m::twice($e) } }
const V: u8 = call!(255);
macro_rules! fail { () => { panic!("in a macro") } }
const fn w() -> u8 { fail!() }
const W: u8 = w();
const X: (u8, [u8; 2]) = (1, [2, m::twice(255)]);
const Y: &[u8] = &[1, m::twice(255)];
static Z: [&u8; 1] = [&m::twice(255)];
trait Tr { const C: u8; const DEF: u8 = m::twice(255); }
impl Tr for S { const C: u8 = m::only(255); }
impl<T> Tr for m::P<T, 1> { const C: u8 = m::only(255); }
const AA: u8 = <m::P<u8, 1> as Tr>::C;
const BB: u8 = <S as Tr>::DEF;
const CC: usize = [1usize, 2][sub(1, 2)];
const fn sub(a: usize, b: usize) -> usize { a.wrapping_sub(b) }
const fn gg<T>(x: Option<T>) -> T where T: Copy { match x { Some(v) => v, None => panic!("nothing") } }
const DD: (u8, u16) = (gg(Some(1)), gg::<u16>(None));
const fn refs(x: &u8, y: &mut u8) -> u8 { *y += *x; *y }
const EE: u8 = { let mut a = 250; refs(&9, &mut a) };
