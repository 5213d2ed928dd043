// structs with bounds, PhantomData variance and nested generics
// threads: 4
// expect: 5340009098 5431009098 5530109098 5640012099
use rustg_std::prelude::*;

use core::marker::PhantomData;
struct Keyed<K, V, F>
where
    F: Fn(&V) -> K,
{
    f: F,
    _kv: PhantomData<fn(V) -> K>,
}
impl<K: Ord + Copy, V, F: Fn(&V) -> K> Keyed<K, V, F> {
    const fn new(f: F) -> Self {
        Keyed { f, _kv: PhantomData }
    }
    fn max<'v>(&self, vs: &'v [V]) -> Option<(&'v V, K)> {
        let mut best: Option<(&'v V, K)> = None;
        for v in vs {
            let k = (self.f)(v);
            best = match best {
                Some((_, b)) if b >= k => best,
                _ => Some((v, k)),
            };
        }
        best
    }
    fn group<const G: usize>(&self, vs: &[V]) -> [usize; G]
    where
        K: Into<u64>,
    {
        let mut n = [0; G];
        vs.iter().for_each(|v| n[((self.f)(v).into() % G as u64) as usize] += 1);
        n
    }
}
struct Nest<T>(Option<Result<(T, [T; 2]), T>>);
impl<T: Copy + core::ops::Add<Output = T>> Nest<T> {
    fn total(&self) -> Option<T> {
        Some(match &self.0 {
            Some(Ok((a, [b, c]))) => *a + *b + *c,
            Some(Err(e)) => *e,
            None => return None,
        })
    }
}
fn value(i: u64) -> u64 {
    let vs = [(3u8, 'a'), (9, 'b'), (i as u8 * 4, 'c'), (9, 'd')];
    let by = Keyed::new(|v: &(u8, char)| v.0);
    let (v, k) = by.max(&vs).unwrap();
    let g = by.group::<3>(&vs);
    let n = [Nest(Some(Ok((i, [1, 2])))), Nest(Some(Err(50))), Nest(None)];
    let t = n.iter().filter_map(Nest::total).sum::<u64>();
    v.1 as u64 + k as u64 * 1000 + (g[0] * 100 + g[1] * 10 + g[2]) as u64 * 100_000 + t * 100_000_000
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
