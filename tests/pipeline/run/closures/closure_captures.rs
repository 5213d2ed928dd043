// closures capturing fields, references and by move
// threads: 4
// expect: 3016109530 13026110632 23038111534 33052112636
use rustg_std::prelude::*;

struct State {
    count: u64,
    items: [u64; 3],
    name: &'static str,
}
fn run<F: FnMut(u64)>(mut f: F) {
    f(1);
    f(2);
}
fn run_ref(f: &mut impl FnMut(u64) -> u64) -> u64 {
    f(3) + f(4)
}
fn once<T>(f: impl FnOnce() -> T) -> T {
    f()
}
fn make(k: u64) -> (impl Fn(u64) -> u64, impl FnMut() -> u64) {
    let mut n = k;
    (move |x| x * k, move || {
        n += 1;
        n
    })
}
fn value(i: u64) -> u64 {
    let mut s = State { count: i, items: [1, 2, 3], name: "abc" };
    let total = &s.items;
    let mut add = |x| s.count += x + total[0];
    add(5);
    run(add);
    let State { count, items, .. } = &mut s;
    run(|x| {
        items[x as usize] += *count;
        *count -= 1;
    });
    let mut log = [0; 4];
    let mut at = 0;
    let mut push = |x: u64| -> u64 {
        log[at] = x;
        at += 1;
        at as u64
    };
    let p = run_ref(&mut push) + run_ref(&mut push);
    let (f, mut g) = make(i + 2);
    let (a, b) = (g(), g());
    let owned = s.items;
    let t = once(move || owned.iter().sum::<u64>() + s.name.len() as u64);
    let nested = |x: u64| move |y: u64| x * 10 + y;
    let pick: fn(u64) -> u64 = if i % 2 == 0 { |x| x + 1 } else { |x| x + 2 };
    t + s.count * 1000 + p * 10_000 + (f(2) + a * b) * 1_000_000 + nested(i)(3) * 1_000_000_000 + pick(log[3]) * 100
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
