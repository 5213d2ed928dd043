// fast functions, whose f32 forms are of low precision on a GPU, and intrinsics of fast kernels
// tolerance: 1e-5
// central: 5e-3
use rustg_std::fast;
use rustg_std::prelude::*;

#[kernel(adjoint, tangent, fast_math)]
pub fn f(x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        let (a, b) = (x[i], y[i]);
        let s = fast::sin(a) + fast::cos(b) * a + fast::exp(a * 0.5) + fast::ln(b) + fast::div(a, b) + fast::rsqrt(a);
        y[i] = s + a.sin() * b.cos() + a.exp() + b.ln() + a.powf(b) + a.log2() + b.log10() + a.exp2() + (b * 0.3).tan();
    }
}
