// closures that capture single fields, by reference and by value, nested
// threads: 4
// panics: 47 attempt to add with overflow
use rustg_std::prelude::*;

struct State {
    hits: [u32; 3],
    name: (u8, i64),
    rest: Inner,
}
struct Inner {
    a: u64,
    b: Option<u64>,
}
fn each<F: FnMut(usize) -> bool>(n: usize, mut f: F) -> usize {
    (0..n).filter(|k| f(*k)).count()
}
fn value(i: u64) -> u64 {
    let mut s = State { hits: [0; 3], name: (i as u8, -4), rest: Inner { a: 7, b: Some(i) } };
    let n = {
        let hits = &mut s.hits;
        let mut add = |k: usize| {
            hits[k % 3] += k as u32;
            s.name.1 += 1;
            hits[k % 3] % 2 == 0
        };
        let a = add(1) as usize + add(2) as usize;
        let rest = &s.rest;
        a + each(5, |k| {
            let inner = || rest.a as usize + k;
            inner() % 2 == 0 && rest.b.is_some()
        })
    };
    let mut counter = 0;
    let mut next = || {
        counter += 1;
        let c = counter;
        move |x: u64| x * c
    };
    let (f, g) = (next(), next());
    let mut take = {
        let mut b = s.rest.b;
        move || b.take()
    };
    let t = take().unwrap_or(50) + take().unwrap_or(60);
    let by = |State { hits: [h, ..], name: (_, m), .. }: &State| *h as u64 + *m as u64;
    n as u64 + f(10) + g(100) + counter * 1000 + t * 10_000 + by(&s).wrapping_mul(3) + s.hits.iter().sum::<u32>() as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
