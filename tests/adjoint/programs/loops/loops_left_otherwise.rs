// a loop whose condition is a local, and one that only a panic leaves, count as well
// length: 6
// n: 4
// second: yes
// second_adjoint: yes
use rustg_std::prelude::*;

#[kernel(adjoint, tangent, second, second_adjoint)]
pub fn f(n: u32, x: &[f64], mut y: GridMut<f64>) {
    let i = thread::index();
    let mut product = 1.0;
    let mut k = 0u32;
    let mut go = n > 0;
    while go {
        k += 1;
        product *= x[k as usize] + 0.5;
        go = k < n && product < 100.0;
    }
    if n > 1000 {
        let mut rounds = 0u32;
        loop {
            rounds += 1;
            if rounds > n {
                panic!("too many");
            }
        }
    }
    if i < y.len() {
        y[i] = product * x[i];
    }
}
