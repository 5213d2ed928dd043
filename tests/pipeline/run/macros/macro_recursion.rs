// rules that call their own macro
// threads: 4
// expect: 577010 577111 677212 977313
use rustg_std::prelude::*;

macro_rules! max {
    ($x:expr) => { $x };
    ($x:expr, $($rest:expr),+) => {{ let a = $x; let b = max!($($rest),+); if a > b { a } else { b } }};
}
macro_rules! count { () => { 0u64 }; ($head:tt $($tail:tt)*) => { 1u64 + count!($($tail)*) }; }
macro_rules! reverse { ([] $($r:expr),*) => { [$($r),*] }; ([$h:expr $(, $t:expr)*] $($r:expr),*) => { reverse!([$($t),*] $h $(, $r)*) }; }
macro_rules! calc {
    (eval $e:expr) => { $e };
    (eval $e:expr, $(eval $es:expr),+) => {{ calc!(eval $e) + calc!($(eval $es),+) }};
}
fn value(i: u64) -> u64 {
    let r = reverse!([1, i, 3 + 4]);
    max!(i * 3, 4, 5) * 100000 + count!(a (b c) [d] 1 + -> "x") * 10000 + r[0] * 1000 + r[1] * 100 + calc!(eval i, eval 2 * 3, eval 4)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
