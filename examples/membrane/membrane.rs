//! A membrane: masses in a square, each tied to its neighbours by springs that get softer as they stretch. Its frame
//! holds the edges at zero.
use rustg_std::prelude::*;

const TIME_STEP: f32 = 0.5;

fn pull(stretch: f32) -> f32 {
    stretch / (1.0 + 0.02 * stretch * stretch)
}

/// One step of all masses. `step_adjoint` goes back through it.
#[kernel(adjoint)]
pub fn step(side: u32, height: &[f32], speed: &[f32], mut next_height: GridMut<f32>, mut next_speed: GridMut<f32>) {
    let i = thread::index();
    if i >= next_height.len() || i >= next_speed.len() {
        return;
    }
    let (at, side) = (i.get(), side as usize);
    let (x, y) = (at % side, at / side);
    let own = height[at];
    let left = if x > 0 { height[at - 1] } else { 0.0 };
    let right = if x + 1 < side { height[at + 1] } else { 0.0 };
    let above = if y > 0 { height[at - side] } else { 0.0 };
    let below = if y + 1 < side { height[at + side] } else { 0.0 };
    let force = pull(left - own) + pull(right - own) + pull(above - own) + pull(below - own);
    let moved = speed[at] + TIME_STEP * force;
    next_speed[i] = moved;
    next_height[i] = own + TIME_STEP * moved;
}

/// How far each mass is from where it should be.
#[kernel(adjoint)]
pub fn miss(height: &[f32], target: &[f32], mut missed: GridMut<f32>) {
    let i = thread::index();
    if i < missed.len() {
        let by = height[i] - target[i];
        missed[i] = 0.5 * by * by;
    }
}

/// Moves the numbers that are sought along their gradient, with some of the way of the round before.
#[kernel]
pub fn descend(rate: f32, kept: f32, gradient: &[f32], mut way: GridMut<f32>, mut sought: GridMut<f32>) {
    let i = thread::index();
    if i < way.len() && i < sought.len() {
        way[i] = kept * way[i] - rate * gradient[i];
        sought[i] += way[i];
    }
}
