// Functions of structs and arrays whose derivative their author gives, in a loop that keeps them on the tape.
// n: 3
// second: yes
// second_adjoint: yes
use rustg_std::prelude::*;
#[derive(Clone, Copy)]
struct Pair {
    u: f64,
    v: f64,
}
fn mix_rule(p: Pair, by: f64, d: Pair) -> (Pair, f64) {
    (
        Pair {
            u: -d.v * by,
            v: d.u * by,
        },
        d.u * p.v - d.v * p.u,
    )
}
#[derivative(mix_rule)]
fn mix(p: Pair, by: f64) -> Pair {
    Pair {
        u: f64::from_bits((p.v * by).to_bits()),
        v: -p.u * by,
    }
}
fn turned_rule(v: [f64; 4], by: f64, d: [f64; 4]) -> ([f64; 4], f64) {
    ([d[3], d[0] * by, d[1], d[2]], d[0] * v[1])
}
#[derivative(turned_rule)]
fn turned(v: [f64; 4], by: f64) -> [f64; 4] {
    [v[1] * by, v[2], f64::from_bits(v[3].to_bits()), v[0]]
}
#[kernel(adjoint, tangent, second, second_adjoint)]
pub fn f(n: u32, p: f64, x: &[f64], mut y: GridMut<f64>) {
    let i = thread::index();
    if i < y.len() {
        let mut q = Pair { u: x[i], v: p };
        let mut t = [p, 0.5, x[i], 1.0];
        for k in 0..n {
            q = mix(q, x[i]);
            if q.u > 1.2 {
                q.v *= 0.5;
                break;
            }
            t[k as usize % 4] += q.u;
            t = turned(t, q.v);
        }
        y[i] = q.u * q.v + t[0] * t[1] + t[2] * t[3];
    }
}
