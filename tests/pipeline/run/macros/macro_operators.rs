// one fragment for each operator; a fragment is one operand
// threads: 4
// expect: 45230156 54301155 65371354 74481253
use rustg_std::prelude::*;

macro_rules! binary { ($($name:ident $op:tt),*) => { $(fn $name(a: u64, b: u64) -> u64 { a $op b })* }; }
binary!(add +, sub -, mul *, shl <<, shr >>, and &, or |, xor ^);
macro_rules! compare { ($a:expr, $op:tt, $b:expr) => { if $a $op $b { 1 } else { 0 } }; }
macro_rules! double { ($e:expr) => { $e * 2 }; }
macro_rules! negate { ($e:expr) => { -$e }; }
macro_rules! method { ($e:expr) => { $e.pow(2) }; }
fn value(i: u64) -> u64 {
    let a = add(i, 3) + mul(i, 5) + shl(i, 2) + shr(40, 2) + and(i, 2) + or(i, 8) + xor(i, 15) + sub(9, i);
    let b = double!(i + 1) + double!(if i > 1 { 3 } else { 4 }) + method!(i + 2) + method!(3u64);
    let c = negate!(i as i64 - 5) + negate!(-1i64);
    let d = compare!(i, <=, 2) + compare!(i, ==, 1) * 2 + compare!(i << 1, >=, 3) * 4 + compare!(i, !=, 0) * 8;
    a * 1000000 + b * 10000 + d * 100 + (c + 50) as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
