// structs and arrays that are passed by value
use rustg_std::prelude::*;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Spring {
    rest: f64,
    stiffness: [f64; 2],
}

#[kernel(adjoint, tangent)]
pub fn f(spring: Spring, z: Complex<f64>, scale: f64, x: &[f64], mut y: GridMut<f64>) {
    let i = thread::index();
    if i < y.len() {
        let stretch = x[i] - spring.rest;
        let w = Complex::new(x[i], y[i]) * z;
        y[i] = stretch * spring.stiffness[i.get() % 2] * scale + w.re * w.im;
    }
}
