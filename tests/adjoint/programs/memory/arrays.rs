// arrays in registers, slices and iterators over them, structs and tuples
// n: 6
// second: yes
// second_adjoint: yes
use rustg_std::prelude::*;

#[derive(Clone, Copy)]
struct Pair {
    a: f64,
    b: f64,
}
impl Pair {
    fn step(self, x: f64) -> Pair {
        Pair { a: self.b * x, b: self.a + x }
    }
}
#[kernel(adjoint, tangent, second, second_adjoint)]
pub fn f(n: u32, x: &[f64], mut y: GridMut<f64>) {
    let i = thread::index();
    if i < y.len() {
        let mut t = [0.5; 4];
        let mut p = Pair { a: x[i], b: 1.0 };
        for k in 0..n {
            let at = k as usize % 4;
            p = p.step(x[k as usize % x.len()]);
            t[at] = t[(at + 1) % 4] * p.a + t[at];
        }
        let (u, v) = (t[0] * t[1], t[2] - t[3]);
        let s: f64 = x.iter().zip(x.iter().rev()).map(|(a, b)| a * b).sum();
        y[i] = u * v + s * p.b;
    }
}
