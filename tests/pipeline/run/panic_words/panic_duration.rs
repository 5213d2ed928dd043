// a span of time divided by nothing
// threads: 1
// panics: 9 divide by zero error when dividing duration by scalar
use rustg_std::prelude::*;
use std::time::Duration;
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let x = Duration::from_millis(5) / t.get() as u32;
    out[t] = x.as_secs();
}
