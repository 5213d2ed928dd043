// the force of a pair is added atomically to both of its atoms, component by component
// length: 12
// order: any
use rustg_std::prelude::*;

#[derive(Clone, Copy)]
#[repr(C)]
pub struct Atom {
    size: f64,
    depth: f64,
}

fn force(a: [f64; 3], b: [f64; 3], p: Atom, q: Atom) -> [f64; 3] {
    let d = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    let r = 1.0 / (d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + 0.5);
    let size = (p.size + q.size) * 0.3;
    let six = (size * size * r).powi(3);
    let scale = 24.0 * (p.depth * q.depth).sqrt() * r * (2.0 * six * six - six);
    [scale * d[0], scale * d[1], scale * d[2]]
}

#[kernel(adjoint, tangent)]
pub fn f(pairs: &[u32], x: &[f64], atoms: &[Atom], forces: &[Atomic<f64>], mut y: GridMut<f64>) {
    let n = x.len() / 3;
    let place = |k: usize| [x[3 * k], x[3 * k + 1], x[3 * k + 2]];
    for i in thread::grid_stride(pairs.len()) {
        let a = pairs[i] as usize % n;
        let b = (a + 1 + i.get() % (n - 1)) % n;
        let pull = force(place(a), place(b), atoms[a], atoms[b]);
        for k in 0..3 {
            forces[3 * a + k].fetch_add(pull[k], Relaxed);
            forces[3 * b + k].fetch_add(-pull[k], Relaxed);
        }
    }
    let i = thread::index();
    if i < y.len() {
        y[i] *= x[i];
    }
}
