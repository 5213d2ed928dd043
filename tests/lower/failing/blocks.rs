// Const blocks: in fns that are not generic they are evaluated even if nothing calls these.
pub fn never<T>() -> u8 { const { 255u8 + 1 } }
pub fn never2<T>() -> u8 { const { assert!(core::mem::size_of::<T>() == 3); 1 } }
pub fn never3<T>() -> u8 { const { panic!("x") } }
pub fn plain() -> u8 { const { 255u8 + 1 } }
pub fn plain2() -> u8 { const { panic!("x") } }
pub fn plain3() -> u8 { const { add(255) } }
const fn add(x: u8) -> u8 { x + 1 }
pub fn never4<const N: u8>() -> u8 { const { N + 255 } }
pub fn caller() -> u8 { called::<u8>() }
fn called<T>() -> u8 { const { 254u8 + 2 } }
pub fn life<'a>(_x: &'a u8) -> u8 { const { 255u8 + 1 } }
struct S<T>(T);
impl<T> S<T> { pub fn m() -> u8 { const { 255u8 + 1 } } }
trait Tr { fn p() -> u8 { const { 255u8 + 1 } } }
impl Tr for u8 {}
pub fn dead(b: bool) -> u8 { if false { const { 255u8 + 1 } } else { 1 } }
fn unused() -> u8 { const { 255u8 + 3 } }
pub fn inl<T>() { let _ = || const { 255u8 + 1 }; }
#[inline] pub fn inlined() -> u8 { const { 255u8 + 1 } }
pub fn dead2() -> u8 { return 1; const { 255u8 + 1 } }
pub fn never5<T>() -> u8 { const { let x = [1, 2]; x[2] } }
pub fn never6<T>() -> u8 { const { let a = 1; a / 0 } }
pub fn several() { const { assert!(1 == 2) }; const { assert!(1 == 3, "three") }; const { [1, 2][add(1) as usize] }; }
