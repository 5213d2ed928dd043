// Names that the gradients' text has to write otherwise: keywords, constants in memory, locals of one name.
use rustg_std::prelude::*;

const WEIGHTS: [f64; 5] = [0.5, -1.25, 1e-3, 3.0, 0.75];

#[kernel(adjoint, tangent)]
pub fn f(r#type: f64, r#in: &[f64], mut r#match: GridMut<f64>) {
    let i = thread::index();
    if i < r#match.len() {
        let v = r#in[i] * r#type;
        let v = v * WEIGHTS[i.get() % WEIGHTS.len()];
        let mut r#loop = v;
        for k in 0..3 {
            let v = r#loop * WEIGHTS[k];
            r#loop += v.max(-v) + f64::INFINITY.min(v);
        }
        r#match[i] = r#loop - v;
    }
}
