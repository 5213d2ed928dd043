// constants of the float types
// threads: 4
// expect: 4372995239237316644 4372995239237316644 4372995239237316644 4372995239237316644
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    (f32::MAX.to_bits() as u64)
        ^ (f64::EPSILON.to_bits())
        ^ (core::f32::consts::PI.to_bits() as u64)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
