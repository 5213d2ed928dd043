// copies of adaptors and walks from the back
// threads: 4
// expect: 16942742728962159357 4172050910397382136 17168210179402385584 3594885511307457983
use rustg_std::prelude::*;

fn twice<I: Iterator<Item = u64> + Clone>(it: I) -> u64 {
    it.clone().fold(0, |h, x| h * 3 + x) * 100 + it.map(|x| x * x).sum::<u64>()
}
fn value(i: u64) -> u64 {
    let xs = [3, 1, i, 7, 2];
    let a = twice(xs.iter().copied().filter(|x| x % 2 == 1));
    let b = twice(xs.into_iter().filter_map(|x| x.checked_sub(2)));
    let c = twice(xs.iter().cloned().chain([5]).skip_while(|x| *x > 2).take_while(|x| *x != 2));
    let d = twice(xs.into_iter().scan(0, |s, x| {
        *s += x;
        Some(*s)
    }));
    let e = twice((0..3).cycle().take(7).inspect(|_| ()).fuse());
    let f = twice(xs.windows(2).map(|w| w[0] + w[1]).step_by(2));
    let g = xs.iter().filter_map(|&x| (x > 1).then_some(x)).rev().fold(0, |h, x| h * 10 + x);
    let h = xs.chunks(2).flat_map(|c| c.iter()).rev().copied().fold(0, |h, x| h * 10 + x);
    let k = [[1u64, 2], [i, 4]].into_iter().flatten().rev().fold(0, |h, x| h * 10 + x);
    let p = xs.iter().copied().peekable();
    let q = twice(p.clone()) + p.clone().count() as u64;
    let s = twice(core::iter::successors(Some(1u64), |x| (*x < 50).then_some(x * 3)));
    [a, b, c, d, e, f, g, h, k, q, s].into_iter().fold(0u64, |t, x| t.wrapping_mul(1_000_003) ^ x)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
