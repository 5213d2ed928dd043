// an associated or opaque type borrows only what it may hold: what its bounds leave, and what `use` lists
// threads: 1
// expect: 1068
use rustg_std::prelude::*;

trait Gives {
    type Given<'a>
    where
        Self: 'a;

    fn give(&mut self) -> Self::Given<'_>;
}

struct Counter(u64);

impl Gives for Counter {
    type Given<'a> = u64;

    fn give(&mut self) -> u64 {
        self.0 += 1;
        self.0
    }
}

fn twice<T>(mut t: T) -> (T, u64)
where
    T: Gives,
    for<'a> T::Given<'a>: 'static + Into<u64>,
{
    let first = t.give();
    let second = t.give();
    let whole = t;
    (whole, first.into() + second.into())
}

trait Bounded {
    type Held<'a>: 'static
    where
        Self: 'a;

    fn hold<'a>(&'a mut self) -> Self::Held<'a>;
}

impl Bounded for Counter {
    type Held<'a> = u64;

    fn hold<'a>(&'a mut self) -> u64 {
        self.0 += 10;
        self.0
    }
}

fn by_bound<T: Bounded>(t: &mut T) -> T::Held<'static> {
    let first = t.hold();
    let _second = t.hold();
    drop(first);
    let last: T::Held<'static> = of_any(t);
    last
}

fn of_any<T: Bounded>(t: &mut T) -> T::Held<'static> {
    let _ = t.hold();
    loop_for_ever(t)
}

fn loop_for_ever<T: Bounded>(_: &mut T) -> T::Held<'static> {
    loop {}
}

struct Invariant<T>(T, core::marker::PhantomData<*mut T>);

trait Shows {
    fn show<'s: 's>(&'s self) -> Invariant<impl Into<u64> + use<Self>>;
}

impl Shows for Counter {
    #[allow(refining_impl_trait)]
    fn show<'s: 's>(&'s self) -> Invariant<u64> {
        Invariant(self.0, core::marker::PhantomData)
    }
}

fn kept_for_ever<T: Into<u64> + 'static>(given: Invariant<T>) -> u64 {
    given.0.into()
}

fn shown<T: Shows + 'static>(x: &T) -> u64 {
    kept_for_ever(x.show())
}

fn reads<'l: 's, 's>(x: &'s mut &'l [u64]) -> impl Fn() -> u64 + 'l {
    let y: &'l [u64] = *x;
    move || y[0]
}

fn counts(x: &mut u64) -> impl Fn() -> u64 + use<> {
    *x += 1;
    let y = *x;
    move || y
}

fn sums<'a>(x: &'a u64) -> impl Into<u64> + 'static {
    *x + 1
}

#[rustg_std::kernel]
pub fn test(mut out: GridMut<u64>) {
    let (mut counter, mut sum) = twice(Counter(4));
    if sum == 0 {
        by_bound(&mut counter);
    }
    sum += shown(&counter);
    let mut slice: &[u64] = &[1000, 1];
    let first = reads(&mut slice);
    slice = &[7];
    sum += first() + slice[0];
    let mut number = 20;
    let count = counts(&mut number);
    number += 1;
    sum += number;
    let after = sums(&number);
    number = 10;
    sum += count() - number + after.into() - 1;
    out[thread::index()] = sum - 11;
}
