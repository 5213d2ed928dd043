// a fragment handed on is one piece, which no token matches
// threads: 4
// expect: 1211212 1211213 1211214 1211215
use rustg_std::prelude::*;

macro_rules! second { (0) => { 1 }; ($e:expr) => { 2 }; }
macro_rules! first { ($e:expr) => { second!($e) }; }
macro_rules! token { ($t:tt) => { second!($t) }; }
macro_rules! is_ident { ($i:ident) => { 1 }; ($($t:tt)*) => { 2 }; }
macro_rules! pass { ($e:expr) => { is_ident!($e) }; }
macro_rules! trees { ($($t:tt)*) => { 0 $(+ trees!(@one $t))* }; (@one $t:tt) => { 1 }; }
macro_rules! one_tree { ($e:expr) => { count!($e) }; }
macro_rules! count { () => { 0 }; ($h:tt $($t:tt)*) => { 1 + count!($($t)*) }; }
macro_rules! types { ($t:ty) => { inner_type!($t) }; }
macro_rules! inner_type { (u8) => { 1 }; ($t:ty) => { 2 }; }
fn value(i: u64) -> u64 {
    let x = i;
    let _ = x;
    first!(0) + token!(0) * 10 + pass!(x) * 100 + is_ident!(x) * 1000 + one_tree!(i + 1 + 2) * 10000 + types!(u8) * 100000 + inner_type!(u8) * 1000000 + i
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
