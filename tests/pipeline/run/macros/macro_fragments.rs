// every kind of fragment
// threads: 4
// expect: 301044 512145 713246 904347
use rustg_std::prelude::*;

macro_rules! lit { ($l:literal) => { $l }; }
macro_rules! path { ($p:path) => { $p }; }
macro_rules! block { ($b:block) => { $b }; }
macro_rules! item { ($i:item) => { $i }; }
macro_rules! function { ($v:vis fn $n:ident<$($l:lifetime),*>($a:ident: $t:ty) -> $r:ty $b:block) => { $v fn $n<$($l),*>($a: $t) -> $r $b }; }
macro_rules! is { ($e:expr, $p:pat) => { match $e { $p => 1u64, _ => 0 } }; }
macro_rules! closure { (|$($p:pat_param),*| $e:expr) => { |$($p),*| $e }; }
macro_rules! attribute { ($(#[$m:meta])* const $n:ident = $e:expr) => { $(#[$m])* const $n: u64 = $e; }; }
mod deep { pub const ITEM: u64 = 3; pub enum Kind { A, B(u64) } }
item! { fn item(x: u64) -> u64 { x + 1 } }
function! { pub(crate) fn first<'a>(x: &'a [u64; 2]) -> &'a u64 { &x[0] } }
attribute! { #[allow(dead_code)] #[doc = "d"] const NAMED = 2 + 2 }
fn value(i: u64) -> u64 {
    let k = if i == 1 { deep::Kind::A } else { deep::Kind::B(i) };
    let c = closure!(|(a, b), n| a * n + b);
    let x = [i, 3];
    lit!(5) + (lit!(-4) + 9) as u64 + path!(deep::ITEM) * 10 + block!({ let z = i; z * 100 }) + item(i) * 1000
        + *first(&x) + is!(k, deep::Kind::A | deep::Kind::B(2)) * 10000 + c((2, 3), i) * 100000 + NAMED
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
