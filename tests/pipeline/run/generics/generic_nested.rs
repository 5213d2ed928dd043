// generics through several levels
// threads: 4
// expect: 15 31 47 63
use rustg_std::prelude::*;

fn apply<T, F: Fn(T) -> T>(f: F, n: usize, x: T) -> T {
    let mut x = x;
    for _ in 0..n {
        x = f(x);
    }
    x
}
fn twice<F: Fn(u64) -> u64 + Copy>(f: F) -> impl Fn(u64) -> u64 {
    move |x| f(f(x))
}

fn value(i: u64) -> u64 {
    let _ = i;
    apply(twice(|x| x * 2 + 1), 2, i)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
