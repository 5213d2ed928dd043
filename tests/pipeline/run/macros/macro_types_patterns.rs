// calls as types and as patterns
// threads: 4
// expect: 206358 206329 206360 206861
use rustg_std::prelude::*;

macro_rules! array { ($t:ty, $n:expr) => { [$t; $n] }; }
macro_rules! tuple { ($($t:ty),*) => { ($($t,)*) }; }
macro_rules! small { () => { 0 | 1 | 2 }; }
macro_rules! some { ($p:pat) => { Some($p) }; }
macro_rules! of { ($t:ty) => { <$t>::MAX as u64 + <$t>::MIN as u64 }; }
macro_rules! new { ($t:ty) => { <$t>::new() }; }
struct Wrap<T>(T);
impl Wrap<u64> { fn new() -> Self { Wrap(6) } }
fn pair(p: tuple!(u64, u8)) -> array!(u64, 2) { [p.0, p.1 as u64] }
fn value(i: u64) -> u64 {
    let a: array!(u64, 3) = [i, 2, 3];
    let o = if i == 1 { None } else { Some(i) };
    let k = match o { some!(small!()) => 10, some!(n @ 3..) => n * 20, None | Some(_) => 7 };
    let w = new!(Wrap<u64>);
    let p = pair((4, 5));
    a[0] + a[2] + k * 10 + w.0 * 1000 + p[0] * p[1] * 10000 + of!(u8)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
