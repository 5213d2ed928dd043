// a number that does not fit
// threads: 1
// panics: 7 called `Result::unwrap()` on an `Err` value: TryFromIntError(())
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    u8::try_from(i + 256).unwrap() as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
