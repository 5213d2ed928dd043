// loops, early return, ? and closures in bodies
// threads: 4
// expect: 35001 999 39213 999
use rustg_std::prelude::*;

macro_rules! repeat { ($n:expr, $body:block) => { for _ in 0..$n $body }; ($v:ident < $n:expr => $($body:tt)*) => { let mut $v = 0; while $v < $n { $($body)* $v += 1; } }; }
macro_rules! attempt { ($e:expr) => { match $e { Some(v) => v, None => return 999 } }; }
macro_rules! when { ($c:expr => $a:expr; else $b:expr) => { if $c { $a } else { $b } }; }
macro_rules! apply { ($f:expr, $($x:expr),*) => { $f($($x),*) }; }
struct P { a: u64 }
macro_rules! with_struct { ($e:expr) => { if $e.a > 1 { 1 } else { 0 } }; }
fn half(x: u64) -> Option<u64> { if x % 2 == 0 { Some(x / 2) } else { None } }
fn value(i: u64) -> u64 {
    let mut n = 0;
    repeat!(i + 1, { n += 2; });
    repeat!(k < 3 => n += k; n += 10;);
    let h = attempt!(half(i));
    let w = when!(h == 0 => 1; else { 2 });
    n * 1000 + h * 10 + w + apply!(|a, b| a * b, i, 100) + with_struct!(P { a: i })
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
