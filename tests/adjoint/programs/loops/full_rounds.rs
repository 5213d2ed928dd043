// loops whose number of rounds is known: what the last test of each keeps, loops in loops, none at all, steps of a grid
// length: 9
// n: 5
// second: yes
// second_adjoint: yes
use rustg_std::prelude::*;

#[kernel(adjoint, tangent, second, second_adjoint)]
pub fn f(n: u32, x: &[f64], z: &[f64], mut y: GridMut<f64>) {
    let i = thread::index();
    let n = n as usize;
    let (mut sum, mut k, mut at) = (0.5, 1usize, 0usize);
    while {
        let q = k * k % 9;
        let is_more = at < n;
        if is_more {
            sum = sum * x[q] + z[at];
        }
        is_more
    } {
        k = (k * 3 + 1) % 7;
        at += 1;
    }
    let mut q = 4usize;
    let (mut here, limit) = (0, n + 3);
    at = 2;
    while {
        here = q;
        at < limit
    } {
        q = (q * 5 + 2) % 9;
        sum += (x[here] * z[q]).sin() * sum;
        let mut inner = at;
        while inner < n {
            sum = sum * 0.75 + z[(inner + here) % 9];
            inner += 1;
        }
        at += 1;
    }
    at = 0;
    while {
        here = q;
        at < n
    } {
        q = (q * 5 + 2) % 9;
        sum += (x[here] * x[q]).sin() * sum;
        at += 1;
    }
    for j in n..4 {
        sum *= x[j];
    }
    for j in thread::grid_stride(x.len()) {
        sum += x[j] * x[j] * sum;
    }
    for j in (1..n + 4).step_by(3) {
        sum = sum * 0.5 + z[j] * x[j - 1];
    }
    if i < y.len() {
        y[i] = sum;
    }
}
