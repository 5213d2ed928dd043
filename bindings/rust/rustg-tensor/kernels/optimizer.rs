//! Steps of optimizers, in place.
use rustg_std::prelude::*;
use std::ops::{Add, Div, Mul, Sub};

/// The floats of parameters.
pub trait Weight: Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> {
    const ONE: Self;
    fn root(self) -> Self;
}

impl Weight for f32 {
    const ONE: f32 = 1.0;
    fn root(self) -> f32 {
        self.sqrt()
    }
}

impl Weight for f64 {
    const ONE: f64 = 1.0;
    fn root(self) -> f64 {
        self.sqrt()
    }
}

fn descend<T: Weight>(rate: T, momentum: T, gradient: &[T], mut velocity: GridMut<T>, mut weight: GridMut<T>) {
    let i = thread::index();
    if i < weight.len() {
        velocity[i] = momentum * velocity[i] + gradient[i];
        weight[i] = weight[i] - rate * velocity[i];
    }
}

#[kernel]
pub fn sgd_f32(rate: f32, momentum: f32, gradient: &[f32], velocity: GridMut<f32>, weight: GridMut<f32>) {
    descend(rate, momentum, gradient, velocity, weight);
}

#[kernel]
pub fn sgd_f64(rate: f64, momentum: f64, gradient: &[f64], velocity: GridMut<f64>, weight: GridMut<f64>) {
    descend(rate, momentum, gradient, velocity, weight);
}

/// rate: already corrected for the step's number; mean and square: moving averages of the gradient and of its square.
fn adapt<T: Weight>(
    rate: T,
    betas: (T, T),
    epsilon: T,
    gradient: &[T],
    mut mean: GridMut<T>,
    mut square: GridMut<T>,
    mut weight: GridMut<T>,
) {
    let i = thread::index();
    if i < weight.len() {
        let g = gradient[i];
        mean[i] = betas.0 * mean[i] + (T::ONE - betas.0) * g;
        square[i] = betas.1 * square[i] + (T::ONE - betas.1) * g * g;
        weight[i] = weight[i] - rate * mean[i] / (square[i].root() + epsilon);
    }
}

#[kernel]
pub fn adam_f32(
    rate: f32,
    beta_1: f32,
    beta_2: f32,
    epsilon: f32,
    gradient: &[f32],
    mean: GridMut<f32>,
    square: GridMut<f32>,
    weight: GridMut<f32>,
) {
    adapt(rate, (beta_1, beta_2), epsilon, gradient, mean, square, weight);
}

#[kernel]
pub fn adam_f64(
    rate: f64,
    beta_1: f64,
    beta_2: f64,
    epsilon: f64,
    gradient: &[f64],
    mean: GridMut<f64>,
    square: GridMut<f64>,
    weight: GridMut<f64>,
) {
    adapt(rate, (beta_1, beta_2), epsilon, gradient, mean, square, weight);
}
