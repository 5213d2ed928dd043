// a fragment `pat` that would begin with `..=`
use rustg_std::prelude::*;

#[kernel]
pub fn k(mut out: GridMut<u64>) {
    let t = thread::index();
    let x = t.get();
    out[t] = matches!(x, ..3) as u64 + matches!(x, (..=3)) as u64;
    out[t] += matches!(x, ..=3) as u64; //~ - no rules expected `..=`
}
