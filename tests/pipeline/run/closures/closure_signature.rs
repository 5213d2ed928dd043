// lifetimes in the heads of closures and in fn pointers that are right
// threads: 1
// expect: 36
use rustg_std::prelude::*;

fn of_any<F: for<'x> Fn(&'x u32) -> &'x u32>(f: F) -> u32 {
    *f(&2)
}

struct Outlives<'hr, 'scope: 'hr>(*mut (&'scope (), &'hr ()));

impl<'hr, 'scope> Outlives<'hr, 'scope> {
    fn of<T: 'hr>(self) -> u32 {
        3
    }
}

fn implied<'scope>(f: impl for<'hr> FnOnce(Outlives<'hr, 'scope>) -> u32) -> u32 {
    f(Outlives(core::ptr::null_mut()))
}

/// `T: 'hr` because `T: 'scope` and `'scope: 'hr`.
fn external<T>() -> u32 {
    implied(|proof| proof.of::<T>())
}

fn forever(_: &u32) -> &'static u32 {
    &5
}

fn longer<'a: 'b, 'b>(x: &'a u32, y: &'b u32) -> u32 {
    let written = |p: &'a u32| -> &'b u32 { p };
    let pointer: fn(&'a u32) -> &'b u32 = |q| q;
    let item: fn(&'b u32) -> &'b u32 = forever;
    *written(x) + *pointer(x) + *item(y)
}

fn keep<'a, T: 'a>(t: &'a T) -> impl Fn() -> &'a T {
    move || -> &'a T { t }
}

#[rustg_std::kernel]
pub fn test(mut out: GridMut<u64>) {
    let v = 7;
    let every: for<'x> fn(&'x u32) -> &'x u32 = |x| x;
    let sum = of_any(|p: &u32| -> &u32 { p }) + external::<u32>() + longer(&v, &v) + *keep(&v)() - *every(&v);
    out[thread::index()] = (sum + 2 * *every(&6)) as u64;
}
