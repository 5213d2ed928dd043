// Functions whose derivative their author gives: of numbers, arrays and structs, generic, as methods, in loops and
// branches, of rules that have rules.
// length: 6
// second: yes
// second_adjoint: yes
use rustg_std::prelude::*;

#[derive(Clone, Copy)]
pub struct Spring {
    length: f64,
    ends: [f64; 2],
}

fn cube_rule(x: f64, d: f64) -> f64 {
    d * 3.0 * square(x)
}

#[derivative(cube_rule)]
fn cube(x: f64) -> f64 {
    f64::from_bits(x.to_bits()) * x * x
}

fn square_rule(x: f64, d: f64) -> f64 {
    2.0 * x * d
}

#[derivative(square_rule)]
fn square(x: f64) -> f64 {
    f64::from_bits((x * x).to_bits())
}

fn scaled_rule<T: Scalar>(x: T, n: u32, y: T, d: T) -> (T, T) {
    (T::scaled(y * d, n), T::scaled(x * d, n))
}

#[derivative(scaled_rule)]
fn scaled_product<T: Scalar>(x: T, n: u32, y: T) -> T {
    T::scaled(x * y, n)
}

pub trait Scalar: Copy + core::ops::Mul<Output = Self> {
    fn scaled(self, n: u32) -> Self;
}

impl Scalar for f64 {
    fn scaled(self, n: u32) -> f64 {
        self * n as f64
    }
}

impl Scalar for f32 {
    fn scaled(self, n: u32) -> f32 {
        self * n as f32
    }
}

mod rules {
    use super::Spring;

    pub fn energy(spring: Spring, d: f64) -> Spring {
        let stretch = spring.ends[1] - spring.ends[0] - spring.length;
        Spring { length: -stretch * d, ends: [-stretch * d, stretch * d] }
    }

    pub fn turned(v: [f64; 2], by: f64, d: [f64; 2]) -> ([f64; 2], f64) {
        ([by * d[1], -by * d[0]], v[0] * d[1] - v[1] * d[0])
    }
}

impl Spring {
    #[derivative(rules::energy)]
    fn energy(self) -> f64 {
        let stretch = self.ends[1] - self.ends[0] - self.length;
        f64::from_bits((0.5 * stretch * stretch).to_bits())
    }
}

#[derivative(crate::rules::turned)]
fn turned(v: [f64; 2], by: f64) -> [f64; 2] {
    [f64::from_bits((-by * v[1]).to_bits()), by * v[0]]
}

fn sum_rule(x: [f64; 12], d: [f64; 12]) -> [f64; 12] {
    let mut out = [0.0; 12];
    let mut rest = 0.0;
    for i in (0..12).rev() {
        rest += d[i];
        out[i] = rest + x[i] * 0.0;
    }
    out
}

#[derivative(sum_rule)]
fn running_sums(x: [f64; 12]) -> [f64; 12] {
    let mut out = x;
    for i in 1..12 {
        out[i] = f64::from_bits((out[i - 1] + out[i]).to_bits());
    }
    out
}

#[kernel(adjoint, tangent, second, second_adjoint)]
pub fn f(n: u32, a: f64, x: &[f64], z: &[f64], mut y: GridMut<f64>) {
    let i = thread::index();
    if i < y.len() {
        let mut v = cube(x[i]) + scaled_product(x[i], n, a) * cube(z[i]);
        for k in 0..3 {
            v += square(v * 0.125) + square(x[(i.get() + k) % x.len()]);
        }
        if v > 2.0 {
            v = square(v) - a * cube(a);
        }
        let spring = Spring { length: x[i], ends: [a, z[i]] };
        let w = turned([v, spring.energy()], x[i]);
        let mut many = [a; 12];
        many[3] = w[0] * x[i];
        many[7] = v;
        let sums = running_sums(many);
        y[i] = w[0] * w[1] + sums[5] * sums[11] + sums[2] + y[i] * x[i];
    }
}
