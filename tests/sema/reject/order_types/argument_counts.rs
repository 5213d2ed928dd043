// Closures that do not take as many arguments as they are given: at the call, or at the closure where a coercion tells.
use rustg_std::prelude::*;
fn imp(v: &[f32], f: impl Fn(f32) -> f32) -> f32 {
    f(v[0])
}
fn two(f: impl Fn(f32, u32) -> f32) -> f32 {
    f(1.0, 2)
}
fn tup(f: impl Fn((f32, u32)) -> f32) -> f32 {
    f((1.0, 2))
}
fn zero(f: impl Fn() -> f32) -> f32 {
    f()
}
struct S;
impl S {
    fn m<F: Fn(f32) -> f32>(&self, f: F) -> f32 {
        f(1.0)
    }
}
pub fn all(x: &[f32]) -> f32 {
    imp(x, || 1.0); //~ E0593 closure is expected to take 1 argument, but it takes 0 arguments
    imp(x, move || 1.0); //~ E0593 closure is expected to take 1 argument, but it takes 0 arguments
    let f = x.iter().map(|a, b| a); //~ E0593 closure is expected to take 1 argument, but it takes 2 arguments
    two(|| 1.0); //~ E0593 closure is expected to take 2 arguments, but it takes 0 arguments
    two(|(a, b)| a); //~ E0593 closure is expected to take 2 distinct arguments, but it takes a single 2-tuple as argument
    tup(|a, b| a); //~ E0593 closure is expected to take a single 2-tuple as argument, but it takes 2 distinct arguments
    tup(|a: f32, b: u32| a); //~ E0593 closure is expected to take a single 2-tuple as argument, but it takes 2 distinct arguments
    zero(|a| a); //~ E0593 closure is expected to take 0 arguments, but it takes 1 argument
    zero(|a: f32, b| 1.0); //~ E0593 closure is expected to take 0 arguments, but it takes 2 arguments
    S.m(|a: f32, b: f32| a); //~ E0593 closure is expected to take 1 argument, but it takes 2 arguments
    let h = x.iter().enumerate().map(|i, x| x); //~ E0593 closure is expected to take a single 2-tuple as argument, but it takes 2 distinct arguments
    let h: &dyn Fn(f32) -> f32 = &|| 1.0; //~ E0593 closure is expected to take 1 argument, but it takes 0 arguments
    let k: fn(f32) -> f32 = || 1.0; //~ E0593 closure is expected to take 1 argument, but it takes 0 arguments
    let w = |a: f32, b: f32| a;
    imp(x, w) //~ E0593 closure is expected to take 1 argument, but it takes 2 arguments
}
#[kernel]
pub fn k(x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    y[i] = all(x);
}
