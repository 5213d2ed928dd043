// What an associated or opaque type may hold is borrowed as long as a value of it is used.
pub trait Gives {
    type Given<'a>
    where
        Self: 'a;

    fn give(&mut self) -> Self::Given<'_>;
}

pub fn unbounded<T: Gives>(mut t: T) {
    let a = t.give();
    let b = t.give(); //~ E0499 cannot borrow `t` as mutable more than once at a time
    drop(a);
    drop(b);
}

pub fn bounded_elsewhere<T, U>(mut t: T)
where
    T: Gives,
    U: Gives,
    for<'a> U::Given<'a>: 'static,
{
    let a = t.give();
    let b = t.give(); //~ E0499 cannot borrow `t` as mutable more than once at a time
    drop(a);
    drop(b);
}

pub fn as_long_as_borrowed<T>(mut t: T)
where
    T: Gives,
    for<'a> T::Given<'a>: 'a,
{
    let a = t.give();
    let b = t.give(); //~ E0499 cannot borrow `t` as mutable more than once at a time
    drop(a);
    drop(b);
}

fn captures<'a>(x: &'a mut u32) -> impl Sized {
    x
}

pub fn captured() {
    let mut n = 1;
    let r = captures(&mut n);
    n = 2; //~ E0506 cannot assign to `n` because it is borrowed
    drop(r);
}

fn reads<'l: 's, 's>(x: &'s mut &'l [u64]) -> impl Fn() -> u64 + 'l {
    let y: &'l [u64] = *x;
    move || y[0]
}

pub fn bound_lives() {
    let read;
    {
        let numbers = [1];
        let mut slice: &[u64] = &numbers; //~ E0597 `numbers` does not live long enough
        read = reads(&mut slice);
    }
    read();
}

pub trait Shows {
    fn show<'s: 's>(&'s self) -> impl Sized + use<'s, Self>;
}

fn for_ever(_: impl Sized + 'static) {}

pub fn listed<'s, T: Shows + 'static>(x: &'s T) {
    for_ever(x.show()); //~ E0521 borrowed data escapes outside of function
}
