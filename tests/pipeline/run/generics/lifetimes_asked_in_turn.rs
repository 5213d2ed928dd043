// what outlives a lifetime is asked of several lifetimes in turn
// threads: 2
// expect: 7 8
use rustg_std::prelude::*;

fn need<'a, T: 'a>(_: &'a u32, x: T) -> T {
    x
}
fn in_turn<'y, 'x, 'p, 'q, T: 'y>(p: &'p u32, q: &'q u32, x: T) -> T
where
    'y: 'x,
    'x: 'p,
    'y: 'q,
{
    let x = need::<'p, T>(p, x);
    let x = need::<'q, T>(q, x);
    need::<'p, T>(p, x)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let (p, q) = (1, 2);
    out[t] = in_turn(&p, &q, t.get() as u64 + 7);
}
