// slices of structs, and of complex numbers
// length: 4
// second: yes
// second_adjoint: yes
use rustg_std::prelude::*;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Body {
    at: [f64; 3],
    mass: f64,
}
#[kernel(adjoint, tangent, second, second_adjoint)]
pub fn f(bodies: &[Body], z: &[Complex<f64>], mut y: GridMut<f64>, mut moved: GridMut<Body>) {
    let i = thread::index();
    if i < y.len() {
        let own = bodies[i];
        let mut force = 0.0;
        for other in bodies {
            let mut square = 0.01;
            for k in 0..3 {
                let d = other.at[k] - own.at[k];
                square += d * d;
            }
            force += other.mass / square.sqrt();
        }
        let w = z[i] * z[0];
        y[i] = force * w.re - w.im;
        moved[i].at[1] *= force;
        moved[i].mass = own.mass;
    }
}
