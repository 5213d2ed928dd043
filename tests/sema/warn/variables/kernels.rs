// Kernels are functions like others.
use rustg_std::prelude::*;

#[kernel]
pub fn scale(a: f32, x: &[f32], mut y: GridMut<f32>) { //~ unused_variables unused variable: `a`
    let i = thread::index();
    if i < y.len() {
        y[i] = 2.0 * x[i];
    }
}
#[kernel]
pub fn nothing(n: u32, x: &[f32], mut y: GridMut<f32>) {
    //~^ unused_variables unused variable: `x` //~^ unused_mut variable does not need to be mutable //~^ unused_variables unused variable: `y`
    let i = thread::index(); //~ unused_variables unused variable: `i`
    let mut sum = 0.0; //~ unused_variables variable `sum` is assigned to, but never used
    for k in 0..n { //~ unused_variables unused variable: `k`
        sum += 1.0; //~ unused_assignments value assigned to `sum` is never read
    }
}
fn helper(x: f32, y: f32) -> f32 { //~ unused_variables unused variable: `y`
    let mut z = x; //~ unused_mut variable does not need to be mutable
    z
}
#[kernel]
pub fn calls(mut y: GridMut<f32>) {
    let i = thread::index();
    let unused = helper(1.0, 2.0); //~ unused_variables unused variable: `unused`
    let mut best = 0.0; //~ unused_assignments value assigned to `best` is never read
    if i < y.len() {
        best = helper(2.0, 3.0);
        y[i] = best;
        best = 3.0; //~ unused_assignments value assigned to `best` is never read
    }
}
