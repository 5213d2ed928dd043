// nested repetitions, separators, ? and +
// threads: 4
// expect: 9153 39265 69379 99495
use rustg_std::prelude::*;

macro_rules! matrix { ($([$($e:expr),*]),+ $(,)?) => { [$([$($e),*]),+] }; }
macro_rules! pairs { ($($k:ident => $v:expr);* $(;)?) => { $(let $k = $v;)* }; }
macro_rules! optional { ($a:expr $(, by $b:expr)?) => { $a $(* $b)? }; }
macro_rules! cross { ($($a:expr),*; $b:expr) => { 0 $(+ $a * $b)* }; }
macro_rules! all { ($($($n:ident)|+ = $e:expr),*) => { $($(let $n = $e;)+)* }; }
fn value(i: u64) -> u64 {
    let m = matrix!([1, i], [3, 4],);
    pairs! { p => i + 1; q => 9; }
    all!(x | y = 2 + i, z = 3);
    m[0][1] + m[1][0] * 10 + p * 100 + q * 1000 + optional!(i, by 3) * 10000 + optional!(i + 1) + cross!(1, 2, i; 5) + x * y + z
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
