// Functions with rules as methods of generic types, with const parameters, lifetimes, in impls of traits and in bodies, passed on.
use rustg_std::prelude::*;
#[derive(Clone, Copy)]
struct V<T> {
    x: T,
}
fn outer<T: Copy + core::ops::Mul<Output = T>>(v: V<T>, k: T, d: T) -> (V<T>, T) {
    (V { x: d * k }, d * v.x)
}
impl<T: Copy + core::ops::Mul<Output = T>> V<T> {
    #[derivative(self::outer)]
    fn by(self, k: T) -> T {
        self.x * k
    }
}
fn pow_rule<const N: usize>(x: f64, d: f64) -> f64 {
    d * N as f64 * power_less::<N>(x)
}
fn power_less<const N: usize>(x: f64) -> f64 {
    let mut r = 1.0;
    for _ in 1..N {
        r *= x;
    }
    r
}
#[derivative(pow_rule)]
fn power<const N: usize>(x: f64) -> f64 {
    f64::from_bits((power_less::<N>(x) * x).to_bits())
}
fn life<'a>(x: f64, _t: &'a [u32], d: f64) -> f64 {
    d * 2.0 * x
}
#[derivative(life)]
fn lifetime(x: f64, _t: &[u32]) -> f64 {
    f64::from_bits((x * x).to_bits())
}
pub trait Act {
    fn act(x: f64) -> f64;
}
struct Relu;
fn relu_rule(x: f64, d: f64) -> f64 {
    if x > 0.9 { d } else { 0.25 * d }
}
impl Act for Relu {
    #[derivative(relu_rule)]
    fn act(x: f64) -> f64 {
        f64::from_bits((if x > 0.9 { x - 0.675 } else { 0.25 * x }).to_bits())
    }
}
fn layer<A: Act>(x: f64) -> f64 {
    A::act(x) * 2.0
}
fn apply<F: Fn(f64) -> f64>(f: F, x: f64) -> f64 {
    f(f(x))
}
#[kernel(adjoint, tangent)]
pub fn f(t: &[u32], p: f64, x: &[f64], mut y: GridMut<f64>) {
    fn inner_rule(x: f64, d: f64) -> f64 {
        x * 0.0 + 3.0 * d
    }
    #[derivative(inner_rule)]
    fn inner(x: f64) -> f64 {
        f64::from_bits((3.0 * x).to_bits())
    }
    let i = thread::index();
    if i < y.len() {
        let v = V { x: x[i] };
        y[i] = v.by(p)
            + power::<3>(x[i])
            + power::<5>(p)
            + lifetime(x[i], t)
            + layer::<Relu>(x[i])
            + inner(x[i])
            + apply(inner, p)
            + apply(|q| inner(q) * p, x[i])
            + V { x: 2.0f32 }.by(3.0) as f64;
    }
}
