// if, match, && and ||, Option with a payload
// second: yes
// second_adjoint: yes
use rustg_std::prelude::*;

fn checked(x: f64) -> Option<f64> {
    if x > 0.5 { Some(x.sqrt()) } else { None }
}
#[kernel(adjoint, tangent, second, second_adjoint)]
pub fn f(kinds: &[u32], x: &[f64], mut y: GridMut<f64>) {
    let i = thread::index();
    if i < y.len() {
        let a = x[i];
        let b = match kinds[i] % 4 {
            0 => a * a,
            1 | 2 => a.exp() * y[i],
            _ if a > 1.0 && y[i] < 1.0 || a < 0.1 => 1.0 / a,
            _ => y[i],
        };
        let c = match checked(a) {
            Some(root) => root * b,
            None => -b,
        };
        y[i] = if c > 0.0 { c * b } else { c - b };
    }
}
