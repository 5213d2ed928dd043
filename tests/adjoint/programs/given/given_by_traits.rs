// rules that are functions of a trait: what an impl gives is called, and else what the trait gives
use rustg_std::prelude::*;

trait Ruled: Copy {
    fn steep(self, d: Self) -> Self;
    fn plain(self, d: Self) -> Self {
        d
    }
}

impl Ruled for f64 {
    fn steep(self, d: f64) -> f64 {
        3.0 * self * self * d
    }
    fn plain(self, d: f64) -> f64 {
        -d
    }
}

#[derive(Clone, Copy)]
pub struct Pair(f64, f64);

impl Ruled for Pair {
    fn steep(self, d: Pair) -> Pair {
        Pair(d.1, 2.0 * self.1 * d.0)
    }
}

trait Cube {
    fn cube(self) -> Self;
}
impl Cube for f64 {
    fn cube(self) -> f64 {
        self * self * self
    }
}
impl Cube for Pair {
    fn cube(self) -> Pair {
        Pair(self.1 * self.1, self.0)
    }
}

#[derivative(Ruled::steep)]
fn steep<T: Ruled + Cube>(x: T) -> T {
    x.cube()
}

trait Turn {
    fn turn(self) -> Self;
}
impl Turn for f64 {
    fn turn(self) -> f64 {
        1.0 - self
    }
}
impl Turn for Pair {
    fn turn(self) -> Pair {
        Pair(self.0 + 1.0, self.1 - 1.0)
    }
}

#[derivative(Ruled::plain)]
fn turned<T: Ruled + Turn>(x: T) -> T {
    x.turn()
}

#[kernel(adjoint, tangent)]
pub fn f(x: &[f64], mut y: GridMut<f64>) {
    let i = thread::index();
    if i < y.len() {
        let pair = steep(turned(Pair(x[i], y[i])));
        y[i] = steep(turned(x[i] * y[i])) * pair.0 + pair.1;
    }
}
