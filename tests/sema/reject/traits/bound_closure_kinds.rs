// What callables must be.
fn twice(f: impl Fn(u32) -> u32) -> u32 {
    f(f(1))
}

fn once<F: FnOnce() -> u32>(f: F) -> u32 {
    f()
}

fn apply(f: impl Fn(u32, u32) -> u32) -> u32 {
    f(1, 2)
}

fn three() -> u32 {
    3
}

pub fn f() -> u32 {
    twice(3u32)  + apply(|x: u32| x) //~ E0277 expected a `Fn(u32)` closure, found `u32` //~ E0593 closure is expected to take 2 arguments, but it takes 1 argument
}
