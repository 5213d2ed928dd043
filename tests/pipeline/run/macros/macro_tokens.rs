// token trees are kept as they are
// threads: 4
// expect: 4032090010 4032090222 4032090534 4032090746
use rustg_std::prelude::*;

macro_rules! id { ($($t:tt)*) => { $($t)* }; }
macro_rules! last { ($($head:ident,)* => $last:tt) => { $last }; }
macro_rules! joined { ($a:tt $b:tt $c:tt) => { $a $b $c }; }
macro_rules! keyword { (let) => { 1 }; (fn) => { 2 }; ($i:ident) => { 3 }; (-> $t:ty) => { 4 }; (>>=) => { 5 }; ('a) => { 6 }; (1.5) => { 7 }; ("s") => { 8 }; }
id! { fn shifted(x: u64) -> u64 { let a = [x >> 1, x << 2]; let mut b = a[1]; b >>= 1; b += (a[0] as u64); b } }
fn value(i: u64) -> u64 {
    let t = (1, (i, 3));
    id!(t.1.0) + joined!(i + 1) * 10 + shifted(i) * 100 + last!(a, b, => (4 + 5)) * 10000
        + keyword!(let) * keyword!(fn) * keyword!(x) * keyword!(-> Vec<u8>) * keyword!(>>=) * keyword!('a) * keyword!(1.5) * keyword!("s") * 100000
        + id![{ let x = id!(id!(id!(i))); x }]
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
