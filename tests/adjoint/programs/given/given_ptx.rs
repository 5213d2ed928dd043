// A function that is PTX, whose derivative its author gives.
// length: 6
// tolerance: 1e-6
// central: 1e-3
// text: none
use rustg_std::prelude::*;

fn root_rule(x: f32, d: f32) -> f32 {
    0.5 * d / root(x)
}

#[derivative(root_rule)]
fn root(x: f32) -> f32 {
    unsafe { ptx!("sqrt.rn.f32 {out}, {0};", x, cpu = x.sqrt()) }
}

#[kernel(adjoint, tangent)]
pub fn f(a: f32, x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        let mut v = root(x[i]) * a;
        for _ in 0..4 {
            v = root(v * v + 1.0);
        }
        y[i] *= v;
    }
}
