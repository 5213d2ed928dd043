// a closure is told the lifetimes of a signature that names associated types
// threads: 1
// expect: 63
use core::marker::PhantomData;
use rustg_std::prelude::*;

struct Id<'id>(PhantomData<fn(&'id ()) -> &'id ()>, u64);

trait HasLifetime {
    type At<'a>;
}

struct OfAny<S: HasLifetime>(S::At<'static>);

impl<S: HasLifetime> OfAny<S> {
    fn new<F>(f: F) -> OfAny<S>
    where
        for<'id> F: FnOnce(Id<'id>) -> S::At<'id>,
    {
        OfAny(f(Id(PhantomData, 5)))
    }
}

struct Held<'id>(Id<'id>);
struct Marker;

impl HasLifetime for Marker {
    type At<'id> = Held<'id>;
}

struct References;

impl HasLifetime for References {
    type At<'a> = &'a u64;
}

fn given<S: HasLifetime, F: for<'a> FnOnce(&'a u64, &u64) -> S::At<'a>>(n: &u64, f: F, g: fn(S::At<'_>) -> u64) -> u64 {
    let other = 3;
    let result = f(n, &other);
    g(result)
}

fn held<'id>(id: Id<'id>) -> <Marker as HasLifetime>::At<'id> {
    Held(id)
}

trait Lends {
    type Item<'a>
    where
        Self: 'a;

    fn next<'a>(&'a mut self) -> Option<Self::Item<'a>>;

    fn each<F>(mut self, mut f: F)
    where
        Self: Sized,
        F: for<'a> FnMut(Self::Item<'a>),
    {
        while let Some(item) = self.next() {
            f(item)
        }
    }
}

struct Windows([u64; 4], usize);

impl Lends for Windows {
    type Item<'a> = &'a mut [u64];

    fn next<'a>(&'a mut self) -> Option<&'a mut [u64]> {
        self.1 += 1;
        if self.1 < 4 { Some(&mut self.0[self.1 - 1..=self.1]) } else { None }
    }
}

#[rustg_std::kernel]
pub fn test(mut out: GridMut<u64>) {
    let by_closure = OfAny::<Marker>::new(|id| Held(id));
    let by_fn = OfAny::<Marker>::new(held);
    let mut sum = by_closure.0.0.1 + by_fn.0.0.1;
    sum += given::<References, _>(&40, |a, _| a, |r| *r);
    Windows([1, 2, 3, 4], 0).each(|window| {
        window[1] += window[0];
        sum += window[1] - window[0];
    });
    out[thread::index()] = sum + 4;
}
