// what loops count, up and down, by constants and by arguments; what is before and behind the step, and passed over
// length: 7
// n: 5
// by: 2
// second: yes
// second_adjoint: yes
use rustg_std::prelude::*;

#[kernel(adjoint, tangent, second, second_adjoint)]
pub fn f(n: u32, by: u32, at: &[u32], x: &[f64], mut y: GridMut<f64>) {
    let i = thread::index();
    if i < y.len() {
        let mut sum = y[i] * 0.5;
        let mut last = 0usize;
        for j in 0..n as usize {
            sum = sum * 0.5 + x[(i.get() + j) % x.len()].sin() * sum;
        }
        let mut k = n as i32 * 3;
        while k > 0 {
            let before = k as usize;
            k -= by as i32;
            if k % 3 == 0 {
                continue;
            }
            sum = sum * 0.75 + sum * x[before % x.len()] * x[(k + 7) as usize % x.len()] * 0.1;
            last = k as usize % 5;
        }
        let mut odd = 1u32;
        loop {
            if odd > 2 * n {
                break;
            }
            let mut inner = odd;
            for l in (0..by).rev() {
                sum += (sum * x[(odd + l) as usize % x.len()]).tanh() * 0.2;
                inner += at[l as usize % at.len()];
            }
            if inner % 4 == 1 {
                odd += 1;
            }
            sum = sum * 0.9 + x[inner as usize % x.len()] * sum.cos() * 0.1;
            odd += 2;
        }
        for j in (0..n as usize).step_by(3) {
            if j > last {
                sum += x[j % x.len()] * sum * 0.1;
                break;
            }
        }
        y[i] = sum * x[(k + 20) as usize % x.len()] * x[odd as usize % x.len()];
    }
}
