// algorithms over closures: the best task, sums that may fail, Newton, integrals
// threads: 4
// expect: 14142130093155 17320500117053 20000000217059 22360670397273
use rustg_std::prelude::*;

#[derive(Clone, Copy)]
struct Task<F> {
    cost: u32,
    run: F,
}
fn best<'t, F: Fn(u64) -> u64>(ts: &'t [Task<F>], x: u64) -> Option<(usize, &'t Task<F>)> {
    ts.iter().enumerate().max_by_key(|(_, t)| (t.run)(x) / t.cost as u64)
}
fn sum_with<I>(it: I, mut f: impl FnMut(usize, I::Item) -> Option<u64>) -> Result<u64, usize>
where
    I: IntoIterator,
{
    let mut total = 0;
    for (k, x) in it.into_iter().enumerate() {
        total += f(k, x).ok_or(k)?;
    }
    Ok(total)
}
fn try_all<const N: usize>(fs: [&dyn_free::F; N], x: u64) -> Option<u64> {
    let mut x = x;
    for f in fs {
        x = f(x)?;
    }
    Some(x)
}
mod dyn_free {
    pub type F = fn(u64) -> Option<u64>;
}
fn half(x: u64) -> Option<u64> {
    (x % 2 == 0).then(|| x / 2)
}
fn newton(f: impl Fn(f64) -> f64, df: impl Fn(f64) -> f64, x0: f64) -> f64 {
    (0..20).fold(x0, |x, _| x - f(x) / df(x))
}
fn integrate(f: &impl Fn(f64) -> f64, a: f64, b: f64, n: u32) -> f64 {
    let h = (b - a) / f64::from(n);
    (0..n).map(|k| f(a + (k as f64 + 0.5) * h)).sum::<f64>() * h
}
fn value(i: u64) -> u64 {
    let ts = [2, 3, 5].map(|k| Task { cost: k, run: move |x: u64| x * u64::from(k) + u64::from(k == 3) * 7 });
    let (at, t) = best(&ts, i).unwrap();
    let mut seen = 0u32;
    let r = sum_with([3u8, 0, 7].iter().rev(), |k, &x| {
        seen |= 1 << k;
        (x != i as u8).then_some(x as u64 * 10)
    });
    let r2 = sum_with(&[1u64, 2], |k, x| x.checked_sub(k as u64));
    let tr = try_all([&(half as dyn_free::F), &(half as dyn_free::F)], i * 4);
    let k = 2.0 + i as f64;
    let root = newton(|x| x * x - k, |x| 2.0 * x, 1.0);
    let area = integrate(&|x| x * k, 0.0, 2.0, 64);
    let mut acc = [0; 3];
    let mut bump = |k: usize, by: u64| -> &u64 {
        acc[k] += by;
        &0
    };
    bump(0, 3);
    bump(2, i);
    let arr = [|x: u64| x + 1, |x| x * 2, |x| x ^ 5];
    let chain = arr.iter().fold(i, |x, f| f(x));
    let max = (0..5u32).map(|x| (x as f32 - 2.2).abs()).fold(f32::NEG_INFINITY, f32::max);
    let f = |a, b: &mut u64| { *b += a; *b };
    let mut z = 1;
    let s = f(2, &mut z) + f(i, &mut z);
    at as u64 + t.cost as u64 * 10 + r.map_or_else(|k| k as u64 + 900, |v| v) * 100 + seen as u64 * 1000 + r2.unwrap_or(77) + tr.unwrap_or(55) * 100_000 + (root * 1e6) as u64 * 10_000_000 + area as u64 + acc.iter().sum::<u64>() + chain + max as u64 + s
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
