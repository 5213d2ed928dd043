// infinities, NaN and signed zero
// threads: 4
// expect: 15 15 15 15
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let inf = 1.0f32 / 0.0;
        let nan = inf - inf;
        inf.is_infinite() as u64
            + 2 * nan.is_nan() as u64
            + 4 * (0.0f32 == -0.0) as u64
            + 8 * (-0.0f32).is_sign_negative() as u64
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
