// Derives require what they derive of types that begin with a parameter
// threads: 2
// expect: 7 8
use rustg_std::prelude::*;

trait Number {
    type Inner;
}
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Default)]
struct Plain;
impl Number for Plain {
    type Inner = u64;
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Default)]
struct Tuple<N: Number>(N::Inner)
where
    N::Inner: Copy;

#[derive(Clone, Debug, PartialEq)]
struct Named<N: Number> {
    inner: N::Inner,
    maybe: Option<N::Inner>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Either<A: Iterator, B> {
    First([A::Item; 2]),
    Second(B),
}

trait Lends {
    type Lent<'s>
    where
        Self: 's;
}
impl Lends for Plain {
    type Lent<'s> = &'s u64;
}
#[derive(Clone)]
struct Calls<T: Lends + 'static>(&'static dyn for<'s> Fn(T::Lent<'s>) -> u64);

fn plus_one(x: &u64) -> u64 {
    *x + 1
}

fn value(i: u64) -> u64 {
    let calls: Calls<Plain> = Calls(&plus_one);
    let t: Tuple<Plain> = Tuple(i);
    let copy = t;
    let n: Named<Plain> = Named { inner: i, maybe: None };
    let e: Either<core::ops::Range<u64>, u8> = Either::First([i, 3]);
    assert_eq!(n.clone(), n);
    assert!(e == e.clone() && e != Either::Second(1));
    assert!(t <= copy && Tuple::<Plain>::default().0 == 0);
    (t == copy) as u64 + (n.maybe.is_none()) as u64 * 2 + t.0 + if let Either::First(x) = e { x[1] } else { 0 } + (calls.clone().0)(&0)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
