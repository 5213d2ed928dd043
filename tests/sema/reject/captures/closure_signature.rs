// What the head of a closure says of lifetimes, its result's too, is asked of the fn around; so is what a fn item or a
// closure asks once it becomes a fn pointer, and what the body of a closure asks of a type parameter.
use rustg_std::{GridMut, thread};

struct Wrap<'a>(&'a u64);

fn need_static<T: 'static>(_: T) {}

fn identity<'c>(x: &'c u64) -> &'c u64 {
    x
}

fn for_any<F: for<'x> Fn(&'x u64) -> u64>(f: F) -> u64 {
    f(&1)
}

fn of_result<'a, 'b>(x: &'a u64, y: &'b u64) -> u64 {
    let c = |p: &'a u64| -> &'b u64 { p }; //~ - lifetime may not live long enough
    *c(x) + *y
}

fn of_result_within<'a, 'b>(x: &'a u64, y: &'b u64) -> u64 {
    let outer = |p: &'a u64| {
        let inner = |q: &'a u64| -> &'b u64 { q }; //~ - lifetime may not live long enough
        *inner(p)
    };
    outer(x) + *y
}

fn of_captured<'a, 'b>(x: &'a u64, y: &'b u64) -> u64 {
    let c = || -> &'b u64 { x }; //~ - lifetime may not live long enough
    *c() + *y
}

fn of_elided<'a>(x: &'a u64) -> u64 {
    let elided = |p: &u64| -> &u64 { p }; //~ - lifetime may not live long enough
    let named = |p: &u64| -> &'a u64 { p }; //~ - lifetime may not live long enough
    *elided(x) + *named(x)
}

fn of_static<'a, T>(x: &'a T) {
    let c = |p: &'a T| -> &'static T { p }; //~ - lifetime may not live long enough
    let _ = (c, x);
}

fn of_item<'a, 'b>(x: &'a u64, y: &'b u64) -> u64 {
    let item: fn(&'a u64) -> &'b u64 = identity; //~ - lifetime may not live long enough
    *item(x) + *y
}

fn of_pointer<'a, 'b>(x: &'a u64, y: &'b u64) -> u64 {
    let closure: fn(&'a u64) -> &'b u64 = |p| p; //~ - lifetime may not live long enough
    *closure(x) + *y
}

fn of_constructor<'a, 'b>(x: &'a u64, y: &'b u64) -> u64 {
    let constructor: fn(&'a u64) -> Wrap<'b> = Wrap; //~ - lifetime may not live long enough
    *constructor(x).0 + *y
}

// Only the first is told.
fn first_of_two<'a, 'b>(x: &'a u64, y: &'b u64) -> u64 {
    let first = |p: &'a u64| -> &'b u64 { p }; //~ - lifetime may not live long enough
    let second: fn(&'a u64) -> &'b u64 = |p| p;
    *first(x) + *second(x) + *y
}

fn of_bounds<'a>(x: &'a u64) -> u64 {
    for_any(|p: &'a u64| -> u64 { *p }) + *x //~ - lifetime may not live long enough
}

fn of_parameters<T>(t: T) {
    let c = |p: T| need_static(p); //~ E0310 the parameter type `T` may not live long enough
    c(t);
}

struct Holder<'a>(&'a u64);

impl<'a> Holder<'a> {
    fn method<'b>(&self, y: &'b u64) -> u64 {
        let c = |p: &'b u64| -> Holder<'a> { Holder(p) }; //~ - lifetime may not live long enough
        *c(y).0
    }
}

#[rustg_std::kernel]
pub fn kernel(mut out: GridMut<u64>) {
    let x = 1;
    of_static(&x);
    of_parameters(2);
    let results = of_result(&x, &x) + of_result_within(&x, &x) + of_captured(&x, &x) + of_elided(&x);
    let pointers = of_item(&x, &x) + of_pointer(&x, &x) + of_constructor(&x, &x) + first_of_two(&x, &x);
    out[thread::index()] = results + pointers + of_bounds(&x) + Holder(&x).method(&x);
}
