// an operator between token trees is of the call
// threads: 4
// panics: 22 attempt to subtract with overflow
use rustg_std::prelude::*;

macro_rules! by_expr {
    ($a:expr, $b:expr) => {
        $a - $b
    };
}
macro_rules! by_tree {
    ($a:tt, $b:tt) => {
        $a - $b
    };
}
fn value(i: u64) -> u64 {
    let (n, m) = (i, 3);
    let x = if i > 5 { by_expr!(
        n,
        m
    ) } else { 0 };
    x + by_tree!(
        n,
        m
    )
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
