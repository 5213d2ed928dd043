// `dyn Fn` and `dyn FnMut`: closures, fns, fn pointers and other objects behind them, with captures, references that
// each call chooses, results of size 0, as parameters, fields and in arrays
// threads: 5
// expect: 5069330915334236 15801309546303109 26533288177271983 37265266808270649 47997245439299107
use rustg_std::prelude::*;

fn apply(f: &dyn Fn(f32) -> f32, x: f32) -> f32 {
    f(x) + f(x + 1.0)
}
fn apply_mut(f: &mut dyn FnMut(u64), n: u64) {
    for i in 0..n {
        f(i);
    }
}
fn generic<F: Fn(u64, (u8, u16)) -> u64 + ?Sized>(f: &F) -> u64 {
    f(1, (2, 3)) * 10 + f(4, (5, 6))
}
fn half(x: f32) -> f32 {
    x / 2.0
}
fn pick(a: &u64, b: &u64) -> u64 {
    if *a > *b { *a } else { *b }
}
struct Table<'a> {
    ops: [&'a dyn Fn(u64, u64) -> u64; 4],
    say: &'a dyn Fn(),
}
trait Run: Fn(u64) -> u64 {
    fn twice(&self, x: u64) -> u64 {
        self(self(x))
    }
}
impl<F: Fn(u64) -> u64> Run for F {}
fn compose<'a>(f: &'a dyn Fn(u64) -> u64, g: &'a dyn Fn(u64) -> u64) -> impl Fn(u64) -> u64 + 'a {
    move |x| g(f(x))
}
fn first<'a>(f: &dyn Fn(&'a [u64]) -> &'a u64, of: &'a [u64]) -> &'a u64 {
    f(of)
}
fn count_to(limit: u64, step: &mut dyn FnMut(u64) -> bool) -> u64 {
    let mut n = 0;
    while n < limit && step(n) {
        n += 1;
    }
    n
}
fn recursive(n: u64, f: &dyn Fn(u64) -> u64) -> u64 {
    if n == 0 { f(1) } else { recursive(n - 1, &|x| f(x) + n) }
}

fn value(i: u64) -> u64 {
    let k = i as f32;
    let mut sum = apply(&|x| x * k + 1.0, 2.0) as u64;
    sum = sum * 31 + apply(&half, 8.0) as u64 + apply(&(half as fn(f32) -> f32), 3.0) as u64;
    let mut total = 0;
    apply_mut(&mut |x| total += x * i, 5);
    sum = sum * 31 + total;
    let offset = i + 7;
    let add: &dyn Fn(u64, (u8, u16)) -> u64 = &|a, (b, c)| a + b as u64 * c as u64 + offset;
    sum = sum * 31 + generic(add) + generic(&add);
    let table = Table { ops: [&|a, b| a + b, &|a, b| a * b + offset, &u64::max, &|_, _| i], say: &|| () };
    (table.say)();
    for op in table.ops {
        sum = sum * 3 + op(i, 4);
    }
    let run: &dyn Run<Output = u64> = &|x| x * 2 + i;
    sum = sum.wrapping_mul(31).wrapping_add(run.twice(3) + run(1));
    let (f, g) = (|x| x + i, |x| x * 5);
    sum = sum.wrapping_mul(31).wrapping_add(compose(&f, &g)(3));
    let chosen: &dyn Fn(&u64, &u64) -> u64 = &pick;
    let (a, b) = (i * 2, 5);
    let most = chosen(&a, &b);
    {
        let c = i + 3;
        sum = sum.wrapping_mul(31).wrapping_add(chosen(&c, &most));
    }
    let values = [i + 9, 8, 7];
    let second = first(&|of| &of[1], &values);
    sum = sum.wrapping_mul(31).wrapping_add(*first(&|of: &[u64]| &of[0], &values) + *second);
    let mut seen = [0u64; 4];
    let n = count_to(10, &mut |x| {
        seen[x as usize % 4] += x + i;
        x < 6
    });
    sum = sum.wrapping_mul(31).wrapping_add(n + seen[0] + 10 * seen[1] + 100 * seen[3]);
    let mut counter = 0;
    let mut bump = || {
        counter += 1;
        counter
    };
    let bumps: &mut dyn FnMut() -> u64 = &mut bump;
    let again: &mut dyn FnMut() -> u64 = bumps;
    again();
    let third = bumps() + bumps();
    sum.wrapping_mul(31).wrapping_add(third + recursive(i, &|x| x * 2))
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let i = thread::index();
    if i < out.len() {
        out[i] = value(i.get() as u64);
    }
}
