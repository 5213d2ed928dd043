// Result::expect_err and unwrap_err show the value
// threads: 1
// panics: 10 called `Result::unwrap_err()` on an `Ok` value: 2.0
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let r: Result<f32, u8> = Ok(2.0);
    out[t] = r.unwrap_err() as u64;
}
