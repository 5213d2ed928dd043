// A constant of an impl for all types that does not depend on them may stand in a pattern
// threads: 4
// expect: 1 2 3 0
use rustg_std::prelude::*;

trait Numbered {
    const NUMBER: u64;
    const OTHER: u64 = 20;
}
impl<T> Numbered for T {
    const NUMBER: u64 = 10;
}

struct Of<T>(T);
impl<T> Of<T> {
    const LIMIT: u64 = 30;
}

fn which<T>(x: u64) -> u64 {
    match x {
        <T as Numbered>::NUMBER => 1,
        <Of<T> as Numbered>::OTHER => 2,
        Of::<T>::LIMIT => 3,
        _ => 0,
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let _ = Of(1).0;
    out[t] = which::<u16>(10 * (t.get() as u64 + 1));
}
