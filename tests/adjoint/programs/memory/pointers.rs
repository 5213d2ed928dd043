// references and slices in arrays and structs, chosen by numbers and by the run
// length: 6
// n: 5
use rustg_std::prelude::*;

#[derive(Clone, Copy)]
struct View<'a> {
    row: &'a [f64],
    scale: f64,
}

#[kernel(adjoint, tangent)]
pub fn f(n: u32, x: &[f64], mut y: GridMut<f64>) {
    let i = thread::index();
    if i < y.len() {
        let rows: [&[f64]; 3] = [&x[..2], &x[2..4], &x[1..5]];
        let (mut a, mut b) = (x[i], 0.5);
        let mut view = View { row: rows[0], scale: a };
        let mut s = 0.0;
        for k in 0..n as usize {
            s += rows[k % 3][k % 2] * view.row[0] * view.scale;
            if rows[(k + 1) % 3][0] > 0.9 {
                view = View { row: rows[k % 3], scale: s * 0.3 };
            }
            let picked = if k % 2 == 0 { &mut a } else { &mut b };
            *picked = *picked * 0.5 + s * 0.1;
            let pair = [&a, &b];
            s += *pair[k % 2] * *pair[(k / 2) % 2];
        }
        y[i] = s + a * b;
    }
}
