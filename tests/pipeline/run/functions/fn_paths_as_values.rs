// functions, methods, constructors and trait methods as values
// threads: 4
// expect: 1208230957 1218230971 1228230985 1238330999
use rustg_std::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Meters(u64);
#[derive(Clone, Copy)]
enum Shape {
    Dot,
    Circle(u64),
}
impl Shape {
    fn size(&self) -> u64 {
        match self {
            Self::Dot => 0,
            Self::Circle(r) => *r,
        }
    }
    fn grown(self, by: u64) -> Self {
        match self {
            Shape::Dot => Shape::Circle(by),
            Shape::Circle(r) => Self::Circle(r + by),
        }
    }
    const MAKE: [fn(u64) -> Shape; 0] = [];
}
fn fold<A, T>(xs: &[T], a: A, f: impl Fn(A, &T) -> A) -> A {
    let mut a = a;
    for x in xs {
        a = f(a, x);
    }
    a
}
fn twice<T>(f: fn(T) -> T, x: T) -> T {
    f(f(x))
}
fn value(i: u64) -> u64 {
    let m = [1, 2, i].map(Meters);
    let c = [i, 3].map(Shape::Circle);
    let sizes = c.iter().map(Shape::size).sum::<u64>();
    let g = c.into_iter().map(|s| s.grown(1)).chain([Shape::Dot]).fold(0, |a, s| a + s.size());
    let some = [4u8, 5].map(Some).map(Option::unwrap).map(u64::from).iter().copied().fold(0, u64::wrapping_add);
    let lens = [&[1u8, 2][..], &[]].iter().map(|s| s.len()).fold(1, core::ops::Add::add);
    let f: fn(u64, u64) -> u64 = u64::max;
    let h: fn(Shape, u64) -> Shape = Shape::grown;
    let clone = <u64 as Clone>::clone;
    let d = fold(&m, 0, |a, Meters(x)| a * 10 + x);
    let t = twice(u64::swap_bytes, i) + twice(core::convert::identity::<u64>, 4);
    let opt = (i > 0).then_some(i).map_or_else(Default::default, f64::from_bits as fn(u64) -> f64).to_bits();
    sizes + g * 10 + some * 100 + lens as u64 * 10_000 + f(i, 2) * 100_000 + h(Shape::Dot, 8).size() * 1_000_000 + clone(&i) + d * 10_000_000 + t + opt + Shape::MAKE.len() as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
