// A closure that changes what it captures is FnMut, one that moves out of it FnOnce.
struct Big([u32; 4]);

fn twice(f: impl Fn() -> u32) -> u32 {
    f() + f()
}

pub fn f() -> u32 {
    let mut n = 0;
    let count = || { //~ E0525 expected a closure that implements the `Fn` trait, but this closure only implements `FnMut`
        n += 1;
        n
    };
    let big = Big([1; 4]);
    let consume = || { //~ E0525 expected a closure that implements the `Fn` trait, but this closure only implements `FnOnce`
        let inside = big;
        inside.0[0]
    };
    twice(count) + twice(consume)
}
